package sw

import (
	"maps"
	"slices"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// Exchange is what a hold looks at: an answer, and what it was an answer to.
type Exchange struct {
	Verdict Verdict
	Write   string      // the one write that it was about, empty for a batch or a probe of several
	Route   string      // the pattern, without ids
	More    bool        // another write of an answer that was looked at already
	Own     *entry.Wait // what the write, or the question, waits now, nil: nothing
	Owner   string
	Build   string
	SignIn  int64 // the sign-in under which it left
}

// own is the wait of what was asked: where nothing else is due, it is what
// follows a failure, however short the hold's.
func (x Exchange) own() time.Duration {
	if x.Own == nil {
		return 0
	}
	return time.Duration(x.Own.DelayMS) * time.Millisecond
}

// After is the holds after an exchange, and the writes whose hold another
// write's verdict has lifted: each takes a wait of its own.
func (h Holds) After(x Exchange, now int64, r float64) (Holds, []string) {
	v := x.Verdict
	if VerdictLifts(v) {
		return h.lifted(x)
	}
	if v.Proven && v.Outcome != OutIntercepted {
		h = h.reached(v)
	}
	switch v.Outcome {
	case OutNoAnswer:
		h = h.held(ReasonNoAnswer, x, now, r)
	case OutIntercepted:
		h = h.held(ReasonIntercepted, x, now, r)
	case OutSignIn:
		h = h.signedOut(x, now)
	case OutUpdate:
		h = h.outdated(x.Build, now)
	case OutMisfit:
		h = h.misfit(x, now, r)
	default:
		h = h.transient(x, now, r)
	}
	return h, nil
}

// VerdictLifts: an applied, ambiguous or judging row.
func VerdictLifts(v Verdict) bool {
	switch v.Outcome {
	case OutSent, OutProbe, OutConflict, OutJudged:
		return true
	}
	return false
}

// lifted: a verdict ends the device's hold with its counts, and the build's.
func (h Holds) lifted(x Exchange) (Holds, []string) {
	var by []string
	if h.Device != nil {
		by = slices.DeleteFunc(slices.Clone(h.Device.By), func(key string) bool { return key == x.Write })
	}
	h.Device, h.Failing, h.Transient, h.Misfit = nil, Failing{}, "", ""
	return h.served(x.Build), by
}

// reached: the office answered, so it can be reached.
func (h Holds) reached(v Verdict) Holds {
	if h.Device != nil && transportal(h.Device.Reason) {
		h.Device = nil
	}
	if v.Class != ClassTransient {
		h.Failing = Failing{}
	}
	return h
}

// served lifts the build's hold.
func (h Holds) served(build string) Holds {
	if _, stands := h.Update[build]; stands {
		h.Update = maps.Clone(h.Update)
		delete(h.Update, build)
	}
	return h
}

// transportal reasons are lifted by any proven answer.
func transportal(r Reason) bool { return r == ReasonNoAnswer || r == ReasonIntercepted }

// transient: an answer without a verdict holds the device if it speaks for the
// whole server, or if it is the second in a row to another write.
func (h Holds) transient(x Exchange, now int64, r float64) Holds {
	if x.More && h.Device != nil && x.Verdict.Asked == nil { // one answer is one failure
		d := *h.Device
		d.By = remembered(d.By, x.Write)
		h.Device = &d
		return h
	}
	second := h.Transient != "" && h.Transient != x.Write
	h.Transient, h.Misfit = x.Write, ""
	switch {
	case x.Verdict.Asked != nil:
		return h.held(ReasonRetryAfter, x, now, r)
	case h.Device != nil || second || speaksForServer(x.Verdict.Status):
		return h.held(ReasonFailing, x, now, r)
	}
	// Nothing is held yet, but a hold that comes has been failing since now.
	h.Failing = h.failing(now).failed(x.Verdict.Proven, now, x.own())
	return h
}

// failing is what has been counted, or nothing if no hold stands and no failure
// has followed the latest: what failed for one write alone, a day ago, is no
// sign that the server fails now.
func (h Holds) failing(now int64) Failing {
	if f := h.Failing; h.Device != nil || now-f.FailedAt <= f.WaitMS+failingSlack.Milliseconds() {
		return f
	}
	return Failing{}
}

func speaksForServer(status int) bool {
	return status == 429 || status == 502 || status == 503 || status == 504
}

// misfit: one write's own matter, unless two routes in a row, or the whole
// site, do not fit.
func (h Holds) misfit(x Exchange, now int64, r float64) Holds {
	second := h.Misfit != "" && h.Misfit != x.Route
	h.Misfit, h.Transient = x.Route, ""
	if h.Device != nil || second || x.Verdict.Code == wire.CodeCrossOrigin {
		return h.held(ReasonMisfit, x, now, r)
	}
	return h
}

// byMax bounds what a hold remembers of who made it longer.
const byMax = 100

// held sets the device's hold, or lengthens it.
func (h Holds) held(reason Reason, x Exchange, now int64, r float64) Holds {
	var d Hold
	if h.Device != nil {
		d = *h.Device
	}
	h.Failing = h.failing(now)
	// Another kind of failure has a row of its own: a server that begins to
	// fail is looked at soon, however long nobody could be reached before.
	if h.Device == nil || transportal(d.Reason) != transportal(reason) {
		d.Since, d.Failures = now, 0
	}
	if reason == ReasonIntercepted && d.Strange == 0 {
		d.Strange = now
	}
	d.Cause = x.Verdict.Cause
	d.Failures++
	wait := OwnWait(d.Failures, h.Failing.until(now), x.Verdict.Asked, r)
	if !transportal(reason) {
		h.Failing = h.Failing.failed(x.Verdict.Proven, now, max(wait, x.own()))
	}
	d.By = remembered(d.By, x.Write)
	h.Device = d.until(reason, *WaitFrom(now, wait), x.Verdict.Asked)
	return h
}

// until sets the next try, and why. What the office asked for stands until it
// is over, whatever is met before: silence does not make it a silence.
func (d Hold) until(reason Reason, next entry.Wait, asked *Asked) *Hold {
	if !d.Asked || d.Until.DueAt() <= next.DueAt() {
		d.Reason, d.Until, d.Asked = reason, next, asked != nil && asked.Proven
	}
	return &d
}

func remembered(by []string, write string) []string {
	if write == "" || slices.Contains(by, write) {
		return by
	}
	by = append(slices.Clone(by), write)
	return by[max(0, len(by)-byMax):]
}

// signedOut: a 401 speaks of the sign-in under which its request left. Any
// other that there is since ends the hold (see readStanding): sign-ins are told
// apart by their own name, not by a clock that may jump.
func (h Holds) signedOut(x Exchange, now int64) Holds {
	h = h.served(x.Build) // the build is looked at before the session
	if x.Owner == "" {
		return h
	}
	h.SignedOut = cloned(h.SignedOut)
	since := now
	if old, stands := h.SignedOut[x.Owner]; stands {
		since = old.Since
	}
	h.SignedOut[x.Owner] = OwnerHold{Reason: signInReason(x.Verdict), Since: since, SignIn: x.SignIn}
	return h
}

func (h Holds) outdated(build string, now int64) Holds {
	h.Update = cloned(h.Update)
	since := now
	if old, stands := h.Update[build]; stands {
		since = old.Since
	}
	h.Update[build] = BuildHold{Since: since, Until: *WaitFrom(now, updateWait)}
	return h
}
