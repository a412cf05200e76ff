package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// runs notes the sizes of the transactions that a group makes.
type runs struct {
	mu    sync.Mutex
	sizes []int
	hold  chan struct{} // each transaction waits for one token
}

func (r *runs) run(_ context.Context, _ time.Time, writes []Write) ([]Result, error) {
	r.mu.Lock()
	r.sizes = append(r.sizes, len(writes))
	r.mu.Unlock()
	<-r.hold
	results := make([]Result, len(writes))
	for i, w := range writes {
		if w.Record == "panic" {
			panic("broken")
		}
		results[i].Status = len(w.Record)
	}
	return results, nil
}

func records(names ...string) (all []Write) {
	for _, n := range names {
		all = append(all, Write{Record: n})
	}
	return all
}

func TestCallsThatWaitShareTheNextTransaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, g := &runs{hold: make(chan struct{})}, &group{lanes: 1}
		var wg sync.WaitGroup
		call := func(names ...string) {
			wg.Go(func() {
				results, err := g.apply(t.Context(), time.Time{}, records(names...), r.run)
				if err != nil || len(results) != len(names) {
					t.Errorf("%v: %d results, %v", names, len(results), err)
				}
				for i, res := range results {
					if res.Status != len(names[i]) {
						t.Errorf("%v has the result of another", names)
					}
				}
			})
			synctest.Wait()
		}
		call("a")
		call("bb")
		call("ccc", "dddd")
		call("eeeee")
		close(r.hold)
		wg.Wait()
		if len(r.sizes) != 2 || r.sizes[0] != 1 || r.sizes[1] != 4 {
			t.Errorf("transactions of %v writes", r.sizes)
		}
		if g.busy != 0 || len(g.waiting) != 0 {
			t.Errorf("%d lanes are taken, %d calls wait", g.busy, len(g.waiting))
		}
	})
}

func TestASharedTransactionIsNoLongerThanABatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, g := &runs{hold: make(chan struct{})}, &group{lanes: 1}
		var wg sync.WaitGroup
		for _, n := range []int{1, 60, 60, 40, 100} {
			wg.Go(func() {
				if results, err := g.apply(t.Context(), time.Time{}, make([]Write, n), r.run); err != nil || len(results) != n {
					t.Errorf("%d results of %d, %v", len(results), n, err)
				}
			})
			synctest.Wait()
		}
		close(r.hold)
		wg.Wait()
		total := 0
		for _, n := range r.sizes {
			if total += n; n > groupMax {
				t.Errorf("a transaction of %d", n)
			}
		}
		if total != 261 {
			t.Errorf("%d writes carried out", total)
		}
	})
}

func TestACallThatGivesUpLeavesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, g := &runs{hold: make(chan struct{})}, &group{lanes: 1}
		var wg sync.WaitGroup
		wg.Go(func() { g.apply(t.Context(), time.Time{}, records("a"), r.run) })
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		wg.Go(func() {
			if _, err := g.apply(ctx, time.Time{}, records("b"), r.run); !errors.Is(err, ErrBusy) {
				t.Errorf("given up with %v", err)
			}
		})
		synctest.Wait()
		cancel()
		synctest.Wait()
		wg.Go(func() { g.apply(t.Context(), time.Time{}, records("c"), r.run) })
		synctest.Wait()
		close(r.hold)
		wg.Wait()
		if len(r.sizes) != 2 || g.busy != 0 {
			t.Errorf("transactions of %v, %d lanes taken", r.sizes, g.busy)
		}
	})
}

func TestAPanicHarmsNoOtherCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, g := &runs{hold: make(chan struct{})}, &group{lanes: 1}
		var wg sync.WaitGroup
		call := func(name string, want error) {
			wg.Go(func() {
				if _, err := g.apply(t.Context(), time.Time{}, records(name), r.run); !errors.Is(err, want) {
					t.Errorf("%s ends with %v", name, err)
				}
			})
			synctest.Wait()
		}
		call("a", nil)
		call("b", nil) // leads, and shares its transaction with the broken one
		call("panic", errPanic)
		call("c", nil)
		close(r.hold)
		wg.Wait()
		call("d", nil)
		call("panic", errPanic)
		call("e", nil)
		if g.busy != 0 || len(g.waiting) != 0 {
			t.Errorf("%d lanes are taken, %d calls wait", g.busy, len(g.waiting))
		}
	})
}

func TestLanesWorkBesideEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, g := &runs{hold: make(chan struct{})}, &group{lanes: 2}
		var wg sync.WaitGroup
		for _, name := range []string{"a", "b", "c", "d"} {
			wg.Go(func() { g.apply(t.Context(), time.Time{}, records(name), r.run) })
			synctest.Wait()
		}
		if len(r.sizes) != 2 || g.busy != 2 {
			t.Errorf("%v are under way on %d lanes", r.sizes, g.busy)
		}
		close(r.hold)
		wg.Wait()
		if g.busy != 0 {
			t.Errorf("%d lanes are taken", g.busy)
		}
	})
}

func TestNoCallIsForgottenOrCarriedOutTwice(t *testing.T) {
	var (
		mu      sync.Mutex
		carried = map[string]int{}
		g       = &group{lanes: 3}
		wg      sync.WaitGroup
	)
	run := func(_ context.Context, _ time.Time, writes []Write) ([]Result, error) {
		mu.Lock()
		defer mu.Unlock()
		for _, w := range writes {
			carried[w.Record]++
		}
		return make([]Result, len(writes)), nil
	}
	const callers, each = 32, 300
	for c := range callers {
		wg.Go(func() {
			for n := range each {
				if _, err := g.apply(t.Context(), time.Time{}, records(fmt.Sprint(c, "-", n)), run); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for name, n := range carried {
		if n != 1 {
			t.Errorf("%s was carried out %d times", name, n)
		}
	}
	if len(carried) != callers*each || g.busy != 0 || len(g.waiting) != 0 {
		t.Errorf("%d of %d carried out, %d lanes taken, %d calls wait", len(carried), callers*each, g.busy, len(g.waiting))
	}
}
