package sim

import (
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
)

// check holds the world to its promises after every event that changed it.
func (w *World) check() {
	if !w.dirty {
		return
	}
	w.dirty = false
	w.checks++
	all := w.checks%(1+len(w.ledger)/16) == 0
	for _, s := range w.ledger {
		if all || s.touched {
			s.touched = false
			w.checkOne(s)
		}
	}
	for _, d := range w.phones {
		if w.checks%40 == 0 {
			d.checkLists()
		}
	}
}

func (w *World) checkOne(s *saved) {
	e, err := s.d.peek(s.key)
	switch {
	case err == nil && !s.d.gone[s.key]:
		w.checkWrite(s, e)
	case !s.pruned && !w.mayBePruned(s):
		w.violated("%s %s is gone (%v)", s.op, s.key, err)
	default:
		s.pruned = true
	}
}

// mayBePruned: a receipt or a discarded write, and 30 days of true time later;
// and a receipt where a full disk needs its room for claims and proofs.
func (w *World) mayBePruned(s *saved) bool {
	if s.seen.State == entry.Sent && w.Faults["disk full"] > 0 {
		return true
	}
	return !s.seen.State.Unsent() && w.now-s.since >= wire.ReceiptKeep.Milliseconds()
}

func (w *World) checkWrite(s *saved, e entry.Entry) {
	// A transition's record may have been moved out of sight since: then the
	// restored office names it as missing, and the rep is told.
	_, over := w.office.cancelled[e.Record]
	lost := w.office.lost[e.Record+e.Op] || !isCreate(e) && w.office.history > 0 || e.Dead && over
	if s.seen.State == entry.Sent && e.State != entry.Sent && !lost {
		w.violated("%s %s left sent without a restore", s.op, s.key)
	}
	if e.State != s.seen.State {
		s.since = w.now
		if s.seen.State == "" && e.Receipt != nil { // a second phone has had it for a while
			s.since = min(w.now, e.Receipt.ProvedAt-s.d.skew)
		}
		w.tell("%s %s: %s → %s %s", s.op, s.key, s.seen.State, e.State, e.Reason)
	}
	if e.Record != s.seen.Record {
		s.records = append(s.records, e.Record)
	}
	if _, known := s.bodies[e.Fingerprint]; !known {
		if fingerprint.Of([]byte(e.Body)) != e.Fingerprint {
			w.violated("%s %s: the fingerprint is not its body's", s.op, s.key)
		}
		s.bodies[e.Fingerprint] = e.Body
	}
	if e.Owner != s.owner {
		w.violated("%s %s changed its owner", s.op, s.key)
	}
	s.seen = e
	switch e.State {
	case entry.Sent:
		w.checkSent(s, e)
	case entry.Rejected:
		w.checkRejected(s, e)
	case entry.Conflict:
		w.checkConflict(s, e)
	case entry.Retrying, entry.Attention:
		w.checkDoubt(s, e)
	case entry.Pending:
		w.checkDoubt(s, e)
		if e.Open == nil && len(e.Left) > 0 && e.Doubt {
			w.violated("%s %s is in doubt and shown as not tried", s.op, s.key)
		}
	}
}

// checkDoubt: what the office holds came by an attempt whose end was not known.
// An old copy may arrive when "not there" has been proved.
func (w *World) checkDoubt(s *saved, e entry.Entry) {
	h, holds := w.office.holds[e.Record+e.Op]
	if holds && h.owner == e.Owner && isCreate(e) && !e.InDoubt() && !e.Dead && !w.Old && !s.copied {
		w.violated("%s %s is held by the office, and the device has no doubt", s.op, s.key)
	}
}

// checkSent: the office holds it, with this content and this owner.
func (w *World) checkSent(s *saved, e entry.Entry) {
	key := e.Record + e.Op
	h, holds := w.office.holds[key]
	switch {
	case !holds && w.office.lost[key]: // a restore took it; it is asked for again
	case !holds:
		w.violated("%s %s is sent, and the office does not hold it", s.op, s.key)
	case h.owner != e.Owner && w.office.lost[key]: // and another rep has moved the record since
	case h.owner != e.Owner:
		w.violated("%s %s is sent, and the office has it from %s", s.op, s.key, nameOf[h.owner])
	case isCreate(e) && h.fingerprint != provedOf(e) && !(s.copied && w.office.lost[key]): // another phone was first after a restore
		w.violated("%s %s is sent with other content than the office has", s.op, s.key)
	default:
		w.checkLiving(s, e)
	}
}

