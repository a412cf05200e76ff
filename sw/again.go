package sw

import (
	"context"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
)

// lookPause follows a look-up that decided nothing.
const lookPause = 5 * time.Minute

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
func (d *Drainer) lookDue(st standing, s idbqueue.Snapshot, p Plan) bool {
	return s.LookAt != 0 && lookMoment(s.LookAt, d.Now()) <= d.Now() && d.mayAsk(st, p)
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
func (d *Drainer) sweep(ctx context.Context, st standing, s idbqueue.Snapshot) (found bool, err error) {
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
	var moves []idbqueue.Move
	for _, e := range entries {
		if lookMoment(e.LookAt, now) != e.LookAt {
			moves = append(moves, idbqueue.LookLater(e.Key, now, now))
		}
	}
	if len(moves) == 0 {
		return false, nil
	}
	return true, d.settle(ctx, moves)
}

// askWake is when the next question is due, 0 if none is.
func (d *Drainer) askWake(st standing, s idbqueue.Snapshot, p Plan) int64 {
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
func (d *Drainer) lookAgain(ctx context.Context, st standing, s idbqueue.Snapshot, p Plan) error {
	entries, err := d.Outbox.Looks(ctx, st.User.ID, max(d.Now(), s.LookAt), wire.IDsMax)
	if err != nil {
		return err
	}
	creates, moves := lookable(entries, d.Now())
	if len(moves) > 0 {
		return d.settle(ctx, moves)
	}
	if len(creates) == 0 { // none that this version can read
		d.lookWait = *waitFrom(d.Now(), lookPause)
		return nil
	}
	t := d.question(st, p)
	kind := kindOf(creates[0])
	return t.lookUp(ctx, kind, ofKind(creates, kind))
}

// lookable splits off transitions: they carry no client id to be found by.
func lookable(entries []idbqueue.Entry, now int64) (creates []idbqueue.Entry, moves []idbqueue.Move) {
	for _, e := range entries {
		if spec, _ := wire.Op(e.Op).Spec(); spec.Create {
			creates = append(creates, e)
		} else {
			moves = append(moves, idbqueue.Look(e.Key, now, 0, "", "", nil))
		}
	}
	return creates, moves
}

func (t *turn) lookUp(ctx context.Context, kind wire.Kind, entries []idbqueue.Entry) error {
	ev, err := t.exchange(ctx, probeOf(kind, entries))
	if err != nil {
		return err
	}
	v := ClassifyOther(ev)
	var moves []idbqueue.Move
	for _, e := range entries {
		if m, ok := lookMove(e, ReadProbe(e, ev), v, t.moment()); ok {
			moves = append(moves, m)
		}
	}
	if len(moves) < len(entries) { // undecided: not again at once
		t.d.lookWait = *waitFrom(t.d.Now(), lookPause)
	}
	lifted := t.after(Exchange{Verdict: v, Route: "GET " + string(kind), Own: &t.d.lookWait})
	_, err = t.record(ctx, moves, lifted, nil, ev)
	return err
}

// lookMove is what a find means for a write that is no longer being sent.
func lookMove(e idbqueue.Entry, f Found, v Verdict, m Moment) (idbqueue.Move, bool) {
	if e.State == idbqueue.Sent {
		return stillSent(e, f, m)
	}
	switch f.Find {
	case FindSame, FindEarlier:
		r := proveFound(e, f, v, m)
		r.Receipt.Fingerprint = read([]byte(f.Record)).Fingerprint
		return r, true
	case FindOther:
		a := &idbqueue.Answer{At: m.Now, Status: v.Status, Current: f.Record}
		return idbqueue.Look(e.Key, m.Now, 0, idbqueue.Conflict, ReasonTaken, a), true
	case FindAbsent:
		return idbqueue.Look(e.Key, m.Now, lookNext(e.Looks, m.Now), "", "", nil), true
	case FindEarly:
		return idbqueue.LookLater(e.Key, m.Now, min(e.DoubtAt, m.Now+idbqueue.ExchangeMax.Milliseconds())+settleWait.Milliseconds()), true
	}
	return idbqueue.Move{}, false
}

// stillSent is for what stands as sent by a proof from before: a version that
// the rep has kept, a write taken back. A restored office may not hold it now.
func stillSent(e idbqueue.Entry, f Found, m Moment) (idbqueue.Move, bool) {
	find := f.Find
	// Kept bytes may be written anew; what was proved is the receipt's.
	if find == FindEarlier && e.Receipt != nil && read([]byte(f.Record)).Fingerprint == e.Receipt.Fingerprint {
		find = FindSame
	}
	switch find {
	case FindSame:
		return idbqueue.Look(e.Key, m.Now, 0, "", "", nil), true
	case FindEarlier, FindOther, FindAbsent:
		return idbqueue.Lost(e.Key, m.Now, ReasonRestored), true
	}
	return idbqueue.Move{}, false
}
