package sw

import (
	"time"

	"waybill/idbqueue/entry"
)

// The schedule's numbers (section 5).
const (
	delayBase = 5 * time.Second
	delayMax  = 15 * time.Minute

	failingShown = 28 * time.Minute // and all within half an hour, less what exchanges take,

	misfitWait   = 24 * time.Hour
	updateWait   = 24 * time.Hour
	SettleWait   = 60 * time.Second // "not there" counts this long after the last doubtful attempt
	OnlineSpread = 3 * time.Second  // a whole branch comes back at once
	NudgeSpread  = 5 * time.Second  // start and "send now": one canary in this time

	exchangeBase       = 30 * time.Second
	ExchangePerChunk   = time.Second // for each 4 KiB of body
	ExchangeChunk      = 4 << 10
	exchangeDoubledMax = 4 * time.Minute
	LeaseSlack         = 10 * time.Second
)

// Bound is how long an exchange with this much body may take, after so many
// timeouts of the same write.
func Bound(bytes, timeouts int) time.Duration {
	base := exchangeBase + time.Duration((bytes+ExchangeChunk-1)/ExchangeChunk)*ExchangePerChunk
	doubled := base << min(timeouts, 4)
	return min(min(doubled, max(base, exchangeDoubledMax)), entry.ExchangeMax)
}

// Delay is full jitter: uniform over [0, min(15 min, 5 s·2^n)], n being the
// failures in a row and r uniform over [0, 1).
func Delay(n int, r float64) time.Duration {
	return time.Duration(r * float64(delayCap(n)))
}

// failingDelay is Delay for a server that answers and fails. A person is told
// at the failure that finds the budget's failing time over, so the wait before
// that one must not reach beyond the half hour.
func failingDelay(n int, failingMS int64, r float64) time.Duration {
	most := delayCap(n)
	if failing := time.Duration(failingMS) * time.Millisecond; failing < budgetFailing {
		most = min(most, failingShown-failing)
	}
	return time.Duration(r * float64(most))
}

// delayCap is the upper end of the interval.
func delayCap(n int) time.Duration {
	if n >= 8 { // 5 s · 2^8 is beyond the maximum
		return delayMax
	}
	return min(delayMax, delayBase<<max(n, 0))
}

// WaitFrom makes the pair that is stored.
func WaitFrom(now int64, d time.Duration) *entry.Wait {
	return &entry.Wait{SetAt: now, DelayMS: d.Milliseconds()}
}

// Restamped is the pair that replaces one whose clock ran back behind it. A
// fresh delay, never longer than the one it replaces or the schedule's.
func Restamped(w entry.Wait, now int64, r float64) entry.Wait {
	fresh := Delay(8, r).Milliseconds()
	if w.DelayMS > delayMax.Milliseconds() { // the office asked for it: it stands
		fresh = w.DelayMS
	}
	return entry.Wait{SetAt: now, DelayMS: min(fresh, w.DelayMS)}
}
