package sw

import (
	"fmt"
	"slices"

	"waybill/idbqueue/entry"
)

// Bar is the status bar: a pure function of totals and holds.
type Bar struct {
	Pending   int
	Retrying  int
	Attention int
	Conflict  int
	Rejected  int
	Sent      int // proved today, by the device's local day

	Online  bool   // false while nothing has come back from the office
	Hold    Reason // empty: nothing holds the device
	Cause   Cause  // of the hold, where its reason has several
	Since   int64  // when the hold began, milliseconds
	Until   int64  // when the next try is, milliseconds, 0: none by itself
	Storage string // ok, volatile or off
	Oldest  int64  // MadeAt of the oldest unsent write, 0: none
	Others  int    // unsent writes of other users on this device
	Unowned int    // unsent writes of nobody
	Lost    int    // unsent writes that were wiped from this device
	Fault   Fault  // what is wrong with the store, empty: nothing
	Ahead   int64  // how far the office's clock is before this device's, milliseconds, 0: near enough
	Untold  bool   // the rep was not told yet of all that needs them
}

// Unsent is the count of writes that still wait for their proof.
func (b Bar) Unsent() int {
	return b.Pending + b.Retrying + b.Attention + b.Conflict + b.Rejected
}

// NeedsPerson is the count of writes that wait for the rep.
func (b Bar) NeedsPerson() int { return b.Attention + b.Conflict + b.Rejected }

// View is all that the status is a function of.
type View struct {
	Now    int64
	Day    string // the device's local day
	Owner  string
	Store  string
	Build  string
	Holds  Holds
	Totals entry.Totals
	Lost   int                    // unsent writes that were wiped from this device
	Ahead  int64                  // how far the office's clock is before this device's
	Off    bool                   // nothing can be saved here: what is shown lives as long as the page
	Untold bool                   // the rep was not told yet of all that needs them
	Stuck  bool                   // the books cannot be kept, so nothing is sent
	Open   []entry.Entry          // writes with an attempt open
	Family []entry.Entry          // writes that wait for a parent
	Known  map[string]entry.Entry // parents by key; one that is not here is missing
}

// BarOf counts what the rep sees. Children are counted by their derived state,
// so that the counts add up to what is unsent.
func BarOf(v View) Bar {
	t := v.Totals
	b := Bar{
		// What this version cannot read needs a person, and a newer app.
		Pending: t.Pending, Retrying: t.Retrying, Attention: t.Attention + t.Unreadable, Conflict: t.Conflict, Rejected: t.Rejected,
		Sent: t.Days[v.Day], Oldest: t.Oldest, Others: t.Others, Unowned: t.Unowned,
	}
	for _, e := range v.Open {
		if e.Owner == v.Owner && e.State == entry.Pending && late(e, v.Now) {
			b.Pending--
			b.Retrying++
		}
	}
	// A hold that needs a person shows every write under it; a write that is
	// already parked keeps its own reason.
	if v.Holds.Shown(v.Owner, v.Build, v.Now) != "" {
		b.Attention += b.Pending + b.Retrying
		b.Pending, b.Retrying = 0, 0
	}
	for _, e := range v.Family {
		if state, _ := derived(e, v); state == entry.Attention {
			b.Attention++
		} else {
			b.Pending++
		}
	}
	b.Hold, b.Since, b.Until = holdShown(v)
	b.Cause = v.Holds.cause(b.Hold)
	reason, _, _ := holdOf(v)
	b.Online = !transportal(reason)
	return b
}

// holdShown is what holds the user's writes, for the bar and for each card:
// with no books to keep nothing is sent, whatever else holds it.
func holdShown(v View) (reason Reason, since, until int64) {
	reason, since, until = holdOf(v)
	if v.Stuck {
		reason = ReasonStorage
	}
	return reason, since, until
}

// cause is what lies behind a reason of the device's hold.
func (h Holds) cause(reason Reason) Cause {
	d := h.Device
	switch {
	case d == nil:
		return ""
	case reason == ReasonIntercepted:
		return d.Cause
	case reason == ReasonFailing && !h.Failing.Proven, reason == ReasonRetryAfter && !d.Asked:
		return CauseWay
	}
	return ""
}

func holdOf(v View) (reason Reason, since, until int64) {
	p := v.Holds.Gate(v.Owner, v.Build, v.Now, NudgeNone)
	if v.Owner == "" || p.Open {
		return "", 0, 0
	}
	if o, stands := v.Holds.SignedOut[v.Owner]; stands {
		return p.Reason, o.Since, 0
	}
	if d := v.Holds.Device; d != nil {
		since, until = d.Since, d.Until.DueAt()
	}
	// Both may stand: the next try is when the longer wait is over.
	if b, stands := v.Holds.Update[v.Build]; stands {
		since, until = b.Since, max(until, b.Until.DueAt())
	}
	return p.Reason, since, until
}

// late: an attempt past its deadline is no longer in flight.
func late(e entry.Entry, now int64) bool { return e.Open != nil && now >= e.Open.Deadline }

// derived is the state that the rep sees, and why.
func derived(e entry.Entry, v View) (entry.State, Reason) {
	switch {
	case e.State != entry.Pending && e.State != entry.Retrying:
		return e.State, e.Reason
	case e.Waiting():
		return childState(e, v), ReasonParent
	}
	if shown := v.Holds.Shown(v.Owner, v.Build, v.Now); shown != "" {
		return entry.Attention, shown
	}
	if late(e, v.Now) {
		return entry.Retrying, ReasonNoAnswer
	}
	return e.State, e.Reason
}

// childState: a child waits while its parents can still go out by themselves.
func childState(e entry.Entry, v View) entry.State {
	for _, key := range e.Parents {
		if !goesOut(key, v, 0) {
			return entry.Attention
		}
	}
	return entry.Pending
}

// Generations bounds the way from a write to its eldest parent: an order, its
// customer, and room. An imported file may name parents in a circle.
const Generations = 4

// goesOut says whether a parent can still be proved without a person.
func goesOut(key string, v View, generation int) bool {
	parent, known := v.Known[key]
	if !known || generation > Generations {
		return false
	}
	if parent.Waiting() && parent.State.Unsent() {
		return !slices.ContainsFunc(parent.Parents, func(k string) bool { return !goesOut(k, v, generation+1) })
	}
	state, _ := derived(parent, v)
	return state == entry.Pending || state == entry.Retrying || state == entry.Sent
}

// UnsentHeader tells the office what still waits here.
func UnsentHeader(t entry.Totals, now int64) string {
	oldest := int64(0)
	if t.Oldest > 0 {
		oldest = max(0, now-t.Oldest) / 1000
	}
	return fmt.Sprintf("%d;oldest=%d", t.Unsent(), oldest)
}
