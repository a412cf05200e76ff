package serve

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"waybill/server/store"
)

// looks counts how often the store was asked.
type looks struct {
	n   int
	err error
	how func(context.Context)
}

func (l *looks) writable(ctx context.Context) error {
	l.n++
	if l.how != nil {
		l.how(ctx)
	}
	return l.err
}

func TestReadinessLooksAtMostOnceInTwoSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &looks{}
		r := &readiness{writable: l.writable, log: slog.New(slog.DiscardHandler)}
		for range 10 {
			if why := r.ask(t.Context()); why != "" {
				t.Errorf("not ready: %s", why)
			}
		}
		if l.n != 1 {
			t.Errorf("it looked %d times", l.n)
		}
		l.err = &store.Unwritable{Reason: store.ReasonFull}
		time.Sleep(readyFor)
		if why := r.ask(t.Context()); why != store.ReasonFull {
			t.Errorf("it says %q", why)
		}
		l.err = nil
		time.Sleep(readyFor)
		if why := r.ask(t.Context()); why != "" || l.n != 3 {
			t.Errorf("it says %q after %d looks", why, l.n)
		}
	})
}

// A look that does not end keeps nobody waiting for long, and there is one only.
func TestReadinessWaitsForNoDiskThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs := make(chan struct{})
		l := &looks{how: func(context.Context) { <-hangs }}
		r := &readiness{writable: l.writable, log: slog.New(slog.DiscardHandler)}
		for range 3 {
			began := time.Now()
			if why := r.ask(t.Context()); why != store.ReasonSlow || time.Since(began) > 5*time.Second {
				t.Errorf("it says %q after %v", why, time.Since(began))
			}
		}
		close(hangs)
		synctest.Wait()
		if why := r.ask(t.Context()); why != "" || l.n != 1 {
			t.Errorf("it says %q after %d looks", why, l.n)
		}
	})
}

func TestAPanicWhileLookingIsAReason(t *testing.T) {
	r := &readiness{writable: func(context.Context) error { panic("broken") }, log: slog.New(slog.DiscardHandler)}
	if why := r.ask(t.Context()); why != store.ReasonBroken {
		t.Errorf("it says %q", why)
	}
}
