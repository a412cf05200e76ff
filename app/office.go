package app

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
)

// office is the managers' page: the orders that came in, in the same words as
// on a rep's phone. It is read from the office, not from this device.
type office struct {
	app.Compo
	page
	list   []wire.Order
	after  string
	loaded bool
	failed string
	busy   bool
}

func newOffice(p *Ports) app.Composer { return &office{page: newPage(p)} }

// OnMount loads the first page.
func (o *office) OnMount(ctx app.Context) { o.start(ctx) }

// OnPreRender does the same where components are tested.
func (o *office) OnPreRender(ctx app.Context) { o.start(ctx) }

func (o *office) start(ctx app.Context) {
	o.begin(ctx, func(ctx app.Context) {
		if o.user.Role == wire.RoleManager {
			o.load(ctx)
		}
	})
}

func (o *office) load(ctx app.Context) {
	o.busy = true
	after := o.after
	work(ctx, func(x context.Context) (wire.List, error) {
		return o.ports.Office.Page(x, o.user.ID, wire.KindOrders, "", after)
	},
		func(_ app.Context, l wire.List, err error) {
			if o.busy, o.failed = false, ""; err != nil {
				o.failed = o.t.OfficeNoAnswer
				return
			}
			o.loaded, o.after = true, l.After
			for _, raw := range l.Items {
				if v, ok := read[wire.Order](raw); ok {
					o.list = append(o.list, v)
				}
			}
		})
}

// Render shows the orders, flagged where the agreed price differs.
func (o *office) Render() app.UI {
	t := o.t
	if o.ready() && o.user.Role != wire.RoleManager {
		return o.frame(t.NavOffice, "/office", note(LookNeutral, t.ManagersOnly))
	}
	if !o.ready() {
		return o.frame(t.NavOffice, "/office")
	}
	return o.frame(t.NavOffice, "/office",
		app.Div().Class("row").Body(
			link(t.NewProduct, "/products/new", "", ""),
			link(t.NewCustomer, "/customers/new", "", ""),
		),
		app.H2().Text(t.OrdersIn),
		when(o.failed != "", func() app.UI { return note(LookNeutral, o.failed) }),
		app.Ul().Class("records").Body(app.Range(o.list).Slice(func(i int) app.UI { return o.row(o.list[i]) })),
		when(o.loaded && len(o.list) == 0, func() app.UI { return app.P().Class("empty").Text(t.NoOrders) }),
		when(o.after != "", func() app.UI { return button(t.ShowMore, "", "", o.busy, o.onMore) }),
		when(o.failed != "", func() app.UI { return button(t.RetryNow, "", "", o.busy, o.onMore) }),
	)
}

func (o *office) row(v wire.Order) app.UI {
	r := reader{ports: o.ports}
	return app.Li().Class("record").Body(
		app.A().Class("record-link").Href("/orders/"+v.ID).Body(
			app.Strong().Dir("ltr").Text(v.Number),
			app.Span().Dir("auto").Text(" "+r.name(wire.KindCustomers, v.CustomerID)),
			app.Span().Class("amount").Text(orderTotal(o.ports, v)),
		),
		app.Span().Class("tag").Text(o.t.recordState(v.State)),
		when(v.PriceDiffers, func() app.UI { return app.Span().Class("tag", "look-needs").Text(o.t.PriceDiffers) }),
		app.Span().Class("hint").Text(fill(o.t.ReceivedShort, "time", r.when(v.CreatedAt))),
	)
}

func (o *office) onMore(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	if !o.busy {
		o.load(ctx)
	}
}
