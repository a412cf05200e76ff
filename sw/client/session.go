package client

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// exchange asks the office now. A *wire.Problem is its proven refusal, in a
// *Later where it asks to wait; any other error means that what happened is not
// known.
func (d *Desk) exchange(ctx context.Context, r exchange.Request) (json.RawMessage, sw.Evidence, error) {
	r.Build, r.Unsent = d.Build, d.unsent(ctx)
	if r.Bound == 0 {
		r.Bound = sw.Bound(len(r.Body), 0)
	}
	ev := d.Sender.Send(ctx, r)
	switch {
	case ev.Proof() != sw.Proven:
		return nil, ev, ErrNoAnswer
	case !ev.Speaks():
		return nil, ev, wire.NewProblem(wire.CodeUpgradeRequired, "")
	}
	d.reached(ctx, ev)
	if ev.Status >= 200 && ev.Status < 300 {
		return ev.Body, ev, nil
	}
	var p wire.Problem
	if json.Unmarshal(ev.Body, &p) != nil || p.Code == "" {
		return nil, ev, ErrNoAnswer
	}
	if asked, ok := sw.RetryAfter(ev.RetryAfter, ev.Date, true); ok {
		return nil, ev, &Later{Problem: &p, Wait: asked.Wait}
	}
	return nil, ev, &p
}

// Later is a refusal of the office that says when to ask again.
type Later struct {
	*wire.Problem
	Wait time.Duration
}

// Pause is that wait with the jitter of a write's; r is uniform over [0, 1).
func (l *Later) Pause(r float64) time.Duration { return sw.Asked{Wait: l.Wait}.Delay(r) }

// Unwrap lets it be met as the problem that it is.
func (l *Later) Unwrap() error { return l.Problem }

// reached tells the drain of a proven answer, if it waits for one: what a
// canary would find out one write later is known already. If that cannot be
// recorded, the canary goes, and the answer stays an answer. Likewise with the
// office's clock, noted here only when that changes what the rep is told.
func (d *Desk) reached(ctx context.Context, ev sw.Evidence) {
	records, err := d.Outbox.Records(ctx, sw.RecordHolds, sw.RecordClock)
	if err != nil {
		return
	}
	st := sw.ReadStanding(records)
	if st.Holds.Unreached() {
		_ = d.leave(ctx, sw.NudgeRecord{Reached: true, At: d.Now()})
	}
	if clock, ok := st.Clock.Heard(ev, d.Now()); ok && clock.Off()/sw.ClockOff != st.Clock.Off()/sw.ClockOff {
		_ = d.Outbox.Put(ctx, sw.Record(sw.RecordClock, clock))
	}
}

func asProblem(err error) (*wire.Problem, bool) {
	var p *wire.Problem
	ok := errors.As(err, &p)
	return p, ok
}

// SignIn opens a session and makes its user the one on this device. It lifts
// the owner's hold and ends a sign-out that the server had not heard of: the
// new session took the old one's place.
func (d *Desk) SignIn(ctx context.Context, username, password string) (wire.Session, error) {
	body, err := wire.Encode(wire.Credentials{Username: username, Password: password})
	if err != nil {
		return wire.Session{}, err
	}
	raw, _, err := d.exchange(ctx, exchange.Request{Method: "POST", Path: wire.PathSession, Body: string(body)})
	if err != nil {
		return wire.Session{}, err
	}
	s, err := session(raw)
	if err != nil || s.User == nil {
		return wire.Session{}, ErrNoAnswer
	}
	put, err := d.signedIn(ctx, s)
	if err == nil {
		err = d.Outbox.Put(ctx, put...)
		d.wake()
	}
	return s, err
}

func session(raw []byte) (wire.Session, error) {
	var s wire.Session
	if err := json.Unmarshal(raw, &s); err != nil {
		return s, ErrNoAnswer
	}
	return s, nil
}

// signedIn is what a session's answer puts on record.
func (d *Desk) signedIn(ctx context.Context, s wire.Session) ([]entry.Record, error) {
	put := []entry.Record{
		sw.Record(entry.RecordUser, sw.User{
			ID: s.User.ID, Name: s.User.Name, Role: s.User.Role, Store: s.Store, History: s.History,
			Device: s.Device.ID, Session: s.Handle, SignedInAt: d.Now(),
		}),
		{Name: sw.RecordSignOut},
		sw.AddNudge(sw.NudgeRecord{Nudge: sw.NudgeOnce, Reached: true, At: d.Now()}),
	}
	recheck, err := d.recheck(ctx, s)
	if err != nil {
		return nil, err
	}
	put = append(put, recheck...)
	lost, err := d.lost(ctx, s)
	if err != nil {
		return nil, err
	}
	put = append(put, sw.Record(sw.RecordDevice, s.Device.ID))
	if lost > 0 {
		put = append(put, sw.Record(sw.RecordLoss, sw.LossRecord{Count: lost, At: d.Now()}))
	}
	return put, nil
}

