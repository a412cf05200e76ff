package app

import (
	"context"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// listShown is how many records a list shows before the search narrows it.
const listShown = 100

// listPage is a searched list of records, with what is unsent beside what the
// office has, and marked.
type listPage struct {
	app.Compo
	page
	kind  wire.Kind
	path  string
	title string
	op    wire.Op // the create that is shown among them, empty: none
	add   string  // the path of its form, empty: none
	label string
	boss  bool // only managers add

	text   string
	cards  []sw.Card
	fresh  Freshness
	failed bool
}

func newCustomers(p *Ports) app.Composer {
	t := p.words()
	return &listPage{
		page: newPage(p), kind: wire.KindCustomers, path: "/customers", title: t.NavCustomers,
		op: wire.OpCustomerCreate, add: "/customers/new", label: t.NewCustomer,
	}
}

func newProducts(p *Ports) app.Composer {
	t := p.words()
	return &listPage{
		page: newPage(p), kind: wire.KindProducts, path: "/products", title: t.NavProducts,
		op: wire.OpProductCreate, add: "/products/new", label: t.NewProduct, boss: true,
	}
}

func newOrders(p *Ports) app.Composer {
	t := p.words()
	return &listPage{
		page: newPage(p), kind: wire.KindOrders, path: "/orders", title: t.NavOrders,
		op: wire.OpOrderCreate, add: "/orders/new", label: t.NewOrder,
	}
}

func newDispatches(p *Ports) app.Composer {
	return &listPage{page: newPage(p), kind: wire.KindDispatches, path: "/dispatches", title: p.words().NavDispatches}
}

// OnMount follows outbox and local copy.
func (l *listPage) OnMount(ctx app.Context) { l.start(ctx) }

// OnPreRender does the same where components are tested.
func (l *listPage) OnPreRender(ctx app.Context) { l.start(ctx) }

func (l *listPage) start(ctx app.Context) {
	ctx.Handle(ActionText, l.onText)
	l.begin(ctx, func(ctx app.Context) {
		l.fresh = l.ports.Catalogue.Fresh()
		l.watch(ctx, l.refresh)
	})
}

func (l *listPage) refresh(ctx app.Context, done func()) {
	work(ctx, func(x context.Context) ([]sw.Card, error) {
		cards, _, err := l.ports.Outbox.Cards(x, entry.ListUnsent, 0, unsentSearched)
		return cards, err
	}, func(_ app.Context, cards []sw.Card, err error) {
		defer done()
		l.fresh, l.failed = l.ports.Catalogue.Fresh(), err != nil
		if err == nil {
			l.cards = cards
		}
	})
}

func (l *listPage) onText(_ app.Context, a app.Action) {
	if v, _ := a.Value.(TextTyped); v.ID == "search" {
		l.text = v.Text
	}
}

// Render shows search, unsent, and what the office has.
func (l *listPage) Render() app.UI {
	t := l.t
	if !l.ready() {
		return l.frame(l.title, l.path)
	}
	found := l.ports.Catalogue.Search(l.kind, l.text, listShown)
	unsent := l.unsent()
	return l.frame(l.title, l.path,
		app.Div().Class("list-head").Body(
			&Field{ID: "search", TestID: "search", Label: t.Search, Kind: "search", Auto: "off", Holder: t.CodeOrName},
			when(l.add != "" && (!l.boss || l.user.Role == wire.RoleManager), func() app.UI { return link(l.label, l.add, "", "primary") }),
		),
		app.P().Class("hint").Text(sayFresh(t, l.fresh, l.ports.Device)),
		loading(t, l.fresh),
		when(len(unsent) > 0, func() app.UI { return app.H2().Text(t.NotSentYet) }),
		cardList(l.ports, unsent),
		when(len(unsent) > 0, func() app.UI { return app.H2().Text(t.AtTheOffice) }),
		app.Ul().Class("records").Body(app.Range(found).Slice(func(i int) app.UI { return l.record(found[i]) })),
		when(len(found) == 0, func() app.UI { return app.P().Class("empty").Text(l.none()) }),
		when(len(found) == listShown, func() app.UI { return app.P().Class("hint").Text(t.SearchNarrows) }),
	)
}

func (l *listPage) none() string {
	switch {
	case l.text != "":
		return l.t.NoMatch
	case l.fresh.At == 0:
		return l.t.CopyNone // why, is said above
	}
	return sayFresh(l.t, l.fresh, l.ports.Device)
}

// unsent are this kind's creates that still wait, if they match the search.
func (l *listPage) unsent() []sw.Card {
	var out []sw.Card
	for _, c := range sorted(l.cards) {
		if l.op != "" && c.Entry.Op == string(l.op) && strings.Contains(fold(c.Entry.Title), fold(l.text)) {
			out = append(out, c)
		}
	}
	return out
}

func (l *listPage) record(f Found) app.UI {
	switch v := f.Record.(type) {
	case wire.Order:
		return l.order(v)
	case wire.Dispatch:
		return l.dispatch(v)
	case wire.Product:
		return app.Li().Class("record").Body(
			codeLine(v.Code, v.Name),
			when(v.State == wire.StateInactive, func() app.UI { return app.Span().Class("tag").Text(l.t.recordState(v.State)) }),
			app.Span().Class("amount").Text(productPrice(l.ports, v, l.fresh)),
			when(v.Any(), func() app.UI { return app.Span().Class("hint", "rules").Text(sayRules(l.t, v.QuantityRules)) }),
		)
	case wire.Customer:
		return app.Li().Class("record").Body(
			codeLine(v.Code, v.Name),
			when(v.State == wire.StateInactive, func() app.UI { return app.Span().Class("tag").Text(l.t.recordState(v.State)) }),
			link(l.t.NewOrder, "/orders/new?customer="+v.ID, "", "quiet").Aria("label", fill(l.t.NewOrderFor, "what", v.Code)),
		)
	}
	return nil
}

func codeLine(code, name string) app.UI {
	return app.Span().Class("code-line").Body(app.Strong().Dir("ltr").Text(code), app.Span().Dir("auto").Text(" "+name))
}

func (l *listPage) order(v wire.Order) app.UI {
	r := reader{ports: l.ports}
	return app.Li().Class("record").Body(
		app.A().Class("record-link").Href("/orders/"+v.ID).Body(
			app.Strong().Dir("ltr").Text(v.Number),
			app.Span().Dir("auto").Text(" "+r.name(wire.KindCustomers, v.CustomerID)),
			app.Span().Class("amount").Text(orderTotal(l.ports, v)),
		),
		app.Span().Class("tag").Text(l.t.recordState(v.State)),
		app.Span().Class("hint").Text(r.when(v.PlacedAt)),
	)
}

func orderTotal(p *Ports, o wire.Order) string {
	var d orderDraft
	for _, l := range o.Lines {
		d.Lines = append(d.Lines, lineItem{Quantity: l.Quantity, PriceMinor: l.UnitPriceMinor, Currency: l.Currency})
	}
	return sayTotal(p, &d)
}

// dispatch shows a delivery in the office's state, and what waits here for it
// beside that: a saved "delivered" is not the office's yet.
func (l *listPage) dispatch(v wire.Dispatch) app.UI {
	var waits *sw.Card
	for i, c := range l.cards {
		if c.Entry.Record == v.ID {
			waits = &l.cards[i]
		}
	}
	return app.Li().Class("record").DataSet("testid", "dispatch-item").DataSet("id", v.ID).DataSet("state", v.State).Body(
		app.A().Class("record-link").Href("/dispatches/"+v.ID).Body(
			app.Strong().Dir("ltr").Text(v.Number),
			app.Span().Dir("auto").Text(" "+reader{ports: l.ports}.name(wire.KindCustomers, v.CustomerID)),
			app.Span().Class("amount").Dir("auto").Text(v.Summary),
		),
		app.Span().Class("tag").Text(l.t.recordState(v.State)),
		when(waits != nil, func() app.UI {
			return note(lookOf(*waits), l.t.op(wire.Op(waits.Entry.Op))+": "+sayState(l.t, *waits, l.ports.Device))
		}),
	)
}
