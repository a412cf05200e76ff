package form

import (
	"context"
	"encoding/json"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/message"
	"waybill/app/order"
	"waybill/app/outbox"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// loadUnsent finds the customers and orders that only this device knows.
func (f *orderForm) loadUnsent(ctx app.Context, done func()) {
	ui.Work(ctx, func(x context.Context) ([]sw.Card, error) {
		cards, _, err := f.Ports.Outbox.Cards(x, entry.ListUnsent, 0, outbox.UnsentSearched)
		return cards, err
	}, func(_ app.Context, cards []sw.Card, err error) {
		defer done()
		if err == nil {
			f.unsent, f.waiting = customersIn(cards), nil
			for _, c := range cards {
				if o, ok := waitingOrder(c); ok && c.Entry.Key != f.key {
					f.waiting = append(f.waiting, o)
				}
			}
		}
		f.learn()
	})
}

// customersIn are the customers among writes that wait.
func customersIn(cards []sw.Card) []port.Found {
	var out []port.Found
	for _, c := range cards {
		if c.Entry.Op != string(wire.OpCustomerCreate) {
			continue
		}
		if b, ok := wire.Decode[wire.CustomerBody]([]byte(c.Entry.Body)); ok {
			out = append(out, port.Found{ID: b.ID, Code: b.Code, Name: b.Name, Unsent: c.Entry.Key})
		}
	}
	return out
}

// restore puts a draft, or the write that is corrected, into the form.
func (f *orderForm) restore(ctx app.Context, draft json.RawMessage, card *sw.Card) {
	if card != nil {
		f.draft = f.draftOf(*card)
		f.errs = message.Refusals(card.Entry)
		if d, ok := wire.Decode[order.Draft](draft); ok && d.Was != "" {
			f.take(d)
			f.errs = nil // they name lines of what was refused
		}
		// What has refused it is newer than the copy perhaps.
		ui.Act(ctx, f.Ports.Catalogue.Pull, nil)
		return
	}
	if d, ok := wire.Decode[order.Draft](draft); ok && d.Key != "" {
		f.key = d.Key
		f.take(d)
	}
	f.fromAddress(ctx)
	f.learn()
}

// take goes on with a draft, the line that was being typed included.
func (f *orderForm) take(d order.Draft) {
	f.draft, f.quantity = d, d.Typed
	if p, ok := f.Ports.Catalogue.Get(wire.KindProducts, d.Picked).(wire.Product); ok {
		f.product = port.Found{ID: p.ID, Code: p.Code, Name: p.Name, Record: p}
	}
}

// fromAddress starts with the customer or the order that a link has named.
func (f *orderForm) fromAddress(ctx app.Context) {
	q := ctx.Page().URL().Query()
	if c, ok := f.Ports.Catalogue.Get(wire.KindCustomers, q.Get("customer")).(wire.Customer); ok {
		f.draft.Customer = order.Party{ID: c.ID, Code: c.Code, Name: c.Name}
	}
	if o, ok := f.Ports.Catalogue.Get(wire.KindOrders, q.Get("again")).(wire.Order); ok && len(f.draft.Lines) == 0 {
		f.repeat(o)
	}
}

// draftOf takes a stored write apart, names included.
func (f *orderForm) draftOf(c sw.Card) order.Draft {
	b, _ := wire.Decode[wire.OrderBody]([]byte(c.Entry.Body))
	d := order.Draft{Head: order.Head{Key: c.Entry.Key}, Note: b.Note, DeliverOn: b.DeliverOn, PlacedAt: b.PlacedAt}
	d.Customer = f.party(b.CustomerID)
	if len(c.Entry.Parents) > 0 {
		d.Customer.Unsent = c.Entry.Parents[0]
		if c.Parent != nil {
			d.Customer.Name = c.Parent.Title
		}
	}
	for _, l := range b.Lines {
		item := f.item(l)
		item.Key = len(d.Lines) + 1
		d.Lines = append(d.Lines, item)
	}
	return d
}

func (f *orderForm) party(id string) order.Party {
	if c, ok := f.Ports.Catalogue.Get(wire.KindCustomers, id).(wire.Customer); ok {
		return order.Party{ID: id, Code: c.Code, Name: c.Name}
	}
	return order.Party{ID: id, Code: id}
}

func (f *orderForm) item(l wire.OrderLine) order.Line {
	p, ok := f.Ports.Catalogue.Get(wire.KindProducts, l.ProductID).(wire.Product)
	if !ok {
		p = wire.Product{Meta: wire.Meta{ID: l.ProductID}, Code: l.ProductID, Currency: l.Currency, PriceMinor: l.UnitPriceMinor}
	}
	item := order.ItemOf(p, l.Quantity)
	item.PriceMinor, item.Currency = l.UnitPriceMinor, l.Currency
	return item
}

// repeat puts the lines of an earlier order in at today's prices, and keeps the
// old price beside a line whose price has changed.
func (f *orderForm) repeat(o wire.Order) {
	f.draft.Customer = f.party(o.CustomerID)
	for _, l := range o.Lines {
		item := f.item(l.OrderLine)
		if item.ListMinor != item.PriceMinor && item.ListMinor > 0 {
			item.WasMinor, item.PriceMinor = item.PriceMinor, item.ListMinor
		}
		f.draft.Add(item)
	}
}
