package drain

import (
	"context"
	"slices"
	"strings"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// ask probes for writes: one by its record, many by the list that would
// contain them. It returns those that go out again in the same turn.
func (t *turn) ask(ctx context.Context, entries []entry.Entry) ([]entry.Entry, error) {
	var again []entry.Entry
	for i, kind := range kindsOf(entries) {
		if i > 0 && t.holds.Device != nil {
			if err := t.postpone(ctx, ofKind(entries, kind)); err != nil {
				return nil, err
			}
			continue
		}
		some, rest := ofKind(entries, kind), []entry.Entry(nil)
		if most := t.holds.AsksNext(); len(some) > most {
			some, rest = some[:most], some[most:]
		}
		if err := t.postpone(ctx, rest); err != nil {
			return nil, err
		}
		resent, err := t.askKind(ctx, kind, some, again)
		if err != nil {
			return nil, err
		}
		again = append(again, resent...)
	}
	return again, nil
}

// postpone ends the turn of writes before their exchange: another has met a
// hold, or it is late. They are as they were, and due when that lets them.
func (t *turn) postpone(ctx context.Context, entries []entry.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	return t.d.settle(ctx, t.postponed(entries))
}

func (t *turn) postponed(entries []entry.Entry) []entry.Move {
	reasonOf := func(e entry.Entry) sw.Reason { return e.Reason }
	if d := t.holds.Device; d != nil {
		reasonOf = func(e entry.Entry) sw.Reason { return sw.StillReason(e, d.Reason) }
	}
	moves := make([]entry.Move, 0, len(entries))
	for _, e := range entries {
		moves = append(moves, entry.End(e.Key, e.Attempt, t.d.Now(), entry.Ending{
			To: sw.StillTried(e), Reason: reasonOf(e),
			Led: e.Led, Probe: e.Open.Probing, Books: e.Books, Next: sw.WaitFrom(t.d.Now(), 0),
		}))
	}
	return moves
}

// askKind asks for writes of one kind; before are those of other kinds that go
// out again already.
func (t *turn) askKind(ctx context.Context, kind wire.Kind, entries, before []entry.Entry) ([]entry.Entry, error) {
	ev, whole, err := t.inquire(ctx, kind, entries)
	if err != nil {
		return nil, err
	}
	v := sw.ClassifyOther(ev)
	if len(entries) > 1 && !whole && ev.Status >= 400 && sw.RefusesQuestion(v) { // it says nothing of any of them
		return t.record(ctx, t.postponed(entries), nil, nil, ev)
	}
	var moves []entry.Move
	var again []string
	resent := slices.Clone(before)
	for _, e := range entries {
		m := t.moment()
		next := sw.DecideProbe(e, sw.ReadProbe(e, ev), v, m)
		if next.Resend {
			next.Move = resend(e, m, resent, t.d.window)
			if next.Move.Step == entry.StepResend {
				again, resent = append(again, e.Key), append(resent, e)
			}
		}
		moves = append(moves, next.Move)
	}
	x := sw.Exchange{Verdict: v, Route: "GET " + string(kind), Own: moves[0].Next}
	if len(entries) == 1 {
		x.Write = entries[0].Key
	}
	return t.record(ctx, moves, t.after(x), again, ev)
}

// resend sends a write again in the same turn, with those that do so already;
// what no longer fits into their batch is due at once.
func resend(e entry.Entry, m sw.Moment, with []entry.Entry, w sw.Window) entry.Move {
	bytes := sw.ItemBytes(e)
	apart := w.Alone(e)
	for _, other := range with {
		bytes += sw.ItemBytes(other)
		apart = apart || w.Alone(other)
	}
	if len(with) > 0 && (apart || !w.Fits(len(with)+1, bytes)) {
		return entry.End(e.Key, e.Attempt, m.Now, entry.Ending{
			To: sw.StillTried(e), Reason: e.Reason, Absent: true, Books: e.Books, Next: sw.WaitFrom(m.Now, 0),
		})
	}
	// Probes of other kinds may come first, and others may join its batch.
	latest := askedWithin(wire.IDsMax) + sw.Bound(max(bytes, w.Bytes), e.Books.Timeouts)
	return entry.Resend(e.Key, e.Attempt, m.Now, m.Now+latest.Milliseconds())
}

// idsQuery is the question that names many writes of one kind.
func idsQuery(kind wire.Kind, entries []entry.Entry) string {
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = e.Record
	}
	return kind.ListPath() + "?ids=" + strings.Join(ids, ",")
}

// kindsOf keeps the order in which the kinds first appear.
func kindsOf(entries []entry.Entry) []wire.Kind {
	var kinds []wire.Kind
	seen := map[wire.Kind]bool{}
	for _, e := range entries {
		if k := sw.KindOf(e); !seen[k] {
			seen[k] = true
			kinds = append(kinds, k)
		}
	}
	return kinds
}

func ofKind(entries []entry.Entry, kind wire.Kind) []entry.Entry {
	var out []entry.Entry
	for _, e := range entries {
		if sw.KindOf(e) == kind {
			out = append(out, e)
		}
	}
	return out
}

// inquire asks the office for records of one kind, in one exchange. whole says
// that the answer tells of each.
func (t *turn) inquire(ctx context.Context, kind wire.Kind, entries []entry.Entry) (ev sw.Evidence, whole bool, err error) {
	ev, err = t.exchange(ctx, probeOf(kind, entries))
	if err != nil {
		return ev, false, err
	}
	whole = true
	for _, e := range entries {
		whole = whole && sw.ReadProbe(e, ev).Find != sw.FindUndecided
	}
	t.holds = t.holds.AfterQuestion(len(entries), whole)
	return ev, whole, nil
}

// probeOf is the question: it is never answered from a cache of ours.
func probeOf(kind wire.Kind, entries []entry.Entry) exchange.Request {
	path := kind.RecordPath(entries[0].Record)
	if len(entries) > 1 {
		path = idsQuery(kind, entries)
	}
	return exchange.Request{Method: "GET", Path: path, Owner: entries[0].Owner, Bound: sw.QuestionBound(len(entries))}
}
