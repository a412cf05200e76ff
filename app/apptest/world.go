package apptest

import (
	"context"
	"testing"

	"waybill/app/catalog"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/server/wire"
)

// InTab makes the world's device that of one tab while others are open.
func (w *World) InTab(name string, open ...string) { w.Device.TabName, w.Device.Tabs = name, open }

// Stock loads the device's copy of the office's records.
func (w *World) Stock(t *testing.T) {
	t.Helper()
	if err := w.Ports.Catalogue.Open(context.Background(), *w.Office.SignedIn); err != nil {
		t.Fatal(err)
	}
	if err := w.Ports.Catalogue.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// World is a device with an office behind it.
type World struct {
	Ports  *port.Ports
	Outbox *fake.Outbox
	Office *fake.Office
	Device *fake.Device
}

func New() *World {
	w := &World{Outbox: fake.NewOutbox(), Device: &fake.Device{}, Office: &fake.Office{
		SignedIn: &wire.User{ID: "u1", Name: "ana", Role: wire.RoleRep}, Records: fake.Records(),
	}}
	w.Ports = &port.Ports{
		Outbox: w.Outbox, Mend: w.Outbox, Carry: w.Outbox, Drafts: w.Outbox, Office: w.Office, Notices: w.Outbox, Device: w.Device,
		Catalogue: catalog.NewOn(w.Office, catalog.NewMemCopy(), w.Device.Now), Build: "test", Texts: i18n.For("en"),
	}
	return w
}
