//go:build !js

package form

import (
	"context"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
)

// typedNote opens the order form in a tab and types a note into it.
func typedNote(t *testing.T, w *apptest.World, note string) (*orderForm, app.TestEngine) {
	t.Helper()
	f, e := openOrder(t, w)
	typeIn(f.Ctx, idNote, note)
	e.ConsumeAll()
	waitFor(t, func() bool { return strings.Contains(string(draftOf(w, tabDraft("order", w.Device.TabName))), note) })
	return f, e
}

func TestD18TwoTabsHaveADraftEach(t *testing.T) {
	w := apptest.New()
	w.InTab("A", "A", "B")
	typedNote(t, w, "one")
	w.InTab("B", "A", "B")
	f, _ := typedNote(t, w, "two")
	if len(f.others) != 0 {
		t.Errorf("what another tab has open is offered: %+v", f.others)
	}
	for tab, note := range map[string]string{"A": "one", "B": "two"} {
		w.InTab(tab, "A", "B")
		if f, _ := openOrder(t, w); f.draft.Note != note {
			t.Errorf("tab %s has %q", tab, f.draft.Note)
		}
	}
	w.InTab("C", "A", "B", "C")
	if f, _ := openOrder(t, w); f.draft.Note != "" || len(f.others) != 0 {
		t.Errorf("a third tab opens with %q and offers %v", f.draft.Note, f.others)
	}
}

// After a kill the newest is gone on with, and the other is offered; to go on
// with that one loses neither.
func TestD18AfterAKillBothDraftsAreFoundAgain(t *testing.T) {
	w := apptest.New()
	w.InTab("A", "A", "B")
	typedNote(t, w, "one")
	w.InTab("B", "A", "B")
	w.Device.Ahead++
	typedNote(t, w, "two")

	w.InTab("C", "C")
	f, e := openOrder(t, w)
	if f.draft.Note != "two" || len(f.others) != 1 {
		t.Fatalf("goes on with %q, offers %d", f.draft.Note, len(f.others))
	}
	apptest.Wants(t, app.HTMLString(f), "draft-continue", "one")
	apptest.Press(e, f.Ctx, f.onContinue(f.others[0]))
	waitFor(t, func() bool { return strings.Contains(string(draftOf(w, "order@C")), "one") })

	f, _ = openOrder(t, w)
	if f.draft.Note != "one" || len(f.others) != 1 || !strings.Contains(string(f.others[0].draft), "two") {
		t.Errorf("then it has %q, and offers %+v", f.draft.Note, f.others)
	}
	if all, _ := w.Outbox.Drafts(context.Background(), "order"); len(all) != 2 {
		t.Errorf("%d drafts of two", len(all))
	}
}

// The draft that was typed last is gone on with, whichever form was opened last.
func TestD18AfterAKillTheDraftThatWasTypedLastGoesOn(t *testing.T) {
	w := apptest.New()
	w.InTab("A", "A", "B")
	a, e := typedNote(t, w, "one")
	w.InTab("B", "A", "B")
	w.Device.Ahead++
	typedNote(t, w, "two")
	w.InTab("A", "A", "B")
	w.Device.Ahead++
	typeIn(a.Ctx, idNote, "one more")
	e.ConsumeAll()
	waitFor(t, func() bool { return strings.Contains(string(draftOf(w, tabDraft("order", "A"))), "one more") })

	w.InTab("C", "C")
	if f, _ := openOrder(t, w); f.draft.Note != "one more" {
		t.Errorf("goes on with %q", f.draft.Note)
	}
}

// A draft of before tabs had drafts of their own is gone on with, and one whose
// order was saved is forgotten.
func TestD18AnOldDraftIsFoundAndASavedOneForgotten(t *testing.T) {
	w := apptest.New()
	typedNote(t, w, "of before")
	w.InTab("A", "A")
	f, e := openOrder(t, w)
	if f.draft.Note != "of before" || draftOf(w, "order") != nil {
		t.Fatalf("it has %q", f.draft.Note)
	}
	fillOrder(e, f, "3")
	kept := ""
	waitFor(t, func() bool { kept = string(draftOf(w, "order@A")); return strings.Contains(kept, "ProductID") })
	apptest.Press(e, f.Ctx, f.onSave)
	waitFor(t, func() bool { return draftOf(w, "order@A") == nil })
	w.Outbox.Kept["order@gone"] = []byte(kept) // it was copied, and is saved by now
	if f, _ := openOrder(t, w); f.draft.Note != "" || len(f.others) != 0 || draftOf(w, "order@gone") != nil {
		t.Errorf("a saved draft comes back: %q, %v", f.draft.Note, f.others)
	}
}
