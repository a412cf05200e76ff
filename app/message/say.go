package message

import (
	"time"

	"waybill/app/i18n"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// clock is the part of a device that sentences need.
type clock interface {
	Now() int64
	Online() bool
	Clock(ms int64) string
	Plural(lang string, n int) string
}

// SayBar is the status bar's one sentence: what holds the device, else what
// needs the rep, else what waits, else that nothing does.
func SayBar(t *i18n.Words, b sw.Bar, d clock) string {
	waiting := t.Plural(d, t.Waiting, b.Pending+b.Retrying)
	switch {
	case b.Pending+b.Retrying == 0:
		waiting = ""
	case b.Oldest > 0:
		waiting = i18n.Fill(t.Since, "what", waiting, "time", d.Clock(b.Oldest))
	}
	switch {
	case b.Unsent() == 0 && b.Others > 0:
		return t.Plural(d, t.Others, b.Others)
	case b.Unsent() == 0:
		return t.Plural(d, t.AllDone, b.Sent)
	}
	if b.NeedsPerson() > 0 {
		waiting = t.Join(t.Plural(d, t.NeedYou, b.NeedsPerson()), waiting)
	}
	switch {
	case unreachable(b.Hold, d):
		return t.Join(t.NoConnection, waiting)
	case b.Hold != "":
		return t.Join(sayHold(t, b, d), waiting)
	}
	return waiting
}

// sayHold says why nothing goes out just now.
func sayHold(t *i18n.Words, b sw.Bar, d clock) string {
	switch b.Hold {
	case sw.ReasonNoAnswer:
		return t.NoConnection
	case sw.ReasonRetryAfter:
		if b.Cause == sw.CauseWay {
			return i18n.Fill(t.HoldWayWait, "time", d.Clock(b.Until))
		}
		return i18n.Fill(t.HoldRetryAfter, "time", d.Clock(b.Until))
	case sw.ReasonFailing:
		if b.Cause == sw.CauseWay {
			return i18n.Fill(t.HoldWayFailing, "time", d.Clock(b.Since))
		}
		return i18n.Fill(t.HoldFailing, "time", d.Clock(b.Since))
	}
	if said := sayCause(t, b.Hold, b.Cause); said != "" {
		return said
	}
	return t.HoldOther
}

// sayCause says what the bar and a card say alike: what it is does not depend
// on whether one write or all of them wait for it. Empty: they differ.
func sayCause(t *i18n.Words, reason sw.Reason, cause sw.Cause) string {
	switch reason {
	case sw.ReasonIntercepted:
		return sayIntercepted(t, cause)
	case sw.ReasonSignedOut:
		return t.HoldSignedOut
	case sw.ReasonWrongUser:
		return t.HoldWrongUser
	case sw.ReasonUpdate:
		return t.HoldUpdate
	case sw.ReasonMisfit:
		return t.HoldMisfit
	case sw.ReasonStorage:
		return t.HoldStorage
	}
	return ""
}

func sayIntercepted(t *i18n.Words, cause sw.Cause) string {
	switch cause {
	case sw.CauseUnmarked:
		return t.HoldUnmarked
	case sw.CauseSignIn:
		return t.HoldProxy
	}
	return t.HoldIntercepted
}

// SayState names a write's state in the same words everywhere.
func SayState(t *i18n.Words, c sw.Card, d clock) string {
	switch c.State {
	case entry.Sent:
		return t.StateSent
	case entry.Attention:
		return t.StateAttention
	case entry.Conflict:
		return t.StateConflict
	case entry.Rejected:
		return t.StateRejected
	case entry.Discarded:
		return t.StateDiscarded
	}
	return labelWaiting(t, c, d)
}

// SayCard says what happened to a write and what happens next.
func SayCard(t *i18n.Words, c sw.Card, d clock) string {
	switch c.State {
	case entry.Sent:
		return SaySent(t, c, d)
	case entry.Discarded:
		return sayDiscarded(t, c, d)
	case entry.Attention:
		return sayAttention(t, c, d)
	case entry.Conflict:
		return sayConflict(t, c)
	case entry.Rejected:
		return sayRejected(t, c)
	}
	return sayWaiting(t, c, d)
}

// SaySent says what the receipt of a sent write proves.
func SaySent(t *i18n.Words, c sw.Card, d clock) string {
	r := c.Entry.Receipt
	if r == nil {
		return t.StateSent
	}
	at := ClockOf(r.At, r.ProvedAt, d)
	if r.Number != "" {
		return i18n.Fill(t.ReceivedNumber, "time", at, "number", r.Number)
	}
	return i18n.Fill(t.Received, "time", at)
}

// ClockOf prefers the office's time; without it the device's own is better
// than none.
func ClockOf(rfc string, ms int64, d clock) string {
	if at := Millis(rfc); at != 0 {
		ms = at
	}
	return d.Clock(ms)
}

// Millis is a moment of the office's as the device counts, 0: it says none.
func Millis(rfc string) int64 {
	at, err := time.Parse(time.RFC3339, rfc)
	if err != nil {
		return 0
	}
	return at.UnixMilli()
}

func sayDiscarded(t *i18n.Words, c sw.Card, d clock) string {
	x := c.Entry.Discard
	if x == nil {
		return t.StateDiscarded
	}
	if x.Held {
		return t.DiscardHeld
	}
	at := d.Clock(x.At)
	switch x.Reason {
	case sw.DiscardTheirs:
		return i18n.Fill(t.DiscardTheirs, "time", at)
	case sw.DiscardSame:
		return i18n.Fill(t.DiscardSame, "time", at)
	}
	return i18n.Fill(t.DiscardRep, "time", at)
}

func sayAttention(t *i18n.Words, c sw.Card, d clock) string {
	switch c.Reason {
	case sw.ReasonFailing:
		if c.Cause == sw.CauseWay {
			return t.AttentionWay
		}
		return t.AttentionFailing
	case sw.ReasonBudget:
		return t.Plural(d, t.AttentionBudget, c.Entry.Books.Spent)
	case sw.ReasonSwallowed:
		return t.AttentionSwallowed
	case sw.ReasonParent:
		if c.Parent != nil {
			return i18n.Fill(t.AttentionParent, "what", c.Parent.Title)
		}
		return t.AttentionParentGone
	case sw.ReasonRestored:
		return t.AttentionRestored
	case sw.ReasonCancelled:
		return t.AttentionCancelled
	case sw.ReasonChanged:
		return t.AttentionChanged
	}
	if said := sayCause(t, c.Reason, c.Cause); said != "" {
		return said
	}
	return t.AttentionOther
}

func sayConflict(t *i18n.Words, c sw.Card) string {
	spec, known := wire.Op(c.Entry.Op).Spec()
	switch {
	case c.Reason == sw.ReasonEarlier && c.Cancelled:
		return t.ConflictCancelled
	case c.Reason == sw.ReasonEarlier && c.Entry.CancelBy != 0:
		return t.ConflictCancelling
	case c.Reason == sw.ReasonEarlier:
		return t.ConflictEarlier
	case c.Reason == sw.ReasonTaken:
		return t.ConflictTaken
	case c.Reason == string(wire.CodeDuplicateCode):
		return t.ConflictCode
	case c.Reason == string(wire.CodeForeignKey):
		return t.ConflictReference
	case c.Reason == string(wire.CodeInvalidTransition), known && !spec.Create:
		return t.ConflictMoved
	case c.Reason == sw.ReasonUnclear:
		return t.ConflictUnclear
	}
	return t.ConflictOther
}

func sayRejected(t *i18n.Words, c sw.Card) string {
	switch wire.Code(c.Reason) {
	case wire.CodeForbidden:
		return t.RejectedForbidden
	case wire.CodeNotFound:
		return t.RejectedGone
	case wire.CodePayloadTooLarge:
		return t.RejectedLarge
	}
	return t.RejectedText
}
