package sim

import (
	"time"

	"waybill/idbqueue/entry"
)

// Run tells one seed's story and returns what it has shown.
func Run(seed uint64, o Options) Result {
	w := newWorld(seed, o)
	defer w.close()
	w.begin()
	w.run(w.now + w.length())
	if w.days.IntN(3) == 0 {
		w.failAll()
	}
	w.calmDown()
	for _, user := range []string{ana, ben} {
		w.heal(user)
	}
	if o.Old {
		w.lookAgain()
	}
	w.finish()
	return w.Result
}

func (w *World) begin() {
	w.phones[0].begin(w.phones[0].work)
	w.spare()
	w.at(w.now+w.office.between(time.Minute, 10*time.Minute), w.office.live)
}

// begin switches the phone on, and gives it to a rep.
func (d *device) begin(work func(*actor)) {
	d.rep = d.w.spawn(d, d.name+"'s rep", work)
	for range d.odds.drainers {
		d.open()
	}
	d.w.at(d.w.now+d.between(time.Minute, time.Hour), d.jump)
}

// calmDown ends all faults. What is broken is mended; nothing more goes wrong.
func (w *World) calmDown() {
	w.calm = true
	w.tell("faults stop")
	w.office.busy, w.office.crash = false, false
	if w.days.IntN(3) > 0 {
		w.net.poison = "" // else it swallows that one write a while longer
	}
	w.office.start()
	w.office.admit(nameOf[ana], true)
	w.office.admit(nameOf[ben], true)
	for _, d := range w.phones {
		d.mem.SetQuota(0)
		d.full = false
		d.light()
	}
	w.run(w.now + 21*time.Minute.Milliseconds()) // the frozen thaw, the killed are back
}

// lookAgain lets a month pass: each copy that came after all is found.
func (w *World) lookAgain() {
	for _, user := range []string{ana, ben} {
		w.signedIn(user)
		w.run(w.now + 31*24*time.Hour.Milliseconds())
		w.run(w.now + time.Hour.Milliseconds())
	}
	for _, s := range w.ledger {
		h, holds := w.office.holds[s.seen.Record+s.op]
		if s.pruned || s.copied || !holds || h.owner != s.owner || !isCreate(s.seen) {
			continue
		}
		found := s.seen.State != entry.Rejected && (s.seen.State != entry.Discarded || s.seen.Discard.Held)
		if !found && len(w.Violations) == 0 {
			w.violated("%s %s is %s, and the office holds it", s.op, s.key, s.seen.State)
		}
	}
}

func (w *World) finish() {
	for _, s := range w.ledger {
		if s.seen.State != entry.Sent {
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
		h, holds := w.office.holds[s.seen.Record+s.op]
		if (!holds || isCreate(s.seen) && h.fingerprint != provedOf(s.seen)) && len(w.Violations) == 0 {
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
