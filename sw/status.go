package sw

import (
	"slices"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
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

// generations bounds the way from a write to its eldest parent: an order, its
// customer, and room. An imported file may name parents in a circle.
const generations = 4

// goesOut says whether a parent can still be proved without a person.
func goesOut(key string, v View, generation int) bool {
	parent, known := v.Known[key]
	if !known || generation > generations {
		return false
	}
	if parent.Waiting() && parent.State.Unsent() {
		return !slices.ContainsFunc(parent.Parents, func(k string) bool { return !goesOut(k, v, generation+1) })
	}
	state, _ := derived(parent, v)
	return state == entry.Pending || state == entry.Retrying || state == entry.Sent
}

// Card is one write as the rep sees it.
type Card struct {
	Entry     entry.Entry
	State     entry.State // derived: a hold or a parent may show another than is stored
	Reason    Reason
	NextAt    int64 // when it is tried next, milliseconds, 0: not by itself
	Sending   bool  // an attempt is under way
	Cancelled bool  // the office's record is cancelled, as far as the entry knows
	InDoubt   bool  // the office may have it, for all that is proved (section 2)
	// MayHaveArrived: it is in doubt, and bytes of it may have got out.
	MayHaveArrived bool
	Hold           Reason // what holds it, as the bar says it, empty: nothing
	Cause          Cause  // of the hold, or of the attention that it brings
	HeldSince      int64  // milliseconds
	HeldUntil      int64  // milliseconds, 0: none by itself
	Unkept         bool   // it is not saved on the device: it lives as long as the page
	Parent         *entry.Entry
	Acts           []Act
}

// Can says whether the card offers an act.
func (c Card) Can(a Act) bool { return slices.Contains(c.Acts, a) }

// CardOf shows one write.
func CardOf(e entry.Entry, v View) Card {
	state, reason := derived(e, v)
	c := Card{
		Entry: e, State: state, Reason: reason, InDoubt: e.InDoubt() && e.State != entry.Sent,
		Sending: e.Open != nil && !late(e, v.Now), NextAt: nextAt(e, v), Unkept: v.Off,
	}
	c.Cancelled = e.Dead || e.Answer != nil && cancelled(e.Answer.Current)
	c.MayHaveArrived = c.InDoubt && (e.GotOut || e.Led != nil || e.Open != nil && !e.Open.Probing)
	if e.State.Unsent() {
		c.Hold, c.HeldSince, c.HeldUntil = holdShown(v)
		c.Cause = v.Holds.cause(c.Hold)
		if c.State == entry.Attention {
			c.Cause = v.Holds.cause(c.Reason)
		}
	}
	for _, key := range e.Parents {
		if parent, known := v.Known[key]; known {
			c.Parent = &parent
			if !goesOut(key, v, 0) {
				break // the one that needs help is the one to show
			}
		}
	}
	c.Acts = acts(c)
	return c
}

// nextAt is the later of the write's own wait and the hold's.
func nextAt(e entry.Entry, v View) int64 {
	if e.Next == nil || !e.State.Unsent() || e.Waiting() {
		return 0
	}
	own := max(e.Next.DueAt(), v.Now)
	p := v.Holds.Gate(v.Owner, v.Build, v.Now, NudgeNone)
	if p.Open || p.Canary {
		return own
	}
	if p.Until == 0 {
		return 0
	}
	return max(own, p.Until)
}

// acts is what section 4 gives the rep in each state.
func acts(c Card) []Act {
	spec, _ := wire.Op(c.Entry.Op).Spec()
	if c.Sending {
		return nil // frozen while an attempt is open
	}
	switch c.State {
	case entry.Pending:
		return []Act{ActEdit, ActDiscard}
	case entry.Retrying:
		return retryingActs(c)
	case entry.Attention:
		return attentionActs(c)
	case entry.Conflict:
		return conflictActs(c, spec)
	case entry.Rejected:
		if !spec.Create {
			return []Act{ActRetry, ActEdit, ActDiscard}
		}
		return []Act{ActEdit, ActRetry, ActDiscard}
	case entry.Discarded:
		return []Act{ActRestore}
	}
	return nil
}

func retryingActs(c Card) []Act {
	if c.InDoubt {
		return []Act{ActCheck, ActRetry, ActEdit, ActDiscard}
	}
	return []Act{ActRetry, ActEdit, ActDiscard}
}

func attentionActs(c Card) []Act {
	switch c.Reason {
	case ReasonSignedOut, ReasonWrongUser:
		return []Act{ActSignIn, ActEdit, ActDiscard}
	case ReasonUpdate:
		return []Act{ActUpdate, ActEdit, ActDiscard}
	case ReasonParent:
		return []Act{ActRepoint, ActEdit, ActDiscard}
	}
	return []Act{ActRetry, ActEdit, ActDiscard}
}

func conflictActs(c Card, spec wire.OpSpec) []Act {
	switch {
	case !spec.Create:
		return []Act{ActSame, ActRetry, ActDiscard}
	case c.Reason == ReasonEarlier && c.Cancelled:
		return []Act{ActMine, ActDiscard}
	case c.Reason == ReasonEarlier && spec.Op == wire.OpOrderCreate:
		return []Act{ActTheirs, ActMine}
	case c.Reason == ReasonEarlier:
		return []Act{ActTheirs}
	}
	return []Act{ActTheirs, ActEdit, ActRetry, ActDiscard}
}

// LocalDay is the device's local day of a moment.
func LocalDay(t time.Time) string { return t.Format("2006-01-02") }
