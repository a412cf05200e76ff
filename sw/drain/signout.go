package drain

import (
	"context"

	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/exchange"
)

// signOut tells the server, first in line: until it is proved nothing else is
// sent. The device forgot the user when the rep said so.
func (d *Drainer) signOut(ctx context.Context, st sw.Standing) (Report, error) {
	s := *st.SignOut
	if now := d.Now(); !s.Due(now) && st.Nudge.At == 0 {
		return Report{WakeAt: s.Until.DueAt()}, d.release(ctx)
	}
	t := &turn{d: d, st: st}
	ev, err := t.exchange(ctx, exchange.Request{Method: "DELETE", Path: s.Path(), Bound: sw.Bound(0, 0)})
	if err != nil {
		return Report{}, err
	}
	if signedOutProved(ev) {
		return Report{Again: true}, d.settle(ctx, nil,
			st.Unchanged(entry.Record{Name: sw.RecordSignOut}), st.Unchanged(entry.Record{Name: sw.RecordNudge}))
	}
	v := sw.ClassifyOther(ev)
	t.holds = st.Holds
	if !sw.VerdictLifts(v) { // a hold is the device's: whoever signs in next keeps it
		t.after(sw.Exchange{Verdict: v, Route: "DELETE session"})
	}
	s.Row++
	s.Until = *sw.WaitFrom(d.Now(), sw.OwnWait(s.Row, 0, v.Asked, d.Rand()))
	// A sign-in meanwhile has ended this sign-out, and left a wish of its own.
	err = d.settle(ctx, nil, sw.Record(sw.RecordHolds, t.holds),
		st.Unchanged(sw.Record(sw.RecordSignOut, s)), st.Unchanged(entry.Record{Name: sw.RecordNudge}))
	if err != nil {
		return Report{}, err
	}
	return Report{WakeAt: s.Until.DueAt()}, d.release(ctx)
}

// signedOutProved: the office ended the session, or knows of none.
func signedOutProved(ev sw.Evidence) bool {
	if ev.Proof() != sw.Proven || !ev.Speaks() {
		return false
	}
	return ev.Status == 200 || ev.Status == 401
}
