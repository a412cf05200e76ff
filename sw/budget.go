package sw

import (
	"math"
	"time"

	"waybill/idbqueue/entry"
)

// exhausted says that a person should look: 5 answers over 15 minutes, or 20.
func exhausted(answered int, failingMS int64) bool {
	enough := answered >= budgetSpent && failingMS >= budgetFailing.Milliseconds()
	return enough || answered >= budgetMax
}

// failed books one answered failure: what it spent, and how long this has been
// going on (section 5). next is the wait that follows it.
func failed(b entry.Books, now int64, next time.Duration) entry.Books {
	b.FailingMS = failingUntil(b, now)
	b.Spent++
	b.Row = min(b.Row+1, math.MaxInt16)
	b.FailedAt, b.WaitMS = now, next.Milliseconds()
	return b
}

// failingTime is the time since the failure before, at most the wait that
// followed it plus a minute; nothing if the clock ran back.
func failingTime(failedAt, waitMS, now int64) int64 {
	if failedAt == 0 || now < failedAt {
		return 0
	}
	return min(now-failedAt, waitMS+failingSlack.Milliseconds())
}

// failingUntil is a write's failing time with this failure.
func failingUntil(b entry.Books, now int64) int64 {
	return b.FailingMS + failingTime(b.FailedAt, b.WaitMS, now)
}

const (
	budgetSpent   = 5                // answered attempts …
	budgetFailing = 15 * time.Minute // … with this much failing time,
	budgetMax     = 20               // or this many answered attempts, park a write
	failingSlack  = time.Minute      // beyond the wait itself, what a failure may add to the failing time
)

// ByItself says that a write is still tried without a person.
func ByItself(e entry.Entry) bool {
	return e.Next != nil && (e.State == entry.Pending || e.State == entry.Retrying || e.State == entry.Attention)
}

// Swallowed takes nothing from a wait that is longer already.
func Swallowed(e entry.Entry, now int64, r float64) entry.Move {
	e.Books.Swallowed++
	to, reason := e.State, e.Reason
	if to == entry.Pending {
		to = entry.Retrying
	}
	if e.Books.Swallowed >= swallowedShown {
		to, reason = entry.Attention, ReasonSwallowed
	}
	next := *e.Next
	if next.Jumped(now) {
		next = Restamped(next, now, r)
	}
	left := time.Duration(next.DueAt()-now) * time.Millisecond
	return Pause(e, now, to, reason, max(left, Delay(e.Books.Swallowed, r)))
}

// swallowedShown is how often in a row a write is passed by others before a
// person is told.
const swallowedShown = 3
