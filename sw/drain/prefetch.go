package drain

import (
	"context"
	"slices"
	"time"

	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/exchange"
)

// ahead is what a turn may go on with: looked up while a batch's answer
// travels, when the device would only wait.
type ahead struct {
	group  []entry.Entry
	totals entry.Totals // with what was under way
	at     int64
}

// followWithin bounds how long a turn goes on by itself: what a step looks at
// first (a sign-out, a nudge, a clock that jumped) waits no longer than that.
const followWithin = 5 * time.Second

// lookAhead finds the batch after the one that is under way. It changes
// nothing, and finds nothing where a step has other things to do first.
func (t *turn) lookAhead(ctx context.Context) {
	now := t.d.Now()
	snap, err := t.d.Outbox.Look(ctx, t.st.User.ID, now, lookLimit)
	if err != nil {
		return // the next step meets it again, and says so
	}
	st := sw.ReadStanding(snap.Records)
	if st.User != t.st.User || st.Nudge.At != 0 {
		return
	}
	due, _ := sw.Sendable(snap.Due, st.User.Store)
	next, ask := sw.Group(sw.InTurn(due, now), t.d.window, t.holds.AsksNext())
	if ask || len(next) < 2 {
		return
	}
	t.next, t.settled = ahead{next, snap.Totals, now}, nil
	if p, can := t.d.Sender.(exchange.Packer); can {
		p.Pack(ctx, sw.BatchBody(next))
	}
}

// follow goes on with what was looked up, unless the answer has changed what
// may go out. A claim looks at each write once more, and at whose it is.
func (t *turn) follow(ctx context.Context) ([]entry.Entry, error) {
	next, now := t.next, t.d.Now()
	t.next = ahead{}
	age := time.Duration(now-t.began) * time.Millisecond
	// On a clock that has run back since, what was due is not.
	if len(next.group) == 0 || now < next.at || age > followWithin || t.d.late() || !t.d.Online() || ctx.Err() != nil {
		return nil, nil
	}
	if !t.holds.Gate(t.st.User.ID, t.d.Build, now, sw.NudgeNone).Open {
		return nil, nil
	}
	t.st.Nudge = sw.NudgeRecord{} // used up by the claim before
	t.st.Unsent = sw.UnsentHeader(next.left(t.settled), now)
	return t.claim(ctx, sw.Plan{Group: next.group})
}

// left is what is unsent once these are not. Where the oldest is among them, the
// oldest of what goes out next is the best that is known.
func (a ahead) left(settled []entry.Entry) entry.Totals {
	t := entry.Totals{Pending: max(0, a.totals.Unsent()-len(settled)), Oldest: a.totals.Oldest}
	if !slices.ContainsFunc(settled, func(e entry.Entry) bool { return e.MadeAt <= t.Oldest }) {
		return t
	}
	t.Oldest = a.group[0].MadeAt
	for _, e := range a.group {
		t.Oldest = min(t.Oldest, e.MadeAt)
	}
	return t
}
