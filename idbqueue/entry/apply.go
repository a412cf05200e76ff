package entry

import (
	"slices"
	"time"
)

// ExchangeMax is the longest an exchange may take (section 1): an attempt
// whose drainer vanished is over by then.
const ExchangeMax = 5 * time.Minute

// Rule is the states that one step may leave.
type Rule struct {
	Step Step
	from []State
}

// Legal lists the states that each step may leave; proof may leave any. It is a
// list and no map, because a map is filled by code at each start.
var Legal = []Rule{
	{StepClaim, []State{Pending, Retrying, Attention}},
	{StepAsk, []State{Pending, Retrying, Attention}},
	{StepResend, []State{Pending, Retrying, Attention}},
	{StepClose, []State{Pending, Retrying, Attention}},
	{StepEnd, []State{Pending, Retrying, Attention}},
	{StepPause, []State{Pending, Retrying, Attention}},
	{StepRestamp, []State{Pending, Retrying, Attention}},
	{StepLook, []State{Discarded, Rejected, Conflict, Attention, Sent}},
	{StepLost, []State{Sent}},
	{StepProve, []State{Pending, Retrying, Attention, Conflict, Rejected, Sent, Discarded}},
	{StepEdit, []State{Pending, Retrying, Attention, Conflict, Rejected}},
	{StepRedo, []State{Pending, Retrying, Attention, Conflict, Rejected}},
	{StepDiscard, []State{Pending, Retrying, Attention, Conflict, Rejected}},
	{StepRestore, []State{Discarded}},
	{StepTheirs, []State{Conflict}},
	{StepReplace, []State{Conflict, Attention}},
	{StepCancel, []State{Pending, Retrying, Attention, Conflict, Rejected}},
	{StepAdopt, []State{Pending, Retrying, Attention, Conflict, Rejected}},
}

// from lists the states that a step may leave, none for an unknown step.
func from(step Step) []State {
	for _, row := range Legal {
		if row.Step == step {
			return row.from
		}
	}
	return nil
}

// to lists where a turn may end; a proof ends elsewhere, by Prove.
var to = []State{Pending, Retrying, Attention, Conflict, Rejected}

// EndsWell says whether an attempt may end in s by its answer; a proof ends it
// by Prove.
func EndsWell(s State) bool { return slices.Contains(to, s) }

// Apply is the one place where an entry changes. It returns the entry after
// the move, or a sentinel and the entry as it was.
func Apply(e Entry, m Move) (Entry, error) {
	if !slices.Contains(from(m.Step), e.State) {
		return e, ErrIllegal
	}
	if m.OfRep() {
		return applyRep(e, m)
	}
	switch m.Step {
	case StepClaim:
		return applyClaim(e, m)
	case StepProve:
		if m.Record != e.Record {
			return formerProved(e, m.Record)
		}
		return applyProve(e, m), nil
	case StepPause:
		return applyPause(e, m)
	case StepRestamp:
		return applyRestamp(e, m)
	case StepLook:
		return applyLook(e, m)
	case StepLost:
		e.State, e.Reason = Attention, m.Reason
		return over(e, m), nil
	}
	// What is left settles an attempt, and applies only while it is open.
	if e.Open == nil || e.Open.N != m.Attempt {
		return e, ErrStale
	}
	switch m.Step {
	case StepAsk:
		e.Led = m.Led
		e.Open = &Attempt{N: m.Attempt, Probing: true, At: m.At, Deadline: m.Deadline, Fingerprint: e.Fingerprint}
		return e, nil
	case StepResend:
		// The probe that led here showed that nothing had arrived: that is what
		// clears a doubt, and nothing is asked again.
		e = undoubted(e)
		e.Probe = false
		e.Attempt++
		e.Open = nil
		return opened(e, m.At, m.Deadline, false), nil
	case StepClose:
		return Closed(e, m.At), nil
	case StepEnd:
		return applyEnd(e, m)
	}
	return e, ErrIllegal
}

func applyClaim(e Entry, m Move) (Entry, error) {
	switch {
	case e.Waiting():
		return e, ErrIllegal
	case m.Attempt != e.Attempt+1:
		return e, ErrStale
	case m.Fingerprint != "" && (m.Fingerprint != e.Fingerprint || m.Probe != e.Probe):
		return e, ErrStale // edited, or asked about, since it was planned
	}
	// Whoever claims holds the lease: an attempt still open has no drainer.
	if e.Open != nil {
		e = Closed(e, m.At)
	}
	e.Attempt++
	return opened(e, m.At, m.Deadline, m.Probing), nil
}

// opened starts the attempt that e.Attempt counts. What leaves the device is
// remembered before it leaves.
func opened(e Entry, at, deadline int64, probing bool) Entry {
	e.Open = &Attempt{N: e.Attempt, Probing: probing, At: at, Deadline: deadline, Fingerprint: e.Fingerprint}
	e.TriedAt = at
	if !probing && !e.HasLeft(e.Fingerprint) {
		e.Left = append(slices.Clone(e.Left), e.Fingerprint)
	}
	return e
}

// Closed ends an attempt that nobody else will end. It may run on until its
// deadline, so that is when its doubt starts to age.
func Closed(e Entry, at int64) Entry {
	if !e.Open.Probing {
		end := min(e.Open.Deadline, at+ExchangeMax.Milliseconds())
		e = doubted(e, end)
	}
	e.Open = nil
	if e.State == Pending {
		e.State = Retrying
	}
	if e.Next == nil && !e.Waiting() {
		e.Next = &Wait{SetAt: at}
	}
	return e
}

