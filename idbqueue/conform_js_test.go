package idbqueue_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue"
	"waybill/idbqueue/idb"
	"waybill/idbqueue/idbqueuetest"
)

// browserWorld is a database of its own in the browser.
type browserWorld struct {
	name  string
	fault func(idbqueue.Op) error
	boxes []*idbqueue.Outbox

	breathes bool // a transaction turns to others after every write
}

var worlds int

// newName is a database that no test had before; it is deleted afterwards.
func newName(t testing.TB) string {
	worlds++
	name := fmt.Sprintf("test-%d-%d", time.Now().UnixNano(), worlds)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := idb.Delete(ctx, name); err != nil {
			t.Errorf("delete %s: %v", name, err)
		}
	})
	return name
}

func newBrowserWorld(t testing.TB) idbqueuetest.World {
	w := &browserWorld{name: newName(t)}
	t.Cleanup(w.crash)
	return w
}

func (w *browserWorld) Open(t testing.TB) *idbqueue.Outbox {
	t.Helper()
	o := idbqueue.Options{Name: w.name}.WithFault(func(o idbqueue.Op) error {
		if w.fault == nil {
			return nil
		}
		return w.fault(o)
	})
	if w.breathes {
		o = o.Stretched(0)
	}
	box, err := idbqueue.OpenTuned(t.Context(), o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	w.boxes = append(w.boxes, box)
	return box
}

func (w *browserWorld) crash() {
	for _, box := range w.boxes {
		_ = box.Close()
	}
	w.boxes = nil
}

func (w *browserWorld) Reopen(t testing.TB) *idbqueue.Outbox {
	w.crash()
	return w.Open(t)
}

func (w *browserWorld) Fail(f func(idbqueue.Op) error) { w.fault = f }

func (w *browserWorld) PutRaw(t testing.TB, raws ...string) {
	t.Helper()
	behind(t, w.name, idb.ReadWrite, func(tx *idb.Tx) error {
		for _, raw := range raws {
			v, err := idb.Parse([]byte(raw))
			if err != nil {
				return err
			}
			if err := tx.Store("entries").Put(v); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *browserWorld) Raw(t testing.TB, key string) string {
	t.Helper()
	var text string
	behind(t, w.name, idb.ReadOnly, func(tx *idb.Tx) error {
		v, err := tx.Store("entries").Get(key).Await()
		text, _ = idb.Stringify(v)
		return err
	})
	return text
}

// behind works on a database behind the outbox's back.
func behind(t testing.TB, name string, mode idb.Mode, f func(*idb.Tx) error) {
	t.Helper()
	db, err := idb.Open(context.Background(), idb.Options{Name: name})
	if err != nil {
		t.Fatalf("open behind: %v", err)
	}
	defer db.Close()
	if err := db.Run(context.Background(), mode, []string{"entries"}, f); err != nil {
		t.Fatalf("behind: %v", err)
	}
}

func TestTheBrowserKeepsTheOutboxsPromises(t *testing.T) {
	if v, err := safejs.Global().Get("indexedDB"); err != nil || v.IsUndefined() {
		t.Fatal("this test wants a browser: run it with make test-wasm")
	}
	idbqueuetest.Run(t, newBrowserWorld)
}

func TestATransactionThatTurnsToOthersInBetweenKeepsThemToo(t *testing.T) {
	idbqueuetest.Run(t, func(t testing.TB) idbqueuetest.World {
		w := newBrowserWorld(t).(*browserWorld)
		w.breathes = true
		return w
	})
}
