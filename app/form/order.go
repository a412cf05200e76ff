package form

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/order"
	"waybill/app/port"
	"waybill/app/ui"
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
	layout.Page
	saver
	draft      order.Draft
	product    port.Found
	sought     string // what is typed for a product and not chosen
	quantity   string
	qtyRev     int // raised when the quantity is emptied
	qtyError   string
	entryError string       // the line that is being typed is not in the order
	unsent     []port.Found // customers made on this device and not sent yet
	waiting    []wire.Order // orders on this device that the office does not have, newest first
	usual      []port.Found // what this customer orders
	last       *wire.Order
	checking   bool  // looking for a similar order
	askedAt    int64 // when the question was put, 0: it was not
}

// NewOrder is the page on which an order is typed or corrected.
func NewOrder(p *port.Ports) app.Composer { return &orderForm{Page: layout.NewPage(p)} }

// OnMount restores what was typed, or loads the write that is to be corrected.
func (f *orderForm) OnMount(ctx app.Context) { f.start(ctx) }

// OnPreRender does the same where components are tested.
func (f *orderForm) OnPreRender(ctx app.Context) { f.start(ctx) }

func (f *orderForm) start(ctx app.Context) {
	if f.Ports == nil {
		return
	}
	f.saver.init(&f.Page, "order")
	ctx.Handle(ui.ActionText, f.onText)
	ctx.Handle(ui.ActionKey, f.onKey)
	ctx.Handle(ui.ActionPick, f.onPick)
	ctx.Handle(ui.ActionLine, f.onLine)
	f.Begin(ctx, func(ctx app.Context) {
		f.saver.open(ctx, editKey(ctx), f.restore)
		f.Watch(ctx, f.loadUnsent)
	})
}

// changed keeps the draft, and takes a question back that no longer fits.
func (f *orderForm) changed(ctx app.Context) {
	f.askedAt = 0
	f.draft.Head = f.saver.draftHead()
	f.draft.Picked, f.draft.Typed = f.product.ID, f.quantity
	f.keepDraft(ctx, f.draft)
}

func (f *orderForm) onText(ctx app.Context, a app.Action) {
	defer ui.Caught(ctx)
	v, _ := a.Value.(ui.TextTyped)
	switch v.ID {
	case idCustomer:
		// What is typed is not chosen: the order must not go to another customer
		// than the one that the field shows.
		f.draft.Customer = order.Party{}
		f.forgive("/customer_id")
	case idProduct:
		f.product, f.sought, f.entryError = port.Found{}, v.Text, ""
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
	defer ui.Caught(ctx)
	p, _ := a.Value.(ui.Pick)
	switch p.ID {
	case idCustomer:
		f.draft.Customer = order.Party{ID: p.Found.ID, Code: p.Found.Code, Name: p.Found.Name, Unsent: p.Found.Unsent}
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
		ui.Focus(ctx, id)
	}
}

// onUsual takes a product that this customer often orders.
func (f *orderForm) onUsual(x port.Found) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		defer ui.Caught(ctx)
		f.product, f.sought, f.qtyError, f.entryError = x, "", "", ""
		f.changed(ctx)
		ui.Focus(ctx, idQuantity)
	}
}

func (f *orderForm) onKey(ctx app.Context, a app.Action) {
	defer ui.Caught(ctx)
	k, _ := a.Value.(ui.KeyPressed)
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
	defer ui.Caught(ctx)
	f.addLine(ctx)
}

func (f *orderForm) addLine(ctx app.Context) {
	p, ok := f.product.Record.(wire.Product)
	if !ok {
		f.qtyError = f.T.PickProductFirst
		ui.Focus(ctx, idProduct)
		return
	}
	c := f.entryCheck()
	if c.Wrong != "" {
		ui.Focus(ctx, idQuantity)
		return
	}
	f.put(ctx, p, c.N)
}

// entryCheck is what the quantity of the next line comes to. Nothing typed is
// the least that is sold.
func (f *orderForm) entryCheck() order.QuantityCheck {
	p, _ := f.product.Record.(wire.Product)
	if strings.TrimSpace(f.quantity) == "" {
		return order.HoldQuantity(f.T, p.AtLeast(1), p.QuantityRules)
	}
	return order.CheckQuantity(f.T, f.quantity, p.QuantityRules)
}

// stepEntry puts the next allowed quantity into the field.
func (f *orderForm) stepEntry(ctx app.Context, next func(wire.QuantityRules, int64) int64, by int64) {
	p, _ := f.product.Record.(wire.Product)
	if n := next(p.QuantityRules, f.entryCheck().N+by); n > 0 {
		f.quantity, f.qtyError, f.entryError = order.Itoa(n), "", ""
		f.qtyRev++
		f.changed(ctx)
	}
}

// onTakeEntry adds the line with an allowed quantity that was offered.
func (f *orderForm) onTakeEntry(n int64) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		defer ui.Caught(ctx)
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
		f.failed = f.T.Plural(f.Ports.Device, f.T.CorrectFields, 1)
		return false
	}
	f.entryError, f.failed = f.T.LineNotAdded, f.T.Plural(f.Ports.Device, f.T.CorrectFields, 1)
	ui.Focus(ctx, idProduct)
	return false
}

// put adds a line and makes room for the next one.
func (f *orderForm) put(ctx app.Context, p wire.Product, n int64) {
	if len(f.draft.Lines) >= wire.LinesMax {
		f.qtyError = i18n.Fill(f.T.TooManyLines, "limit", f.T.Number(wire.LinesMax))
		return
	}
	f.draft.Add(order.ItemOf(p, n))
	f.product, f.sought, f.quantity, f.qtyError, f.entryError = port.Found{}, "", "", "", ""
	f.qtyRev++
	f.errs = nil // line numbers have changed
	f.changed(ctx)
	ui.Focus(ctx, idProduct)
}

func (f *orderForm) onLine(ctx app.Context, a app.Action) {
	defer ui.Caught(ctx)
	w, ok := a.Value.(LineWish)
	if !ok || w.Index < 0 || w.Index >= len(f.draft.Lines) {
		return
	}
	f.draft.Lines = slices.Clone(f.draft.Lines)
	switch l := &f.draft.Lines[w.Index]; {
	case w.Join:
		f.draft.Join(w.Index)
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
	defer ui.Caught(ctx)
	if f.last != nil {
		f.repeat(*f.last)
		f.changed(ctx)
	}
}

func (f *orderForm) onNew(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	f.draft, f.product, f.sought, f.quantity, f.qtyError, f.entryError, f.askedAt = order.Draft{}, port.Found{}, "", "", "", "", 0
	f.usual, f.last = nil, nil
	f.again()
	ui.Focus(ctx, idCustomer)
}
