package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// ending bends the moves that end a turn.
func ending(f func(now entry.Entry, m *entry.Move)) func(func(string) entry.Entry, []entry.Move) []entry.Move {
	return func(now func(string) entry.Entry, moves []entry.Move) []entry.Move {
		for i := range moves {
			if moves[i].Step == entry.StepEnd {
				f(now(moves[i].Key), &moves[i])
			}
		}
		return moves
	}
}

func each(f func(*entry.Entry)) func([]entry.Entry) []entry.Entry {
	return func(entries []entry.Entry) []entry.Entry {
		for i := range entries {
			f(&entries[i])
		}
		return entries
	}
}

func holdsWith(f func(map[string]any)) func([]entry.Record) []entry.Record {
	return func(put []entry.Record) []entry.Record {
		for i, r := range put {
			var h map[string]any
			if r.Name == "holds" && json.Unmarshal(r.Value, &h) == nil {
				f(h)
				put[i].Value, _ = json.Marshal(h)
			}
		}
		return put
	}
}

func rewrite(old, with string) func(exchange.Request, sw.Evidence) sw.Evidence {
	return func(_ exchange.Request, ev sw.Evidence) sw.Evidence {
		ev.Body = bytes.ReplaceAll(ev.Body, []byte(old), []byte(with))
		return ev
	}
}

func believe(status int) func(exchange.Request, sw.Evidence) sw.Evidence {
	return func(_ exchange.Request, ev sw.Evidence) sw.Evidence {
		if ev.Status == status {
			ev.Contract = "1"
		}
		return ev
	}
}

// any200 takes whatever answers a write with 200 for proof of it.
func any200(r exchange.Request, ev sw.Evidence) sw.Evidence {
	spec, record, ok := wire.OpFor("POST", r.Path)
	if !ok || r.Method != "POST" || ev.Status != 200 || !ev.Answered {
		return ev
	}
	var created wire.Meta
	if spec.Create {
		_ = json.Unmarshal([]byte(r.Body), &created)
		created.Fingerprint = r.Fingerprint
	} else {
		created.ID, created.State = record, spec.State
	}
	ev.Contract, ev.Whole = "1", true
	ev.Body, _ = json.Marshal(created)
	return ev
}

// cutIsRefused takes half a body for a refusal.
func cutIsRefused(_ exchange.Request, ev sw.Evidence) sw.Evidence {
	if ev.Answered && !ev.Whole {
		ev.Whole, ev.Status, ev.Body = true, 422, []byte(`{"code":"validation_failed","not_stored":true}`)
	}
	return ev
}

// looked takes each refusal for one of a server that has looked for the write.
func looked(_ exchange.Request, ev sw.Evidence) sw.Evidence {
	for _, c := range []string{"forbidden", "not_found", "validation_failed", "malformed"} {
		ev.Body = bytes.ReplaceAll(ev.Body, []byte(`"code":"`+c+`"`), []byte(`"not_stored":true,"code":"`+c+`"`))
	}
	return ev
}

// omission reads a list's silence about an id as its absence.
func omission(r exchange.Request, ev sw.Evidence) sw.Evidence {
	_, ids, many := strings.Cut(r.Path, "?ids=")
	var list wire.List
	if !many || ev.Status != 200 || json.Unmarshal(ev.Body, &list) != nil {
		return ev
	}
	for _, id := range strings.Split(ids, ",") {
		if !bytes.Contains(ev.Body, []byte(id)) {
			list.Missing = append(list.Missing, id)
		}
	}
	ev.Body, _ = json.Marshal(list)
	return ev
}

// orphaned takes children's parents away, as a core would that sends them
// along.
func orphaned(s *entry.Snapshot, box *idbqueue.Outbox) {
	for _, owner := range []string{ana, ben} {
		children, _ := box.Children(context.Background(), owner)
		for _, e := range children {
			_ = box.Apply(context.Background(), entry.Edit(e.Key, e.MadeAt, e.Body, e.Fingerprint, e.Title, nil))
		}
	}
}

// unnumbered lets a move apply to whatever attempt is open.
func unnumbered(now func(string) entry.Entry, moves []entry.Move) []entry.Move {
	for i, m := range moves {
		if e := now(m.Key); e.Open != nil {
			moves[i].Attempt = e.Open.N
		}
	}
	return moves
}

// keeping remembers each answer that waits for its probe, and gives it to the
// version that the rep makes next.
func keeping() Mutation {
	waiting := map[string]entry.Answer{}
	keep := func(e *entry.Entry) {
		if e.Led != nil {
			waiting[e.Key] = *e.Led
		} else if led, ok := waiting[e.Key]; ok && len(e.Left) > 0 && !e.HasLeft(e.Fingerprint) {
			e.Led = &led
		}
	}
	return Mutation{Name: "an edit keeps the answer that waits", Claimed: each(keep), Snapshot: func(s *entry.Snapshot, _ *idbqueue.Outbox) {
		for i := range s.Due {
			keep(&s.Due[i])
		}
	}}
}
