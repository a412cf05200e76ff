package ui

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// looker counts looks that take a while each.
type looker struct {
	takes time.Duration
	mu    sync.Mutex
	at    []time.Time
}

func (l *looker) looks() []time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.at)
}

func (l *looker) look(done func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.at = append(l.at, time.Now())
	go func() {
		time.Sleep(l.takes)
		done()
	}()
}

func TestABurstDuringALookCausesOneMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var o Once
		l := &looker{takes: time.Millisecond}
		for range 10 {
			o.Run(l.look)
		}
		synctest.Wait()
		time.Sleep(10 * time.Millisecond)
		if n := len(l.looks()); n != 2 {
			t.Errorf("looked %d times, want 2", n)
		}
	})
}

func TestALookThatTakesLongLeavesMostOfTheTimeToOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var o Once
		l := &looker{takes: 200 * time.Millisecond}
		from := time.Now()
		for time.Since(from) < 4*time.Second {
			o.Run(l.look)
			time.Sleep(10 * time.Millisecond)
		}
		if n := len(l.looks()); n < 4 || n > 6 {
			t.Errorf("looked %d times in 4 s, want about 5", n)
		}
		changed := time.Now()
		o.Run(l.look)
		time.Sleep(restMax + l.takes)
		synctest.Wait()
		if at := l.looks(); at[len(at)-1].Before(changed) {
			t.Error("the last change was not looked at")
		}
		time.Sleep(2 * restMax)
	})
}

func TestALookThatTakesVeryLongIsNotForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var o Once
		l := &looker{takes: 20 * time.Second}
		o.Run(l.look)
		o.Run(l.look)
		time.Sleep(l.takes + restMax + time.Millisecond)
		synctest.Wait()
		if n := len(l.looks()); n != 2 {
			t.Errorf("looked %d times, want 2", n)
		}
		time.Sleep(l.takes + restMax)
	})
}
