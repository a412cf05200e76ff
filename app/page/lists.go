package page

import (
	"context"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/catalog"
	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/order"
	"waybill/app/outbox"
	"waybill/app/port"
	"waybill/app/ui"
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
	layout.Page
	kind  wire.Kind
	path  string
	title string
	op    wire.Op // the create that is shown among them, empty: none
	add   string  // the path of its form, empty: none
	label string
	boss  bool // only managers add

	text   string
	cards  []sw.Card
	fresh  port.Freshness
	failed bool
}

// NewCustomers is the list of customers.
func NewCustomers(p *port.Ports) app.Composer {
	t := p.Words()
	return &listPage{
		Page: layout.NewPage(p), kind: wire.KindCustomers, path: "/customers", title: t.NavCustomers,
		op: wire.OpCustomerCreate, add: "/customers/new", label: t.NewCustomer,
	}
}

// NewProducts is the list of products.
func NewProducts(p *port.Ports) app.Composer {
	t := p.Words()
	return &listPage{
		Page: layout.NewPage(p), kind: wire.KindProducts, path: "/products", title: t.NavProducts,
		op: wire.OpProductCreate, add: "/products/new", label: t.NewProduct, boss: true,
	}
}

// NewOrders is the list of orders.
func NewOrders(p *port.Ports) app.Composer {
	t := p.Words()
	return &listPage{
		Page: layout.NewPage(p), kind: wire.KindOrders, path: "/orders", title: t.NavOrders,
		op: wire.OpOrderCreate, add: "/orders/new", label: t.NewOrder,
	}
}

// NewDispatches is the list of deliveries.
func NewDispatches(p *port.Ports) app.Composer {
	return &listPage{Page: layout.NewPage(p), kind: wire.KindDispatches, path: "/dispatches", title: p.Words().NavDispatches}
}

// OnMount follows outbox and local copy.
func (l *listPage) OnMount(ctx app.Context) { l.start(ctx) }

// OnPreRender does the same where components are tested.
func (l *listPage) OnPreRender(ctx app.Context) { l.start(ctx) }

func (l *listPage) start(ctx app.Context) {
	ctx.Handle(ui.ActionText, l.onText)
	l.Begin(ctx, func(ctx app.Context) {
		l.fresh = l.Ports.Catalogue.Fresh()
		l.Watch(ctx, l.refresh)
	})
}

func (l *listPage) refresh(ctx app.Context, done func()) {
	ui.Work(ctx, func(x context.Context) ([]sw.Card, error) {
		cards, _, err := l.Ports.Outbox.Cards(x, entry.ListUnsent, 0, outbox.UnsentSearched)
		return cards, err
	}, func(_ app.Context, cards []sw.Card, err error) {
		defer done()
		l.fresh, l.failed = l.Ports.Catalogue.Fresh(), err != nil
		if err == nil {
			l.cards = cards
		}
	})
}

func (l *listPage) onText(_ app.Context, a app.Action) {
	if v, _ := a.Value.(ui.TextTyped); v.ID == "search" {
		l.text = v.Text
	}
}

// Render shows search, unsent, and what the office has.
func (l *listPage) Render() app.UI {
	t := l.T
	if !l.Ready() {
		return l.Frame(l.title, l.path)
	}
	found := l.Ports.Catalogue.Search(l.kind, l.text, listShown)
	unsent := l.unsent()
	return l.Frame(l.title, l.path,
		app.Div().Class("list-head").Body(
			&ui.Field{ID: "search", TestID: "search", Label: t.Search, Kind: "search", Auto: "off", Holder: t.CodeOrName},
			ui.When(l.add != "" && (!l.boss || l.User.Role == wire.RoleManager), func() app.UI { return ui.Link(l.label, l.add, "", "primary") }),
		),
		app.P().Class("hint").Text(message.SayFresh(t, l.fresh, l.Ports.Device)),
		ui.Loading(t, l.fresh),
		ui.When(len(unsent) > 0, func() app.UI { return app.H2().Text(t.NotSentYet) }),
		outbox.CardList(l.Ports, unsent),
		ui.When(len(unsent) > 0, func() app.UI { return app.H2().Text(t.AtTheOffice) }),
		app.Ul().Class("records").Body(app.Range(found).Slice(func(i int) app.UI { return l.record(found[i]) })),
		ui.When(len(found) == 0, func() app.UI { return app.P().Class("empty").Text(l.none()) }),
		ui.When(len(found) == listShown, func() app.UI { return app.P().Class("hint").Text(t.SearchNarrows) }),
	)
}

