package sim

import (
	"testing"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/drain"
	"waybill/sw/exchange"
)

// plants are wrong cores. Each is what a careless line in sw would do, put
// between the core and its world; the world must find every one.
var plants = []struct {
	old      bool   // with copies that live for days
	from     uint64 // rare: the search starts here, since the seeds before take minutes
	many     bool   // with hundreds of writes
	mutation Mutation
}{
	{mutation: Mutation{Name: "any 409 is sent", Answer: rewrite(`"code":"duplicate_code"`, `"code":"id_exists"`)}},
	{mutation: Mutation{Name: "any 200 is sent", Answer: any200}},
	{mutation: Mutation{Name: "an unproven 404 is believed", Answer: believe(404)}},
	{mutation: Mutation{Name: "an answer out of a cache is believed", Answer: func(_ exchange.Request, ev sw.Evidence) sw.Evidence { ev.Age = ""; return ev }}},
	{from: 165, mutation: Mutation{Name: "absence by omission from a list", Answer: omission}},
	{mutation: Mutation{Name: "Retry-After is ignored", Answer: func(_ exchange.Request, ev sw.Evidence) sw.Evidence { ev.RetryAfter = ""; return ev }}},
	{mutation: Mutation{Name: "a cut body is whole", Answer: cutIsRefused}},

	{mutation: Mutation{Name: "transport spends", Moves: ending(func(_ entry.Entry, m *entry.Move) {
		if m.Reason == sw.ReasonNoAnswer {
			m.Books.Spent++
		}
	})}},
	{mutation: Mutation{Name: "interception spends", Moves: ending(func(_ entry.Entry, m *entry.Move) {
		if m.Reason == sw.ReasonIntercepted {
			m.Books.Spent++
		}
	})}},
	{mutation: Mutation{Name: "401 spends", Moves: ending(func(_ entry.Entry, m *entry.Move) {
		if m.Reason == sw.ReasonSignedOut || m.Reason == sw.ReasonWrongUser {
			m.Books.Spent++
		}
	})}},
	{mutation: Mutation{Name: "a misfit spends", Moves: ending(func(_ entry.Entry, m *entry.Move) {
		if m.Reason == sw.ReasonMisfit {
			m.Books.Spent++
		}
	})}},
	{mutation: Mutation{Name: "nothing ever spends", Moves: ending(func(now entry.Entry, m *entry.Move) { m.Books.Spent = now.Books.Spent })}},
	{mutation: Mutation{Name: "nobody is ever told", Moves: ending(func(_ entry.Entry, m *entry.Move) {
		if m.Reason == sw.ReasonBudget {
			m.To, m.Reason, m.Next = entry.Retrying, sw.ReasonFailing, &entry.Wait{SetAt: m.At, DelayMS: 1000}
		}
		m.Books.FailingMS = 0
	}), Records: holdsWith(func(h map[string]any) { h["failing"] = map[string]any{} })}},
	{mutation: Mutation{Name: "the timer is not armed", Report: func(r drain.Report) drain.Report {
		if !r.Again && !r.Busy {
			r.WakeAt = 0
		}
		return r
	}}},
	{mutation: Mutation{Name: "equal jitter instead of full", Rand: func(r float64) float64 { return 0.5 + r/2 }}},
	{mutation: Mutation{Name: "no jitter", Rand: func(float64) float64 { return 0.999 }}},
	{mutation: Mutation{Name: "the write is taken out before it is sent", Removes: true}},
	{mutation: Mutation{Name: "the lease is not fenced", Unfenced: true}},
	{mutation: Mutation{Name: "no attempt number on moves", Unfenced: true, Moves: unnumbered}},
	{mutation: Mutation{Name: "proof is thrown away by the fence", Forgets: true}},
	{mutation: Mutation{Name: "a child goes before its parent", Snapshot: orphaned}},
	{mutation: Mutation{Name: "doubt is cleared by a later refusal", Answer: looked, Claimed: each(func(e *entry.Entry) { e.Doubt, e.DoubtAt = false, 0 })}},
	{mutation: Mutation{Name: "a refusal is believed though nobody has looked", Answer: looked}},
	{mutation: Mutation{Name: "no doubt after a 5xx", Moves: ending(func(_ entry.Entry, m *entry.Move) {
		if m.Answer != nil && m.Answer.Status >= 500 {
			m.Doubtful = false
		}
	})}},
	{from: 1862, mutation: Mutation{Name: "a probe may come too early", Claimed: each(func(e *entry.Entry) { e.DoubtAt = 0 })}},
	{mutation: Mutation{Name: "no doubt after no answer", Moves: ending(func(_ entry.Entry, m *entry.Move) {
		if m.Reason == sw.ReasonNoAnswer {
			m.Doubtful = false
		}
	})}},
	{mutation: Mutation{Name: "the first fingerprint settles the second", Moves: func(now func(string) entry.Entry, moves []entry.Move) []entry.Move {
		for i, m := range moves {
			if m.Step == entry.StepEnd && m.Reason == sw.ReasonEarlier {
				r := entry.Receipt{ProvedAt: m.At, Fingerprint: now(m.Key).Fingerprint}
				moves[i] = entry.Prove(m.Key, now(m.Key).Record, r, "", nil)
			}
		}
		return moves
	}}},
	{from: 318, mutation: Mutation{Name: "the owner is not checked", Request: func(r exchange.Request) exchange.Request { r.Owner = ""; return r }}},
	{mutation: Mutation{Name: "a jumped clock is not re-stamped", Snapshot: func(s *entry.Snapshot, _ *idbqueue.Outbox) { s.Jumped = nil }}},
	{mutation: Mutation{Name: "the canary is the one that spent least", Snapshot: func(s *entry.Snapshot, _ *idbqueue.Outbox) {
		for i := range s.Due {
			s.Due[i].TriedAt = int64(s.Due[i].Books.Spent)
		}
	}}},
	{mutation: Mutation{Name: "a 401 is forgotten", Records: holdsWith(func(h map[string]any) { h["signedOut"] = nil })}},
	{mutation: Mutation{Name: "a hold is forgotten", Records: holdsWith(func(h map[string]any) { h["device"] = nil })}},
	{mutation: keeping()},
	{mutation: Mutation{Name: "a jumped hold is stored as it is", Records: holdsWith(func(h map[string]any) {
		if d, ok := h["device"].(map[string]any); ok {
			d["until"] = map[string]any{"setAt": 4e12, "delayMs": 1000}
		}
	})}},
	{mutation: Mutation{Name: "receipts are not asked for after a restore", Records: func(put []entry.Record) []entry.Record { return put }, Snapshot: func(s *entry.Snapshot, _ *idbqueue.Outbox) {
		delete(s.Records, "recheck/"+ana)
		delete(s.Records, "recheck/"+ben)
	}}},
	{from: 747, mutation: Mutation{Name: "an answer to another question is believed", Answer: func(_ exchange.Request, ev sw.Evidence) sw.Evidence { ev.Asked = ev.Ask; return ev }}},
	{mutation: Mutation{Name: "who is signed in is looked at once a turn", Stale: true}},
	{many: true, mutation: Mutation{Name: "questions do not shrink", Records: holdsWith(func(h map[string]any) { delete(h, "asks") })}},
	{old: true, mutation: Mutation{Name: "nobody looks again", Snapshot: func(s *entry.Snapshot, _ *idbqueue.Outbox) { s.LookAt = 0 }}},
}

// plantSeeds bounds the search: a fault that takes more is as good as unseen.
const plantSeeds = 4000

func TestEachPlantedFaultIsFound(t *testing.T) {
	for _, p := range plants {
		t.Run(p.mutation.Name, func(t *testing.T) {
			t.Parallel()
			from := max(p.from, 1)
			for seed := from; seed < from+plantSeeds; seed++ {
				mutation := p.mutation
				r := Run(seed, Options{Mutation: &mutation, Old: p.old, Many: p.many})
				if len(r.Violations) > 0 {
					t.Logf("found by seed %d: %s", seed, r.Violations[0])
					return
				}
			}
			t.Errorf("not found in %d seeds from %d on", plantSeeds, from)
		})
	}
}
