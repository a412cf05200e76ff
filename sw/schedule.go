package sw

import (
	"math"
	"strings"
	"time"

	"waybill/idbqueue/entry"
)

// The schedule's numbers (section 5).
const (
	delayBase     = 5 * time.Second
	delayMax      = 15 * time.Minute
	budgetSpent   = 5                // answered attempts …
	budgetFailing = 15 * time.Minute // … with this much failing time,
	failingShown  = 28 * time.Minute // and all within half an hour, less what exchanges take,
	budgetMax     = 20               // or this many answered attempts, park a write
	failingSlack  = time.Minute      // beyond the wait itself, what a failure may add to the failing time
	misfitWait    = 24 * time.Hour
	updateWait    = 24 * time.Hour
	settleWait    = 60 * time.Second // "not there" counts this long after the last doubtful attempt
	onlineSpread  = 3 * time.Second  // a whole branch comes back at once
	nudgeSpread   = 5 * time.Second  // start and "send now": one canary in this time

	retryAfterMax         = 24 * time.Hour
	retryAfterUnprovenMax = 15 * time.Minute
	retryAfterJitterMax   = time.Minute

	exchangeBase       = 30 * time.Second
	exchangePerChunk   = time.Second // for each 4 KiB of body
	exchangeChunk      = 4 << 10
	exchangeDoubledMax = 4 * time.Minute
	leaseSlack         = 10 * time.Second
)

// Bound is how long an exchange with this much body may take, after so many
// timeouts of the same write.
func Bound(bytes, timeouts int) time.Duration {
	base := exchangeBase + time.Duration((bytes+exchangeChunk-1)/exchangeChunk)*exchangePerChunk
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

// Asked is a wait that an answer asked for.
type Asked struct {
	Wait   time.Duration
	Proven bool
}

// RetryAfter reads the header: seconds, or an HTTP date against the response's
// own Date, never the device's clock. Anything else is ignored, and so is a
// wait of nothing: it would make a storm of the schedule.
func RetryAfter(value, date string, proven bool) (Asked, bool) {
	d, ok := retryAfter(strings.TrimSpace(value), date)
	if !ok || d <= 0 {
		return Asked{}, false
	}
	limit := retryAfterUnprovenMax
	if proven {
		limit = retryAfterMax
	}
	return Asked{Wait: min(d, limit), Proven: proven}, true
}

func retryAfter(value, date string) (time.Duration, bool) {
	if value == "" {
		return 0, false
	}
	if strings.Trim(value, "0123456789") == "" {
		return seconds(value), true
	}
	at, ok1 := httpDate(value)
	from, ok2 := httpDate(date)
	if !ok1 || !ok2 {
		return 0, false
	}
	return at.Sub(from), true
}

// seconds reads digits; more of them than any wait needs is the longest wait.
func seconds(digits string) time.Duration {
	n := 0
	for _, c := range digits {
		n = n*10 + int(c-'0')
		if time.Duration(n)*time.Second > retryAfterMax {
			return retryAfterMax
		}
	}
	return time.Duration(n) * time.Second
}

// httpDate reads the three forms of RFC 9110.
func httpDate(s string) (time.Time, bool) {
	for _, layout := range []string{"Mon, 02 Jan 2006 15:04:05 GMT", time.RFC850, time.ANSIC} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// wait is the asked time plus jitter over [0, min(value, 60 s)]; nothing is
// taken from it.
func (a Asked) wait(r float64) time.Duration {
	return a.Wait + time.Duration(r*float64(min(a.Wait, retryAfterJitterMax)))
}

// waitFrom makes the pair that is stored.
func waitFrom(now int64, d time.Duration) *entry.Wait {
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

// failed books one answered failure: what it spent, and how long this has been
// going on (section 5). next is the wait that follows it.
func failed(b entry.Books, now int64, next time.Duration) entry.Books {
	b.FailingMS = failingUntil(b, now)
	b.Spent++
	b.Row = min(b.Row+1, math.MaxInt16)
	b.FailedAt, b.WaitMS = now, next.Milliseconds()
	return b
}

// failingUntil is a write's failing time with this failure.
func failingUntil(b entry.Books, now int64) int64 {
	return b.FailingMS + failingTime(b.FailedAt, b.WaitMS, now)
}

// failingTime is the time since the failure before, at most the wait that
// followed it plus a minute; nothing if the clock ran back.
func failingTime(failedAt, waitMS, now int64) int64 {
	if failedAt == 0 || now < failedAt {
		return 0
	}
	return min(now-failedAt, waitMS+failingSlack.Milliseconds())
}

// exhausted says that a person should look: 5 answers over 15 minutes, or 20.
func exhausted(answered int, failingMS int64) bool {
	enough := answered >= budgetSpent && failingMS >= budgetFailing.Milliseconds()
	return enough || answered >= budgetMax
}
