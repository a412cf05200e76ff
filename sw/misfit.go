package sw

import (
	"context"

	"waybill/idbqueue/entry"
)

// wakesMisfits says whether a start or "send now" is still to make the writes
// due that did not fit the server: a newer one may run by now, or this app may
// be the newer one.
func (n nudgeRecord) wakesMisfits(s entry.Snapshot) bool {
	return n.Nudge != NudgeNone && !n.Woken && s.Totals.Attention > 0
}

// misfitPage is how many writes are read at a time.
const misfitPage = 200

// wakeMisfits makes them due, and marks the nudge, so that it does so once.
func (d *Drainer) wakeMisfits(ctx context.Context, st standing) error {
	var moves []entry.Move
	for before, more := int64(0), true; more; {
		page, err := d.Outbox.Page(ctx, st.User.ID, entry.ListUnsent, before, misfitPage)
		if err != nil {
			return err
		}
		for _, row := range page {
			before = row.Seq
			if e := row.Entry; e != nil && waitsAsMisfit(*e) {
				moves = append(moves, pause(*e, d.Now(), e.State, e.Reason, 0))
			}
		}
		more = len(page) == misfitPage
	}
	n := st.Nudge
	n.Woken = true
	return d.settle(ctx, moves, st.unchanged(record(recordNudge, n)))
}

func waitsAsMisfit(e entry.Entry) bool {
	return e.State == entry.Attention && e.Reason == ReasonMisfit && e.Open == nil && !e.Waiting()
}
