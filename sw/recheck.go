package sw

import (
	"context"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// recheckDue says whether a restored office is still to be asked for receipts.
func (d *Drainer) recheckDue(st standing, p Plan) bool {
	return st.Recheck != nil && d.mayAsk(st, p)
}

// recheck asks for one page of receipts, one question for each kind. A receipt
// that the office names as missing needs a person (section 7).
func (d *Drainer) recheck(ctx context.Context, st standing, p Plan) error {
	page, err := d.Outbox.Page(ctx, st.User.ID, entry.ListSent, st.Recheck.Before, p.Holds.asks())
	if err != nil {
		return err
	}
	if len(page) == 0 {
		return d.settle(ctx, nil, st.unchanged(entry.Record{Name: recordRecheck + st.User.ID}))
	}
	t := d.question(st, p)
	receipts := receiptsOf(page)
	for i, kind := range kindsOf(receipts) {
		if i > 0 && (t.holds.Device != nil || d.late()) {
			return nil
		}
		on, err := t.lookUp(ctx, kind, ofKind(receipts, kind))
		if err != nil || !on {
			return err
		}
	}
	next := *st.Recheck
	next.Before = page[len(page)-1].Seq
	return d.settle(ctx, nil, st.unchanged(record(recordRecheck+st.User.ID, next)))
}

// receiptsOf are those that this version can ask for.
func receiptsOf(page []entry.Listed) []entry.Entry {
	var out []entry.Entry
	for _, row := range page {
		if row.Entry == nil {
			continue
		}
		if _, known := wire.Op(row.Entry.Op).Spec(); known {
			out = append(out, *row.Entry)
		}
	}
	return out
}
