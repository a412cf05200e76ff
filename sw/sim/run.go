package sim

import (
	"strings"
	"time"

	"waybill/idbqueue"
	"waybill/sw"
)

// Run tells one seed's story and returns what it has shown.
func Run(seed uint64, o Options) Result {
	w := newWorld(seed, o)
	defer w.close()
	w.begin()
	w.run(w.now + w.days.between(time.Hour, 12*time.Hour))
	if w.days.IntN(3) == 0 {
		w.doom()
	}
	w.calmDown()
	w.heal(ana)
	w.heal(ben)
	if o.Old {
		w.lookAgain()
	}
	w.finish()
	return w.Result
}

func (w *World) begin() {
	d := w.device
	d.rep = w.spawn("rep", d.work)
	for range d.odds.drainers {
		d.open()
	}
	w.at(w.now+d.between(time.Minute, time.Hour), d.jump)
	w.at(w.now+w.office.between(time.Minute, 10*time.Minute), w.office.live)
}

// doom: the server fails for ever, answering each try. Every write is shown to
// a person within half an hour of the first failure.
func (w *World) doom() {
	w.calmDown()
	user := w.device.user()
	if user == "" || w.settledHold() {
		return
	}
	w.tell("the server fails for ever")
	w.net.doomed = true
	waits := len(w.cards())
	for range 4 { // until a first failure is met
		w.run(w.now + 6*time.Minute.Milliseconds())
	}
	since := w.net.doomedAt
	w.run(since + shownAt.Milliseconds())
	if waits > 0 && since > 0 && len(w.Violations) == 0 && !w.settledHold() {
		w.checkShown(since)
	}
	w.net.doomed = false
}

// settledHold: a hold that does not end by itself within the half hour.
func (w *World) settledHold() bool {
	d := w.device
	d.peeks = true
	defer func() { d.peeks = false }()
	bar, err := d.desk.Bar(w.ctx)
	return err != nil || bar.Hold == sw.ReasonSignedOut || bar.Hold == sw.ReasonWrongUser || bar.Hold == sw.ReasonUpdate ||
		bar.Until > d.clock()+16*time.Minute.Milliseconds() // the office asked for it
}

// calmDown ends all faults. What is broken is mended; nothing more goes wrong.
func (w *World) calmDown() {
	w.calm = true
	d := w.device
	w.tell("faults stop")
	w.office.busy, w.office.crash = false, false
	if w.days.IntN(3) > 0 {
		w.net.poison = "" // else it swallows that one write a while longer
	}
	w.office.start()
	d.mem.SetQuota(0)
	d.full = false
	d.light()
	w.run(w.now + 21*time.Minute.Milliseconds()) // the frozen thaw, the killed are back
}

// healedAt is when everything sendable is sent after faults have stopped: a
// hold's longest wait, a write's own after it, and the minute of a probe that
// came too early, with its attempt's longest bound.
const healedAt = 45 * time.Minute

// askedAt: where the office asked for a wait, it is kept.
const askedAt = 25 * time.Hour

// heal lets a user sign in and do what a person must, and holds the outbox to
// its promise: everything sendable is sent.
func (w *World) heal(user string) {
	d := w.device
	d.signedIn(w, user)
	w.run(w.now + time.Minute.Milliseconds())
	w.run(w.now + w.limit().Milliseconds())
	w.checkHealed("by itself")
	w.net.poison = ""
	// Now the person: whatever a retry may cure is retried.
	for range 2 {
		for _, c := range w.cards() {
			if c.State == idbqueue.Attention && c.Can(sw.ActRetry) {
				d.desk.Retry(w.ctx, c.Entry.Key)
			}
		}
		w.run(w.now + w.limit().Milliseconds())
	}
	w.checkHealed("after a person looked")
	for _, c := range w.cards() {
		if c.State == idbqueue.Attention && c.Reason != sw.ReasonParent && len(w.Violations) == 0 {
			w.violated("%s %s still needs attention: %s", c.Entry.Op, c.Entry.Key, c.Reason)
		}
	}
}

// limit is the stated time, or longer where a hold, or a write, waits for as
// long as an answer asked.
func (w *World) limit() time.Duration {
	soon := w.device.clock() + 15*time.Minute.Milliseconds()
	if w.holdsUntil() > soon { // questions wait too
		return askedAt
	}
	for _, c := range w.cards() {
		if c.NextAt > soon {
			return askedAt
		}
	}
	return healedAt
}

// holdsUntil is when the next try under a hold is.
func (w *World) holdsUntil() int64 {
	d := w.device
	d.peeks = true
	defer func() { d.peeks = false }()
	bar, _ := d.desk.Bar(w.ctx)
	return bar.Until
}

// signedIn has a user sign in.
func (d *device) signedIn(w *World, user string) {
	d.rep.kill()
	d.rep = w.spawn("rep", func(a *actor) { d.signIn(a, user) })
	w.run(w.now + 10*time.Minute.Milliseconds())
	if d.user() != user && len(w.Violations) == 0 {
		w.violated("%s cannot sign in", nameOf[user])
	}
}

func (w *World) checkHealed(how string) {
	for _, c := range w.cards() {
		byItself := c.State == idbqueue.Pending || c.State == idbqueue.Retrying
		if byItself && len(w.Violations) == 0 && !w.behindPoison(c) {
			w.violated("%s %s is still %s (%s), %s", c.Entry.Op, c.Entry.Key, c.State, c.Reason, how)
		}
	}
}

// behindPoison: the network swallows this write, or the customer it waits for.
func (w *World) behindPoison(c sw.Card) bool {
	return w.net.poison != "" && (c.Entry.Record == w.net.poison || strings.Contains(c.Entry.Body, w.net.poison))
}

// lookAgain lets a month pass: each copy that came after all is found.
func (w *World) lookAgain() {
	for _, user := range []string{ana, ben} {
		w.device.signedIn(w, user)
		w.run(w.now + 31*24*time.Hour.Milliseconds())
		w.run(w.now + time.Hour.Milliseconds())
	}
	for _, s := range w.ledger {
		h, holds := w.office.holds[s.seen.Record+s.op]
		if s.pruned || !holds || h.owner != s.owner || !isCreate(s.seen) {
			continue
		}
		found := s.seen.State != idbqueue.Rejected && (s.seen.State != idbqueue.Discarded || s.seen.Discard.Held)
		if !found && len(w.Violations) == 0 {
			w.violated("%s %s is %s, and the office holds it", s.op, s.key, s.seen.State)
		}
	}
}

func (w *World) finish() {
	for _, s := range w.ledger {
		if s.seen.State != idbqueue.Sent {
			continue
		}
		w.Sent++
		if s.seen.Attempt > 1 {
			w.Replays++
		}
		if s.pruned {
			continue
		}
		// A restored office was asked for every receipt.
		if _, holds := w.office.holds[s.seen.Record+s.op]; !holds && len(w.Violations) == 0 {
			w.violated("%s %s is sent, and the restored office does not hold it", s.op, s.key)
		}
	}
	if w.story != nil {
		w.Log = w.story.String()
	}
}

func (w *World) close() {
	for _, a := range w.actors {
		a.kill()
	}
	w.office.db.Close()
}
