//go:build !js

package catalog

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"waybill/app/fake"
	"waybill/app/port"
)

// fakePuller counts pulls; each makes it fresh unless it fails.
type fakePuller struct {
	pulls atomic.Int64
	at    atomic.Int64
	err   error
}

func (f *fakePuller) Pull(context.Context) error {
	f.pulls.Add(1)
	if f.err == nil {
		f.at.Store(time.Now().UnixMilli())
	}
	return f.err
}

func (f *fakePuller) Fresh() port.Freshness { return port.Freshness{At: f.at.Load()} }

// following runs follow on a copy that was fresh at the start.
func following(t *testing.T, f *fakePuller, seen *atomic.Bool) (back chan<- struct{}) {
	t.Helper()
	f.at.Store(time.Now().UnixMilli())
	seen.Store(true)
	c := make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	go follow(ctx, f, func() int64 { return time.Now().UnixMilli() }, seen.Load, func() float64 { return 0.5 }, c)
	return c
}

func TestTheCopyIsPulledEveryFewMinutesAndOnReturnButOnlyWhileItIsLookedAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f fakePuller
		var seen atomic.Bool
		back := following(t, &f, &seen)
		time.Sleep(15*time.Minute + time.Second)
		if n := f.pulls.Load(); n != 3 {
			t.Errorf("%d pulls in a quarter of an hour, want one every five minutes", n)
		}
		back <- struct{}{}
		synctest.Wait()
		if n := f.pulls.Load(); n != 3 {
			t.Error("a copy of seconds ago was pulled again")
		}
		seen.Store(false)
		time.Sleep(time.Hour)
		if n := f.pulls.Load(); n != 3 {
			t.Errorf("%d pulls while nobody looks", n-3)
		}
		seen.Store(true)
		back <- struct{}{}
		synctest.Wait()
		if n := f.pulls.Load(); n != 4 {
			t.Error("the return did not pull")
		}
	})
}

func TestAPullThatFailsIsTriedAtTheNextTurnAndNotAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fakePuller{err: fake.ErrNoAnswer}
		var seen atomic.Bool
		following(t, &f, &seen)
		time.Sleep(15*time.Minute + time.Second)
		if n := f.pulls.Load(); n != 3 {
			t.Errorf("%d tries", n)
		}
	})
}
