package drain

import (
	"context"

	"waybill/idbqueue/entry"
	"waybill/sw"
)

// misfitPage is how many writes are read at a time.
const misfitPage = 200

// wakeMisfits makes them due, and marks the nudge, so that it does so once.
func (d *Drainer) wakeMisfits(ctx context.Context, st sw.Standing) error {
	var moves []entry.Move
	for before, more := int64(0), true; more; {
		page, err := d.Outbox.Page(ctx, st.User.ID, entry.ListUnsent, before, misfitPage)
		if err != nil {
			return err
		}
		for _, row := range page {
			before = row.Seq
			if e := row.Entry; e != nil && sw.WaitsAsMisfit(*e) {
				moves = append(moves, sw.Pause(*e, d.Now(), e.State, e.Reason, 0))
			}
		}
		more = len(page) == misfitPage
	}
	n := st.Nudge
	n.Woken = true
	return d.settle(ctx, moves, st.Unchanged(sw.Record(sw.RecordNudge, n)))
}
