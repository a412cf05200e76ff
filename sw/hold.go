package sw

import (
	"slices"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
)

// Hold stands for the device: while it does, nothing is written on the writes
// it covers, and at Until one canary goes out (section 5). Milliseconds.
type Hold struct {
	Reason    Reason        `json:"reason"`
	Since     int64         `json:"since"`
	Failures  int           `json:"failures"`
	Answered  int           `json:"answered"` // answered failures
	FailingMS int64         `json:"failingMs"`
	FailedAt  int64         `json:"failedAt"`
	WaitMS    int64         `json:"waitMs"`
	Until     idbqueue.Wait `json:"until"`
	Asked     bool          `json:"asked"` // a proven Retry-After: nothing goes through before it
	By        []string      `json:"by"`    // the writes that set or lengthened it
}

// Holds are all that stand: one for the device, one for each owner whose
// session has ended, one for each build that is too old.
type Holds struct {
	Device    *Hold                `json:"device"`
	SignedOut map[string]OwnerHold `json:"signedOut"` // by owner
	Update    map[string]BuildHold `json:"update"`    // by build
	// What came last, for "two in a row".
	Transient string `json:"transient"` // the write that the latest transient answer was to
	Misfit    string `json:"misfit"`    // the route that the latest misfit was from
	NudgedAt  int64  `json:"nudgedAt"`  // the latest canary of a start or "send now"
}

// OwnerHold waits for a sign-in.
type OwnerHold struct {
	Reason Reason `json:"reason"`
	Since  int64  `json:"since"`
}

// BuildHold waits for a newer app; one canary a day looks whether it still must.
type BuildHold struct {
	Since int64         `json:"since"`
	Until idbqueue.Wait `json:"until"`
}

// Exchange is what a hold looks at: an answer, and what it was an answer to.
type Exchange struct {
	Verdict Verdict
	Write   string // the one write that it was about, empty for a batch or a probe of several
	Route   string
	Owner   string
	Build   string
	// SignedInAt is the latest sign-in: an older request's 401 says nothing.
	SignedInAt int64
}

// After is the holds after an exchange, and the writes whose hold another
// write's verdict has lifted: each takes a wait of its own.
func (h Holds) After(x Exchange, now int64, r float64) (Holds, []string) {
	v := x.Verdict
	if h.Device != nil && v.Proven && transportal(h.Device.Reason) {
		lifted := h.Device.By
		h.Device = nil
		if !verdictLifts(v) {
			lifted = nil // answered, but no verdict: nobody is shown to be swallowed
		}
		return h.after(x, now, r, lifted)
	}
	return h.after(x, now, r, nil)
}

func (h Holds) after(x Exchange, now int64, r float64, lifted []string) (Holds, []string) {
	v := x.Verdict
	switch v.Outcome {
	case OutSent, OutProbe, OutConflict, OutJudged:
		if h.Device != nil {
			lifted = h.Device.By
		}
		h.Device, h.Transient, h.Misfit = nil, "", ""
		return h, others(lifted, x.Write)
	case OutNoAnswer:
		return h.held(ReasonNoAnswer, x, now, r), nil
	case OutIntercepted:
		return h.held(ReasonIntercepted, x, now, r), nil
	case OutSignIn:
		return h.signedOut(x, now), nil
	case OutUpdate:
		return h.outdated(x.Build, now), nil
	case OutMisfit:
		return h.misfit(x, now, r), nil
	}
	return h.transient(x, now, r), others(lifted, x.Write)
}

// verdictLifts: an applied, ambiguous or judging row.
func verdictLifts(v Verdict) bool {
	switch v.Outcome {
	case OutSent, OutProbe, OutConflict, OutJudged:
		return true
	}
	return false
}

// transportal reasons are lifted by any proven answer.
func transportal(r Reason) bool { return r == ReasonNoAnswer || r == ReasonIntercepted }

func others(keys []string, key string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return k == key })
}

