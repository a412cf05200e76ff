package page

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/outbox"
	"waybill/app/port"
	"waybill/app/receipt"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/sw"
)

// orderPage is one order: as the office has it, and what waits here for it.
type orderPage struct {
	app.Compo
	layout.Page
	id      string
	rec     *wire.Order
	cards   []sw.Card
	missing bool  // neither the office nor this device has it
	asked   int64 // when the office answered with rec, milliseconds, 0: it is the copy's
	reason  string
	busy    bool
	failed  string
	done    bool
}

// NewOrder is the page of one order.
func NewOrder(p *port.Ports) app.Composer { return &orderPage{Page: layout.NewPage(p)} }

// OnMount loads the order that the address names.
func (o *orderPage) OnMount(ctx app.Context) { o.start(ctx) }

// OnPreRender does the same where components are tested.
func (o *orderPage) OnPreRender(ctx app.Context) { o.start(ctx) }

func (o *orderPage) start(ctx app.Context) {
	o.id = ui.LastPart(ctx.Page().URL())
	ctx.Handle(ui.ActionText, o.onText)
	o.Begin(ctx, func(ctx app.Context) {
		o.Watch(ctx, o.refresh)
		o.ask(ctx)
	})
}

func (o *orderPage) refresh(ctx app.Context, done func()) {
	if v, ok := o.Ports.Catalogue.Get(wire.KindOrders, o.id).(wire.Order); ok && (o.rec == nil || v.Version >= o.rec.Version) {
		o.rec = &v
	}
	ui.Work(ctx, func(x context.Context) ([]sw.Card, error) { return o.Ports.Outbox.Find(x, o.id) },
		func(_ app.Context, cards []sw.Card, _ error) {
			defer done()
			o.cards = cards
		})
}

// ask brings the order up to date where there is a network; what is on the
// device is shown meanwhile.
func (o *orderPage) ask(ctx app.Context) {
	ui.Work(ctx, func(x context.Context) (json.RawMessage, error) { return o.Ports.Office.Get(x, wire.KindOrders, o.id) },
		func(_ app.Context, raw json.RawMessage, err error) {
			var p *wire.Problem
			o.missing = errors.As(err, &p) && p.Code == wire.CodeNotFound
			o.takeRecord(raw)
			if err == nil {
				o.asked = o.Ports.Device.Now()
			}
		})
}

func (o *orderPage) takeRecord(raw json.RawMessage) {
	if v, ok := wire.Decode[wire.Order](raw); ok && v.ID != "" {
		o.rec = &v
	}
}

// Render shows the office's order and, marked, this device's writes.
func (o *orderPage) Render() app.UI {
	t := o.T
	title := t.Order
	if o.rec != nil {
		title = i18n.Fill(t.OrderNumber, "number", o.rec.Number)
	}
	if !o.Ready() {
		return o.Frame(t.Order, "/orders/{id}")
	}
	return o.Frame(title, "/orders/{id}",
		outbox.CardList(o.Ports, o.cards),
		ui.Slot(o.rec != nil, func() app.UI { return o.record() }),
		ui.When(o.rec == nil && len(o.cards) == 0, func() app.UI {
			if o.missing {
				return ui.Note(ui.LookNeutral, t.NoSuchRecord)
			}
			return ui.NotHere(o.Ports)
		}),
	)
}

