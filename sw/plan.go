package sw

import (
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// Plan is what a drain does next, decided from one look at the outbox.
type Plan struct {
	Moves  []entry.Move  // books to mend first: orphaned attempts, jumped clocks, what cannot go out here
	Group  []entry.Entry // writes that go out in the next turn
	Ask    bool          // the turn starts with the probe
	Nudged bool          // it is the canary of a nudge
	Kept   bool          // the nudge comes too soon: it is kept until WakeAt
	WakeAt int64         // with nothing to send: when something becomes due, 0: not by itself
	Held   bool          // a hold stands for the device
	Jumped bool          // the holds were restamped, and are to be stored
	Holds  Holds         // as they stand, restamped
}

// PlanOf decides. r is drawn once for whatever needs a fresh delay.
func PlanOf(s entry.Snapshot, st Standing, build string, w Window, now int64, r float64) Plan {
	var p Plan
	p.Holds, p.Jumped = st.Holds.Restamped(build, now, r)
	if st.Nudge.Online {
		p.Holds = p.Holds.Online(now)
	}
	if st.Nudge.Reached {
		p.Holds = p.Holds.Reached(st.Nudge.At)
	}
	p.Held = p.Holds.Device != nil
	p.Moves = mend(s, now, r)
	due, strangers := Sendable(s.Due, st.User.Store)
	for _, e := range strangers {
		p.Moves = append(p.Moves, Pause(e, now, entry.Attention, ReasonMisfit, misfitWait))
	}
	due = InTurn(due, now)
	pass := p.Holds.Gate(st.User.ID, build, now, st.Nudge.Nudge)
	switch {
	case pass.Open:
		p.Group, p.Ask = Group(due, w, p.Holds.AsksNext())
	case pass.Canary && len(due) > 0:
		p.Group, p.Ask = due[:1], startsWithProbe(due[0])
		p.Nudged = pass.Nudged
	}
	p.Kept = pass.Kept && (len(due) > 0 || questionDue(st, s, now))
	p.WakeAt = wakeAt(s, p, pass, len(due) > 0)
	return p
}

// mend closes attempts that have no drainer (whoever plans holds the lease)
// and rewrites waits of a clock that has run back.
func mend(s entry.Snapshot, now int64, r float64) []entry.Move {
	var moves []entry.Move
	for _, e := range s.Open {
		moves = append(moves, entry.Close(e.Key, e.Open.N, now))
	}
	for _, e := range s.Jumped {
		moves = append(moves, entry.Restamp(e.Key, now, Restamped(*e.Next, now, r)))
	}
	return moves
}

// Sendable splits off writes that are never sent from here: made for another
// office's store, or of a kind that only a newer app knows.
func Sendable(due []entry.Entry, store string) (ours, strangers []entry.Entry) {
	for _, e := range due {
		_, known := wire.Op(e.Op).Spec()
		if known && (e.Store == "" || store == "" || e.Store == store) {
			ours = append(ours, e)
		} else {
			strangers = append(strangers, e)
		}
	}
	return ours, strangers
}

// InTurn orders by who was tried longest ago. A try that lies in the future
// was stamped by a wrong clock: it counts as the longest ago, or it would not
// be tried again until that clock is caught up with.
func InTurn(due []entry.Entry, now int64) []entry.Entry {
	tried := func(e *entry.Entry) int64 {
		if e.TriedAt > now {
			return 0
		}
		return e.TriedAt
	}
	for i := range due { // few, and mostly in order: sorting in place costs the worker no code
		for j := i; j > 0 && tried(&due[j]) < tried(&due[j-1]); j-- {
			due[j], due[j-1] = due[j-1], due[j]
		}
	}
	return due
}

// Pause gives a write that is not being tried a wait of d from now, in state to.
func Pause(e entry.Entry, now int64, to entry.State, reason Reason, d time.Duration) entry.Move {
	return entry.Pause(e.Key, e.Attempt, now, entry.Ending{
		To: to, Reason: reason, Books: e.Books, Next: WaitFrom(now, d),
	})
}

// startsWithProbe: a question is open about this write, so nothing is sent
// before it is answered.
func startsWithProbe(e entry.Entry) bool {
	spec, _ := wire.Op(e.Op).Spec()
	return spec.Create && (e.Probe || e.Led != nil)
}

// Group takes the writes that travel together with the first: as many as the
// window lets through in one batch, or as many as the next question names.
func Group(due []entry.Entry, w Window, asks int) (out []entry.Entry, ask bool) {
	if len(due) == 0 {
		return nil, false
	}
	first := due[0]
	if ask = startsWithProbe(first); !ask && w.Alone(first) {
		return due[:1], false
	}
	bytes := 0
	for _, e := range due {
		switch {
		case startsWithProbe(e) != ask, ask && e.Op != first.Op, !ask && w.Alone(e):
			continue
		case ask && len(out) == asks, !ask && !w.Fits(len(out)+1, bytes+ItemBytes(e)):
			return out, ask
		}
		bytes += ItemBytes(e)
		out = append(out, e)
	}
	return out, ask
}

// wakeAt arms exactly one timer, or says that nothing can become due.
func wakeAt(s entry.Snapshot, p Plan, pass Pass, due bool) int64 {
	switch {
	case len(p.Group) > 0:
		return 0
	case pass.Open || pass.Canary:
		return s.NextAt
	case pass.Until == 0:
		return 0 // only a person, or a newer app, ends this hold
	case due:
		return pass.Until
	case s.NextAt == 0:
		return 0
	}
	return max(pass.Until, s.NextAt)
}
