package api

import (
	"context"
	"sync"
	"time"
)

// Rate is a bucket that holds Burst and gets one more every Every.
type Rate struct {
	Burst int
	Every time.Duration
}

// Limits bound what is asked at a time. Zero fields mean the default.
type Limits struct {
	// AtOnce bounds the requests that are worked on at the same time, Waiting
	// those that wait for a turn, Wait how long one waits. What is over is shed
	// with 503 overloaded before everybody gets slow.
	AtOnce, Waiting int
	Wait            time.Duration
	Login           Rate // failed sign-ins of one name from one address
	Caller          Rate // sign-ins from one address, whatever the names
	User            Rate // requests of one user
}

// DefaultLimits hold for an office of some thousand devices on two cores. A
// rep's device drains a full outbox in batches well below the user's rate; a
// whole branch may sign in from one address at the start of a shift.
var DefaultLimits = Limits{
	AtOnce: 64, Waiting: 256, Wait: time.Second,
	Login:  Rate{Burst: 5, Every: 20 * time.Second},
	Caller: Rate{Burst: 100, Every: time.Second},
	User:   Rate{Burst: 1000, Every: 10 * time.Millisecond},
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits
	l.AtOnce, l.Waiting, l.Wait = or(l.AtOnce, d.AtOnce), or(l.Waiting, d.Waiting), or(l.Wait, d.Wait)
	l.Login, l.Caller, l.User = or(l.Login, d.Login), or(l.Caller, d.Caller), or(l.User, d.User)
	return l
}

func or[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}

// gate lets AtOnce requests in and a bounded number wait.
type gate struct {
	slots, places chan struct{}
	wait          time.Duration
}

func newGate(l Limits) gate {
	return gate{slots: make(chan struct{}, l.AtOnce), places: make(chan struct{}, l.AtOnce+l.Waiting), wait: l.Wait}
}

// enter returns what leaves the gate again; ok is false if the request is to
// be shed.
func (g gate) enter(ctx context.Context) (leave func(), ok bool) {
	select {
	case g.places <- struct{}{}:
	default:
		return nil, false
	}
	if g.turn(ctx) {
		return func() { <-g.slots; <-g.places }, true
	}
	<-g.places
	return nil, false
}

func (g gate) turn(ctx context.Context) bool {
	select {
	case g.slots <- struct{}{}:
		return true
	default:
	}
	t := time.NewTimer(g.wait)
	defer t.Stop()
	select {
	case g.slots <- struct{}{}:
		return true
	case <-t.C:
	case <-ctx.Done():
	}
	return false
}

// bucketsMax bounds the keys that are remembered: what an attacker can make us
// keep. Past it the full buckets go first, then any.
const bucketsMax = 20_000

// buckets counts by key. A bucket is kept as the time at which it is full
// again, so that nothing needs to be refilled.
type buckets struct {
	mu   sync.Mutex
	rate Rate
	full map[string]time.Time
}

func newBuckets(r Rate) *buckets { return &buckets{rate: r, full: map[string]time.Time{}} }

// take takes one from the key's bucket, or says how long to wait for it.
func (b *buckets) take(key string, now time.Time) (wait time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	full := b.full[key]
	if full.Before(now) {
		full = now
	}
	full = full.Add(b.rate.Every)
	if over := full.Sub(now) - time.Duration(b.rate.Burst)*b.rate.Every; over > 0 {
		return over, false
	}
	b.make(now)
	b.full[key] = full
	return 0, true
}

// waitFor says how long the key's bucket is empty, and takes nothing.
func (b *buckets) waitFor(key string, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	full := b.full[key]
	if full.Before(now) {
		return 0 // the zero time lies too far back to be subtracted
	}
	return max(0, full.Sub(now)-time.Duration(b.rate.Burst-1)*b.rate.Every)
}

// make makes room for one more key.
func (b *buckets) make(now time.Time) {
	if len(b.full) < bucketsMax {
		return
	}
	for k, full := range b.full {
		if !full.After(now) {
			delete(b.full, k)
		}
	}
	for k := range b.full {
		if len(b.full) < bucketsMax {
			return
		}
		delete(b.full, k)
	}
}
