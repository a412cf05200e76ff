//go:build !js

package app

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
)

func TestD20APhotoIsShownOnTheDeliverysPageToWhoMaySeeIt(t *testing.T) {
	for name, c := range map[string]struct {
		photos []wire.Photo
		shown  bool
	}{
		"with a connection": {[]wire.Photo{{ID: "01J0000000000000000000F001", CreatedAt: "2026-11-30T10:20:00Z", Size: 9}}, true},
		"without":           {nil, false},
	} {
		w := newWorld()
		v := wire.Dispatch{
			Meta: wire.Meta{ID: "D2", State: wire.StateDelivered, Version: 3}, Number: "D-0002",
			CustomerID: "01J0000000000000000000C002", ReceivedBy: "Luna", DeliveredAt: "2026-11-30T10:15:00Z", Photos: 1,
		}
		w.office.records[wire.KindDispatches] = []any{v}
		w.office.photos = c.photos
		d := newDispatch(w.ports).(*dispatch)
		_, e := show(t, d)
		d.recordID = "D2"
		d.ctx.Dispatch(d.ask)
		e.ConsumeAll()
		html := app.HTMLString(d)
		wants(t, html, "Luna", "1 photo at the office")
		if c.shown {
			wants(t, html, `src="/api/v1/photos/01J0000000000000000000F001"`, "Photo received")
			lacks(t, html, english().PhotosOnline)
		} else {
			wants(t, html, english().PhotosOnline)
			lacks(t, html, "dispatch-picture")
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}
