package app

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue"
	"waybill/server/wire"
	"waybill/sw"
)

// Ids of the order form's fields.
const (
	idCustomer = "order-customer"
	idProduct  = "order-product"
	idQuantity = "order-quantity"
	idNote     = "order-note"
	idDeliver  = "order-deliver-on"
)

// orderForm takes an order: customer, lines, note. Everything is answered from
// this device, and Enter leads through it without the mouse.
type orderForm struct {
	app.Compo
	page
	saver
	draft    orderDraft
	product  Found
	quantity string
	qtyRev   int // raised when the quantity is emptied
	qtyError string
	unsent   []Found // customers made on this device and not sent yet
	usual    []Found // what this customer orders
	last     *wire.Order
	checking bool  // looking for a similar order
	askedAt  int64 // when the question was put, 0: it was not
}

func newOrderForm(p *Ports) app.Composer { return &orderForm{page: newPage(p)} }

// OnMount restores what was typed, or loads the write that is to be corrected.
func (f *orderForm) OnMount(ctx app.Context) { f.start(ctx) }

// OnPreRender does the same where components are tested.
func (f *orderForm) OnPreRender(ctx app.Context) { f.start(ctx) }

func (f *orderForm) start(ctx app.Context) {
	if f.ports == nil {
		return
	}
	f.saver.init(&f.page, "order")
	ctx.Handle(ActionText, f.onText)
	ctx.Handle(ActionKey, f.onKey)
	ctx.Handle(ActionPick, f.onPick)
	ctx.Handle(ActionLine, f.onLine)
	f.begin(ctx, func(ctx app.Context) {
		f.saver.open(ctx, editKey(ctx), f.restore)
		f.watch(ctx, f.loadUnsent)
	})
}

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

// changed keeps the draft, and takes a question back that no longer fits.
func (f *orderForm) changed(ctx app.Context) {
	f.askedAt = 0
	f.draft.Key = f.key
	f.keepDraft(ctx, f.draft)
}

func (f *orderForm) onText(ctx app.Context, a app.Action) {
	defer caught(ctx)
	v, _ := a.Value.(TextTyped)
	switch v.ID {
	case idCustomer:
		// What is typed is not chosen: the order must not go to another customer
		// than the one that the field shows.
		f.draft.Customer = draftParty{}
		f.forgive("/customer_id")
	case idProduct:
		f.product = Found{}
		return
	case idQuantity:
		f.quantity, f.qtyError = v.Text, ""
		return
	case idNote:
		f.draft.Note = v.Text
		f.forgive("/note")
	case idDeliver:
		f.draft.DeliverOn = v.Text
		f.forgive("/deliver_on")
	default:
		return
	}
	f.changed(ctx)
}

func (f *orderForm) onPick(ctx app.Context, a app.Action) {
	defer caught(ctx)
	p, _ := a.Value.(Pick)
	switch p.ID {
	case idCustomer:
		f.draft.Customer = draftParty{ID: p.Found.ID, Code: p.Found.Code, Name: p.Found.Name, Unsent: p.Found.Unsent}
		f.forgive("/customer_id")
		f.learn()
		f.changed(ctx)
		f.onward(ctx, idProduct, p.Left)
	case idProduct:
		f.product = p.Found
		f.onward(ctx, idQuantity, p.Left)
	}
}

// onward leads to the next field, unless the rep is already somewhere.
func (f *orderForm) onward(ctx app.Context, id string, left bool) {
	if !left {
		focus(ctx, id)
	}
}

// onUsual takes a product that this customer often orders.
func (f *orderForm) onUsual(x Found) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		defer caught(ctx)
		f.product = x
		focus(ctx, idQuantity)
	}
}

func (f *orderForm) onKey(ctx app.Context, a app.Action) {
	defer caught(ctx)
	k, _ := a.Value.(KeyPressed)
	if k.ID == idQuantity && k.Key == "Enter" {
		f.addLine(ctx)
	}
}

func (f *orderForm) onAdd(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	f.addLine(ctx)
}

