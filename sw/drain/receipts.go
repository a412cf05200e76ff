package drain

import (
	"context"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// recheckDue says whether a restored office is still to be asked for receipts.
func (d *Drainer) recheckDue(st sw.Standing, p sw.Plan) bool {
	return st.Recheck != nil && d.mayAsk(st, p)
}

// recheck asks for one page of receipts, one question for each kind. A receipt
// that the office names as missing needs a person (section 7).
func (d *Drainer) recheck(ctx context.Context, st sw.Standing, p sw.Plan) error {
	page, err := d.Outbox.Page(ctx, st.User.ID, entry.ListSent, st.Recheck.Before, p.Holds.AsksNext())
	if err != nil {
		return err
	}
	if len(page) == 0 {
		return d.settle(ctx, nil, st.Unchanged(entry.Record{Name: sw.RecordRecheck + st.User.ID}))
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
	return d.settle(ctx, nil, st.Unchanged(sw.Record(sw.RecordRecheck+st.User.ID, next)))
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
