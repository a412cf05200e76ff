//go:build !js

package page

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/receipt"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/sw/client"
)

func typeIn(f app.Context, id, text string) {
	f.NewActionWithValue(ui.ActionText, ui.TextTyped{ID: id, Text: text})
}

func TestLostWritesAreSaidUntilTheRepHasReadIt(t *testing.T) {
	w := apptest.New()
	w.Outbox.Status.Lost = 3
	d := NewToday(w.Ports).(*today)
	html, _ := apptest.Show(t, d)
	apptest.Wants(t, html, `data-testid="writes-lost"`, "3 writes may be lost")
	html, _ = apptest.Show(t, NewToday(apptest.New().Ports))
	apptest.Lacks(t, html, "writes-lost")
}

func TestSigningInTellsAWrongPasswordFromAnOfficeThatDoesNotAnswer(t *testing.T) {
	t1 := i18n.English()
	for _, c := range []struct {
		office *fake.Office
		says   string
	}{
		{&fake.Office{Refuse: &wire.Problem{Code: wire.CodeBadCredentials, Status: 401}}, t1.SignInWrong},
		{&fake.Office{Refuse: &wire.Problem{Code: wire.CodeRateLimited, Status: 429}}, t1.SignInSlow},
		{&fake.Office{Err: fake.ErrNoAnswer}, t1.SignInNoAnswer},
	} {
		w := apptest.New()
		w.Ports.Office = c.office
		s := NewSignIn(w.Ports).(*signIn)
		_, e := apptest.Show(t, s)
		typeIn(s.Ctx, "signin-username", "ana")
		typeIn(s.Ctx, "signin-password", "x")
		e.ConsumeAll()
		apptest.Press(e, s.Ctx, s.onClick)
		apptest.Wants(t, app.HTMLString(s), `data-testid="signin-error"`, c.says)
	}
}

func TestOnlineOnlyActionsSayWhyBeforeAnythingIsConfirmed(t *testing.T) {
	t1 := i18n.English()
	w := apptest.New()
	w.Device.Offline = true
	o := &orderPage{Page: layout.NewPage(w.Ports)}
	_, e := apptest.Show(t, o)
	o.id = "O1"
	o.Ctx.Dispatch(o.ask)
	e.ConsumeAll()
	html := app.HTMLString(o)
	apptest.Wants(t, html, t1.OnlineOnlyCancel)
	apptest.Wants(t, apptest.Tag(html, "order-cancel"), " disabled")
}

func TestALostAnswerToACancelIsSaidAsNotKnown(t *testing.T) {
	w := apptest.New()
	o := &orderPage{Page: layout.NewPage(w.Ports)}
	_, e := apptest.Show(t, o)
	o.id = "O1"
	o.Ctx.Dispatch(o.ask)
	e.ConsumeAll()
	w.Office.Fails(fake.ErrNoAnswer)
	apptest.Press(e, o.Ctx, o.onCancel)
	html := app.HTMLString(o)
	apptest.Wants(t, html, i18n.English().NotKnown)
	apptest.Lacks(t, html, i18n.English().CancelDone)
	w.Office.Fails(nil)
	apptest.Press(e, o.Ctx, o.onCancel)
	apptest.Wants(t, app.HTMLString(o), i18n.English().CancelDone)
}

func TestTheOfficesOrderHasTheSameCopyOnEveryDevice(t *testing.T) {
	w := apptest.New()
	o := &orderPage{Page: layout.NewPage(w.Ports)}
	_, e := apptest.Show(t, o)
	o.id = "O1"
	o.Ctx.Dispatch(o.ask)
	e.ConsumeAll()
	apptest.Wants(t, app.HTMLString(o), `data-testid="outbox-share"`)
	c := receipt.CardOfOrder(*o.rec)
	r := receipt.ReceiptOf(w.Ports, c, "ana")
	if r.Ref != client.Ref("O1") || !r.Proved || len(r.Lines) != 1 || r.Total != "72.00 EUR" {
		t.Errorf("%+v", r)
	}
}
