package drain

import (
	"context"
	"time"

	"waybill/sw"
)

// How much is cleared away at a time, and how often.
const (
	pruneLimit = 200
	pruneEvery = time.Hour
)

// prune clears away receipts and discarded writes older than 30 days.
func (d *Drainer) prune(ctx context.Context, st sw.Standing) error {
	now := d.Now()
	before, ok := sw.PruneBefore(st.Clock, now)
	if !ok || st.User.ID == "" || now >= d.prunedAt && now < d.prunedAt+pruneEvery.Milliseconds() {
		return nil
	}
	d.prunedAt = now
	_, err := d.Outbox.Prune(ctx, st.User.ID, before, pruneLimit)
	return err
}
