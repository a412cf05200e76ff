package page

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/outbox"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// today is the first page: what needs the rep, what waits, and where to go.
type today struct {
	app.Compo
	layout.Page

	urgent []sw.Card
	total  dayTotal
	bar    sw.Bar
	fresh  port.Freshness
	failed bool

	counted bool // the day was added up: before that, nothing is said of it
}

// NewToday is the start page.
func NewToday(p *port.Ports) app.Composer { return &today{Page: layout.NewPage(p)} }

// OnMount follows outbox and local copy.
func (d *today) OnMount(ctx app.Context) { d.start(ctx) }

// OnPreRender does the same where components are tested.
func (d *today) OnPreRender(ctx app.Context) { d.start(ctx) }

func (d *today) start(ctx app.Context) {
	d.Begin(ctx, func(ctx app.Context) {
		d.fresh = d.Ports.Catalogue.Fresh()
		ctx.ObserveState(ui.StateBar, &d.bar)
		d.Watch(ctx, d.refresh)
	})
}

// dayShown is how many receipts are looked through for the day's orders that
// the local copy does not have yet.
const dayShown = 200

// refresh looks for the writes that need the rep, and adds the day up.
func (d *today) refresh(ctx app.Context, done func()) {
	ui.Work(ctx, func(x context.Context) (dayLooks, error) {
		unsent, _, err := d.Ports.Outbox.Cards(x, entry.ListUnsent, 0, outbox.UnsentSearched)
		if err != nil {
			return dayLooks{}, err
		}
		sent, _, err := d.Ports.Outbox.Cards(x, entry.ListSent, 0, dayShown)
		return dayLooks{sent: sent, unsent: unsent}, err
	}, func(_ app.Context, l dayLooks, err error) {
		defer done()
		d.failed, d.fresh = err != nil, d.Ports.Catalogue.Fresh()
		if err != nil {
			return
		}
		v := d.Ports.Device
		l.user, l.day, l.now, l.dayOf = d.User.ID, v.Today(), v.Now(), v.Day
		l.office = d.Ports.Catalogue.Search(wire.KindOrders, "", 0)
		d.urgent, d.total, d.counted = outbox.FirstOf(outbox.Needing(l.unsent), outbox.CardsShown), totalOf(l), true
	})
}

// Render shows the way to a new order first: it is what a rep does all day.
func (d *today) Render() app.UI {
	t := d.T
	if !d.Ready() {
		return d.Frame(t.Today, "/")
	}
	return d.Frame(t.Today, "/",
		app.Section().Class("shortcuts").Aria("label", t.Shortcuts).Body(
			ui.Link(t.NewOrder, "/orders/new", "", "primary big"),
			ui.Link(t.NavDispatches, "/dispatches", "", "big"),
			ui.Link(t.NewCustomer, "/customers/new", "", "big"),
			ui.Link(t.NavProducts, "/products", "", "big"),
			ui.Link(t.NavSettings, "/settings", "", "big"),
			ui.When(d.User.Role == wire.RoleManager, func() app.UI { return ui.Link(t.NavOffice, "/office", "", "big") }),
		),
		&layout.OfflineNote{Ports: d.Ports},
		ui.OldNote(d.Ports, d.bar),
		copyNote(d.Ports, d.bar),
		clockNote(d.Ports, d.bar),
		ui.When(d.counted, func() app.UI { return d.total.panel(d.Ports) }),
		ui.When(d.failed, func() app.UI { return ui.Note(ui.LookNeeds, t.OutboxUnreadable) }),
		d.facts(),
		ui.When(len(d.urgent) > 0, func() app.UI { return app.H2().Text(t.NeedsYou) }),
		outbox.CardList(d.Ports, d.urgent),
	)
}

func (d *today) facts() app.UI {
	t := d.T
	return app.Section().Class("panel").Body(
		app.P().Text(i18n.Fill(t.Hello, "name", d.User.Name)),
		app.P().Class("hint").Text(message.SayFresh(t, d.fresh, d.Ports.Device)),
		ui.Loading(t, d.fresh),
	)
}

// copyNote is for phones where the home screen's copy of the app and the
// browser's do not share what they keep: in a browser with unsent work, and in
// a fresh copy on the home screen, it says where the other orders are.
func copyNote(p *port.Ports, b sw.Bar) app.UI {
	d, t := p.Device, p.Words()
	switch {
	case !d.Apart():
	case d.Standalone() && b.Unsent()+b.Sent == 0:
		return ui.Note(ui.LookNeutral, t.HomeFresh)
	case !d.Standalone() && b.Unsent() > 0:
		return ui.Note(ui.LookNeeds, t.Plural(d, t.TabFirst, b.Unsent()))
	}
	return nil
}

// clockNote says that this phone's clock is wrong, and what that touches.
func clockNote(p *port.Ports, b sw.Bar) app.UI {
	return ui.When(b.Ahead != 0, func() app.UI {
		return ui.Note(ui.LookNeeds, i18n.Fill(p.Words().ClockOff, "time", p.Device.Stamp(p.Device.Now()+b.Ahead)))
	})
}