// transient: an answer without a verdict holds the device if it speaks for the
// whole server, or if it is the second in a row to another write.
func (h Holds) transient(x Exchange, now int64, r float64) Holds {
	second := h.Transient != "" && h.Transient != x.Write
	h.Transient, h.Misfit = x.Write, ""
	switch {
	case x.Verdict.Asked != nil:
		return h.held(ReasonRetryAfter, x, now, r)
	case h.Device != nil || second || speaksForServer(x.Verdict.Status):
		return h.held(ReasonFailing, x, now, r)
	}
	return h
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

// held sets the device's hold, or lengthens it.
func (h Holds) held(reason Reason, x Exchange, now int64, r float64) Holds {
	d := Hold{Reason: reason, Since: now}
	if h.Device != nil {
		d = *h.Device
		d.By = slices.Clone(d.By)
		if d.Reason != reason && transportal(d.Reason) != transportal(reason) {
			d.Since = now
		}
		d.Reason = reason
	}
	d.Failures++
	wait := ownWait(d.Failures, x.Verdict.Asked, r)
	d.Asked = x.Verdict.Asked != nil && x.Verdict.Asked.Proven
	if !transportal(reason) {
		d.FailingMS += failingTime(d.FailedAt, d.WaitMS, now)
		d.Answered++
		d.FailedAt, d.WaitMS = now, wait.Milliseconds()
	}
	d.Until = *waitFrom(now, wait)
	if x.Write != "" && !slices.Contains(d.By, x.Write) {
		d.By = append(d.By, x.Write)
	}
	h.Device = &d
	return h
}

// signedOut: a 401 to a request that left before the latest sign-in says
// nothing of the session that there is now.
func (h Holds) signedOut(x Exchange, now int64) Holds {
	if x.Owner == "" || x.Verdict.LeftAt < x.SignedInAt {
		return h
	}
	h.SignedOut = cloned(h.SignedOut)
	if _, stands := h.SignedOut[x.Owner]; !stands {
		h.SignedOut[x.Owner] = OwnerHold{Reason: signInReason(x.Verdict), Since: now}
	}
	return h
}

func (h Holds) outdated(build string, now int64) Holds {
	h.Update = cloned(h.Update)
	since := now
	if old, stands := h.Update[build]; stands {
		since = old.Since
	}
	h.Update[build] = BuildHold{Since: since, Until: *waitFrom(now, updateWait)}
	return h
}

func cloned[V any](m map[string]V) map[string]V {
	out := make(map[string]V, len(m)+1)
	for k, v := range m {
		out[k] = v
	}
	return out
}

// Offline is the hold that a device sets when a drain starts without a network.
func (h Holds) Offline(now int64, r float64) Holds {
	if h.Device != nil {
		return h
	}
	return h.held(ReasonNoAnswer, Exchange{}, now, r)
}

// Online shortens a hold for no answer or interception, and no other.
func (h Holds) Online(now int64, r float64) Holds {
	if h.Device == nil || !transportal(h.Device.Reason) {
		return h
	}
	d := *h.Device
	d.Until = *waitFrom(now, time.Duration(r*float64(onlineSpread)))
	h.Device = &d
	return h
}

// SignedIn lifts the owner's hold.
func (h Holds) SignedIn(owner string) Holds {
	h.SignedOut = cloned(h.SignedOut)
	delete(h.SignedOut, owner)
	return h
}

// Restamped rewrites times that lie in the future of their own clock.
func (h Holds) Restamped(build string, now int64, r float64) Holds {
	if h.Device != nil && h.Device.Until.Jumped(now) {
		d := *h.Device
		d.Until = Restamped(d.Until, now, r)
		h.Device = &d
	}
	if b, ok := h.Update[build]; ok && b.Until.Jumped(now) {
		h.Update = cloned(h.Update)
		b.Until = idbqueue.Wait{SetAt: now, DelayMS: b.Until.DelayMS}
		h.Update[build] = b
	}
	if h.NudgedAt > now {
		h.NudgedAt = 0
	}
	return h
}