// recheck asks for all receipts again when the office's history is another
// than the one they were proved in: it was restored from a backup.
func (d *Desk) recheck(ctx context.Context, s wire.Session) ([]entry.Record, error) {
	name := sw.RecordHistory + s.User.ID
	records, err := d.Outbox.Records(ctx, name)
	if err != nil {
		return nil, err
	}
	var known string
	sw.Decode(records[name], &known)
	put := []entry.Record{sw.Record(name, s.History)}
	if known != "" && known != s.History {
		put = append(put, sw.Record(sw.RecordRecheck+s.User.ID, sw.RecheckRecord{History: s.History}))
	}
	return put, nil
}

// lost is how many unsent writes the office knows of that this device has no
// more. A store that remembers the device is the one that they were in; one
// that does not was wiped since the two last spoke, whoever made it anew.
func (d *Desk) lost(ctx context.Context, s wire.Session) (int, error) {
	if d.condition().Off != nil {
		return 0, nil // a store that cannot be read may still have it
	}
	records, err := d.Outbox.Records(ctx, sw.RecordDevice)
	if err != nil {
		return 0, err
	}
	var known string
	sw.Decode(records[sw.RecordDevice], &known)
	if known == s.Device.ID {
		return 0, nil
	}
	here, err := d.Outbox.Look(ctx, s.User.ID, d.Now(), 0)
	return max(0, s.Device.Unsent-here.Totals.Unsent()), err
}

// unsent tells the office with each question what waits here, as a drain does.
// With nobody signed in nothing is said: a wiped device knows of nothing, and
// must not say that there was nothing.
func (d *Desk) unsent(ctx context.Context) string {
	u, err := d.user(ctx)
	if err != nil {
		return ""
	}
	snap, err := d.Outbox.Look(ctx, u.ID, d.Now(), 0)
	if err != nil {
		return ""
	}
	return sw.UnsentHeader(snap.Totals, d.Now())
}

// Noted ends the warning about lost work: the rep has read it.
func (d *Desk) Noted(ctx context.Context) error {
	return d.Outbox.Put(ctx, entry.Record{Name: sw.RecordLoss})
}

// Refresh asks the office who is signed in. It lifts the owner's hold where
// the session still stands, and notices a restored office. A session that has
// ended is left for the drain to find: the device keeps its user. One who has
// signed out while the question was on its way stays signed out.
func (d *Desk) Refresh(ctx context.Context) error {
	u, err := d.user(ctx)
	if err != nil {
		return err
	}
	raw, _, err := d.exchange(ctx, exchange.Request{Method: "GET", Path: wire.PathSession})
	if err != nil {
		return err
	}
	s, err := session(raw)
	if err != nil || s.User == nil || s.User.ID != u.ID {
		return err
	}
	put, err := d.signedIn(ctx, s)
	if err == nil {
		err = d.Outbox.PutFor(ctx, u.ID, put...)
		d.wake()
	}
	if errors.Is(err, entry.ErrOwner) {
		return nil
	}
	return err
}

// SignOut forgets the user at once. The server is told first thing at the next
// contact; what is unsent stays, sealed, until its owner returns.
func (d *Desk) SignOut(ctx context.Context) error {
	u, err := d.user(ctx)
	if err != nil && !errors.Is(err, ErrSignedOut) {
		return err
	}
	now := d.Now()
	defer d.wake()
	return d.Outbox.Put(ctx,
		entry.Record{Name: entry.RecordUser},
		sw.Record(sw.RecordSignOut, sw.SignOutRecord{Session: u.Session, At: now, Until: entry.Wait{SetAt: now}}))
}

// User is who is signed in on this device, nil for nobody. No network.
func (d *Desk) User(ctx context.Context) (*wire.User, error) {
	u, err := d.user(ctx)
	if errors.Is(err, ErrSignedOut) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &wire.User{ID: u.ID, Name: u.Name, Role: u.Role}, nil
}
