package sw

import (
	"context"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// What follows a look-up that decided nothing (contract 9.13).
const (
	lookPause = 5 * time.Minute
	lookRetry = 30 * time.Second // the office did not answer: the hold paces most of it
)

// lookRest is how long a question rests after an answer that decided nothing.
// Where the office was not reached nothing speaks against the question itself,
// and the rep waits to hear what became of a write.
func lookRest(v Verdict) time.Duration {
	if v.Outcome == OutNoAnswer || v.Outcome == OutIntercepted {
		return lookRetry
	}
	return lookPause
}

// mayAsk says whether a question that is not about an unsent write may go out
// now. It is a hold's canary only where no write needs to be.
func (d *Drainer) mayAsk(st standing, p Plan) bool {
	pass := d.pass(st, p)
	rested := pass.Nudged || d.lookWait.Due(d.Now()) || d.lookWait.Jumped(d.Now())
	return rested && (pass.Open || pass.Canary)
}

func (d *Drainer) pass(st standing, p Plan) Pass {
	return p.Holds.Gate(st.User.ID, d.Build, d.Now(), st.Nudge.Nudge)
}

// question is a turn of its own. A nudge is used up by it.
func (d *Drainer) question(st standing, p Plan) *turn {
	t := &turn{d: d, st: st, holds: p.Holds, nudged: st.Nudge.At != 0}
	if d.pass(st, p).Nudged {
		t.holds = t.holds.Nudged(d.Now())
	}
	return t
}

// lookDue says whether settled writes are to be looked up again. A time beyond
// any that is booked was booked by a wrong clock.
func (d *Drainer) lookDue(st standing, s entry.Snapshot, p Plan) bool {
	return settledDue(s, d.Now()) && d.mayAsk(st, p)
}

func settledDue(s entry.Snapshot, now int64) bool {
	return s.LookAt != 0 && lookMoment(s.LookAt, now) <= now
}

// questionDue says that a nudge has something to ask, were nothing to be sent.
func questionDue(st standing, s entry.Snapshot, now int64) bool {
	return st.Recheck != nil || settledDue(s, now)
}

func lookMoment(lookAt, now int64) int64 {
	if lookAt > now+lookLast.Milliseconds()+lookSecond.Milliseconds() {
		return now
	}
	return lookAt
}

// How looks that a wrong clock has booked are found.
const (
	lookSteady = 10 * 24 * time.Hour // the clock has been right for so long
	sweepEvery = time.Hour
	sweepLimit = 1000
	afterAll   = 1 << 53 // later than any time
)

// sweep makes due what is booked further ahead than any look is: a clock that
// has run back since did that, and those nearer would hide it for weeks. While
// a clock still jumps nobody knows which of its times was the wrong one.
func (d *Drainer) sweep(ctx context.Context, st standing, s entry.Snapshot) (found bool, err error) {
	now := d.Now()
	steady := time.Duration(st.Clock.Server-st.Clock.Steady) * time.Millisecond
	if s.LookAt == 0 || steady < lookSteady || now >= d.sweptAt && now < d.sweptAt+sweepEvery.Milliseconds() {
		return false, nil
	}
	d.sweptAt = now
	entries, err := d.Outbox.Looks(ctx, st.User.ID, afterAll, sweepLimit)
	if err != nil {
		return false, err
	}
	var moves []entry.Move
	for _, e := range entries {
		if lookMoment(e.LookAt, now) != e.LookAt {
			moves = append(moves, entry.LookLater(e.Key, now, now))
		}
	}
	if len(moves) == 0 {
		return false, nil
	}
	return true, d.settle(ctx, moves)
}

// askWake is when the next question is due, 0 if none is.
func (d *Drainer) askWake(st standing, s entry.Snapshot, p Plan) int64 {
	at := int64(0)
	if s.LookAt != 0 {
		at = lookMoment(s.LookAt, d.Now())
	}
	if st.Recheck != nil {
		at = d.Now()
	}
	pass := d.pass(st, p)
	if at == 0 || !pass.Open && !pass.Canary && pass.Until == 0 {
		return 0
	}
	return max(at, d.lookWait.DueAt(), pass.Until)
}

// lookAgain asks after discarded, refused and conflicting writes that were
// ever in doubt (section 4).
func (d *Drainer) lookAgain(ctx context.Context, st standing, s entry.Snapshot, p Plan) error {
	entries, err := d.Outbox.Looks(ctx, st.User.ID, max(d.Now(), s.LookAt), p.Holds.asks())
	if err != nil {
		return err
	}
	some, moves := lookable(entries, d.Now())
	if len(moves) > 0 {
		return d.settle(ctx, moves)
	}
	if len(some) == 0 { // none that this version can read
		d.lookWait = *waitFrom(d.Now(), lookPause)
		if st.Nudge.At == 0 {
			return nil
		}
		return d.settle(ctx, nil, st.unchanged(entry.Record{Name: recordNudge}))
	}
	t := d.question(st, p)
	kind := kindOf(some[0])
	_, err = t.lookUp(ctx, kind, ofKind(some, kind))
	return err
}

// lookable splits off transitions that are not proved: they carry no client id
// to be found by.
func lookable(entries []entry.Entry, now int64) (some []entry.Entry, moves []entry.Move) {
	for _, e := range entries {
		if spec, known := wire.Op(e.Op).Spec(); known && (spec.Create || e.State == entry.Sent) {
			some = append(some, e)
		} else {
			moves = append(moves, entry.Look(e.Key, now, 0, "", "", nil))
		}
	}
	return some, moves
}

// lookUp asks for settled writes of one kind. on says that none of them is in
// the way of others: each was told of, or is put off.
func (t *turn) lookUp(ctx context.Context, kind wire.Kind, entries []entry.Entry) (on bool, err error) {
	ev, whole, err := t.inquire(ctx, kind, entries)
	if err != nil {
		return false, err
	}
	v, one := ClassifyOther(ev), len(entries) == 1
	rest := t.rest(v)
	var moves []entry.Move
	for _, e := range entries {
		switch m, told := lookMove(e, ReadProbe(e, ev), v, t.moment()); {
		case told && (m.Step != entry.StepLook || e.LookAt != 0): // a receipt that stands needs no note
			moves = append(moves, m)
		case !told && one:
			moves = append(moves, putOff(e, rest, t.d.Now()))
		}
	}
	// A large question is asked again at once, for fewer; the holds pace that.
	if !whole && !refusesQuestion(v) && (one || v.Class == ClassTransient) {
		t.d.lookWait = *waitFrom(t.d.Now(), rest)
	}
	lifted := t.after(Exchange{Verdict: v, Route: "GET " + string(kind), Own: &t.d.lookWait})
	_, err = t.record(ctx, moves, lifted, nil, ev)
	return whole || one, err
}

// rest is how long a question rests that decided nothing. Where the office was
// known to be out of reach before it left, the hold alone paces it; without a
// hold it may be the question that fails, and it must not hide others.
func (t *turn) rest(v Verdict) time.Duration {
	silent := v.Outcome == OutNoAnswer || v.Outcome == OutIntercepted
	if silent && (t.holds.unreached() || !t.d.Online()) {
		return 0
	}
	return lookRest(v)
}

// putOff books a question that decided nothing for later, behind all others.
// What is no id gets no other answer soon.
func putOff(e entry.Entry, wait time.Duration, now int64) entry.Move {
	if wait > 0 && !wire.ValidID(e.Record) {
		wait = lookSecond
	}
	return entry.LookLater(e.Key, now, now+wait.Milliseconds())
}

// lookMove is what a find means for a write that is no longer being sent.
func lookMove(e entry.Entry, f Found, v Verdict, m Moment) (entry.Move, bool) {
	if m, wait := cancelComes(e, f, v, m); wait {
		return m, true
	}
	if e.State == entry.Sent {
		return stillSent(e, f, m)
	}
	a := &entry.Answer{At: m.Now, Status: v.Status, Current: f.Record}
	switch f.Find {
	case FindEarlier:
		if e.State == entry.Conflict && e.CancelBy != 0 { // known all along: what became of it is the news
			return entry.Look(e.Key, m.Now, 0, entry.Conflict, ReasonEarlier, a), true
		}
		fallthrough
	case FindSame:
		r := proveFound(e, f, v, m)
		r.Receipt.Fingerprint = read([]byte(f.Record)).Fingerprint
		return r, true
	case FindOther:
		return entry.Look(e.Key, m.Now, 0, entry.Conflict, ReasonTaken, a), true
	case FindAbsent:
		return entry.Look(e.Key, m.Now, lookNext(e.Looks, m.Now), "", "", nil), true
	case FindEarly:
		return entry.LookLater(e.Key, m.Now, min(e.DoubtAt, m.Now+entry.ExchangeMax.Milliseconds())+settleWait.Milliseconds()), true
	}
	return entry.Move{}, false
}

// cancelComes waits for what may still cancel the record that a look has found.
func cancelComes(e entry.Entry, f Found, v Verdict, m Moment) (entry.Move, bool) {
	if f.Record == "" || v.LeftAt >= e.CancelBy || !cancellable(f.Record) {
		return entry.Move{}, false
	}
	at := min(e.CancelBy, m.Now+entry.ExchangeMax.Milliseconds())
	return entry.LookLater(e.Key, m.Now, max(at, m.Now+1000)), true
}

// cancellable says that a cancel which arrives now would be obeyed.
func cancellable(record string) bool { return read([]byte(record)).State == wire.StatePlaced }

// stillSent is for what stands as sent by a proof from before: a receipt of an
// office that was restored since, a version that the rep has kept, a write taken
// back. The office may not hold it now.
func stillSent(e entry.Entry, f Found, m Moment) (entry.Move, bool) {
	if f.Find == FindUndecided {
		return entry.Move{}, false
	}
	shown := read([]byte(f.Record))
	spec, _ := wire.Op(e.Op).Spec()
	lost := f.Find != FindSame
	switch {
	case !spec.Create: // its state is final, so only a restore can take it back
		lost = shown.State != spec.State
	case f.Find == FindEarlier && e.Receipt != nil:
		// Kept bytes may be written anew; what was proved is the receipt's.
		lost = shown.Fingerprint != e.Receipt.Fingerprint
	}
	switch {
	case lost:
		return entry.Lost(e.Key, m.Now, ReasonRestored), true
	case e.LookAt != 0 && cancelled(f.Record): // a receipt that was just proved stands: a later cancel is the office's act
		return entry.Lost(e.Key, m.Now, ReasonCancelled).AsDead(ReasonCancelled), true
	}
	return entry.Look(e.Key, m.Now, 0, "", "", nil), true
}
