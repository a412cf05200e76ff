package sw

import (
	"context"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// signOut tells the server, first in line: until it is proved nothing else is
// sent. The device forgot the user when the rep said so.
func (d *Drainer) signOut(ctx context.Context, st standing) (Report, error) {
	s := *st.SignOut
	if now := d.Now(); !s.due(now) && st.Nudge.At == 0 {
		return Report{WakeAt: s.Until.DueAt()}, d.release(ctx)
	}
	t := &turn{d: d, st: st}
	ev, err := t.exchange(ctx, Request{Method: "DELETE", Path: s.path(), Bound: Bound(0, 0)})
	if err != nil {
		return Report{}, err
	}
	if signedOutProved(ev) {
		return Report{Again: true}, d.settle(ctx, nil,
			st.unchanged(entry.Record{Name: recordSignOut}), st.unchanged(entry.Record{Name: recordNudge}))
	}
	v := ClassifyOther(ev)
	t.holds = st.Holds
	if !verdictLifts(v) { // a hold is the device's: whoever signs in next keeps it
		t.after(Exchange{Verdict: v, Route: "DELETE session"})
	}
	s.Row++
	s.Until = *waitFrom(d.Now(), ownWait(s.Row, 0, v.Asked, d.Rand()))
	// A sign-in meanwhile has ended this sign-out, and left a wish of its own.
	err = d.settle(ctx, nil, record(recordHolds, t.holds),
		st.unchanged(record(recordSignOut, s)), st.unchanged(entry.Record{Name: recordNudge}))
	if err != nil {
		return Report{}, err
	}
	return Report{WakeAt: s.Until.DueAt()}, d.release(ctx)
}

// path names the session that ends: by the time that the request arrives, the
// browser's cookie may be of another.
func (s signOutRecord) path() string {
	if s.Session == "" {
		return wire.PathSession
	}
	return wire.PathSession + "?" + wire.QuerySession + "=" + s.Session
}

// signedOutProved: the office ended the session, or knows of none.
func signedOutProved(ev Evidence) bool {
	if ev.Proof() != Proven || !ev.Speaks() {
		return false
	}
	return ev.Status == 200 || ev.Status == 401
}
