//go:build !js

package app

import (
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// inTab makes the world's device that of one tab while others are open.
func (w *world) inTab(name string, open ...string) { w.device.tab, w.device.tabs = name, open }

// typedNote opens the order form in a tab and types a note into it.
func typedNote(t *testing.T, w *world, note string) (*orderForm, app.TestEngine) {
	t.Helper()
	f, e := openOrder(t, w)
	typeIn(f.ctx, idNote, note)
	e.ConsumeAll()
	waitFor(t, func() bool { return strings.Contains(string(draftOf(w, tabDraft("order", w.device.tab))), note) })
	return f, e
}

func TestD18TwoTabsHaveADraftEach(t *testing.T) {
	w := newWorld()
	w.inTab("A", "A", "B")
	typedNote(t, w, "one")
	w.inTab("B", "A", "B")
	f, _ := typedNote(t, w, "two")
	if len(f.others) != 0 {
		t.Errorf("what another tab has open is offered: %+v", f.others)
	}
	for tab, note := range map[string]string{"A": "one", "B": "two"} {
		w.inTab(tab, "A", "B")
		if f, _ := openOrder(t, w); f.draft.Note != note {
			t.Errorf("tab %s has %q", tab, f.draft.Note)
		}
	}
	w.inTab("C", "A", "B", "C")
	if f, _ := openOrder(t, w); f.draft.Note != "" || len(f.others) != 0 {
		t.Errorf("a third tab opens with %q and offers %v", f.draft.Note, f.others)
	}
}

// After a kill the newest is gone on with, and the other is offered; to go on
// with that one loses neither.
func TestD18AfterAKillBothDraftsAreFoundAgain(t *testing.T) {
	w := newWorld()
	w.inTab("A", "A", "B")
	typedNote(t, w, "one")
	w.inTab("B", "A", "B")
	w.device.now++
	typedNote(t, w, "two")

	w.inTab("C", "C")
	f, e := openOrder(t, w)
	if f.draft.Note != "two" || len(f.others) != 1 {
		t.Fatalf("goes on with %q, offers %d", f.draft.Note, len(f.others))
	}
	wants(t, app.HTMLString(f), "draft-continue", "one")
	press(e, f.ctx, f.onContinue(f.others[0]))
	waitFor(t, func() bool { return strings.Contains(string(draftOf(w, "order@C")), "one") })

	f, _ = openOrder(t, w)
	if f.draft.Note != "one" || len(f.others) != 1 || !strings.Contains(string(f.others[0].draft), "two") {
		t.Errorf("then it has %q, and offers %+v", f.draft.Note, f.others)
	}
	if all, _ := w.outbox.Drafts(context.Background(), "order"); len(all) != 2 {
		t.Errorf("%d drafts of two", len(all))
	}
}

// The draft that was typed last is gone on with, whichever form was opened last.
func TestD18AfterAKillTheDraftThatWasTypedLastGoesOn(t *testing.T) {
	w := newWorld()
	w.inTab("A", "A", "B")
	a, e := typedNote(t, w, "one")
	w.inTab("B", "A", "B")
	w.device.now++
	typedNote(t, w, "two")
	w.inTab("A", "A", "B")
	w.device.now++
	typeIn(a.ctx, idNote, "one more")
	e.ConsumeAll()
	waitFor(t, func() bool { return strings.Contains(string(draftOf(w, tabDraft("order", "A"))), "one more") })

	w.inTab("C", "C")
	if f, _ := openOrder(t, w); f.draft.Note != "one more" {
		t.Errorf("goes on with %q", f.draft.Note)
	}
}

// A draft of before tabs had drafts of their own is gone on with, and one whose
// order was saved is forgotten.
func TestD18AnOldDraftIsFoundAndASavedOneForgotten(t *testing.T) {
	w := newWorld()
	typedNote(t, w, "of before")
	w.inTab("A", "A")
	f, e := openOrder(t, w)
	if f.draft.Note != "of before" || draftOf(w, "order") != nil {
		t.Fatalf("it has %q", f.draft.Note)
	}
	fillOrder(e, f, "3")
	kept := ""
	waitFor(t, func() bool { kept = string(draftOf(w, "order@A")); return strings.Contains(kept, "ProductID") })
	press(e, f.ctx, f.onSave)
	waitFor(t, func() bool { return draftOf(w, "order@A") == nil })
	w.outbox.drafts["order@gone"] = []byte(kept) // it was copied, and is saved by now
	if f, _ := openOrder(t, w); f.draft.Note != "" || len(f.others) != 0 || draftOf(w, "order@gone") != nil {
		t.Errorf("a saved draft comes back: %q, %v", f.draft.Note, f.others)
	}
}
