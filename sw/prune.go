package sw

import (
	"context"
	"time"

	"waybill/server/wire"
)

// How much is cleared away at a time, and how often.
const (
	pruneLimit = 200
	pruneEvery = time.Hour
)

// clockSlack is how far a device's clock may wander before it has jumped.
const clockSlack = time.Hour

// prune clears away receipts and discarded writes older than 30 days.
func (d *Drainer) prune(ctx context.Context, st standing) error {
	now := d.Now()
	before, ok := pruneBefore(st.Clock, now)
	if !ok || st.User.ID == "" || now >= d.prunedAt && now < d.prunedAt+pruneEvery.Milliseconds() {
		return nil
	}
	d.prunedAt = now
	_, err := d.Outbox.Prune(ctx, st.User.ID, before, pruneLimit)
	return err
}

// pruneBefore is the age in this device's time, counted on the server's clock
// as it was last seen: with no contact nothing is pruned. After a jump of the
// device's clock nothing is, until the office has seen 30 days pass.
func pruneBefore(c clockRecord, now int64) (int64, bool) {
	keep := wire.ReceiptKeep.Milliseconds()
	if c.Server == 0 || c.Server-c.Steady < keep {
		return 0, false
	}
	return min(now, c.Device) - keep - clockSlack.Milliseconds(), true
}

// clockOff is from when a device's clock is said to be wrong, milliseconds.
const clockOff = 5 * 60 * 1000

// off is how far the office's clock was before this device's when they last
// spoke; 0: near enough, or not known.
func (c clockRecord) off() int64 {
	ahead := c.Server - c.Device
	if c.Server == 0 || max(ahead, -ahead) < clockOff {
		return 0
	}
	return ahead
}

// heard is the clock record after an exchange, where a proven answer carried
// the server's time.
func (c clockRecord) heard(ev Evidence, now int64) (clockRecord, bool) {
	at, ok := httpDate(ev.Date)
	if !ok || ev.Proof() != Proven {
		return c, false
	}
	server := at.UnixMilli()
	wandered := server - now - c.Ahead
	jumped := max(wandered, -wandered) > clockSlack.Milliseconds()
	if c.Server == 0 || jumped || server < c.Steady {
		c.Steady, c.Ahead = server, server-now
	}
	c.Server, c.Device = server, now
	return c, true
}
