package sw

import (
	"time"

	"waybill/idbqueue"
)

// Nudge is a person's or a start's wish to try now.
type Nudge int

// The nudges, from none to "the office asked to wait, go through all the same".
const (
	NudgeNone Nudge = iota
	NudgeOnce       // start, or "send now"
	NudgeInsist
)

// Pass says what may go out now.
type Pass struct {
	Open   bool   // everything that is due
	Canary bool   // one write
	Until  int64  // otherwise: when to look again, milliseconds; 0: not by itself
	Reason Reason // what holds
	Nudged bool   // the canary is the nudge's
}

// Gate decides what the holds let through (section 5).
func (h Holds) Gate(owner, build string, now int64, nudge Nudge) Pass {
	if o, stands := h.SignedOut[owner]; stands {
		return Pass{Reason: o.Reason}
	}
	if owner == "" {
		return Pass{Reason: ReasonSignedOut}
	}
	reason, until, asked := h.standing(build)
	switch {
	case reason == "":
		return Pass{Open: true}
	case until.Due(now):
		return Pass{Canary: true, Reason: reason}
	case nudge == NudgeInsist || nudge == NudgeOnce && !asked:
		if wait := h.nudgeWait(now); wait > 0 {
			return Pass{Reason: reason, Until: now + wait}
		}
		return Pass{Canary: true, Nudged: true, Reason: reason}
	}
	return Pass{Reason: reason, Until: until.DueAt()}
}

// standing is the hold that ends last: the build's, which waits for a newer
// app, or the device's.
func (h Holds) standing(build string) (Reason, idbqueue.Wait, bool) {
	if b, stands := h.Update[build]; stands {
		return ReasonUpdate, b.Until, false
	}
	if h.Device != nil {
		return h.Device.Reason, h.Device.Until, h.Device.Asked
	}
	return "", idbqueue.Wait{}, false
}

// nudgeWait is what is left of the time in which one nudge has gone out.
func (h Holds) nudgeWait(now int64) int64 {
	if h.NudgedAt == 0 || now < h.NudgedAt {
		return 0
	}
	return max(0, h.NudgedAt+nudgeSpread.Milliseconds()-now)
}

// Nudged notes that a nudge's canary goes out.
func (h Holds) Nudged(now int64) Holds {
	h.NudgedAt = now
	return h
}

// AskedUntil is until when the office asked to wait, 0 if it did not: "send
// now" says so, and goes through on a second tap only.
func (h Holds) AskedUntil(now int64) int64 {
	if h.Device == nil || !h.Device.Asked || h.Device.Until.Due(now) {
		return 0
	}
	return h.Device.Until.DueAt()
}

// interceptedShown is how long a network may answer in the office's place
// before a person is told.
const interceptedShown = 24 * time.Hour

// Shown is the reason for which every write under the holds is shown in
// attention, or empty: they heal by themselves, or not without a person.
func (h Holds) Shown(owner, build string, now int64) Reason {
	if o, stands := h.SignedOut[owner]; stands {
		return o.Reason
	}
	if _, stands := h.Update[build]; stands {
		return ReasonUpdate
	}
	d := h.Device
	switch {
	case d == nil:
		return ""
	case !transportal(d.Reason) && exhausted(d.Answered, d.FailingMS):
		return d.Reason
	case d.Reason == ReasonIntercepted && now-d.Since >= interceptedShown.Milliseconds():
		return d.Reason
	}
	return ""
}
