//go:build !js

package form

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
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
		w := apptest.New()
		v := wire.Dispatch{
			Meta: wire.Meta{ID: "D2", State: wire.StateDelivered, Version: 3}, Number: "D-0002",
			CustomerID: "01J0000000000000000000C002", ReceivedBy: "Luna", DeliveredAt: "2026-11-30T10:15:00Z", Photos: 1,
		}
		w.Office.Records[wire.KindDispatches] = []any{v}
		w.Office.PhotoList = c.photos
		d := NewDispatch(w.Ports).(*dispatch)
		_, e := apptest.Show(t, d)
		d.recordID = "D2"
		d.Ctx.Dispatch(d.ask)
		e.ConsumeAll()
		html := app.HTMLString(d)
		apptest.Wants(t, html, "Luna", "1 photo at the office")
		if c.shown {
			apptest.Wants(t, html, `src="/api/v1/photos/01J0000000000000000000F001"`, "Photo received")
			apptest.Lacks(t, html, i18n.English().PhotosOnline)
		} else {
			apptest.Wants(t, html, i18n.English().PhotosOnline)
			apptest.Lacks(t, html, "dispatch-picture")
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

func TestAPhotoIsOnlineOnlyAndSaysWhyBeforeAnythingIsPicked(t *testing.T) {
	t1 := i18n.English()
	w := apptest.New()
	w.Device.Offline = true
	d := NewDispatch(w.Ports).(*dispatch)
	_, e := apptest.Show(t, d)
	d.recordID = "D1"
	d.Ctx.Dispatch(d.ask)
	e.ConsumeAll()
	html := app.HTMLString(d)
	apptest.Wants(t, html, t1.OnlineOnlyPhoto)
	apptest.Wants(t, apptest.Tag(html, "dispatch-photo"), " disabled")
	apptest.Lacks(t, apptest.Tag(html, "dispatch-deliver"), " disabled") // that is queued
}

func TestADeliveryIsQueuedWithoutAnIdAndOnlyOneAtATime(t *testing.T) {
	w := apptest.New()
	d := NewDispatch(w.Ports).(*dispatch)
	_, e := apptest.Show(t, d)
	d.recordID = "D1"
	d.Ctx.Dispatch(d.ask)
	e.ConsumeAll()
	apptest.Press(e, d.Ctx, d.onDeliver)
	apptest.Wants(t, app.HTMLString(d), i18n.English().FieldMissing)
	typeIn(d.Ctx, idReceivedBy, "Weber")
	e.ConsumeAll()
	apptest.Press(e, d.Ctx, d.onDeliver)
	if len(w.Outbox.Stored) != 1 {
		t.Fatal("not saved")
	}
	c := w.Outbox.Stored[0]
	body, _ := wire.Decode[map[string]any]([]byte(c.Entry.Body))
	if c.Entry.Record != "D1" || body["id"] != nil || body["client_id"] != nil || body["received_by"] != "Weber" {
		t.Fatalf("saved %+v %v", c.Entry, body)
	}
	d.saved = nil
	d.Ctx.Dispatch(func(ctx app.Context) { d.refresh(ctx, func() {}) })
	e.ConsumeAll()
	apptest.Lacks(t, app.HTMLString(d), `data-testid="dispatch-deliver"`, `data-testid="dispatch-fail"`)
}

func TestAPhotoThatFailsSaysWhatIsKnown(t *testing.T) {
	t1 := i18n.English()
	for err, says := range map[error]string{nil: t1.PhotoDone, fake.ErrNoAnswer: t1.PhotoNotKnown} {
		w := apptest.New()
		d := NewDispatch(w.Ports).(*dispatch)
		_, e := apptest.Show(t, d)
		d.recordID = "D1"
		d.Ctx.Dispatch(d.ask)
		e.ConsumeAll()
		w.Office.Fails(err)
		apptest.Press(e, d.Ctx, d.onPhoto)
		apptest.Wants(t, app.HTMLString(d), says)
	}
}
