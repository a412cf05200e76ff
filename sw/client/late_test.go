//go:build !js

package client

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

func TestACallBeforeTheOutboxIsOpenWaitsForIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late, mem := NewLate(), idbqueue.NewMem()
		answered := false
		go func() {
			err := late.Put(t.Context(), entry.Record{Name: "r", Value: []byte("1")})
			got, readErr := late.Records(t.Context(), "r")
			if err != nil || readErr != nil || string(got["r"]) != "1" {
				t.Errorf("%s, %v, %v", got["r"], err, readErr)
			}
			answered = true
		}()
		synctest.Wait()
		if answered {
			t.Fatal("it answered before there was an outbox")
		}
		late.Opened(mem.Open())
		late.Opened(idbqueue.NewMem().Open()) // only the first counts
		synctest.Wait()
		if !answered {
			t.Error("it still waits")
		}
	})
}

func TestACallFailsWhereOpeningHangsAndWorksOnceItDoesNot(t *testing.T) {
	late, hangs := NewLate(), errors.New("hangs")
	late.Stuck(hangs)
	late.Stuck(errors.New("again")) // the first reason stays
	if _, err := late.Get(t.Context(), "k"); !errors.Is(err, hangs) {
		t.Errorf("%v", err)
	}
	late.Opened(idbqueue.NewMem().Open())
	if _, err := late.Get(t.Context(), "k"); !errors.Is(err, entry.ErrNotFound) {
		t.Errorf("open after all: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := NewLate().Put(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that gave up: %v", err)
	}
}

func TestAWatcherHearsOfTheOpeningUnlessItStoppedBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late, mem := NewLate(), idbqueue.NewMem()
		heard, gone := 0, 0
		stop := late.Watch(func() { heard++ })
		late.Watch(func() { gone++ })()
		once := true
		defer late.Watch(func() {
			if once {
				once = false
				panic("a page's own fault")
			}
		})()
		synctest.Wait()
		late.Opened(mem.Open())
		synctest.Wait()
		if heard == 0 || gone > 0 {
			t.Errorf("heard %d times, the one that had stopped %d times", heard, gone)
		}
		before := heard
		if err := late.Put(t.Context(), entry.Record{Name: "r", Value: []byte("1")}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if heard == before {
			t.Error("it heard of no change")
		}
		stop()
		synctest.Wait()
		before = heard
		if err := late.Put(t.Context(), entry.Record{Name: "r", Value: []byte("2")}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if heard != before {
			t.Error("it hears although it has stopped")
		}
	})
}
