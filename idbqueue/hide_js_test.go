package idbqueue_test

import (
	"context"
	"sync"
	"testing"

	"github.com/hack-pad/safejs"
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
	name := newName(t)
	box := mustOpen(t, quick(name, nil))
	if _, err := box.Add(context.Background(), write("K0")); err != nil {
		t.Fatal(err)
	}
	misbehave(t, "hung") // a transaction that never ends by itself
	var all sync.WaitGroup
	all.Go(func() { _, _ = box.Add(context.Background(), write("K1")) })
	hidePage(t)
	// Whoever comes after, on a connection of its own, need not wait.
	other := mustOpen(t, quick(name, nil))
	if _, err := other.Add(context.Background(), write("K2")); err != nil {
		t.Errorf("another page's save: %v", err)
	}
	all.Wait()
}

func TestAPageThatComesBackOpensAnotherConnection(t *testing.T) {
	box := mustOpen(t, quick(newName(t), nil))
	if _, err := box.Add(context.Background(), write("K1")); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"K2", "K3"} {
		hidePage(t)
		if _, err := box.Add(context.Background(), write(key)); err != nil {
			t.Errorf("a save after the page came back: %v", err)
		}
	}
	if totals, err := box.Totals(context.Background(), "ana"); err != nil || totals.Pending != 3 {
		t.Errorf("got %+v, %v", totals, err)
	}
	if n := opened(t); n != 2 {
		t.Errorf("opened %d times, want once for each return", n)
	}
}
