//go:build !js

package form

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/device"
	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/idbqueue/entry"
	"waybill/sw"
)

func TestWhereNothingCanBeSavedNothingIsSaidToBeSaved(t *testing.T) {
	t1 := i18n.English()
	c := sw.Card{Entry: apptest.Customer(), State: entry.Pending, Unkept: true}
	if got := message.SayCard(i18n.For("en"), c, device.Native{}); got != t1.NotKept {
		t.Errorf("a card says %q", got)
	}
	w := apptest.New()
	w.Outbox.Status.Storage = port.StorageOff
	f := NewCustomer(w.Ports).(*recordForm)
	_, e := apptest.Show(t, f)
	typeIn(f.Ctx, "customer-code", "C-1")
	typeIn(f.Ctx, "customer-name", "Luna")
	e.ConsumeAll()
	apptest.Press(e, f.Ctx, f.onSave)
	html := app.HTMLString(f)
	apptest.Wants(t, html, t1.TakenTitle)
	apptest.Lacks(t, html, t1.SavedTitle+"<")
}
