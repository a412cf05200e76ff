package form

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/port"
)

// draftWriter writes one draft, the latest text last, one write at a time. It
// goes on when its page is left in the middle.
type draftWriter struct {
	drafts port.Drafts
	name   string

	mu   sync.Mutex
	next json.RawMessage
	more bool
	busy bool
	done chan struct{} // closed when it is not busy any more
	over bool          // the write was saved: what comes now is not kept
}

func (w *draftWriter) keep(ctx context.Context, draft json.RawMessage) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return
	}
	w.put(ctx, draft)
}

// finish removes the draft once what it was of is saved.
func (w *draftWriter) finish(ctx context.Context) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	w.put(ctx, nil)
}

// end keeps nothing from now on, and returns once what was typed is stored.
func (w *draftWriter) end() {
	w.mu.Lock()
	w.over = true
	busy, done := w.busy, w.done
	w.mu.Unlock()
	if busy {
		<-done
	}
}

func (w *draftWriter) put(ctx context.Context, draft json.RawMessage) {
	w.next, w.more = draft, true
	if w.busy {
		return
	}
	w.busy, w.done = true, make(chan struct{})
	go w.run(context.WithoutCancel(ctx))
}

func (w *draftWriter) run(ctx context.Context) {
	defer func() {
		if r := recover(); r != nil {
			app.Logf("draft: %v", r)
		}
	}()
	for {
		w.mu.Lock()
		if !w.more {
			w.busy = false
			close(w.done)
			w.mu.Unlock()
			return
		}
		draft := w.next
		w.more = false
		w.mu.Unlock()
		// A draft that cannot be kept is no reason to stop typing: the save
		// itself says what is wrong with the store.
		if err := w.drafts.SaveDraft(ctx, w.name, draft); err != nil {
			app.Logf("draft: %v", err)
		}
	}
}
