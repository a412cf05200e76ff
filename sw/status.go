package sw

import (
	"waybill/idbqueue"
)

// Bar is the status bar: a pure function of totals and holds.
type Bar struct {
	Pending   int
	Retrying  int
	Attention int
	Conflict  int
	Rejected  int
	Sent      int // proved today, by the device's local day

	Online  bool   // the last exchange reached the office, or none was needed yet
	Hold    Reason // empty: nothing holds the device
	Since   int64  // when the hold began, milliseconds
	Until   int64  // when the next try is, milliseconds, 0: none by itself
	Storage string // ok, volatile or off
	Oldest  int64  // MadeAt of the oldest unsent write, 0: none
	Others  int    // unsent writes of other users on this device
	Unowned int    // unsent writes of nobody
}

// Unsent is the count of writes that still wait for their proof.
func (b Bar) Unsent() int {
	return b.Pending + b.Retrying + b.Attention + b.Conflict + b.Rejected
}

// NeedsPerson is the count of writes that wait for the rep.
func (b Bar) NeedsPerson() int { return b.Attention + b.Conflict + b.Rejected }

// Card is one write as the rep sees it.
type Card struct {
	Entry   idbqueue.Entry
	State   idbqueue.State // derived: a hold or a parent may show another than is stored
	Reason  Reason
	NextAt  int64 // when it is tried next, milliseconds, 0: not by itself
	Sending bool  // an attempt is under way
	InDoubt bool  // it may have arrived
	Parent  *idbqueue.Entry
	Acts    []Act
}

// Can says whether the card offers an act.
func (c Card) Can(a Act) bool {
	for _, x := range c.Acts {
		if x == a {
			return true
		}
	}
	return false
}
