package message

import (
	"waybill/app/i18n"
	"waybill/idbqueue/entry"
	"waybill/sw"
)

// unreachable says that nothing can leave this device for want of a connection:
// the browser says that it has none, or nothing comes back.
func unreachable(hold sw.Reason, d clock) bool {
	return hold == sw.ReasonNoAnswer || hold == "" && !d.Online()
}

// sayWaiting says where a write stands that goes out by itself. What holds it is
// what the bar names, in the same words; that it may have arrived is said only
// of what may have got out, and that something goes on only while it can.
func sayWaiting(t *i18n.Words, c sw.Card, d clock) string {
	away := unreachable(c.Hold, d)
	switch {
	case c.Sending && away:
		return t.TryingNow
	case c.Sending:
		return t.SayingSending
	case c.Unkept:
		return t.NotKept
	case c.Parent != nil:
		return i18n.Fill(t.WaitsFor, "what", c.Parent.Title)
	case away:
		return sayAway(t, c)
	case c.Hold != "":
		held := sayHold(t, sw.Bar{Hold: c.Hold, Cause: c.Cause, Since: c.HeldSince, Until: c.HeldUntil}, d)
		if c.MayHaveArrived {
			return t.Join(held, t.DoubtHeld)
		}
		return held
	}
	return sayFree(t, c)
}

// sayAway is said while there is no connection.
func sayAway(t *i18n.Words, c sw.Card) string {
	switch {
	case c.MayHaveArrived:
		return t.DoubtLater
	case c.InDoubt:
		return t.AskLater
	}
	return t.SavedHere
}

// sayFree is said while nothing holds the device.
func sayFree(t *i18n.Words, c sw.Card) string {
	switch {
	case c.MayHaveArrived:
		return t.DoubtText
	case c.InDoubt:
		return t.AskNow
	case c.Reason == sw.ReasonIntercepted:
		return t.HoldIntercepted
	case c.Reason == sw.ReasonRetryAfter:
		return t.OfficeAskedWait
	case c.State == entry.Retrying && c.Reason != sw.ReasonNoAnswer:
		return t.NotThrough
	}
	return t.SavedHere
}

// labelWaiting names the state of a write that goes out by itself.
func labelWaiting(t *i18n.Words, c sw.Card, d clock) string {
	switch {
	case c.Sending && !unreachable(c.Hold, d):
		return t.StateSending
	case c.MayHaveArrived && !c.Sending:
		return t.StateDoubt
	case c.State == entry.Retrying:
		return t.StateRetrying
	}
	return t.StatePending
}
