package app

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue"
	"waybill/server/wire"
	"waybill/sw"
)

// loadUnsent finds the customers that only this device knows.
func (f *orderForm) loadUnsent(ctx app.Context, done func()) {
	work(ctx, func(x context.Context) ([]Found, error) { return unsentCustomers(x, f.ports) },
		func(_ app.Context, list []Found, err error) {
			defer done()
			if err == nil {
				f.unsent = list
			}
			f.learn()
		})
}

func unsentCustomers(ctx context.Context, p *Ports) ([]Found, error) {
	cards, _, err := p.Outbox.Cards(ctx, idbqueue.ListUnsent, 0, unsentSearched)
	var out []Found
	for _, c := range cards {
		if c.Entry.Op != string(wire.OpCustomerCreate) {
			continue
		}
		if b, ok := read[wire.CustomerBody]([]byte(c.Entry.Body)); ok {
			out = append(out, Found{ID: b.ID, Code: b.Code, Name: b.Name, Unsent: c.Entry.Key})
		}
	}
	return out, err
}

// unsentSearched is how many unsent writes are looked through for customers.
const unsentSearched = 500

// restore puts a draft, or the write that is corrected, into the form.
func (f *orderForm) restore(ctx app.Context, draft json.RawMessage, card *sw.Card) {
	if card != nil {
		f.draft = f.draftOf(*card)
		f.errs = refusals(card.Entry)
		// What has refused it is newer than the copy perhaps.
		act(ctx, f.ports.Catalogue.Pull, nil)
		return
	}
	if d, ok := read[orderDraft](draft); ok && d.Key != "" {
		f.draft, f.key = d, d.Key
	}
	f.fromAddress(ctx)
	f.learn()
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
	d := orderDraft{Key: c.Entry.Key, Note: b.Note, DeliverOn: b.DeliverOn, PlacedAt: b.PlacedAt}
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

// learn finds what this customer ordered before, from the local copy.
func (f *orderForm) learn() {
	f.usual, f.last = nil, nil
	if f.draft.Customer.ID == "" {
		return
	}
	for _, x := range f.ports.Catalogue.Search(wire.KindOrders, "", 0) {
		o, ok := x.Record.(wire.Order)
		if !ok || o.CustomerID != f.draft.Customer.ID {
			continue
		}
		if f.last == nil {
			f.last = &o
		}
		for _, l := range o.Lines {
			f.learnProduct(l.ProductID)
		}
	}
}

func (f *orderForm) learnProduct(id string) {
	known := slices.ContainsFunc(f.usual, func(x Found) bool { return x.ID == id })
	p, ok := f.ports.Catalogue.Get(wire.KindProducts, id).(wire.Product)
	if !known && ok && len(f.usual) < pickMax {
		f.usual = append(f.usual, Found{ID: p.ID, Code: p.Code, Name: p.Name, Record: p})
	}
}
