package sw

import "time"

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
	Kept   bool   // the nudge comes too soon after the one before: it is kept until then
}

// Gate decides what the holds let through (section 5).
func (h Holds) Gate(owner, build string, now int64, nudge Nudge) Pass {
	if o, stands := h.SignedOut[owner]; stands {
		return Pass{Reason: o.Reason}
	}
	if owner == "" {
		return Pass{Reason: ReasonSignedOut}
	}
	s := h.standing(build, now)
	switch {
	case s.reason == "":
		return Pass{Open: true}
	case s.until == 0:
		return Pass{Canary: true, Reason: s.reason}
	case nudge == NudgeInsist || nudge == NudgeOnce && !s.asked:
		if wait := h.nudgeWait(now); wait > 0 {
			return Pass{Reason: s.reason, Until: min(s.until, now+wait), Kept: true}
		}
		return Pass{Canary: true, Nudged: true, Reason: s.reason}
	}
	return Pass{Reason: s.reason, Until: s.until}
}

// standing sums up the device's hold and the build's: the one that matters to
// a person, when the last of their waits ends (0: they are over), and whether
// the office asked for it.
func (h Holds) standing(build string, now int64) (s struct {
	reason Reason
	until  int64
	asked  bool
},
) {
	if d := h.Device; d != nil {
		s.reason = d.Reason
		if !d.Until.Due(now) {
			s.until, s.asked = d.Until.DueAt(), d.Asked
		}
	}
	if b, stands := h.Update[build]; stands {
		s.reason = ReasonUpdate
		if !b.Until.Due(now) {
			s.until = max(s.until, b.Until.DueAt())
		}
	}
	return s
}

// nudgeWait is what is left of the time in which one nudge has gone out.
func (h Holds) nudgeWait(now int64) int64 {
	if h.NudgedAt == 0 || now < h.NudgedAt {
		return 0
	}
	return max(0, h.NudgedAt+NudgeSpread.Milliseconds()-now)
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
	case exhausted(h.Failing.Answered, h.Failing.FailingMS):
		return failingReason(d.Reason)
	case d.Reason == ReasonIntercepted && now-d.Strange >= interceptedShown.Milliseconds():
		return d.Reason
	}
	return ""
}

// failingReason: a server that has failed so long is failing, though it may be
// silent just now.
func failingReason(r Reason) Reason {
	if transportal(r) {
		return ReasonFailing
	}
	return r
}
