package app

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// today is the first page: what needs the rep, what waits, and where to go.
type today struct {
	app.Compo
	page

	urgent []sw.Card
	total  dayTotal
	bar    sw.Bar
	fresh  Freshness
	failed bool

	counted bool // the day was added up: before that, nothing is said of it
}

func newToday(p *Ports) app.Composer { return &today{page: newPage(p)} }

// OnMount follows outbox and local copy.
func (d *today) OnMount(ctx app.Context) { d.start(ctx) }

// OnPreRender does the same where components are tested.
func (d *today) OnPreRender(ctx app.Context) { d.start(ctx) }

func (d *today) start(ctx app.Context) {
	d.begin(ctx, func(ctx app.Context) {
		d.fresh = d.ports.Catalogue.Fresh()
		ctx.ObserveState(StateBar, &d.bar)
		d.watch(ctx, d.refresh)
	})
}

// dayShown is how many receipts are looked through for the day's orders that
// the local copy does not have yet.
const dayShown = 200

// refresh looks for the writes that need the rep, and adds the day up.
func (d *today) refresh(ctx app.Context, done func()) {
	work(ctx, func(x context.Context) (dayLooks, error) {
		unsent, _, err := d.ports.Outbox.Cards(x, entry.ListUnsent, 0, unsentSearched)
		if err != nil {
			return dayLooks{}, err
		}
		sent, _, err := d.ports.Outbox.Cards(x, entry.ListSent, 0, dayShown)
		return dayLooks{sent: sent, unsent: unsent}, err
	}, func(_ app.Context, l dayLooks, err error) {
		defer done()
		d.failed, d.fresh = err != nil, d.ports.Catalogue.Fresh()
		if err != nil {
			return
		}
		v := d.ports.Device
		l.user, l.day, l.now, l.dayOf = d.user.ID, v.Today(), v.Now(), v.Day
		l.office = d.ports.Catalogue.Search(wire.KindOrders, "", 0)
		d.urgent, d.total, d.counted = firstOf(needing(l.unsent), cardsShown), totalOf(l), true
	})
}

// firstOf is at most n of a list.
func firstOf(cards []sw.Card, n int) []sw.Card { return cards[:min(n, len(cards))] }

// needing are the writes that wait for a person.
func needing(cards []sw.Card) []sw.Card {
	var out []sw.Card
	for _, c := range sorted(cards) {
		switch c.State {
		case entry.Attention, entry.Conflict, entry.Rejected:
			out = append(out, c)
		}
	}
	return out
}

// Render shows the way to a new order first: it is what a rep does all day.
func (d *today) Render() app.UI {
	t := d.t
	if !d.ready() {
		return d.frame(t.Today, "/")
	}
	return d.frame(t.Today, "/",
		app.Section().Class("shortcuts").Aria("label", t.Shortcuts).Body(
			link(t.NewOrder, "/orders/new", "", "primary big"),
			link(t.NavDispatches, "/dispatches", "", "big"),
			link(t.NewCustomer, "/customers/new", "", "big"),
			link(t.NavProducts, "/products", "", "big"),
			link(t.NavSettings, "/settings", "", "big"),
			when(d.user.Role == wire.RoleManager, func() app.UI { return link(t.NavOffice, "/office", "", "big") }),
		),
		&OfflineNote{Ports: d.ports},
		oldNote(d.ports, d.bar),
		copyNote(d.ports, d.bar),
		clockNote(d.ports, d.bar),
		when(d.counted, func() app.UI { return d.total.panel(d.ports) }),
		when(d.failed, func() app.UI { return note(LookNeeds, t.OutboxUnreadable) }),
		d.facts(),
		when(len(d.urgent) > 0, func() app.UI { return app.H2().Text(t.NeedsYou) }),
		cardList(d.ports, d.urgent),
	)
}

func (d *today) facts() app.UI {
	t := d.t
	return app.Section().Class("panel").Body(
		app.P().Text(fill(t.Hello, "name", d.user.Name)),
		app.P().Class("hint").Text(sayFresh(t, d.fresh, d.ports.Device)),
		loading(t, d.fresh),
	)
}

// copyNote is for phones where the home screen's copy of the app and the
// browser's do not share what they keep: in a browser with unsent work, and in
// a fresh copy on the home screen, it says where the other orders are.
func copyNote(p *Ports, b sw.Bar) app.UI {
	d, t := p.Device, p.words()
	switch {
	case !d.Apart():
	case d.Standalone() && b.Unsent()+b.Sent == 0:
		return note(LookNeutral, t.HomeFresh)
	case !d.Standalone() && b.Unsent() > 0:
		return note(LookNeeds, t.n(d, t.TabFirst, b.Unsent()))
	}
	return nil
}

// clockNote says that this phone's clock is wrong, and what that touches.
func clockNote(p *Ports, b sw.Bar) app.UI {
	return when(b.Ahead != 0, func() app.UI {
		return note(LookNeeds, fill(p.words().ClockOff, "time", p.Device.Stamp(p.Device.Now()+b.Ahead)))
	})
}
