package store

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// ends notes when each transaction of a group must be over. The first of them
// takes as long as hold says.
type ends struct {
	mu   sync.Mutex
	hold time.Duration
	left []time.Duration // of each transaction, at its begin
	who  [][]string
}

func (e *ends) run(ctx context.Context, _ time.Time, writes []Write) ([]Result, error) {
	end, _ := ctx.Deadline()
	var who []string
	for _, w := range writes {
		who = append(who, w.Record)
	}
	e.mu.Lock()
	first := len(e.left) == 0
	e.left, e.who = append(e.left, time.Until(end)), append(e.who, who)
	e.mu.Unlock()
	if first {
		time.Sleep(e.hold) // of the bubble's clock
	}
	return make([]Result, len(writes)), ctx.Err()
}

// waiting begins a call whose request has so much time, and says with what and
// after how long it ended.
func (e *ends) waiting(t *testing.T, g *group, wg *sync.WaitGroup, name string, has time.Duration, check func(err error, took time.Duration)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), has)
	began := time.Now()
	wg.Go(func() {
		defer cancel()
		_, err := g.apply(ctx, time.Time{}, records(name), e.run)
		check(err, time.Since(began))
	})
	synctest.Wait()
}

// A request that has waited for its lane until little of its time is left is
// told to come back; it does not begin a transaction of its own time (D08).
func TestARequestThatWaitedTooLongIsNotCarriedOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, g := &ends{hold: 43 * time.Second}, &group{lanes: 1}
		var wg sync.WaitGroup
		fine := func(err error, _ time.Duration) {
			if err != nil {
				t.Error(err)
			}
		}
		e.waiting(t, g, &wg, "holds", time.Minute, fine)
		e.waiting(t, g, &wg, "late", 45*time.Second, func(err error, took time.Duration) {
			if !errors.Is(err, ErrBusy) || took != 45*time.Second-leadMin {
				t.Errorf("told %v after %v", err, took)
			}
		})
		time.Sleep(4 * time.Second)
		e.waiting(t, g, &wg, "leads", 45*time.Second, fine)
		time.Sleep(time.Second)
		e.waiting(t, g, &wg, "joins", 50*time.Second, fine)
		e.waiting(t, g, &wg, "hurries", 4*time.Second, func(err error, took time.Duration) {
			if !errors.Is(err, ErrBusy) || took != 0 {
				t.Errorf("one that comes with too little time is told %v after %v", err, took)
			}
		})
		wg.Wait()
		if len(e.who) != 2 || len(e.who[1]) != 2 || e.who[1][0] != "leads" || e.who[1][1] != "joins" {
			t.Fatalf("transactions of %v", e.who)
		}
		if e.left[0] != groupTime || e.left[1] != 6*time.Second {
			t.Errorf("they may take %v", e.left)
		}
		if g.busy != 0 || len(g.waiting) != 0 {
			t.Errorf("%d lanes are taken, %d calls wait", g.busy, len(g.waiting))
		}
	})
}

// A call whose time is nearly over as it comes is not led either, and the lane
// is free for the next.
func TestARequestThatComesTooLateTakesNoLane(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, g := &ends{}, &group{lanes: 1}
		var wg sync.WaitGroup
		e.waiting(t, g, &wg, "late", leadMin, func(err error, _ time.Duration) {
			if !errors.Is(err, ErrBusy) {
				t.Errorf("told %v", err)
			}
		})
		e.waiting(t, g, &wg, "in time", leadMin+time.Millisecond, func(err error, _ time.Duration) {
			if err != nil {
				t.Error(err)
			}
		})
		wg.Wait()
		if len(e.who) != 1 || e.who[0][0] != "in time" || g.busy != 0 {
			t.Errorf("transactions of %v, %d lanes taken", e.who, g.busy)
		}
	})
}
