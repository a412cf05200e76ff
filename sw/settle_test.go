//go:build !js

package sw

import (
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

func transition(change ...func(*entry.Entry)) entry.Entry {
	return anEntry(append([]func(*entry.Entry){func(e *entry.Entry) { e.Op = string(wire.OpDispatchDeliver) }}, change...)...)
}

// judge runs an answer through classify and settle.
func judge(e entry.Entry, ev Evidence, m Moment) Next {
	return Decide(e, Classify(spec(wire.Op(e.Op)), e.Record, e.Open.Fingerprint, ev), m)
}

func TestWhatAnAnswerMeansForAWrite(t *testing.T) {
	refusal := ours(422, code(wire.CodeValidationFailed))
	unsure := ours(422, unlooked(wire.CodeValidationFailed))
	clash := ours(409, code(wire.CodeDuplicateCode))
	inDoubt := doubted(t0 - 600_000)
	for name, c := range map[string]struct {
		e      entry.Entry
		ev     Evidence
		step   entry.Step // empty: a probe, in the same turn
		to     entry.State
		reason Reason
		spent  int
		doubt  bool
	}{
		"applied":                       {anEntry(), ours(201, proof(id1, fp2)), entry.StepProve, "", "", 0, false},
		"a replay":                      {anEntry(inDoubt), ours(409, code(wire.CodeIDExists)), entry.StepProve, "", "", 0, false},
		"received, no proof":            {anEntry(), ours(202, `{}`), "", "", "", 0, false},
		"a clash":                       {anEntry(), clash, "", "", "", 0, false},
		"refused":                       {anEntry(), refusal, entry.StepEnd, entry.Rejected, "validation_failed", 1, false},
		"refused in doubt":              {anEntry(inDoubt), refusal, "", "", "", 0, false},
		"refused, nobody has looked":    {anEntry(), unsure, "", "", "", 0, false},
		"a transition applied":          {transition(), ours(200, `{"id":"`+id1+`","state":"delivered"}`), entry.StepProve, "", "", 0, false},
		"a transition clashes":          {transition(), ours(409, code(wire.CodeInvalidTransition)), entry.StepEnd, entry.Conflict, "invalid_transition", 1, true},
		"a transition refused":          {transition(), refusal, entry.StepEnd, entry.Rejected, "validation_failed", 1, false},
		"a transition, nobody looked":   {transition(), unsure, entry.StepEnd, entry.Conflict, "validation_failed", 1, true},
		"a transition refused in doubt": {transition(inDoubt), refusal, entry.StepEnd, entry.Conflict, "validation_failed", 1, true},
		"a transition without proof":    {transition(), ours(204, ``), entry.StepEnd, entry.Retrying, ReasonIntercepted, 0, true},
		"a transition with empty proof": {transition(), ours(200, `{}`), entry.StepEnd, entry.Conflict, ReasonUnclear, 1, true},
		"a transition's id exists":      {transition(), ours(409, code(wire.CodeIDExists)), entry.StepEnd, entry.Conflict, "id_exists", 0, true},
		"body altered":                  {anEntry(), ours(400, code(wire.CodeBodyAltered)), entry.StepEnd, entry.Retrying, ReasonIntercepted, 0, true},
		"signed out":                    {anEntry(), ours(401, code(wire.CodeUnauthenticated)), entry.StepEnd, entry.Retrying, ReasonSignedOut, 0, true},
		"wrong user":                    {anEntry(), ours(401, code(wire.CodeWrongUser)), entry.StepEnd, entry.Retrying, ReasonWrongUser, 0, true},
		"too old":                       {anEntry(), ours(426, code(wire.CodeUpgradeRequired)), entry.StepEnd, entry.Retrying, ReasonUpdate, 0, true},
		"misfit":                        {anEntry(), ours(404, code(wire.CodeNoSuchRoute)), entry.StepEnd, entry.Attention, ReasonMisfit, 0, true},
		"503":                           {anEntry(), ours(503, code(wire.CodeBusy)), entry.StepEnd, entry.Retrying, ReasonFailing, 1, true},
		"a gateway's 520":               {anEntry(), strange(520, "<html>"), entry.StepEnd, entry.Retrying, ReasonFailing, 1, true},
		"a firewall's 403":              {anEntry(), strange(403, "<html>"), entry.StepEnd, entry.Retrying, ReasonFailing, 1, true},
		"a portal":                      {anEntry(), strange(200, "<html>"), entry.StepEnd, entry.Retrying, ReasonIntercepted, 0, true},
		"nobody":                        {anEntry(), Evidence{}, entry.StepEnd, entry.Retrying, ReasonNoAnswer, 0, true},
	} {
		next := judge(c.e, c.ev, Moment{Now: t0, Rand: 0.5})
		m := next.Move
		if next.Probe != (c.step == "") || m.Step != c.step || m.To != c.to || m.Reason != c.reason {
			t.Errorf("%s: probe %v, %s %s %s", name, next.Probe, m.Step, m.To, m.Reason)
		}
		if m.Books.Spent != c.spent || m.Doubtful != c.doubt {
			t.Errorf("%s: spent %d, doubtful %v", name, m.Books.Spent, m.Doubtful)
		}
		byItself := m.To == entry.Retrying || m.Reason == ReasonMisfit
		if byItself != (m.Next != nil) {
			t.Errorf("%s: next %v", name, m.Next)
		}
	}
}

func TestABudgetParksOutsideAHoldAndNeverUnderOne(t *testing.T) {
	tried := func(e *entry.Entry) {
		e.Books = entry.Books{Spent: 4, FailingMS: 14 * 60_000, FailedAt: t0 - 120_000, WaitMS: 120_000, Row: 4}
	}
	for _, held := range []bool{false, true} {
		m := judge(anEntry(tried), ours(503, `{}`), Moment{Now: t0, Rand: 0.5, Held: held}).Move
		parked := m.To == entry.Attention && m.Reason == ReasonBudget && m.Next == nil
		if parked == held || m.Books.Spent != 5 {
			t.Errorf("under a hold %v: %s %s %+v", held, m.To, m.Reason, m.Books)
		}
	}
	// Neither a stranger's page nor silence ends a budget, however long it takes.
	m := judge(anEntry(tried), strange(200, "<html>"), Moment{Now: t0}).Move
	if m.To != entry.Retrying || m.Books.Spent != 4 {
		t.Errorf("interception: %s, %+v", m.To, m.Books)
	}
}

func TestAnAnswerSettlesTheVersionThatItWasSentWith(t *testing.T) {
	e := anEntry(func(e *entry.Entry) { e.Open.Fingerprint = fp1 }) // the rep has another version by now
	m := judge(e, ours(201, proof(id1, fp1)), Moment{Now: t0, Day: "2026-11-30"}).Move
	if m.Step != entry.StepProve || m.Receipt.Fingerprint != fp1 || m.Earlier != ReasonEarlier {
		t.Errorf("%+v", m.Receipt)
	}
	if m := judge(e, ours(201, proof(id1, fp2)), Moment{Now: t0}); !m.Probe {
		t.Errorf("proof of a version that was not sent here is taken: %+v", m)
	}
}

func TestAReceiptHasTheServersTimeAndTheDevicesDay(t *testing.T) {
	ev := ours(201, `{"id":"`+id1+`","fingerprint":"`+fp2+`","number":"A-000123"}`)
	ev.Date = "Mon, 30 Nov 2026 09:00:00 GMT"
	m := judge(anEntry(), ev, Moment{Now: t0, Day: "2026-12-01"}).Move
	r := m.Receipt
	if r.At != "2026-11-30T09:00:00Z" || r.Day != "2026-12-01" || r.Number != "A-000123" || r.Status != 201 || r.ProvedAt != t0 {
		t.Errorf("%+v", r)
	}
}

func TestATimeoutDoublesTheNextBound(t *testing.T) {
	m := judge(anEntry(), Evidence{TimedOut: true}, Moment{Now: t0}).Move
	if m.Books.Timeouts != 1 || m.Books.Spent != 0 {
		t.Errorf("%+v", m.Books)
	}
	if m := judge(anEntry(), Evidence{}, Moment{Now: t0}).Move; m.Books.Timeouts != 0 {
		t.Errorf("a reset is no timeout: %+v", m.Books)
	}
}

func TestASwallowedWriteStaysShownUntilItGetsThrough(t *testing.T) {
	shown := func(e *entry.Entry) { e.State, e.Reason = entry.Attention, ReasonSwallowed }
	for _, ev := range []Evidence{{}, strange(200, "<html>"), ours(500, `{}`)} {
		if m := judge(anEntry(shown), ev, Moment{Now: t0}).Move; m.To != entry.Attention || m.Reason != ReasonSwallowed || m.Next == nil {
			t.Errorf("%d: %s %s %v", ev.Status, m.To, m.Reason, m.Next)
		}
	}
}

func TestLookingAgainIsBookedForWhatWasInDoubt(t *testing.T) {
	if m := judge(anEntry(), ours(403, code(wire.CodeForbidden)), Moment{Now: t0}).Move; m.LookAt != 0 {
		t.Errorf("a refusal without doubt is looked up at %d", m.LookAt)
	}
	once := func(e *entry.Entry) { e.Doubted = true }
	ev := ours(403, code(wire.CodeForbidden))
	ev.ArrivedAt = t0
	if m := judge(anEntry(once), ev, Moment{Now: t0}).Move; m.LookAt != t0 {
		t.Errorf("a refusal after doubt is looked up at %d", m.LookAt)
	}
	day := 24 * time.Hour.Milliseconds()
	for looks, want := range []int64{t0 + day, t0 + 28*day, 0, 0} {
		if got := lookNext(looks, t0); got != want {
			t.Errorf("after %d looks: %d, want %d", looks, got, want)
		}
	}
}
