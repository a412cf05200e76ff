package app

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
)

// Render shows the form, or what was saved.
func (f *orderForm) Render() app.UI {
	t := f.t
	if !f.ready() {
		return f.frame(t.NewOrder, "/orders/new")
	}
	if f.saved != nil {
		return f.frame(t.NewOrder, "/orders/new", f.savedPanel("order-saved", f.onNew, f.savedLines()))
	}
	title := t.NewOrder
	if f.editing != nil {
		title = t.CorrectOrder
	}
	fresh := f.ports.Catalogue.Fresh()
	return f.frame(title, "/orders/new",
		f.head(),
		app.Div().Class("panel").Body(
			f.customerField(),
			when(f.last != nil && len(f.draft.Lines) == 0, func() app.UI {
				return button(fill(t.SameAgain, "number", f.last.Number), "order-again", "", false, f.onRepeat)
			}),
		),
		app.Div().Class("panel").Body(
			f.lineEntry(), f.lineList(),
			app.P().Class("hint").Text(sayFresh(t, fresh, f.ports.Device)),
			loading(t, fresh),
		),
		app.Div().Class("panel").Body(
			&Field{ID: idDeliver, TestID: idDeliver, Label: t.DeliverOn, Kind: "date", Value: f.draft.DeliverOn, Error: f.errorOf("/deliver_on")},
			&Field{ID: idNote, TestID: idNote, Label: t.Note, Kind: "area", Max: wire.NoteMax, Value: f.draft.Note, Error: f.errorIn("/note", f.draft.Note, wire.NoteMax)},
		),
		slot(f.askedAt > 0, func() app.UI {
			return app.Div().Attr("role", "alert").DataSet("testid", "order-similar").Body(note(LookNeeds, t.SimilarAsk))
		}),
		f.foot("order-save", f.onSave, f.totalLine()),
	)
}

func (f *orderForm) customerField() app.UI {
	t := f.t
	c := f.draft.Customer
	hint := ""
	if c.Unsent != "" {
		hint = t.CustomerWaits
	}
	return app.Div().Body(
		&Picker{
			Ports: f.ports, Kind: wire.KindCustomers, ID: idCustomer, TestID: idCustomer, Label: t.Customer,
			Hint: hint, Error: f.errorOf("/customer_id"), Chosen: codeName(c.Code, c.Name), Extra: f.unsent,
		},
	)
}

func (f *orderForm) lineEntry() app.UI {
	t := f.t
	check := f.entryCheck()
	return app.Div().Class("line-entry").Body(
		&Picker{
			Ports: f.ports, Kind: wire.KindProducts, ID: idProduct, TestID: idProduct, Label: t.Product,
			Error: first(f.entryError, f.errorOf("/lines")), Chosen: codeName(f.product.Code, f.product.Name), First: f.usual,
		},
		slot(len(f.offered()) > 0 && f.product.ID == "", f.usualProducts),
		&Field{
			ID: idQuantity, TestID: idQuantity, Label: t.Quantity, Kind: "text", Mode: "numeric", Auto: "off", Steps: true, Holder: f.least(),
			Value: f.quantity, Rev: f.qtyRev, Error: first(f.qtyError, check.wrong), Hint: check.hint,
		},
		button(t.AddLine, "order-add-line", "", f.ports == nil, f.onAdd),
		nearButtons(t, check, f.product.Code, "order-take", f.onTakeEntry),
		slot(f.quantity == "" && f.lastQuantity() > 0, func() app.UI {
			n := f.lastQuantity()
			return button(fill(t.LastQuantity, "n", t.count(n)), "order-last", "chip", false, f.onTakeEntry(n), f.product.ID, n)
		}),
	)
}

// usualProducts are one tap away: most lines are what was ordered before.
func (f *orderForm) usualProducts() app.UI {
	offered := f.offered()
	return app.Div().Class("usual").Attr("role", "group").Aria("label", f.t.Usual).Body(app.Range(offered).Slice(func(i int) app.UI {
		x := offered[i]
		return button("", "order-usual", "chip", false, f.onUsual(x), x.ID).Body(
			app.Strong().Dir("ltr").Text(x.Code), app.Span().Dir("auto").Text(x.Name), app.Span().Class("hint").Text(sayLast(f.ports, x.Last)),
		)
	}))
}

func (f *orderForm) lineList() app.UI {
	return app.Ul().Class("lines").Aria("label", f.t.Lines).Body(app.Range(f.draft.Lines).Slice(func(i int) app.UI {
		item, product := f.ports.current(f.draft.Lines[i])
		return &LineView{
			Ports: f.ports, Index: i, Item: item, Rules: product.QuantityRules,
			QuantityError: f.errorOf(wire.LinePointer(i, "quantity")),
			OtherError:    f.otherError(i, product),
			Twin:          f.draft.twin(i) >= 0,
		}
	}))
}

// least is the quantity that an empty field stands for.
func (f *orderForm) least() string {
	p, _ := f.product.Record.(wire.Product)
	return itoa(max(1, p.AtLeast(1)))
}

// otherError is what is wrong with a line beside its quantity. What is no
// longer sold is said before the office says it, but for an order that was
// placed before.
func (f *orderForm) otherError(i int, p wire.Product) string {
	if p.State == wire.StateInactive && f.draft.PlacedAt == "" {
		return f.t.NoLongerSold
	}
	if j := f.draft.twin(i); j >= 0 {
		return fill(f.t.EqualLine, "line", strconv.Itoa(j+1))
	}
	for _, field := range []string{"", "product_id", "unit_price_minor", "currency"} {
		if e := f.errorOf(wire.LinePointer(i, field)); e != "" {
			return e
		}
	}
	return ""
}

func (f *orderForm) totalLine() app.UI {
	if len(f.draft.Lines) == 0 {
		return nil
	}
	return app.P().Class("total").DataSet("testid", "order-total").Body(
		app.Span().Text(f.t.Total), app.Strong().Text(sayTotal(f.ports, &f.draft)),
	)
}

// savedLines shows the lines as they were read back from the store.
func (f *orderForm) savedLines() app.UI {
	b, ok := read[wire.OrderBody]([]byte(f.saved.Body))
	if !ok {
		return nil
	}
	r := reader{ports: f.ports}
	return app.Ul().Class("plain").Body(app.Range(b.Lines).Slice(func(i int) app.UI {
		return app.Li().Text(r.name(wire.KindProducts, b.Lines[i].ProductID) + " · " + sayLine(f.t, b.Lines[i], r))
	}))
}
