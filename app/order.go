package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"path"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
	"waybill/sw"
)

// order is one order: as the office has it, and what waits here for it.
type order struct {
	app.Compo
	page
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

func newOrder(p *Ports) app.Composer { return &order{page: newPage(p)} }

// OnMount loads the order that the address names.
func (o *order) OnMount(ctx app.Context) { o.start(ctx) }

// OnPreRender does the same where components are tested.
func (o *order) OnPreRender(ctx app.Context) { o.start(ctx) }

func (o *order) start(ctx app.Context) {
	o.id = lastPart(ctx.Page().URL())
	ctx.Handle(ActionText, o.onText)
	o.begin(ctx, func(ctx app.Context) {
		o.watch(ctx, o.refresh)
		o.ask(ctx)
	})
}

// lastPart is the id in a page's address.
func lastPart(u *url.URL) string { return path.Base(u.Path) }

func (o *order) refresh(ctx app.Context, done func()) {
	if v, ok := o.ports.Catalogue.Get(wire.KindOrders, o.id).(wire.Order); ok && (o.rec == nil || v.Version >= o.rec.Version) {
		o.rec = &v
	}
	work(ctx, func(x context.Context) ([]sw.Card, error) { return o.ports.Outbox.Find(x, o.id) },
		func(_ app.Context, cards []sw.Card, _ error) {
			defer done()
			o.cards = cards
		})
}

// ask brings the order up to date where there is a network; what is on the
// device is shown meanwhile.
func (o *order) ask(ctx app.Context) {
	work(ctx, func(x context.Context) (json.RawMessage, error) { return o.ports.Office.Get(x, wire.KindOrders, o.id) },
		func(_ app.Context, raw json.RawMessage, err error) {
			var p *wire.Problem
			o.missing = errors.As(err, &p) && p.Code == wire.CodeNotFound
			o.takeRecord(raw)
			if err == nil {
				o.asked = o.ports.Device.Now()
			}
		})
}

func (o *order) takeRecord(raw json.RawMessage) {
	if v, ok := read[wire.Order](raw); ok && v.ID != "" {
		o.rec = &v
	}
}

// Render shows the office's order and, marked, this device's writes.
func (o *order) Render() app.UI {
	t := o.t
	title := t.Order
	if o.rec != nil {
		title = fill(t.OrderNumber, "number", o.rec.Number)
	}
	if !o.ready() {
		return o.frame(t.Order, "/orders/{id}")
	}
	return o.frame(title, "/orders/{id}",
		cardList(o.ports, o.cards),
		slot(o.rec != nil, func() app.UI { return o.record() }),
		when(o.rec == nil && len(o.cards) == 0, func() app.UI {
			if o.missing {
				return note(LookNeutral, t.NoSuchRecord)
			}
			return notHere(o.ports)
		}),
	)
}

func (o *order) record() app.UI {
	t, v, r := o.t, o.rec, reader{ports: o.ports}
	return app.Section().Class("panel").Body(
		app.H2().Text(t.AtTheOffice),
		app.P().Class("hint").DataSet("testid", "as-of").Text(asOf(t, o.asked, o.ports.Catalogue.Fresh(), o.ports.Device)),
		app.Dl().Class("facts").Body(
			fact(t.Customer, r.name(wire.KindCustomers, v.CustomerID)),
			fact(t.State, t.recordState(v.State)),
			fact(t.When, r.taken(v.PlacedAt, v.CreatedAt)),
			fact(t.DeliverOn, r.day(v.DeliverOn)),
			fact(t.Note, v.Note),
			fact(t.Reason, v.CancelReason),
		),
		app.Ul().Class("plain").Body(app.Range(v.Lines).Slice(func(i int) app.UI { return o.line(v.Lines[i]) })),
		app.P().Class("total").Body(app.Span().Text(t.Total), app.Strong().Text(orderTotal(o.ports, *v))),
		app.Div().Class("row").Body(link(t.SameAgainShort, "/orders/new?again="+v.ID, "", "")),
		when(len(o.cards) == 0, func() app.UI { return &CustomerCopy{Ports: o.ports, Card: cardOfOrder(*v)} }),
		when(v.State == wire.StatePlaced, o.cancel),
		when(o.done, func() app.UI { return note(LookSent, t.CancelDone) }),
	)
}

func fact(label, text string) app.UI {
	if text == "" {
		return nil
	}
	return app.Div().Body(app.Dt().Text(label), app.Dd().Dir("auto").Text(text))
}

func (o *order) line(l wire.OrderLineRecord) app.UI {
	r := reader{ports: o.ports}
	return app.Li().Body(
		app.Text(r.name(wire.KindProducts, l.ProductID)+" · "+sayLine(o.t, l.OrderLine, r)),
		when(l.PriceDiffers, func() app.UI {
			return app.P().Class("hint", "changed").Text(fill(o.t.PriceOffice, "price", o.ports.money(l.OfficePriceMinor, l.Currency)))
		}),
	)
}

// cancel is online-only: the page says so, and why, before anything is pressed.
func (o *order) cancel() app.UI {
	t := o.t
	online := o.ports.Device.Online()
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
		&Field{ID: "cancel-reason", TestID: "cancel-reason", Label: t.CancelReason, Kind: "text", Max: wire.TextMax, Off: !online},
		button(label, "order-cancel", "danger", !online || o.busy, o.onCancel),
		when(o.failed != "", func() app.UI { return note(LookNeeds, o.failed) }),
	)
}

func (o *order) onText(_ app.Context, a app.Action) {
	if v, _ := a.Value.(TextTyped); v.ID == "cancel-reason" {
		o.reason = v.Text
	}
}

func (o *order) onCancel(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	if o.busy {
		return
	}
	b := wire.CancelBody{Reason: domText("cancel-reason", o.reason)}.Clean()
	if b.Reason == "" {
		b.Reason = o.t.CancelNoReason
	}
	o.busy, o.failed = true, ""
	work(ctx, func(x context.Context) (json.RawMessage, error) {
		raw, err := o.ports.Office.Cancel(x, o.id, b.Reason)
		if err == nil {
			err = keep(x, o.ports, wire.OpOrderCreate, raw)
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
func (o *order) sayFailed(err error) string {
	var p *wire.Problem
	if errors.As(err, &p) {
		o.takeRecord(p.Current)
		return sayRefusal(o.t, p)
	}
	return o.t.NotKnown
}