func (f *orderForm) addLine(ctx app.Context) {
	p, ok := f.product.Record.(wire.Product)
	if !ok {
		f.qtyError = f.t.PickProductFirst
		focus(ctx, idProduct)
		return
	}
	n, ok := parseQuantity(domText(idQuantity, f.quantity))
	if !ok {
		f.qtyError = f.t.BadQuantity
		focus(ctx, idQuantity)
		return
	}
	if len(f.draft.Lines) >= wire.LinesMax {
		f.qtyError = fill(f.t.TooManyLines, "n", strconv.Itoa(wire.LinesMax))
		return
	}
	f.draft.add(itemOf(p, n))
	f.product, f.quantity, f.qtyError = Found{}, "", ""
	f.qtyRev++
	f.errs = nil // line numbers have changed
	f.changed(ctx)
	focus(ctx, idProduct)
}

func (f *orderForm) onLine(ctx app.Context, a app.Action) {
	defer caught(ctx)
	w, ok := a.Value.(LineWish)
	if !ok || w.Index < 0 || w.Index >= len(f.draft.Lines) {
		return
	}
	f.draft.Lines = slices.Clone(f.draft.Lines)
	switch l := &f.draft.Lines[w.Index]; {
	case w.Remove:
		f.draft.Lines = slices.Delete(f.draft.Lines, w.Index, w.Index+1)
		f.errs = nil
	default:
		l.Quantity, l.PriceMinor = w.Quantity, w.PriceMinor
		f.forgive(wire.LinePointer(w.Index, "quantity"))
		f.forgive(wire.LinePointer(w.Index, "unit_price_minor"))
	}
	f.changed(ctx)
}

func (f *orderForm) onRepeat(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	if f.last != nil {
		f.repeat(*f.last)
		f.changed(ctx)
	}
}

func (f *orderForm) onNew(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	f.draft, f.product, f.quantity, f.qtyError, f.askedAt = orderDraft{}, Found{}, "", "", 0
	f.usual, f.last = nil, nil
	f.again()
	focus(ctx, idCustomer)
}

// askPause is how long the question about a similar order stands before a tap
// answers it: taps that were meant for the save button must not.
const askPause = 800

func (f *orderForm) onSave(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	if f.checking || f.busy || f.saved != nil {
		return
	}
	f.draft.Note, f.draft.DeliverOn = domText(idNote, f.draft.Note), domText(idDeliver, f.draft.DeliverOn)
	if f.askedAt > 0 {
		if f.ports.Device.Now()-f.askedAt >= askPause {
			f.save(ctx)
		}
		return
	}
	if f.editing != nil || len(f.draft.Lines) == 0 {
		f.save(ctx)
		return
	}
	f.checking = true
	body := f.draft.body(f.record(), "")
	work(ctx, func(x context.Context) (bool, error) { return f.similarLately(x, body) },
		func(ctx app.Context, found bool, _ error) {
			f.checking = false
			// A question that cannot be asked must not keep an order from being saved.
			if found {
				f.askedAt = f.ports.Device.Now()
				return
			}
			f.save(ctx)
		})
}

// similarFor is how long an order counts as "just now".
const similarFor = 10 * 60 * 1000

func (f *orderForm) similarLately(ctx context.Context, body wire.OrderBody) (bool, error) {
	for _, list := range []idbqueue.List{idbqueue.ListUnsent, idbqueue.ListSent} {
		cards, _, err := f.ports.Outbox.Cards(ctx, list, 0, cardsShown)
		if err != nil {
			return false, err
		}
		for _, c := range cards {
			b, ok := read[wire.OrderBody]([]byte(c.Entry.Body))
			if ok && c.Entry.Op == string(wire.OpOrderCreate) && c.Entry.Key != f.key &&
				f.ports.Device.Now()-c.Entry.MadeAt < similarFor && similar(b, body) {
				return true, nil
			}
		}
	}
	return false, nil
}

func (f *orderForm) save(ctx app.Context) {
	f.submit(ctx, func() (sw.Draft, []wire.FieldError) {
		placed := f.draft.PlacedAt
		if placed == "" {
			placed = time.UnixMilli(f.ports.Device.Now()).UTC().Format(time.RFC3339)
		}
		body := f.draft.body(f.record(), placed)
		d := sw.Draft{Key: f.key, Op: wire.OpOrderCreate, Record: f.record(), Body: body, Title: f.title()}
		if f.draft.Customer.Unsent != "" {
			d.Parents = []string{f.draft.Customer.Unsent}
		}
		return d, body.Check()
	})
}

func (f *orderForm) title() string {
	return fill(f.t.n(f.ports.Device, f.t.OrderTitle, len(f.draft.Lines)),
		"customer", codeName(f.draft.Customer.Code, f.draft.Customer.Name), "total", sayTotal(f.ports, &f.draft))
}
