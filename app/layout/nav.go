package layout

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/sw"
)

// NavBar leads to the main pages, in reach of a thumb. The outbox carries the
// count of what is unsent, and a second mark where something needs the rep.
type NavBar struct {
	app.Compo
	Ports *port.Ports
	Path  string

	bar  sw.Bar
	user wire.User
}

// OnMount follows the outbox and the user.
func (n *NavBar) OnMount(ctx app.Context) { n.start(ctx) }

// OnPreRender does the same where components are tested.
func (n *NavBar) OnPreRender(ctx app.Context) { n.start(ctx) }

func (n *NavBar) start(ctx app.Context) {
	if n.Ports == nil {
		return
	}
	ctx.ObserveState(ui.StateBar, &n.bar)
	ctx.ObserveState(ui.StateUser, &n.user)
}

// Render shows the five places of a rep; the others come where there is room,
// and are on the first page where there is none.
func (n *NavBar) Render() app.UI {
	t := n.Ports.Words()
	return app.Nav().Class("nav").Aria("label", t.Navigation).Body(
		n.item("/", t.NavToday, "", ui.GlyphHome),
		n.item("/orders", t.NavOrders, "", ui.GlyphPaper),
		n.item("/dispatches", t.NavDispatches, "", ui.GlyphTruck),
		n.item("/customers", t.NavCustomers, "", ui.GlyphPeople),
		n.item("/products", t.NavProducts, "roomy", ui.GlyphBox),
		n.item("/outbox", t.NavOutbox, "", ui.GlyphOut),
		n.item("/settings", t.NavSettings, "roomy", ui.GlyphGear),
	)
}

func (n *NavBar) item(href, label, class string, g ui.Glyph) app.UI {
	a := app.A().Href(href).Class(class)
	if n.Path == href {
		a = a.Aria("current", "page")
	}
	return a.Body(
		ui.Icon(g),
		app.Span().Text(label),
		ui.When(href == "/outbox" && n.bar.Unsent() > 0, n.badge),
	)
}

func (n *NavBar) badge() app.UI {
	class := "badge"
	if n.bar.NeedsPerson() > 0 {
		class = "badge needs"
	}
	return app.Span().Class(class).Body(
		app.Text(strconv.Itoa(n.bar.Unsent())),
		ui.When(n.bar.NeedsPerson() > 0, func() app.UI { return app.Span().Aria("hidden", "true").Text("!") }),
	)
}
