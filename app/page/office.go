package page

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
)

// office is the managers' page: the orders that came in, in the same words as
// on a rep's phone. It is read from the office, not from this device.
type office struct {
	app.Compo
	layout.Page
	list   []wire.Order
	after  string
	loaded bool
	failed string
	busy   bool
}

// NewOffice is the managers' page.
func NewOffice(p *port.Ports) app.Composer { return &office{Page: layout.NewPage(p)} }

// OnMount loads the first page.
func (o *office) OnMount(ctx app.Context) { o.start(ctx) }

// OnPreRender does the same where components are tested.
func (o *office) OnPreRender(ctx app.Context) { o.start(ctx) }

func (o *office) start(ctx app.Context) {
	o.Begin(ctx, func(ctx app.Context) {
		if o.User.Role == wire.RoleManager {
			o.load(ctx)
		}
	})
}

func (o *office) load(ctx app.Context) {
	o.busy = true
	after := o.after
	ui.Work(ctx, func(x context.Context) (wire.List, error) {
		return o.Ports.Office.Page(x, o.User.ID, wire.KindOrders, "", after)
	},
		func(_ app.Context, l wire.List, err error) {
			if o.busy, o.failed = false, ""; err != nil {
				o.failed = o.T.OfficeNoAnswer
				return
			}
			o.loaded, o.after = true, l.After
			for _, raw := range l.Items {
				if v, ok := wire.Decode[wire.Order](raw); ok {
					o.list = append(o.list, v)
				}
			}
		})
}

// Render shows the orders, flagged where the agreed price differs.
func (o *office) Render() app.UI {
	t := o.T
	if o.Ready() && o.User.Role != wire.RoleManager {
		return o.Frame(t.NavOffice, "/office", ui.Note(ui.LookNeutral, t.ManagersOnly))
	}
	if !o.Ready() {
		return o.Frame(t.NavOffice, "/office")
	}
	return o.Frame(t.NavOffice, "/office",
		app.Div().Class("row").Body(
			ui.Link(t.NewProduct, "/products/new", "", ""),
			ui.Link(t.NewCustomer, "/customers/new", "", ""),
		),
		app.H2().Text(t.OrdersIn),
		ui.When(o.failed != "", func() app.UI { return ui.Note(ui.LookNeutral, o.failed) }),
		app.Ul().Class("records").Body(app.Range(o.list).Slice(func(i int) app.UI { return o.row(o.list[i]) })),
		ui.When(o.loaded && len(o.list) == 0, func() app.UI { return app.P().Class("empty").Text(t.NoOrders) }),
		ui.When(o.after != "", func() app.UI { return ui.Button(t.ShowMore, "", "", o.busy, o.onMore) }),
		ui.When(o.failed != "", func() app.UI { return ui.Button(t.RetryNow, "", "", o.busy, o.onMore) }),
	)
}

func (o *office) row(v wire.Order) app.UI {
	r := message.Reader{Ports: o.Ports}
	return app.Li().Class("record").Body(
		app.A().Class("record-link").Href("/orders/"+v.ID).Body(
			app.Strong().Dir("ltr").Text(v.Number),
			app.Span().Dir("auto").Text(" "+r.Name(wire.KindCustomers, v.CustomerID)),
			app.Span().Class("amount").Text(message.OrderTotal(o.Ports, v)),
		),
		app.Span().Class("tag").Text(o.T.RecordStateName(v.State)),
		ui.When(v.PriceDiffers, func() app.UI { return app.Span().Class("tag", "look-needs").Text(o.T.PriceDiffers) }),
		app.Span().Class("hint").Text(i18n.Fill(o.T.ReceivedShort, "time", r.When(v.CreatedAt))),
	)
}

func (o *office) onMore(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	if !o.busy {
		o.load(ctx)
	}
}
