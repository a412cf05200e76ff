package idbqueue_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

func TestALostConnectionIsOpenedAgainAndTheWholeTransactionDoneAgain(t *testing.T) {
	box := mustOpen(t, quick(newName(t), nil))
	misbehave(t, "dropped")
	if _, err := box.Add(context.Background(), write("K1")); err != nil {
		t.Fatalf("add: %v", err)
	}
	if _, err := box.Get(context.Background(), "K1"); err != nil {
		t.Errorf("get: %v", err)
	}
	if n := opened(t); n != 1 {
		t.Errorf("opened %d times, want once", n)
	}
}

func TestManyWhoLoseTheConnectionShareOneOpen(t *testing.T) {
	box := mustOpen(t, quick(newName(t), nil))
	misbehave(t, "dropped")
	var wg sync.WaitGroup
	errs := make(chan error, 20)
	for n := range 20 {
		wg.Go(func() {
			_, err := box.Add(context.Background(), write(keyOf(n)))
			errs <- err
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	if n := opened(t); n != 1 {
		t.Errorf("opened %d times, want once", n)
	}
	if totals, err := box.Totals(context.Background(), "ana"); err != nil || totals.Pending != 20 {
		t.Errorf("got %+v, %v", totals, err)
	}
}

func TestAConnectionThatCannotBeHadAgainIsSaidAndHealsLater(t *testing.T) {
	box := mustOpen(t, quick(newName(t), nil))
	stop := misbehave(t, "gone")
	if _, err := box.Add(context.Background(), write("K1")); !errors.Is(err, entry.ErrStorage) {
		t.Errorf("got %v, want a storage error", err)
	}
	stop()
	if _, err := box.Add(context.Background(), write("K1")); err != nil {
		t.Errorf("later: %v", err)
	}
}

func TestATransactionThatNeverEndsIsDoneAgainOnANewConnection(t *testing.T) {
	o := quick(newName(t), nil).WithLimits(5*time.Second, 300*time.Millisecond)
	box := mustOpen(t, o)
	misbehave(t, "hung")
	if _, err := box.Add(context.Background(), write("K1")); err != nil {
		t.Errorf("got %v", err)
	}
	if n := opened(t); n != 1 {
		t.Errorf("opened %d times, want once", n)
	}
}

func TestASaveThatWasCommittedUnheardIsNoDuplicate(t *testing.T) {
	box := mustOpen(t, quick(newName(t), nil))
	misbehave(t, "unheard")
	e, err := box.Add(context.Background(), write("K1"))
	if err != nil || e.Key != "K1" || e.Seq == 0 {
		t.Errorf("got %+v, %v", e, err)
	}
	if totals, err := box.Totals(context.Background(), "ana"); err != nil || totals.Pending != 1 {
		t.Errorf("got %+v, %v", totals, err)
	}
}

func TestAnAbortAtCommitIsNeverSaved(t *testing.T) {
	box := mustOpen(t, quick(newName(t), nil))
	stop := misbehave(t, "full")
	if _, err := box.Add(context.Background(), write("K1")); !errors.Is(err, entry.ErrQuota) {
		t.Errorf("got %v, want ErrQuota", err)
	}
	stop()
	if _, err := box.Get(context.Background(), "K1"); !errors.Is(err, entry.ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
	if _, err := box.Add(context.Background(), write("K1")); err != nil {
		t.Errorf("with space again, without a reload: %v", err)
	}
}

func TestEveryWriteIsStrict(t *testing.T) {
	box := mustOpen(t, quick(newName(t), nil))
	misbehave(t, "watched")
	ctx := context.Background()
	if _, err := box.Add(ctx, write("K1")); err != nil {
		t.Fatal(err)
	}
	f, err := box.Acquire(ctx, "tab", idbqueue.At(1), 10, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := box.Settle(ctx, f, []entry.Move{entry.Prove("K1", write("K1").Record, entry.Receipt{Fingerprint: "FK1"}, "", nil)}); err != nil {
		t.Fatal(err)
	}
	v, err := safejs.Global().Get("asked")
	if err != nil {
		t.Fatal(err)
	}
	joined, err := v.Call("join", ",")
	if err != nil {
		t.Fatal(err)
	}
	text, err := joined.String()
	if err != nil || text != strings.Join([]string{"readwrite strict", "readwrite strict", "readwrite strict"}, ",") {
		t.Errorf("got %s, %v", text, err)
	}
}

func TestAWatcherThatPanicsEndsNothing(t *testing.T) {
	name := newName(t)
	box, other := mustOpen(t, quick(name, nil)), mustOpen(t, quick(name, nil))
	box.Watch(func() { panic("at home") })
	other.Watch(func() { panic("elsewhere") })
	heard := make(chan struct{}, 10)
	third := mustOpen(t, quick(name, nil))
	third.Watch(func() { heard <- struct{}{} })
	if _, err := box.Add(context.Background(), write("K1")); err != nil {
		t.Fatal(err)
	}
	<-heard
	if _, err := box.Add(context.Background(), write("K2")); err != nil {
		t.Errorf("after the panic: %v", err)
	}
}

func TestThreeTabsSaveAtOnceAndCountTheSame(t *testing.T) {
	name := newName(t)
	var tabs [3]*idbqueue.Outbox
	for i := range tabs {
		tabs[i] = mustOpen(t, quick(name, nil))
	}
	var wg sync.WaitGroup
	for i, tab := range tabs {
		wg.Go(func() {
			for n := range 20 {
				if _, err := tab.Add(context.Background(), write(keyOf(100*i+n))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	seen := map[int64]bool{}
	page, err := tabs[0].Page(context.Background(), "ana", entry.ListUnsent, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range page {
		seen[l.Seq] = true
	}
	for i, tab := range tabs {
		if totals, err := tab.Totals(context.Background(), "ana"); err != nil || totals.Pending != 60 || len(seen) != 60 {
			t.Errorf("tab %d: got %+v, %v, %d numbers", i, totals, err, len(seen))
		}
	}
}
