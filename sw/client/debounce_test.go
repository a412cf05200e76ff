package client

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestABurstOfChangesIsToldOnceAndSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told atomic.Int32
		g := &gather{f: func() { told.Add(1) }}
		for range 50 {
			g.changed()
			time.Sleep(time.Millisecond)
		}
		if n := told.Load(); n != 0 {
			t.Errorf("told %d times before the burst was over", n)
		}
		time.Sleep(gatherPause)
		if n := told.Load(); n != 1 {
			t.Errorf("a burst was told %d times, want once", n)
		}
		time.Sleep(gatherRest)
		g.changed()
		time.Sleep(gatherPause)
		synctest.Wait()
		if n := told.Load(); n != 2 {
			t.Errorf("a later change was not told: %d", n)
		}
	})
}

func TestAStreamOfChangesIsToldNowAndThenAndToItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []time.Time
		g := &gather{f: func() { told = append(told, time.Now()) }}
		for range 300 { // 3 seconds
			g.changed()
			time.Sleep(10 * time.Millisecond)
		}
		last := time.Now()
		time.Sleep(gatherRest)
		synctest.Wait()
		if n := len(told); n < 5 || n > 8 {
			t.Errorf("a stream of 3 s was told %d times", n)
		}
		if !told[len(told)-1].After(last) {
			t.Error("the last change was not told")
		}
	})
}

func TestNobodyIsToldAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gather{f: func() { t.Error("told after the end") }}
		g.changed()
		g.end()
		g.changed()
		time.Sleep(2 * gatherPause)
		synctest.Wait()
	})
}

func TestAPageThatPanicsIsToldAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told atomic.Int32
		g := &gather{f: func() { told.Add(1); panic("page") }}
		for range 2 {
			g.changed()
			time.Sleep(gatherRest)
			synctest.Wait()
		}
		if n := told.Load(); n != 2 {
			t.Errorf("told %d times, want 2", n)
		}
	})
}
