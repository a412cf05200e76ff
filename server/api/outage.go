package api

import (
	"sync"
	"time"
)

// outage is a time in which the store keeps being busy. Its log has a line at
// the begin, one every few minutes and one at the end, not one a request.
type outage struct {
	mu                sync.Mutex
	since, last, told time.Time // zero: there is none
	refused           int
}

const (
	outageTold  = 5 * time.Minute  // a line that often while it lasts
	outageCalm  = 10 * time.Second // without a busy answer: a change that is stored ends it
	outageQuiet = 10 * time.Minute // without a busy answer: the next one begins another
)

// busy notes a request that found the store busy, and says whether the log
// hears of it, with how many there were so far.
func (o *outage) busy(now time.Time) (tell bool, refused int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() || now.Sub(o.last) >= outageQuiet {
		o.since, o.told, o.refused = now, time.Time{}, 0
	}
	o.last = now
	o.refused++
	if tell = o.told.IsZero() || now.Sub(o.told) >= outageTold; tell {
		o.told = now
	}
	return tell, o.refused
}

// stored notes a change that was stored, and says whether an outage is over by
// it, how long it lasted and how many requests it refused.
func (o *outage) stored(now time.Time) (over bool, lasted time.Duration, refused int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() || now.Sub(o.last) < outageCalm {
		return false, 0, 0
	}
	lasted, refused = o.last.Sub(o.since), o.refused
	o.since, o.refused = time.Time{}, 0
	return true, lasted, refused
}
