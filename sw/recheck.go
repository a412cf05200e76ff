package sw

import (
	"context"

	"waybill/idbqueue"
	"waybill/server/wire"
)

// recheckDue says whether a restored office is still to be asked for receipts.
func (d *Drainer) recheckDue(st standing, p Plan) bool {
	return st.Recheck != nil && d.mayAsk(st, p)
}

// recheck asks for one page of receipts, one question for each kind. A receipt
// that the office names as missing needs a person (section 7).
func (d *Drainer) recheck(ctx context.Context, st standing, p Plan) error {
	page, err := d.Outbox.Page(ctx, st.User.ID, idbqueue.ListSent, st.Recheck.Before, wire.IDsMax)
	if err != nil {
		return err
	}
	if len(page) == 0 {
		return d.settle(ctx, nil, st.unchanged(idbqueue.Record{Name: recordRecheck + st.User.ID}))
	}
	t := d.question(st, p)
	receipts := receiptsOf(page)
	for _, kind := range kindsOf(receipts) {
		whole, err := t.recheckKind(ctx, kind, ofKind(receipts, kind))
		if err != nil || !whole {
			return err
		}
	}
	next := *st.Recheck
	next.Before = page[len(page)-1].Seq
	return d.settle(ctx, nil, st.unchanged(record(recordRecheck+st.User.ID, next)))
}

func receiptsOf(page []idbqueue.Listed) []idbqueue.Entry {
	var out []idbqueue.Entry
	for _, row := range page {
		if row.Entry != nil {
			out = append(out, *row.Entry)
		}
	}
	return out
}

// recheckKind settles the receipts of one kind; whole says that the question
// was answered.
func (t *turn) recheckKind(ctx context.Context, kind wire.Kind, receipts []idbqueue.Entry) (whole bool, err error) {
	ev, err := t.exchange(ctx, Request{
		Method: "GET", Path: idsQuery(kind, receipts), Owner: t.st.User.ID, Bound: Bound(0, 0),
	})
	if err != nil {
		return false, err
	}
	v := ClassifyOther(ev)
	// An id that the answer names nowhere was not asked about.
	whole = v.Outcome == OutProbe && ev.Status == 200
	var moves []idbqueue.Move
	for _, e := range receipts {
		shown, absent := recordIn(e.Record, ev)
		whole = whole && (absent || shown != "")
		if absent || anotherState(e, shown) {
			moves = append(moves, idbqueue.Lost(e.Key, t.d.Now(), ReasonRestored))
		}
	}
	if !whole {
		moves = nil
	}
	if !whole {
		t.d.lookWait = *waitFrom(t.d.Now(), lookPause)
	}
	lifted := t.after(Exchange{Verdict: v, Route: "GET " + string(kind), Own: &t.d.lookWait})
	_, err = t.record(ctx, moves, lifted, nil, ev)
	return whole, err
}

// anotherState says that the office shows the record in another state than the
// one that was proved. That state is final, so only a restore can do that.
func anotherState(e idbqueue.Entry, shown string) bool {
	spec, _ := wire.Op(e.Op).Spec()
	return !spec.Create && shown != "" && read([]byte(shown)).State != spec.State
}
