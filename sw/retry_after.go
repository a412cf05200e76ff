package sw

import (
	"strings"
	"time"
)

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

// httpDate reads the three forms of RFC 9110.
func httpDate(s string) (time.Time, bool) {
	for _, layout := range []string{"Mon, 02 Jan 2006 15:04:05 GMT", time.RFC850, time.ANSIC} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
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

// Delay is the asked time plus jitter over [0, min(value, 60 s)]; nothing is
// taken from it.
func (a Asked) Delay(r float64) time.Duration {
	return a.Wait + time.Duration(r*float64(min(a.Wait, retryAfterJitterMax)))
}

const (
	retryAfterMax         = 24 * time.Hour
	retryAfterUnprovenMax = 15 * time.Minute
	retryAfterJitterMax   = time.Minute
)
