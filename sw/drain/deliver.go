package drain

import (
	"context"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// turn is one attempt of each write of the group, with its probe. The group
// shares exchanges; each write gets the verdict that it would have got alone.
// After a batch that got its verdicts, the next one may follow at once.
type turn struct {
	d      *Drainer
	st     sw.Standing
	holds  sw.Holds
	held   bool  // a hold stood when the latest attempt left
	until  int64 // the lease covers exchanges that end before
	nudged bool  // a nudge was there, and is used up by it
	looked bool  // a claim has just looked who is signed in

	began   int64
	next    ahead         // what it may go on with
	settled []entry.Entry // since that was looked up
}

// roundsMax bounds a turn: probe, attempt, probe, and room.
const roundsMax = 6

func (d *Drainer) turn(ctx context.Context, p sw.Plan, st sw.Standing) error {
	t := &turn{d: d, st: st, holds: p.Holds, held: p.Held, began: d.Now()}
	if p.Nudged {
		t.holds = t.holds.Nudged(d.Now())
	}
	claimed, err := t.claim(ctx, p)
	for ask := p.Ask; err == nil && len(claimed) > 0; ask = false {
		if err = t.rounds(ctx, claimed, ask); err == nil {
			claimed, err = t.follow(ctx)
		}
	}
	return err
}

// rounds makes the exchanges that claimed writes need: attempts, and probes.
func (t *turn) rounds(ctx context.Context, send []entry.Entry, askFirst bool) (err error) {
	var ask []entry.Entry
	if askFirst {
		send, ask = nil, send
	}
	for round := range roundsMax {
		switch {
		case err != nil || len(send)+len(ask) == 0:
			return err
		case round > 0 && (t.holds.Device != nil || t.d.late()):
			return t.postpone(ctx, append(send, ask...))
		case len(ask) > 0:
			send, err = t.ask(ctx, ask)
			ask = nil
		default:
			ask, err = t.send(ctx, send)
			send = nil
		}
	}
	return err
}

// claim stores "attempt n started" before anything leaves. The nudge is used
// up by it.
func (t *turn) claim(ctx context.Context, p sw.Plan) ([]entry.Entry, error) {
	now := t.d.Now()
	deadline := now + boundOf(p.Group, p.Ask).Milliseconds()
	moves := make([]entry.Move, 0, len(p.Group))
	for _, e := range p.Group {
		moves = append(moves, entry.Claim(e.Key, e.Attempt+1, now, deadline, p.Ask).As(e))
	}
	t.until = deadline + (sw.LeaseSlack + startsWithin).Milliseconds()
	entries, err := t.d.Outbox.Claim(ctx, t.d.fence, t.st.User.ID, t.until, moves)
	if t.looked = t.st.Nudge.At == 0 && !p.Nudged; err != nil || t.looked {
		return entries, err
	}
	return entries, t.d.settle(ctx, nil, sw.Record(sw.RecordHolds, t.holds), t.st.Unchanged(entry.Record{Name: sw.RecordNudge}))
}

// startsWithin is how long after a claim its exchange starts without another
// transaction for the lease: a claim is on the disk within milliseconds.
const startsWithin = time.Second

// boundOf is the exchange's limit: of a batch its bytes, of a write its own
// timeouts too.
func boundOf(entries []entry.Entry, ask bool) time.Duration {
	if ask {
		return sw.QuestionBound(len(entries))
	}
	bytes, timeouts := 0, 0
	for _, e := range entries {
		bytes += sw.ItemBytes(e)
		timeouts = max(timeouts, e.Books.Timeouts)
	}
	return sw.Bound(bytes, timeouts)
}

// exchange makes one exchange under a lease that covers all of it, for the user
// that the turn began with. Errors: idbqueue.ErrOwner if that one has left.
func (t *turn) exchange(ctx context.Context, r exchange.Request) (sw.Evidence, error) {
	d := r.Bound + sw.LeaseSlack
	if now := t.d.Now(); now+d.Milliseconds() > t.until {
		if err := t.d.Outbox.Renew(ctx, t.d.fence, t.d.Now, d.Milliseconds()); err != nil {
			return sw.Evidence{}, err
		}
		t.until, t.looked = now+d.Milliseconds(), false
	}
	if err := t.sameUser(ctx); err != nil { // last: a sign-out may come between any two steps
		return sw.Evidence{}, err
	}
	r.Build, r.Unsent = t.d.Build, t.st.Unsent
	return t.d.Sender.Send(ctx, r), nil
}

// sameUser looks whether what leaves now still leaves for whoever is signed in,
// and before or after a sign-out as planned. A claim has looked already.
func (t *turn) sameUser(ctx context.Context) error {
	if t.looked {
		t.looked = false
		return nil
	}
	records, err := t.d.Outbox.Records(ctx, entry.RecordUser, sw.RecordSignOut)
	if err != nil {
		return err
	}
	if now := sw.ReadStanding(records); now.User.ID != t.st.User.ID || (now.SignOut == nil) != (t.st.SignOut == nil) {
		return entry.ErrOwner
	}
	return nil
}

// send makes one attempt and settles it. It returns the writes whose answer
// needs a probe, still in the same turn.
func (t *turn) send(ctx context.Context, entries []entry.Entry) ([]entry.Entry, error) {
	t.held = t.holds.Device != nil
	if len(entries) > 1 {
		return t.sendBatch(ctx, entries)
	}
	e := entries[0]
	spec, _ := wire.Op(e.Op).Spec()
	ev, err := t.exchange(ctx, write(e, spec))
	if err != nil {
		return nil, err
	}
	v := sw.Classify(spec, e.Record, e.Open.Fingerprint, ev)
	if sw.VerdictLifts(v) {
		t.d.window = t.d.window.Grown(1, 0)
	}
	return t.settle(ctx, []judgement{{e, v}}, nil, ev)
}

// write is the request of one write. Its bytes are the outbox's own.
func write(e entry.Entry, spec wire.OpSpec) exchange.Request {
	return exchange.Request{
		Method: "POST", Path: spec.Path(e.Record), Owner: e.Owner, Fingerprint: e.Fingerprint,
		Body: e.Body, Bound: boundOf([]entry.Entry{e}, false),
	}
}

func (t *turn) moment() sw.Moment {
	return sw.Moment{Now: t.d.Now(), Day: t.d.Day(), Rand: t.d.Rand(), Held: t.held}
}
