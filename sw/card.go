package sw

import (
	"slices"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

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
	c.Cancelled = e.Dead || e.Answer != nil && Cancelled(e.Answer.Current)
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

func retryingActs(c Card) []Act {
	if c.InDoubt {
		return []Act{ActCheck, ActRetry, ActEdit, ActDiscard}
	}
	return []Act{ActRetry, ActEdit, ActDiscard}
}

// Act is what a rep can do about a write; the card offers just these.
type Act string

// The acts of section 4.
const (
	ActRetry   Act = "retry"   // try again now, unchanged
	ActEdit    Act = "edit"    // correct and send
	ActDiscard Act = "discard" // give it up, restorable for 30 days
	ActRestore Act = "restore"
	ActTheirs  Act = "keep-theirs"
	ActMine    Act = "mine" // mine instead: orders, online only
	ActRepoint Act = "repoint"
	ActSame    Act = "same" // that looks like mine
	ActSignIn  Act = "sign-in"
	ActUpdate  Act = "update"
	ActCheck   Act = "check" // in doubt: ask the office now
)
