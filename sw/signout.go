package sw

import (
	"context"

	"waybill/idbqueue"
	"waybill/server/wire"
)

// signOut tells the server, first in line: until it is proved nothing else is
// sent. The device forgot the user when the rep said so.
func (d *Drainer) signOut(ctx context.Context, st standing) (Report, error) {
	s := *st.SignOut
	now := d.Now()
	if s.Until.Jumped(now) || st.Nudge.At != 0 {
		s.Until = idbqueue.Wait{SetAt: now}
	}
	if !s.Until.Due(now) {
		return Report{WakeAt: s.Until.DueAt()}, d.release(ctx)
	}
	ev := d.Sender.Send(ctx, Request{Method: "DELETE", Path: wire.PathSession, Build: d.Build, Bound: Bound(0, 0)})
	if signedOutProved(ev) {
		return Report{Again: true}, d.settle(ctx, nil,
			idbqueue.Record{Name: recordSignOut}, idbqueue.Record{Name: recordNudge})
	}
	s.Row++
	s.Until = *waitFrom(now, Delay(s.Row, d.Rand()))
	err := d.settle(ctx, nil, record(recordSignOut, s), idbqueue.Record{Name: recordNudge})
	if err != nil {
		return Report{}, err
	}
	return Report{WakeAt: s.Until.DueAt()}, d.release(ctx)
}

// signedOutProved: the office ended the session, or knows of none.
func signedOutProved(ev Evidence) bool {
	if ev.Proof() != Proven || !ev.Speaks() {
		return false
	}
	return ev.Status == 200 || ev.Status == 401
}
