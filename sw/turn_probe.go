package sw

import (
	"context"

	"waybill/idbqueue"
	"waybill/server/wire"
)

// ask probes for writes: one by its record, many by the list that would
// contain them. It returns those that go out again in the same turn.
func (t *turn) ask(ctx context.Context, entries []idbqueue.Entry) ([]idbqueue.Entry, error) {
	var again []idbqueue.Entry
	for _, kind := range kindsOf(entries) {
		resent, err := t.askKind(ctx, kind, ofKind(entries, kind))
		if err != nil {
			return nil, err
		}
		again = append(again, resent...)
	}
	return again, nil
}

func (t *turn) askKind(ctx context.Context, kind wire.Kind, entries []idbqueue.Entry) ([]idbqueue.Entry, error) {
	ev := t.d.Sender.Send(ctx, probeOf(kind, entries, t.d.Build))
	v := ClassifyOther(ev)
	var moves []idbqueue.Move
	var again []string
	m := t.moment()
	for _, e := range entries {
		next := DecideProbe(e, ReadProbe(e, ev), v, m)
		if next.Resend {
			deadline := m.Now + Bound(len(e.Body), e.Books.Timeouts).Milliseconds()
			next.Move = idbqueue.Resend(e.Key, e.Attempt, m.Now, deadline)
			again = append(again, e.Key)
		}
		moves = append(moves, next.Move)
	}
	write := ""
	if len(entries) == 1 {
		write = entries[0].Key
	}
	paused, err := t.after(ctx, v, write, kind.ListPath())
	if err != nil {
		return nil, err
	}
	return t.record(ctx, append(moves, paused...), again, ev)
}

// probeOf is the question: it is never answered from a cache of ours.
func probeOf(kind wire.Kind, entries []idbqueue.Entry, build string) Request {
	path := kind.RecordPath(entries[0].Record)
	if len(entries) > 1 {
		path = idsQuery(kind, entries)
	}
	return Request{Method: "GET", Path: path, Owner: entries[0].Owner, Build: build, Bound: Bound(0, 0)}
}

func kindOf(e idbqueue.Entry) wire.Kind {
	spec, _ := wire.Op(e.Op).Spec()
	return spec.Kind
}

// kindsOf keeps the order in which the kinds first appear.
func kindsOf(entries []idbqueue.Entry) []wire.Kind {
	var kinds []wire.Kind
	seen := map[wire.Kind]bool{}
	for _, e := range entries {
		if k := kindOf(e); !seen[k] {
			seen[k] = true
			kinds = append(kinds, k)
		}
	}
	return kinds
}

func ofKind(entries []idbqueue.Entry, kind wire.Kind) []idbqueue.Entry {
	var out []idbqueue.Entry
	for _, e := range entries {
		if kindOf(e) == kind {
			out = append(out, e)
		}
	}
	return out
}
