package sim

import (
	"time"

	"waybill/idbqueue/entry"
	"waybill/sw"
)

// shownAt is how long a server may fail for ever before a person is told.
const shownAt = 30 * time.Minute

// failAll: the server fails for ever, answering each try. Every write is shown to
// a person within half an hour of the first failure.
func (w *World) failAll() {
	w.calmDown()
	d := w.phones[0]
	if d.user() == "" || d.settledHold() {
		return
	}
	w.tell("the server fails for ever")
	w.net.doomed = true
	waits := len(d.cards())
	for range 4 { // until a first failure is met
		w.run(w.now + 6*time.Minute.Milliseconds())
	}
	since := d.doomedAt
	w.run(since + shownAt.Milliseconds())
	if waits > 0 && since > 0 && len(w.Violations) == 0 && !d.settledHold() {
		d.checkShown(since)
	}
	w.net.doomed = false
}

// settledHold: a hold that does not end by itself within the half hour.
func (d *device) settledHold() bool {
	d.peeks = true
	defer func() { d.peeks = false }()
	bar, err := d.desk.Bar(d.w.ctx)
	return err != nil || bar.Hold == sw.ReasonSignedOut || bar.Hold == sw.ReasonWrongUser || bar.Hold == sw.ReasonUpdate ||
		bar.Until > d.clock()+16*time.Minute.Milliseconds() // the office asked for it
}

// checkShown: every write that waits for a failing server is in attention.
func (d *device) checkShown(since int64) {
	w := d.w
	for _, c := range d.cards() {
		byItself := c.State == entry.Pending || c.State == entry.Retrying
		if byItself && w.byKey[c.Entry.Key] != nil && c.Entry.MadeAt > 0 {
			w.violated("%s %s is still %s, %s after the server began to fail", c.Entry.Op, c.Entry.Key, c.State,
				time.Duration(w.now-since)*time.Millisecond)
		}
	}
}
