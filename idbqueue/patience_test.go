package idbqueue

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestPatienceEndsWithWhatHangsAndSparesWhatIsQuick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := patience{limit: time.Minute}
		hangs := func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}
		start := time.Now()
		hung := make(chan error)
		go func() { hung <- p.bound(t.Context(), hangs) }()
		for range 5 {
			err := p.bound(t.Context(), func(ctx context.Context) error {
				select {
				case <-time.After(20 * time.Second):
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			})
			if err != nil {
				t.Errorf("a quick one got %v", err)
			}
		}
		if err := <-hung; !errors.Is(err, errHung) || !lost(err) {
			t.Errorf("the hanging one got %v", err)
		}
		if took := time.Since(start); took < time.Minute || took > 2*time.Minute {
			t.Errorf("it took %v", took)
		}
		synctest.Wait()
		if p.watching && len(p.running) == 0 {
			time.Sleep(time.Minute)
			synctest.Wait()
		}
		if p.watching {
			t.Error("the timer goes on though nothing runs")
		}
	})
}

func TestPatienceLeavesTheCallersOwnEndAlone(t *testing.T) {
	p := patience{limit: time.Hour}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.bound(ctx, func(ctx context.Context) error { return ctx.Err() }); !errors.Is(err, context.Canceled) || lost(err) {
		t.Errorf("got %v", err)
	}
}
