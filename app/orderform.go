package app

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
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
	draft      orderDraft
	product    Found
	sought     string // what is typed for a product and not chosen
	quantity   string
	qtyRev     int // raised when the quantity is emptied
	qtyError   string
	entryError string       // the line that is being typed is not in the order
	unsent     []Found      // customers made on this device and not sent yet
	waiting    []wire.Order // orders on this device that the office does not have, newest first
	usual      []Found      // what this customer orders
	last       *wire.Order
	checking   bool  // looking for a similar order
	askedAt    int64 // when the question was put, 0: it was not
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

// changed keeps the draft, and takes a question back that no longer fits.
func (f *orderForm) changed(ctx app.Context) {
	f.askedAt = 0
	f.draft.draftHead = f.saver.draftHead()
	f.draft.Picked, f.draft.Typed = f.product.ID, f.quantity
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
		f.product, f.sought, f.entryError = Found{}, v.Text, ""
	case idQuantity:
		f.quantity, f.qtyError, f.entryError = v.Text, "", ""
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
		f.product, f.sought, f.qtyError, f.entryError = p.Found, "", "", ""
		f.changed(ctx)
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
		f.product, f.sought, f.qtyError, f.entryError = x, "", "", ""
		f.changed(ctx)
		focus(ctx, idQuantity)
	}
}

func (f *orderForm) onKey(ctx app.Context, a app.Action) {
	defer caught(ctx)
	k, _ := a.Value.(KeyPressed)
	switch {
	case k.ID != idQuantity:
	case k.Key == "Enter":
		f.addLine(ctx)
	case k.Key == "ArrowUp":
		f.stepEntry(ctx, wire.QuantityRules.AtLeast, 1)
	case k.Key == "ArrowDown":
		f.stepEntry(ctx, wire.QuantityRules.AtMost, -1)
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
	c := f.entryCheck()
	if c.wrong != "" {
		focus(ctx, idQuantity)
		return
	}
	f.put(ctx, p, c.n)
}

// entryCheck is what the quantity of the next line comes to. Nothing typed is
// the least that is sold.
func (f *orderForm) entryCheck() quantityCheck {
	p, _ := f.product.Record.(wire.Product)
	if strings.TrimSpace(f.quantity) == "" {
		return holdQuantity(f.t, p.AtLeast(1), p.QuantityRules)
	}
	return checkQuantity(f.t, f.quantity, p.QuantityRules)
}

// stepEntry puts the next allowed quantity into the field.
func (f *orderForm) stepEntry(ctx app.Context, next func(wire.QuantityRules, int64) int64, by int64) {
	p, _ := f.product.Record.(wire.Product)
	if n := next(p.QuantityRules, f.entryCheck().n+by); n > 0 {
		f.quantity, f.qtyError, f.entryError = itoa(n), "", ""
		f.qtyRev++
		f.changed(ctx)
	}
}

// onTakeEntry adds the line with an allowed quantity that was offered.
func (f *orderForm) onTakeEntry(n int64) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		defer caught(ctx)
		if p, ok := f.product.Record.(wire.Product); ok {
			f.put(ctx, p, n)
		}
	}
}

// finishEntry deals with a line that is typed and not added, before the order
// is saved: it must neither be lost nor slip in. One with a quantity is meant,
// and goes in; of any other the rep is asked. ok says that nothing is left. What
// the fields show may still be the line before: they are not looked at.
func (f *orderForm) finishEntry(ctx app.Context) (ok bool) {
	switch {
	case f.product.ID == "" && strings.TrimSpace(f.sought) == "" && strings.TrimSpace(f.quantity) == "":
		return true
	case f.product.ID != "" && strings.TrimSpace(f.quantity) != "":
		if f.addLine(ctx); f.product.ID == "" {
			return true
		}
		f.failed = f.t.n(f.ports.Device, f.t.CorrectFields, 1)
		return false
	}
	f.entryError, f.failed = f.t.LineNotAdded, f.t.n(f.ports.Device, f.t.CorrectFields, 1)
	focus(ctx, idProduct)
	return false
}

// put adds a line and makes room for the next one.
func (f *orderForm) put(ctx app.Context, p wire.Product, n int64) {
	if len(f.draft.Lines) >= wire.LinesMax {
		f.qtyError = fill(f.t.TooManyLines, "limit", f.t.count(wire.LinesMax))
		return
	}
	f.draft.add(itemOf(p, n))
	f.product, f.sought, f.quantity, f.qtyError, f.entryError = Found{}, "", "", "", ""
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
	case w.Join:
		f.draft.join(w.Index)
		f.errs = nil
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
	f.draft, f.product, f.sought, f.quantity, f.qtyError, f.entryError, f.askedAt = orderDraft{}, Found{}, "", "", "", "", 0
	f.usual, f.last = nil, nil
	f.again()
	focus(ctx, idCustomer)
}
