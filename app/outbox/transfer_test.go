//go:build !js

package outbox

import (
	"errors"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/i18n"
	"waybill/idbqueue/entry"
	"waybill/sw/client"
)

func TestD06WhatWasDiscardedHereIsTakenBackWithOneTap(t *testing.T) {
	w := apptest.New()
	w.Outbox.Imported = client.Imported{Discarded: []string{"K1", "K2"}}
	c := &tapCarrying{Carrying: Carrying{Ports: w.Ports}}
	html, e := apptest.Show(t, c)
	apptest.Lacks(t, html, "carry-restore")
	apptest.Press(e, c.ctx, c.onFile)
	apptest.Wants(t, app.HTMLString(c), "2 were discarded here.", "carry-restore")
	apptest.Press(e, c.ctx, c.onRestore)
	apptest.Lacks(t, app.HTMLString(c), "carry-restore")
	if got := strings.Join(w.Outbox.Calls, ", "); got != "import, restore K1, restore K2" {
		t.Errorf("calls %s", got)
	}
}

func TestAFileThatCannotBeReadInSaysWhy(t *testing.T) {
	t1 := i18n.English()
	for says, err := range map[string]error{t1.ImportFull: entry.ErrFull, t1.ImportFailed: errors.New("no such file")} {
		w := apptest.New()
		w.Outbox.ActErr = err
		c := &tapCarrying{Carrying: Carrying{Ports: w.Ports}}
		_, e := apptest.Show(t, c)
		apptest.Press(e, c.ctx, c.onFile)
		apptest.Wants(t, app.HTMLString(c), says)
	}
}

func TestWhatWasKeptRawIsRemovedOnlyAfterAQuestion(t *testing.T) {
	w := apptest.New()
	s := &tapStrange{StrangeView: StrangeView{Ports: w.Ports, Strange: client.Strange{Raw: []byte(`{"x":1}`), Key: "kept-1", Flaw: "record"}}}
	html, e := apptest.Show(t, s)
	apptest.Wants(t, html, "“record” holds what cannot be.", "strange-remove")
	apptest.Press(e, s.ctx, s.onRemove)
	if len(w.Outbox.Calls) != 0 {
		t.Fatalf("removed without a question: %v", w.Outbox.Calls)
	}
	apptest.Press(e, s.ctx, s.onConfirm)
	if got := w.Outbox.Calls; len(got) != 1 || got[0] != "forget kept-1" {
		t.Errorf("calls %v", got)
	}
	plain, _ := apptest.Show(t, &StrangeView{Ports: w.Ports, Strange: client.Strange{Raw: []byte(`{"x":1}`)}})
	apptest.Lacks(t, plain, "strange-remove")
}

// tapCarrying and tapStrange hand out the context of their component.
type tapCarrying struct {
	Carrying
	ctx app.Context
}

func (c *tapCarrying) OnPreRender(ctx app.Context) { c.ctx = ctx }

type tapStrange struct {
	StrangeView
	ctx app.Context
}

func (s *tapStrange) OnPreRender(ctx app.Context) { s.ctx = ctx }
