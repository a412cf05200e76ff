package drain

import (
	"context"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// mayAsk says whether a question that is not about an unsent write may go out
// now. It is a hold's canary only where no write needs to be.
func (d *Drainer) mayAsk(st sw.Standing, p sw.Plan) bool {
	pass := d.pass(st, p)
	rested := pass.Nudged || d.lookWait.Due(d.Now()) || d.lookWait.Jumped(d.Now())
	return rested && (pass.Open || pass.Canary)
}

func (d *Drainer) pass(st sw.Standing, p sw.Plan) sw.Pass {
	return p.Holds.Gate(st.User.ID, d.Build, d.Now(), st.Nudge.Nudge)
}

// question is a turn of its own. A nudge is used up by it.
func (d *Drainer) question(st sw.Standing, p sw.Plan) *turn {
	t := &turn{d: d, st: st, holds: p.Holds, nudged: st.Nudge.At != 0}
	if d.pass(st, p).Nudged {
		t.holds = t.holds.Nudged(d.Now())
	}
	return t
}

// lookDue says whether settled writes are to be looked up again. A time beyond
// any that is booked was booked by a wrong clock.
func (d *Drainer) lookDue(st sw.Standing, s entry.Snapshot, p sw.Plan) bool {
	return sw.SettledDue(s, d.Now()) && d.mayAsk(st, p)
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
func (d *Drainer) sweep(ctx context.Context, st sw.Standing, s entry.Snapshot) (found bool, err error) {
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
		if sw.LookMoment(e.LookAt, now) != e.LookAt {
			moves = append(moves, entry.LookLater(e.Key, now, now))
		}
	}
	if len(moves) == 0 {
		return false, nil
	}
	return true, d.settle(ctx, moves)
}

// askWake is when the next question is due, 0 if none is.
func (d *Drainer) askWake(st sw.Standing, s entry.Snapshot, p sw.Plan) int64 {
	at := int64(0)
	if s.LookAt != 0 {
		at = sw.LookMoment(s.LookAt, d.Now())
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
func (d *Drainer) lookAgain(ctx context.Context, st sw.Standing, s entry.Snapshot, p sw.Plan) error {
	entries, err := d.Outbox.Looks(ctx, st.User.ID, max(d.Now(), s.LookAt), p.Holds.AsksNext())
	if err != nil {
		return err
	}
	some, moves := sw.Lookable(entries, d.Now())
	if len(moves) > 0 {
		return d.settle(ctx, moves)
	}
	if len(some) == 0 { // none that this version can read
		d.lookWait = *sw.WaitFrom(d.Now(), sw.LookPause)
		if st.Nudge.At == 0 {
			return nil
		}
		return d.settle(ctx, nil, st.Unchanged(entry.Record{Name: sw.RecordNudge}))
	}
	t := d.question(st, p)
	kind := sw.KindOf(some[0])
	_, err = t.lookUp(ctx, kind, ofKind(some, kind))
	return err
}

// lookUp asks for settled writes of one kind. on says that none of them is in
// the way of others: each was told of, or is put off.
func (t *turn) lookUp(ctx context.Context, kind wire.Kind, entries []entry.Entry) (on bool, err error) {
	ev, whole, err := t.inquire(ctx, kind, entries)
	if err != nil {
		return false, err
	}
	v, one := sw.ClassifyOther(ev), len(entries) == 1
	rest := t.rest(v)
	var moves []entry.Move
	for _, e := range entries {
		switch m, told := sw.LookMove(e, sw.ReadProbe(e, ev), v, t.moment()); {
		case told && (m.Step != entry.StepLook || e.LookAt != 0): // a receipt that stands needs no note
			moves = append(moves, m)
		case !told && one:
			moves = append(moves, sw.PutOff(e, rest, t.d.Now()))
		}
	}
	// A large question is asked again at once, for fewer; the holds pace that.
	if !whole && !sw.RefusesQuestion(v) && (one || v.Class == sw.ClassTransient) {
		t.d.lookWait = *sw.WaitFrom(t.d.Now(), rest)
	}
	lifted := t.after(sw.Exchange{Verdict: v, Route: "GET " + string(kind), Own: &t.d.lookWait})
	_, err = t.record(ctx, moves, lifted, nil, ev)
	return whole || one, err
}

// rest is how long a question rests that decided nothing. Where the office was
// known to be out of reach before it left, the hold alone paces it; without a
// hold it may be the question that fails, and it must not hide others.
func (t *turn) rest(v sw.Verdict) time.Duration {
	silent := v.Outcome == sw.OutNoAnswer || v.Outcome == sw.OutIntercepted
	if silent && (t.holds.Unreached() || !t.d.Online()) {
		return 0
	}
	return sw.LookRest(v)
}
