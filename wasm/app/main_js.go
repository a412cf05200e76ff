// Command app is the page's program. It wires the parts together and decides
// nothing.
package main

import (
	"context"
	"os"

	goapp "github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app"
	"waybill/server/wire/fingerprint"
	"waybill/sw/browser"
	"waybill/sw/newid"
	"waybill/sw/page"
)

func main() {
	build := os.Getenv("WAYBILL_BUILD")
	page := page.New(build, fingerprint.Of, newid.New)
	desk := page.Desk
	catalogue := app.NewCatalogue(desk, browser.Now)
	go page.Start(context.Background(), catalogue.Drop)
	go app.Follow(context.Background(), catalogue)
	app.Routes(&app.Ports{
		Outbox: desk, Mend: desk, Carry: desk, Drafts: desk, Office: desk, Notices: desk,
		Catalogue: catalogue, Device: app.NewBrowser(), Build: build,
	})
	goapp.RunWhenOnBrowser()
}
