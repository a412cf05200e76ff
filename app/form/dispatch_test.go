//go:build !js

package form

import (
	"testing"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/port"
)

func TestADeliveryThatIsNotHereYetSaysWhyToo(t *testing.T) {
	w := apptest.New()
	w.Office.Fails(fake.ErrNoAnswer)
	w.Ports.Catalogue = apptest.StillLoading{Catalogue: w.Ports.Catalogue, State: port.Freshness{Err: fake.ErrNoAnswer, Loaded: 3, Total: 9}}
	t1 := i18n.English()
	html, _ := apptest.Show(t, &dispatch{Page: layout.NewPage(w.Ports)})
	apptest.Wants(t, html, t1.NotOnDevice, t1.CopyPart, t1.CopyAgain)
}