// doubted books an attempt whose end nobody saw: its bytes may have got out.
func doubted(e Entry, end int64) Entry {
	e.Doubt, e.Doubted, e.GotOut = true, true, true
	e.DoubtAt = max(e.DoubtAt, end)
	return e
}

func undoubted(e Entry) Entry {
	e.Doubt, e.DoubtAt, e.GotOut = false, 0, false
	return e
}

func applyEnd(e Entry, m Move) (Entry, error) {
	if !EndsWell(m.To) {
		return e, ErrIllegal
	}
	e.Open = nil
	e = redated(e, m.At)
	if m.Doubtful {
		out := e.GotOut || m.GotOut || m.Answer != nil
		e = doubted(e, m.At)
		e.GotOut = out
	}
	if m.Absent {
		e = undoubted(e)
	}
	e.State, e.Reason, e.Led, e.Probe = m.To, m.Reason, m.Led, m.Probe
	e.Books, e.Next = m.Books, m.Next
	if m.Answer != nil {
		e.Answer = m.Answer
	}
	e.LookAt, e.Looks = m.LookAt, 0
	return e, nil
}

// redated lets a doubt age from now that lies further ahead than any exchange
// lasts: it was booked by a clock that has run back since. A cancel likewise.
func redated(e Entry, now int64) Entry {
	longest := now + ExchangeMax.Milliseconds()
	if e.DoubtAt > longest {
		e.DoubtAt = now
	}
	e.CancelBy = min(e.CancelBy, longest)
	return e
}

// applyPause leaves an entry alone that was tried, or is being tried, since.
func applyPause(e Entry, m Move) (Entry, error) {
	switch {
	case e.Open != nil || e.Attempt != m.Attempt:
		return e, ErrStale
	case e.Waiting() || !slices.Contains([]State{Pending, Retrying, Attention}, m.To):
		return e, ErrIllegal
	}
	e.State, e.Reason, e.Books, e.Next = m.To, m.Reason, m.Books, m.Next
	return e, nil
}

// applyRestamp is idempotent: it acts only while the pair lies in the future.
func applyRestamp(e Entry, m Move) (Entry, error) {
	if e.Next == nil || !e.Next.Jumped(m.At) {
		return e, ErrStale
	}
	e.Next = m.Next
	return e, nil
}

func applyLook(e Entry, m Move) (Entry, error) {
	if m.To != "" && (m.To != Conflict || e.State == Sent) {
		return e, ErrIllegal
	}
	e = redated(e, m.At)
	e.LookAt = m.LookAt
	if !m.Doubtful { // it was not too early to tell
		e.Looks++
	}
	if m.LookAt == 0 { // it was told all there is
		e.CancelBy = 0
	}
	if m.To == "" || e.State == Discarded {
		return e, nil
	}
	e.State, e.Reason, e.Answer, e.Next = m.To, m.Reason, m.Answer, nil
	return e, nil
}

// formerProved notes a proof that came too late: the write has another id now,
// and an attempt of that one goes on.
func formerProved(e Entry, record string) (Entry, error) {
	if !slices.Contains(e.Former, record) || slices.Contains(e.FormerProved, record) {
		return e, ErrStale
	}
	e.FormerProved = append(slices.Clone(e.FormerProved), record)
	return e, nil
}

// applyProve settles the version that the proof is of, and no other.
func applyProve(e Entry, m Move) Entry {
	if e.State == Sent || e.Dead && !m.Dead {
		e.Open, e.Led, e.Probe = nil, nil, false
		return e
	}
	until := m.At
	if e.Open != nil && !e.Open.Probing { // another version is on its way: it may still arrive
		until = max(until, min(e.Open.Deadline, m.At+ExchangeMax.Milliseconds()))
	}
	// Found is found: there is nothing left to look for.
	e.Open, e.Led, e.Probe, e.LookAt = nil, nil, false, 0
	switch {
	case m.Receipt.Fingerprint != e.Fingerprint:
		e = doubted(e, until)
		if e.State == Discarded {
			e.Receipt = nil // one from before is of no version that is here
			if !m.Dead {
				e.Discard = held(e.Discard)
			}
			return e
		}
		e.State, e.Reason, e.Answer, e.Next = Conflict, m.Earlier, m.Answer, nil
		return e
	case e.State == Discarded && m.Dead: // given up on both sides
		given := *e.Discard
		given.From = Attention
		e.Discard, e.Reason, e.Receipt = &given, m.Reason, m.Receipt
		e = over(e, m)
	case e.State == Discarded:
		e.Discard, e.Receipt = held(e.Discard), m.Receipt
	case m.Dead:
		e.State, e.Reason, e.Receipt = Attention, m.Reason, m.Receipt
		e = over(e, m)
	default:
		e.State, e.Reason, e.Receipt = Sent, "", m.Receipt
		e.LookAt, e.Looks = e.CancelBy, 0
	}
	e = undoubted(e)
	e.Next = nil
	return e
}

// over ends all questions about a record that is over at the office.
func over(e Entry, m Move) Entry {
	if m.Dead {
		e.Dead, e.LookAt, e.CancelBy = true, 0, 0
	}
	return e
}

func held(d *Discard) *Discard {
	copied := *d
	copied.Held = true
	return &copied
}