func (l *listPage) none() string {
	switch {
	case l.text != "":
		return l.T.NoMatch
	case l.fresh.At == 0:
		return l.T.CopyNone // why, is said above
	}
	return message.SayFresh(l.T, l.fresh, l.Ports.Device)
}

// unsent are this kind's creates that still wait, if they match the search.
func (l *listPage) unsent() []sw.Card {
	var out []sw.Card
	for _, c := range outbox.Sorted(l.cards) {
		if l.op != "" && c.Entry.Op == string(l.op) && strings.Contains(catalog.Fold(c.Entry.Title), catalog.Fold(l.text)) {
			out = append(out, c)
		}
	}
	return out
}

func (l *listPage) record(f port.Found) app.UI {
	switch v := f.Record.(type) {
	case wire.Order:
		return l.order(v)
	case wire.Dispatch:
		return l.dispatch(v)
	case wire.Product:
		return app.Li().Class("record").Body(
			codeLine(v.Code, v.Name),
			ui.When(v.State == wire.StateInactive, func() app.UI { return app.Span().Class("tag").Text(l.T.RecordStateName(v.State)) }),
			app.Span().Class("amount").Text(message.ProductPrice(l.Ports, v, l.fresh)),
			ui.When(v.Any(), func() app.UI { return app.Span().Class("hint", "rules").Text(order.SayRules(l.T, v.QuantityRules)) }),
		)
	case wire.Customer:
		return app.Li().Class("record").Body(
			codeLine(v.Code, v.Name),
			ui.When(v.State == wire.StateInactive, func() app.UI { return app.Span().Class("tag").Text(l.T.RecordStateName(v.State)) }),
			ui.Link(l.T.NewOrder, "/orders/new?customer="+v.ID, "", "quiet").Aria("label", i18n.Fill(l.T.NewOrderFor, "what", v.Code)),
		)
	}
	return nil
}

func codeLine(code, name string) app.UI {
	return app.Span().Class("code-line").Body(app.Strong().Dir("ltr").Text(code), app.Span().Dir("auto").Text(" "+name))
}

func (l *listPage) order(v wire.Order) app.UI {
	r := message.Reader{Ports: l.Ports}
	return app.Li().Class("record").Body(
		app.A().Class("record-link").Href("/orders/"+v.ID).Body(
			app.Strong().Dir("ltr").Text(v.Number),
			app.Span().Dir("auto").Text(" "+r.Name(wire.KindCustomers, v.CustomerID)),
			app.Span().Class("amount").Text(message.OrderTotal(l.Ports, v)),
		),
		app.Span().Class("tag").Text(l.T.RecordStateName(v.State)),
		app.Span().Class("hint").Text(r.When(v.PlacedAt)),
	)
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
			app.Span().Dir("auto").Text(" "+message.Reader{Ports: l.Ports}.Name(wire.KindCustomers, v.CustomerID)),
			app.Span().Class("amount").Dir("auto").Text(v.Summary),
		),
		app.Span().Class("tag").Text(l.T.RecordStateName(v.State)),
		ui.When(waits != nil, func() app.UI {
			return ui.Note(ui.LookOf(*waits), l.T.OpName(wire.Op(waits.Entry.Op))+": "+message.SayState(l.T, *waits, l.Ports.Device))
		}),
	)
}
