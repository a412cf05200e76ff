package sw

import (
	"time"

	"waybill/idbqueue/entry"
)

// Hold stands for the device: while it does, nothing is written on the writes
// it covers, and at Until one canary goes out (section 5). Milliseconds.
type Hold struct {
	Reason   Reason     `json:"reason"`
	Cause    Cause      `json:"cause,omitempty"` // of the latest interception
	Since    int64      `json:"since"`
	Failures int        `json:"failures"` // in a row: the exponent of the backoff
	Until    entry.Wait `json:"until"`
	Asked    bool       `json:"asked"`   // a proven Retry-After: nothing goes through before it
	Strange  int64      `json:"strange"` // since when strangers answer, 0: none has
	By       []string   `json:"by"`      // the writes that set or lengthened it, the latest byMax
}

// Holds are all that stand: one for the device, one for each owner whose
// session has ended, one for each build that is too old.
type Holds struct {
	Device    *Hold                `json:"device"`
	SignedOut map[string]OwnerHold `json:"signedOut"` // by owner
	Update    map[string]BuildHold `json:"update"`    // by build
	Failing   Failing              `json:"failing"`   // since when the server fails; a verdict clears it
	// What came last, for "two in a row".
	Transient string `json:"transient"` // the write that the latest transient answer was to
	Misfit    string `json:"misfit"`    // the route that the latest misfit was from
	NudgedAt  int64  `json:"nudgedAt"`  // the latest canary of a start or "send now"
	Asks      int    `json:"asks"`      // ids in the next question, 0: as many as one may name
}

// Failing counts the answered failures in a row, as Books do a write's: those
// of a hold, and those before it. It outlasts a hold for no answer: a server
// that fails and falls silent in turn is failing all the same.
type Failing struct {
	Answered  int   `json:"answered"`
	FailingMS int64 `json:"failingMs"`
	FailedAt  int64 `json:"failedAt"`
	WaitMS    int64 `json:"waitMs"`
	Proven    bool  `json:"proven,omitempty"` // one of them was the office's own
}

func (f Failing) failed(proven bool, now int64, next time.Duration) Failing {
	f.Proven = f.Proven || proven
	f.FailingMS = f.until(now)
	f.Answered++
	f.FailedAt, f.WaitMS = now, next.Milliseconds()
	return f
}

// until is the hold's failing time with a failure now.
func (f Failing) until(now int64) int64 { return f.FailingMS + failingTime(f.FailedAt, f.WaitMS, now) }

// OwnerHold waits for a sign-in.
type OwnerHold struct {
	Reason Reason `json:"reason"`
	Since  int64  `json:"since"`
	SignIn int64  `json:"signIn"` // the sign-in that was refused: any other ends the hold
}

// BuildHold waits for a newer app; one canary a day looks whether it still must.
type BuildHold struct {
	Since int64      `json:"since"`
	Until entry.Wait `json:"until"`
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

// Online ends the wait of a hold for no answer or interception, and of no
// other. Who hears that the network is back has spread it over 3 s before.
func (h Holds) Online(now int64) Holds {
	if h.Device == nil || !transportal(h.Device.Reason) || h.Device.Asked || h.Device.Until.Due(now) {
		return h
	}
	d := *h.Device
	d.Until = entry.Wait{SetAt: now}
	h.Device = &d
	return h
}

// Reached lifts a hold for no answer or interception that began before the
// office answered some other request of this device.
func (h Holds) Reached(at int64) Holds {
	if h.Unreached() && h.Device.Since < at {
		h.Device = nil
	}
	return h
}

// Unreached says that the device is held since the office cannot be reached.
func (h Holds) Unreached() bool { return h.Device != nil && transportal(h.Device.Reason) }

// SignedIn lifts the owner's hold.
func (h Holds) SignedIn(owner string) Holds {
	h.SignedOut = cloned(h.SignedOut)
	delete(h.SignedOut, owner)
	return h
}

// Restamped rewrites times that lie in the future of their own clock, once:
// jumped says that there were any, and that the holds are to be stored.
func (h Holds) Restamped(build string, now int64, r float64) (_ Holds, jumped bool) {
	if h.Device != nil && h.Device.Until.Jumped(now) {
		d := *h.Device
		d.Until = Restamped(d.Until, now, r)
		h.Device, jumped = &d, true
	}
	if b, stands := h.Update[build]; stands && b.Until.Jumped(now) {
		h.Update = cloned(h.Update)
		b.Until = entry.Wait{SetAt: now, DelayMS: b.Until.DelayMS}
		h.Update[build], jumped = b, true
	}
	if h.NudgedAt > now {
		h.NudgedAt, jumped = 0, true
	}
	return h, jumped
}
