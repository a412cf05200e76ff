package app

import (
	"context"
	"encoding/json"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// loadUnsent finds the customers and orders that only this device knows.
func (f *orderForm) loadUnsent(ctx app.Context, done func()) {
	work(ctx, func(x context.Context) ([]sw.Card, error) {
		cards, _, err := f.ports.Outbox.Cards(x, entry.ListUnsent, 0, unsentSearched)
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
func customersIn(cards []sw.Card) []Found {
	var out []Found
	for _, c := range cards {
		if c.Entry.Op != string(wire.OpCustomerCreate) {
			continue
		}
		if b, ok := read[wire.CustomerBody]([]byte(c.Entry.Body)); ok {
			out = append(out, Found{ID: b.ID, Code: b.Code, Name: b.Name, Unsent: c.Entry.Key})
		}
	}
	return out
}

// unsentSearched is how many unsent writes are looked through for customers.
const unsentSearched = 500

// restore puts a draft, or the write that is corrected, into the form.
func (f *orderForm) restore(ctx app.Context, draft json.RawMessage, card *sw.Card) {
	if card != nil {
		f.draft = f.draftOf(*card)
		f.errs = refusals(card.Entry)
		if d, ok := read[orderDraft](draft); ok && d.Was != "" {
			f.take(d)
			f.errs = nil // they name lines of what was refused
		}
		// What has refused it is newer than the copy perhaps.
		act(ctx, f.ports.Catalogue.Pull, nil)
		return
	}
	if d, ok := read[orderDraft](draft); ok && d.Key != "" {
		f.key = d.Key
		f.take(d)
	}
	f.fromAddress(ctx)
	f.learn()
}

// take goes on with a draft, the line that was being typed included.
func (f *orderForm) take(d orderDraft) {
	f.draft, f.quantity = d, d.Typed
	if p, ok := f.ports.Catalogue.Get(wire.KindProducts, d.Picked).(wire.Product); ok {
		f.product = Found{ID: p.ID, Code: p.Code, Name: p.Name, Record: p}
	}
}

// fromAddress starts with the customer or the order that a link has named.
func (f *orderForm) fromAddress(ctx app.Context) {
	q := ctx.Page().URL().Query()
	if c, ok := f.ports.Catalogue.Get(wire.KindCustomers, q.Get("customer")).(wire.Customer); ok {
		f.draft.Customer = draftParty{ID: c.ID, Code: c.Code, Name: c.Name}
	}
	if o, ok := f.ports.Catalogue.Get(wire.KindOrders, q.Get("again")).(wire.Order); ok && len(f.draft.Lines) == 0 {
		f.repeat(o)
	}
}

// draftOf takes a stored write apart, names included.
func (f *orderForm) draftOf(c sw.Card) orderDraft {
	b, _ := read[wire.OrderBody]([]byte(c.Entry.Body))
	d := orderDraft{draftHead: draftHead{Key: c.Entry.Key}, Note: b.Note, DeliverOn: b.DeliverOn, PlacedAt: b.PlacedAt}
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

func (f *orderForm) party(id string) draftParty {
	if c, ok := f.ports.Catalogue.Get(wire.KindCustomers, id).(wire.Customer); ok {
		return draftParty{ID: id, Code: c.Code, Name: c.Name}
	}
	return draftParty{ID: id, Code: id}
}

func (f *orderForm) item(l wire.OrderLine) lineItem {
	p, ok := f.ports.Catalogue.Get(wire.KindProducts, l.ProductID).(wire.Product)
	if !ok {
		p = wire.Product{Meta: wire.Meta{ID: l.ProductID}, Code: l.ProductID, Currency: l.Currency, PriceMinor: l.UnitPriceMinor}
	}
	item := itemOf(p, l.Quantity)
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
		f.draft.add(item)
	}
}
