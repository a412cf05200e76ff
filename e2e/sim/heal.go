package sim

import (
	"strings"
	"time"

	"waybill/idbqueue/entry"
	"waybill/sw"
)

// healedAt is when everything sendable is sent after faults have stopped: a
// hold's longest wait, a write's own after it, and the minute of a probe that
// came too early, with its attempt's longest bound.
const healedAt = 45 * time.Minute

// askedAt: where the office asked for a wait, it is kept.
const askedAt = 25 * time.Hour

// heal lets a user sign in and do what a person must, and holds each outbox to
// its promise: everything sendable is sent.
func (w *World) heal(user string) {
	w.signedIn(user)
	w.run(w.now + time.Minute.Milliseconds())
	w.run(w.now + w.limit().Milliseconds())
	w.checkHealed("by itself")
	w.net.poison = ""
	// Now the person: whatever a retry may cure is retried.
	for range 2 {
		for _, d := range w.phones {
			for _, c := range d.cards() {
				if c.State == entry.Attention && c.Can(sw.ActRetry) {
					d.desk.Retry(w.ctx, c.Entry.Key)
				}
			}
		}
		w.run(w.now + w.limit().Milliseconds())
	}
	w.checkHealed("after a person looked")
	for _, d := range w.phones {
		for _, c := range d.cards() {
			if c.State == entry.Attention && c.Reason != sw.ReasonParent && d.writes[c.Entry.Key] != nil && len(w.Violations) == 0 {
				w.violated("%s %s still needs attention: %s", c.Entry.Op, c.Entry.Key, c.Reason)
			}
		}
	}
}

// signedIn has a user sign in on each phone.
func (w *World) signedIn(user string) {
	for _, d := range w.phones {
		d.rep.kill()
		d.rep = w.spawn(d, d.name+"'s rep", func(a *actor) { d.signIn(a, user) })
	}
	w.run(w.now + 10*time.Minute.Milliseconds())
	for _, d := range w.phones {
		if d.user() != user && len(w.Violations) == 0 {
			w.violated("%s cannot sign in", nameOf[user])
		}
	}
}

// limit is the stated time, or longer where a hold, or a write, waits for as
// long as an answer asked.
func (w *World) limit() time.Duration {
	for _, d := range w.phones {
		soon := d.clock() + 15*time.Minute.Milliseconds()
		if d.holdsUntil() > soon { // questions wait too
			return askedAt
		}
		for _, c := range d.cards() {
			if c.NextAt > soon {
				return askedAt
			}
		}
	}
	return healedAt
}

// holdsUntil is when the next try under a hold is.
func (d *device) holdsUntil() int64 {
	d.peeks = true
	defer func() { d.peeks = false }()
	bar, _ := d.desk.Bar(d.w.ctx)
	return bar.Until
}

func (w *World) checkHealed(how string) {
	for _, d := range w.phones {
		for _, c := range d.cards() {
			byItself := c.State == entry.Pending || c.State == entry.Retrying
			if byItself && d.writes[c.Entry.Key] != nil && len(w.Violations) == 0 && !w.behindPoison(c) {
				w.violated("%s %s is still %s (%s), %s", c.Entry.Op, c.Entry.Key, c.State, c.Reason, how)
			}
		}
	}
}

// behindPoison: the network swallows this write, or the customer it waits for.
func (w *World) behindPoison(c sw.Card) bool {
	return w.net.poison != "" && (c.Entry.Record == w.net.poison || strings.Contains(c.Entry.Body, w.net.poison))
}

// cards are the signed-in user's unsent writes as they are shown.
func (d *device) cards() []sw.Card {
	d.peeks = true
	defer func() { d.peeks = false }()
	cards, _, err := d.desk.Cards(d.w.ctx, entry.ListUnsent, 0, 1000)
	if err != nil {
		return nil
	}
	return cards
}
