package layout

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/port"
	"waybill/app/ui"
	"waybill/sw"
)

// StoreNote says on every page, until it is read, what is wrong with this
// device's store, and offers the one thing that helps.
type StoreNote struct {
	app.Compo
	Ports *port.Ports

	bar    sw.Bar
	read   string // the fault that the rep has read
	report string
}

// OnMount follows the outbox.
func (n *StoreNote) OnMount(ctx app.Context) { n.start(ctx) }

// OnPreRender does the same where components are tested.
func (n *StoreNote) OnPreRender(ctx app.Context) { n.start(ctx) }

func (n *StoreNote) start(ctx app.Context) {
	if n.Ports != nil {
		ctx.ObserveState(ui.StateBar, &n.bar)
		ctx.ObserveState(ui.StateFault, &n.read)
	}
}

// Render is empty while nothing is wrong.
func (n *StoreNote) Render() app.UI {
	t := n.Ports.Words()
	var text string
	var help app.UI
	switch n.bar.Fault {
	case sw.FaultNewer:
		text, help = t.StoreNewer, ui.Button(t.UpdateApply, "store-update", "primary", false, n.onUpdate)
	case sw.FaultOutdated:
		text, help = t.StorageOutdated, ui.Button(t.Reload, "store-update", "primary", false, n.onUpdate)
	case sw.FaultDamaged:
		text, help = t.StoreDamaged, ui.Button(t.Rescue, "store-rescue", "primary", false, n.onRescue)
	case sw.FaultWiped:
		text, help = t.StoreWiped, ui.Link(t.SignIn, "/signin", "", "primary")
	}
	if text == "" || n.read == string(n.bar.Fault) {
		return app.Div().Class("gone")
	}
	return app.Div().Class("banner", "look-needs").Attr("role", "alert").DataSet("testid", "store-note").DataSet("fault", string(n.bar.Fault)).Body(
		app.P().Text(text),
		app.Div().Class("row").Body(help, ui.Button(t.Close, "", "quiet", false, n.onClose)),
		ui.When(n.report != "", func() app.UI { return app.P().Attr("role", "status").DataSet("testid", "store-report").Text(n.report) }),
	)
}

func (n *StoreNote) onClose(ctx app.Context, _ app.Event) {
	ctx.SetState(ui.StateFault, string(n.bar.Fault))
}

func (n *StoreNote) onUpdate(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	ui.Act(ctx, n.Ports.Device.Update, func(_ app.Context, err error) {
		if err != nil {
			n.report = n.Ports.Words().UpdateFailed
		}
	})
}

// onRescue reads the database past the program that could not open it.
func (n *StoreNote) onRescue(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	ui.Act(ctx, func(x context.Context) error { return n.Ports.Device.Rescue(x) }, func(_ app.Context, err error) {
		if n.report = n.Ports.Words().ExportDone; err != nil {
			n.report = n.Ports.Words().RescueFailed
		}
	})
}