func (o *orderPage) record() app.UI {
	t, v, r := o.T, o.rec, message.Reader{Ports: o.Ports}
	return app.Section().Class("panel").Body(
		app.H2().Text(t.AtTheOffice),
		app.P().Class("hint").DataSet("testid", "as-of").Text(message.AsOf(t, o.asked, o.Ports.Catalogue.Fresh(), o.Ports.Device)),
		app.Dl().Class("facts").Body(
			ui.Fact(t.Customer, r.Name(wire.KindCustomers, v.CustomerID)),
			ui.Fact(t.State, t.RecordStateName(v.State)),
			ui.Fact(t.When, r.Taken(v.PlacedAt, v.CreatedAt)),
			ui.Fact(t.DeliverOn, r.Day(v.DeliverOn)),
			ui.Fact(t.Note, v.Note),
			ui.Fact(t.Reason, v.CancelReason),
		),
		app.Ul().Class("plain").Body(app.Range(v.Lines).Slice(func(i int) app.UI { return o.line(v.Lines[i]) })),
		app.P().Class("total").Body(app.Span().Text(t.Total), app.Strong().Text(message.OrderTotal(o.Ports, *v))),
		app.Div().Class("row").Body(ui.Link(t.SameAgainShort, "/orders/new?again="+v.ID, "", "")),
		ui.When(len(o.cards) == 0, func() app.UI { return &receipt.CustomerCopy{Ports: o.Ports, Card: receipt.CardOfOrder(*v)} }),
		ui.When(v.State == wire.StatePlaced, o.cancel),
		ui.When(o.done, func() app.UI { return ui.Note(ui.LookSent, t.CancelDone) }),
	)
}

func (o *orderPage) line(l wire.OrderLineRecord) app.UI {
	r := message.Reader{Ports: o.Ports}
	return app.Li().Body(
		app.Text(r.Name(wire.KindProducts, l.ProductID)+" · "+message.SayLine(o.T, l.OrderLine, r)),
		ui.When(l.PriceDiffers, func() app.UI {
			return app.P().Class("hint", "changed").Text(i18n.Fill(o.T.PriceOffice, "price", o.Ports.Money(l.OfficePriceMinor, l.Currency)))
		}),
	)
}

// cancel is online-only: the page says so, and why, before anything is pressed.
func (o *orderPage) cancel() app.UI {
	t := o.T
	online := o.Ports.Device.Online()
	why := t.CancelExplains
	if !online {
		why = t.OnlineOnlyCancel
	}
	label := t.CancelOrder
	if o.busy {
		label = t.AskingOffice
	}
	return app.Div().Class("online-only", "ask").Body(
		app.P().Class("hint").Text(why),
		&ui.Field{ID: "cancel-reason", TestID: "cancel-reason", Label: t.CancelReason, Kind: "text", Max: wire.TextMax, Off: !online},
		ui.Button(label, "order-cancel", "danger", !online || o.busy, o.onCancel),
		ui.When(o.failed != "", func() app.UI { return ui.Note(ui.LookNeeds, o.failed) }),
	)
}

func (o *orderPage) onText(_ app.Context, a app.Action) {
	if v, _ := a.Value.(ui.TextTyped); v.ID == "cancel-reason" {
		o.reason = v.Text
	}
}

func (o *orderPage) onCancel(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	if o.busy {
		return
	}
	b := wire.CancelBody{Reason: ui.DomText("cancel-reason", o.reason)}.Clean()
	if b.Reason == "" {
		b.Reason = o.T.CancelNoReason
	}
	o.busy, o.failed = true, ""
	ui.Work(ctx, func(x context.Context) (json.RawMessage, error) {
		raw, err := o.Ports.Office.Cancel(x, o.id, b.Reason)
		if err == nil {
			err = outbox.Keep(x, o.Ports, wire.OpOrderCreate, raw)
		}
		return raw, err
	}, func(ctx app.Context, raw json.RawMessage, err error) {
		o.busy = false
		if err != nil {
			o.failed = o.sayFailed(err)
			o.ask(ctx)
			return
		}
		o.takeRecord(raw)
		o.done = true
	})
}

// sayFailed tells a refusal from a lost answer: the second is not known, and
// the office is asked at once.
func (o *orderPage) sayFailed(err error) string {
	var p *wire.Problem
	if errors.As(err, &p) {
		o.takeRecord(p.Current)
		return message.SayRefusal(o.T, p)
	}
	return o.T.NotKnown
}
