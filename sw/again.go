package sw

import (
	"context"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
)

// Look-ups after a failed one, and how often receipts are cleared away.
const (
	lookPause  = 5 * time.Minute
	pruneLimit = 200
	keepDays   = 30 * 24 * time.Hour
)

// lookAgain asks after discarded, refused and conflicting writes that were
// ever in doubt, once the office has answered (section 4). more says that
// there may be others.
func (d *Drainer) lookAgain(ctx context.Context, st standing, p Plan) (more bool, err error) {
	if !d.met || p.Held || st.User.ID == "" || d.Now() < d.lookAt {
		return false, nil
	}
	if !p.Holds.Gate(st.User.ID, d.Build, d.Now(), NudgeNone).Open {
		return false, nil
	}
	entries, err := d.Outbox.Looks(ctx, st.User.ID, d.Now(), wire.IDsMax)
	if err != nil || len(entries) == 0 {
		return false, err
	}
	t := &turn{d: d, st: st, holds: p.Holds}
	kind := kindOf(entries[0])
	return true, t.lookUp(ctx, kind, ofKind(entries, kind))
}

func (t *turn) lookUp(ctx context.Context, kind wire.Kind, entries []idbqueue.Entry) error {
	now := t.d.Now()
	if err := t.d.Outbox.Renew(ctx, t.d.fence, now, (Bound(0, 0) + leaseSlack).Milliseconds()); err != nil {
		return err
	}
	ev := t.d.Sender.Send(ctx, probeOf(kind, entries, t.d.Build))
	v := ClassifyOther(ev)
	var moves []idbqueue.Move
	for _, e := range entries {
		if m, ok := lookMove(e, ReadProbe(e, ev), v, t.moment()); ok {
			moves = append(moves, m)
		}
	}
	if len(moves) == 0 { // undecided as a whole: not again at once
		t.d.lookAt = t.d.Now() + lookPause.Milliseconds()
	}
	paused, err := t.after(ctx, v, "", kind.ListPath())
	if err != nil {
		return err
	}
	_, err = t.record(ctx, append(moves, paused...), nil, ev)
	return err
}

// lookMove is what a find means for a write that is no longer being sent.
func lookMove(e idbqueue.Entry, f Found, v Verdict, m Moment) (idbqueue.Move, bool) {
	a := &idbqueue.Answer{At: m.Now, Status: v.Status, Current: f.Record}
	switch f.Find {
	case FindSame, FindEarlier:
		r := proveFound(e, f, v, m)
		r.Receipt.Fingerprint = read([]byte(f.Record)).Fingerprint
		r.Answer = a
		return r, true
	case FindOther:
		return idbqueue.Look(e.Key, m.Now, 0, idbqueue.Conflict, ReasonTaken, a), true
	case FindAbsent:
		return idbqueue.Look(e.Key, m.Now, lookNext(e.Looks, m.Now), "", "", nil), true
	case FindEarly:
		return idbqueue.Look(e.Key, m.Now, e.DoubtAt+settleWait.Milliseconds(), "", "", nil), true
	}
	return idbqueue.Move{}, false
}

// lookWake is when an undecided look-up is tried again, 0 if none waits.
func (d *Drainer) lookWake(idbqueue.Snapshot) int64 {
	if d.lookAt > d.Now() {
		return d.lookAt
	}
	return 0
}

// prune clears away receipts and discarded writes older than 30 days, by the
// server's clock: with no contact nothing is pruned.
func (d *Drainer) prune(ctx context.Context, st standing) error {
	before, ok := pruneBefore(st.Clock, d.Now())
	if !ok || !d.met || st.User.ID == "" {
		return nil
	}
	_, err := d.Outbox.Prune(ctx, st.User.ID, before, pruneLimit)
	return err
}

// pruneBefore is the age in this device's time. A device whose clock is ahead
// of the server's would prune too early: the server's clock says how much time
// has really passed.
func pruneBefore(c clockRecord, now int64) (int64, bool) {
	if c.Server == 0 {
		return 0, false
	}
	return min(now, c.Device, c.Server) - keepDays.Milliseconds(), true
}
