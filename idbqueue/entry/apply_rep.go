package entry

import "slices"

// applyRep applies a person's move. The entry is frozen while an attempt is
// open; one past its deadline is over, whoever began it.
func applyRep(e Entry, m Move) (Entry, error) {
	if e.Open != nil {
		if m.At < e.Open.Deadline {
			return e, ErrFrozen
		}
		e = Closed(e, m.At)
	}
	switch m.Step {
	case StepEdit:
		return applyEdit(e, m)
	case StepRedo:
		e = again(e, m.At)
		e.Probe = e.Probe || m.Probe && e.InDoubt()
		return e, nil
	case StepDiscard:
		e.Discard = &Discard{At: m.At, Reason: m.Reason, From: e.State}
		e.State, e.Next = Discarded, nil
		if e.InDoubt() || e.Doubted {
			e.Doubted = true
			e.LookAt, e.Looks = m.At, 0 // at the next contact
		}
		return e, nil
	case StepRestore:
		return applyRestore(e, m), nil
	case StepTheirs:
		e.Mine, e.Body, e.Fingerprint, e.Title = e.Body, m.Body, m.Fingerprint, m.Title
		e.State, e.Reason, e.Receipt = Sent, "", m.Receipt
		e = undoubted(e)
		e.Led, e.Probe, e.Next = nil, false, nil
		// What the office said may be days old: it is asked whether it still does.
		e.LookAt, e.Looks = max(m.At, e.CancelBy), 0
		return e, nil
	case StepCancel:
		return applyCancel(e, m), nil
	case StepReplace:
		if e.State == Attention && !e.Dead {
			return e, ErrIllegal
		}
		e.Former = append(slices.Clone(e.Former), e.Record)
		e.Record, e.Body, e.Fingerprint = m.Record, m.Body, m.Fingerprint
		e = undoubted(e)
		e.Left, e.Doubted = nil, false
		e.Led, e.Probe, e.Answer = nil, false, nil
		e.CancelBy, e.Dead, e.Receipt = 0, false, nil
		return again(e, m.At), nil
	case StepAdopt:
		if e.Owner != "" {
			return e, ErrIllegal
		}
		e.Owner = m.Owner
		return e, nil
	}
	return e, ErrIllegal
}

// applyCancel notes a cancel, or what became of it. A conflict has nothing else
// that would ask: it is looked up once the cancel can arrive no more.
func applyCancel(e Entry, m Move) Entry {
	e.CancelBy = m.Deadline
	if m.Answer != nil {
		e.Answer = m.Answer
	}
	if e.State == Conflict {
		e.LookAt, e.Looks = m.Deadline, 0
	}
	return e
}

// applyEdit drops an answer that waits for a probe; the doubt stays, and the
// next turn is an attempt (section 3).
func applyEdit(e Entry, m Move) (Entry, error) {
	if len(m.Body) > BodyMax {
		return e, ErrTooLarge
	}
	if e.Led != nil {
		e = doubted(e, e.Led.At)
	}
	e.Led, e.Probe, e.Answer = nil, false, nil
	e.Body, e.Fingerprint, e.Title, e.Parents = m.Body, m.Fingerprint, m.Title, m.Parents
	return again(e, m.At), nil
}

// again gives a full budget and makes the write due, unless it waits for a
// parent.
func again(e Entry, at int64) Entry {
	e.Books, e.Reason, e.LookAt = Books{}, "", 0
	e.State = Pending
	if e.InDoubt() {
		e.State = Retrying
	}
	e.Next = nil
	if !e.Waiting() {
		e.Next = &Wait{SetAt: at}
	}
	return e
}

// applyRestore takes the write back as it was: what was going out by itself is
// due again, and what the office turned out to hold is sent.
func applyRestore(e Entry, m Move) Entry {
	d := e.Discard
	e.Discard = nil
	switch {
	case d.Held && e.Receipt != nil:
		e.State, e.Reason = Sent, ""
		e.LookAt, e.Looks = m.At, 0 // the proof is from before: it is asked for once more
		return e
	case d.From == Pending || d.From == Retrying:
		return again(e, m.At)
	}
	e.State = d.From
	if e.Doubted {
		e.LookAt, e.Looks = m.At, 0
	}
	return e
}