// provedOf is what the proof was of: a version of the office that the rep has
// kept is written anew, and need not be the bytes that once left.
func provedOf(e entry.Entry) string {
	if e.Mine != "" && e.Receipt != nil {
		return e.Receipt.Fingerprint
	}
	return e.Fingerprint
}

func isCreate(e entry.Entry) bool {
	spec, _ := wire.Op(e.Op).Spec()
	return spec.Create
}

// checkRejected: the office refused this version, and holds none.
func (w *World) checkRejected(s *saved, e entry.Entry) {
	fingerprint := e.Fingerprint
	if !isCreate(e) {
		fingerprint = ""
	}
	if _, refused := w.office.refused[e.Record+fingerprint]; !refused {
		w.violated("%s %s is rejected, and nobody refused it", s.op, s.key)
	}
	if w.Old || s.copied {
		return // an old copy may arrive, or another phone's; looking again finds it
	}
	if h, holds := w.office.holds[e.Record+e.Op]; holds && h.owner == e.Owner && isCreate(e) {
		w.violated("%s %s is rejected, and the office holds it", s.op, s.key)
	}
}

// checkConflict: a write that the office holds as it is has nothing to clash.
func (w *World) checkConflict(s *saved, e entry.Entry) {
	h, holds := w.office.holds[e.Record+e.Op]
	if !w.Old && !s.copied && holds && isCreate(e) && h.owner == e.Owner && h.fingerprint == e.Fingerprint {
		w.violated("%s %s is a conflict (%s), and the office holds this very version", s.op, s.key, e.Reason)
	}
}

// checkLists: each write on one list, and the bar adds up.
func (d *device) checkLists() {
	w, user := d.w, d.user()
	d.peeks = true
	defer func() { d.peeks = false }()
	if user == "" {
		return
	}
	bar, err := d.desk.Bar(w.ctx)
	if err != nil {
		return
	}
	count, on := map[entry.State]int{}, map[string]int{}
	for _, list := range []entry.List{entry.ListUnsent, entry.ListSent, entry.ListDiscarded} {
		cards, strange, err := d.desk.Cards(w.ctx, list, 0, 1000)
		if err != nil {
			return
		}
		count[entry.Attention] += len(strange)
		for _, c := range cards {
			on[c.Entry.Key]++
			count[c.State]++
		}
	}
	for _, s := range w.ledger {
		if s.d == d && s.owner == user && !s.pruned && on[s.key] != 1 && !d.gone[s.key] {
			w.violated("%s %s is on %d lists", s.op, s.key, on[s.key])
		}
	}
	w.checkBar(bar, count)
}

func (w *World) checkBar(bar sw.Bar, count map[entry.State]int) {
	for state, shown := range map[entry.State]int{
		entry.Pending: bar.Pending, entry.Retrying: bar.Retrying, entry.Attention: bar.Attention,
		entry.Conflict: bar.Conflict, entry.Rejected: bar.Rejected,
	} {
		if shown != count[state] {
			w.violated("the bar shows %d %s, the lists %d", shown, state, count[state])
		}
	}
}

// nothingDue: a drainer that sets no timer leaves nothing that becomes due.
func (d *device) nothingDue(a *actor) {
	w := d.w
	d.peeks = true
	defer func() { d.peeks = false }()
	user := d.user()
	d.peeks = true
	bar, err := d.desk.Bar(w.ctx)
	if d.acting > 0 || user == "" || err != nil || bar.Hold == sw.ReasonSignedOut || bar.Hold == sw.ReasonWrongUser {
		return
	}
	snap, err := d.box.Look(w.ctx, user, d.clock(), 100)
	if err == nil && (len(snap.Due) > 0 || snap.NextAt != 0 || snap.LookAt != 0) {
		w.violated("%s sets no timer, and something becomes due", a.name)
	}
}
