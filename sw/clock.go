package sw

import (
	"time"

	"waybill/server/wire"
)

// ClockRecord is the server's time as seen in proven answers, by which
// receipts age.
type ClockRecord struct {
	Server int64 `json:"server"` // milliseconds
	Device int64 `json:"device"` // this device's clock then
	Steady int64 `json:"steady"` // since when, by the server's, the two have kept their distance,
	Ahead  int64 `json:"ahead"`  // which is this much, the server's less the device's
}

// ClockOff is from when a device's clock is said to be wrong, milliseconds.
const ClockOff = 5 * 60 * 1000

// Heard is the clock record after an exchange, where a proven answer carried
// the server's time.
func (c ClockRecord) Heard(ev Evidence, now int64) (ClockRecord, bool) {
	at, ok := httpDate(ev.Date)
	if !ok || ev.Proof() != Proven {
		return c, false
	}
	server := at.UnixMilli()
	wandered := server - now - c.Ahead
	jumped := max(wandered, -wandered) > ClockSlack.Milliseconds()
	if c.Server == 0 || jumped || server < c.Steady {
		c.Steady, c.Ahead = server, server-now
	}
	c.Server, c.Device = server, now
	return c, true
}

// Off is how far the office's clock was before this device's when they last
// spoke; 0: near enough, or not known.
func (c ClockRecord) Off() int64 {
	ahead := c.Server - c.Device
	if c.Server == 0 || max(ahead, -ahead) < ClockOff {
		return 0
	}
	return ahead
}

// ClockSlack is how far a device's clock may wander before it has jumped.
const ClockSlack = time.Hour

// PruneBefore is the age in this device's time, counted on the server's clock
// as it was last seen: with no contact nothing is pruned. After a jump of the
// device's clock nothing is, until the office has seen 30 days pass.
func PruneBefore(c ClockRecord, now int64) (int64, bool) {
	keep := wire.ReceiptKeep.Milliseconds()
	if c.Server == 0 || c.Server-c.Steady < keep {
		return 0, false
	}
	return min(now, c.Device) - keep - ClockSlack.Milliseconds(), true
}
