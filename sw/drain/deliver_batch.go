package drain

import (
	"context"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// sendBatch sends many writes in one exchange. As a whole it spends nobody and
// says nothing of its items.
func (t *turn) sendBatch(ctx context.Context, entries []entry.Entry) ([]entry.Entry, error) {
	left := t.d.Now()
	ev, err := t.exchange(ctx, exchange.Request{
		Method: "POST", Path: wire.PathBatch, Owner: t.st.User.ID,
		Body: sw.BatchBody(entries), Bound: boundOf(entries, false), Meanwhile: t.lookAhead,
	})
	if err != nil {
		return nil, err
	}
	next := t.next
	t.next = ahead{}
	items, whole := sw.ItemEvidence(ev)
	if !whole {
		return t.noVerdict(ctx, entries, ev)
	}
	js, unnamed := t.judge(entries, items)
	if len(unnamed) > 0 {
		t.d.window = t.d.window.Halved(len(entries))
	} else {
		t.next = next
		t.d.window = t.d.window.Grown(len(entries), time.Duration(t.d.Now()-left)*time.Millisecond)
	}
	return t.settle(ctx, js, unnamed, ev)
}

// judge gives each write the verdict that it would have got alone. One that
// the answer does not name is in doubt, without a hold.
func (t *turn) judge(entries []entry.Entry, items map[string]sw.Evidence) (js []judgement, unnamed []entry.Move) {
	for _, e := range entries {
		spec, _ := wire.Op(e.Op).Spec()
		if item, named := items[e.Key]; named {
			js = append(js, judgement{e, sw.Classify(spec, e.Record, e.Open.Fingerprint, item)})
		} else {
			unnamed = append(unnamed, omitted(e, t.moment()))
		}
	}
	return js, unnamed
}

// omitted waits longer each time: nothing was spent that would end it.
func omitted(e entry.Entry, m sw.Moment) entry.Move {
	e.Books.Row++
	return entry.End(e.Key, e.Attempt, m.Now, entry.Ending{
		To: sw.StillTried(e), Reason: sw.StillReason(e, sw.ReasonFailing), Doubtful: true, GotOut: true, Books: e.Books,
		Next: sw.WaitFrom(m.Now, sw.Delay(e.Books.Row, m.Rand)),
	})
}

// noVerdict: every item is in doubt and as it was; the next batch is half as
// big, so that what poisons it is found in a few steps and pays alone.
func (t *turn) noVerdict(ctx context.Context, entries []entry.Entry, ev sw.Evidence) ([]entry.Entry, error) {
	v := sw.ClassifyOther(ev)
	m := t.moment()
	moves := make([]entry.Move, 0, len(entries))
	for _, e := range entries {
		moves = append(moves, entry.End(e.Key, e.Attempt, m.Now, entry.Ending{
			To: sw.StillTried(e), Reason: sw.StillReason(e, sw.ReasonOf(v)), Doubtful: true, GotOut: v.GotOut,
			Books: e.Books, Next: sw.WaitFrom(m.Now, 0),
		}))
	}
	switch {
	case sw.NoBatchHere(ev):
		t.d.window.Off = true
		return t.record(ctx, moves, nil, nil, ev)
	case sw.VerdictLifts(v) || v.Outcome == sw.OutMisfit:
		// A verdict is on a write: a batch that was refused as a whole got none.
		t.d.window = t.d.window.Halved(len(entries))
		return t.record(ctx, moves, nil, nil, ev)
	}
	t.d.window = t.d.window.Halved(len(entries))
	lifted := t.after(sw.Exchange{Verdict: v, Route: wire.PathBatch})
	return t.record(ctx, moves, lifted, nil, ev)
}
