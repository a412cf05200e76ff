package drain

import (
	"context"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// askWait bounds the question whether the office is there: past it a canary is
// the better one.
const askWait = 5 * time.Second

// asksFirst says that the network is back and several writes wait. Then the
// office is asked who is signed in before a canary goes: its answer lets all of
// them go at once, where a canary costs one round trip more.
func asksFirst(st sw.Standing, s entry.Snapshot, p sw.Plan) bool {
	return st.Nudge.Online && !st.Nudge.Asked && p.Holds.Unreached() && len(p.Group) > 0 && len(s.Due) > 1
}

// askFirst asks once, and notes in the nudge what came of it. An office that
// says "later" is there, and is taken at its word.
func (d *Drainer) askFirst(ctx context.Context, st sw.Standing) error {
	t := &turn{d: d, st: st, holds: st.Holds}
	ev, err := t.exchange(ctx, exchange.Request{Method: "GET", Path: wire.PathSession, Bound: askWait})
	if err != nil {
		return err
	}
	n := st.Nudge
	n.Asked = true
	switch v := sw.ClassifyOther(ev); {
	case v.Class == sw.ClassTransient:
		n.Online = false
		t.after(sw.Exchange{Verdict: v, Route: "GET session"})
	case v.Proven:
		n.Reached, n.At = true, d.Now()
	}
	return d.settle(ctx, nil, sw.Record(sw.RecordHolds, t.holds), st.Unchanged(sw.Record(sw.RecordNudge, n)))
}
