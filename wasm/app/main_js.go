// Command app is the page's program. It wires the parts together and decides
// nothing.
package main

import (
	"context"
	"os"

	goapp "github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app"
	"waybill/app/catalog"
	"waybill/app/device"
	"waybill/app/port"
	"waybill/server/wire/fingerprint"
	"waybill/sw/browser"
	"waybill/sw/newid"
	"waybill/sw/page"
)

func main() {
	build := os.Getenv("WAYBILL_BUILD")
	page := page.New(build, fingerprint.Of, newid.New)
	desk := page.Desk
	catalogue := catalog.New(desk, browser.Now)
	go page.Start(context.Background(), catalogue.Drop)
	go catalog.Follow(context.Background(), catalogue)
	app.Routes(&port.Ports{
		Outbox: desk, Mend: desk, Carry: desk, Drafts: desk, Office: desk, Notices: desk,
		Catalogue: catalogue, Device: device.New(), Build: build,
	})
	goapp.RunWhenOnBrowser()
}
