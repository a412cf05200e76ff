package idbqueue_test

import (
	"context"
	"errors"
	"testing"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue/idb"
)

// hidePage sends what a page hears before it goes or is frozen.
func hidePage(t *testing.T) {
	t.Helper()
	class, err := safejs.Global().Get("Event")
	if err != nil {
		t.Fatal(err)
	}
	event, err := class.New("pagehide")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := safejs.Global().Call("dispatchEvent", event); err != nil {
		t.Fatal(err)
	}
}

func TestAPageThatGoesLeavesNoTransactionOpen(t *testing.T) {
	ctx, name := context.Background(), newName(t)
	open := func() *idb.DB {
		db, err := idb.Open(ctx, idb.Options{Name: name, Version: 1, Upgrade: func(u *idb.Upgrade, _ int) error {
			return u.CreateStore("s", "")
		}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		return db
	}
	going := open()
	started, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- going.Run(ctx, idb.ReadWrite, []string{"s"}, func(tx *idb.Tx) error {
			for first := true; ; first = false { // as long as it asks, it goes on
				if _, err := tx.Store("s").Get("a").Await(); err != nil {
					return err
				}
				if first {
					close(started)
				}
			}
		})
	}()
	<-started
	hidePage(t)
	if err := <-ended; !errors.Is(err, idb.ErrAbort) {
		t.Errorf("the going page's transaction: %v, want an abort", err)
	}
	if !going.Closed() {
		t.Error("the going page's connection is open")
	}
}

func TestAPageThatComesBackOpensAnotherConnection(t *testing.T) {
	box := mustOpen(t, quick(newName(t), nil))
	for _, key := range []string{"K1", "K2", "K3"} {
		if _, err := box.Add(context.Background(), write(key)); err != nil {
			t.Errorf("%s: a save after the page came back: %v", key, err)
		}
		hidePage(t)
	}
	if totals, err := box.Totals(context.Background(), "ana"); err != nil || totals.Pending != 3 {
		t.Errorf("got %+v, %v", totals, err)
	}
}

func TestAPageThatGoesWhileItMakesADatabaseLeavesItToOthers(t *testing.T) {
	ctx, name := context.Background(), newName(t)
	open := func(upgrade func(u *idb.Upgrade) error) (*idb.DB, error) {
		return idb.Open(ctx, idb.Options{Name: name, Version: 1, Upgrade: func(u *idb.Upgrade, _ int) error { return upgrade(u) }})
	}
	started, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		_, err := open(func(u *idb.Upgrade) error {
			err := u.CreateStore("s", "")
			close(started)
			for err == nil { // as long as it asks, it goes on
				_, err = u.Store("s").Get("a").Await()
			}
			return err
		})
		ended <- err
	}()
	<-started
	hidePage(t)
	if err := <-ended; !errors.Is(err, idb.ErrClosed) {
		t.Errorf("the going page's open: %v, want closed", err)
	}
	fresh := false
	db, err := open(func(u *idb.Upgrade) error { fresh = !u.HasStore("s"); return u.CreateStore("s", "") })
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if !fresh {
		t.Error("half of the going page's upgrade stayed")
	}
}
