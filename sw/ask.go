package sw

import (
	"context"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// askWait bounds the question whether the office is there: past it a canary is
// the better one.
const askWait = 5 * time.Second

// asksFirst says that the network is back and several writes wait. Then the
// office is asked who is signed in before a canary goes: its answer lets all of
// them go at once, where a canary costs one round trip more.
func asksFirst(st standing, s entry.Snapshot, p Plan) bool {
	return st.Nudge.Online && !st.Nudge.Asked && p.Holds.unreached() && len(p.Group) > 0 && len(s.Due) > 1
}

// askFirst asks once, and notes in the nudge what came of it. An office that
// says "later" is there, and is taken at its word.
func (d *Drainer) askFirst(ctx context.Context, st standing) error {
	t := &turn{d: d, st: st, holds: st.Holds}
	ev, err := t.exchange(ctx, Request{Method: "GET", Path: wire.PathSession, Bound: askWait})
	if err != nil {
		return err
	}
	n := st.Nudge
	n.Asked = true
	switch v := ClassifyOther(ev); {
	case v.Class == ClassTransient:
		n.Online = false
		t.after(Exchange{Verdict: v, Route: "GET session"})
	case v.Proven:
		n.Reached, n.At = true, d.Now()
	}
	return d.settle(ctx, nil, record(recordHolds, t.holds), st.unchanged(record(recordNudge, n)))
}
