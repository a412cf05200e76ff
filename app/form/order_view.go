package form

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/order"
	"waybill/app/ui"
	"waybill/server/wire"
)

// Render shows the form, or what was saved.
func (f *orderForm) Render() app.UI {
	t := f.T
	if !f.Ready() {
		return f.Frame(t.NewOrder, "/orders/new")
	}
	if f.saved != nil {
		return f.Frame(t.NewOrder, "/orders/new", f.savedPanel("order-saved", f.onNew, f.savedLines()))
	}
	title := t.NewOrder
	if f.editing != nil {
		title = t.CorrectOrder
	}
	fresh := f.Ports.Catalogue.Fresh()
	return f.Frame(title, "/orders/new",
		f.head(),
		app.Div().Class("panel").Body(
			f.customerField(),
			ui.When(f.last != nil && len(f.draft.Lines) == 0, func() app.UI {
				return ui.Button(i18n.Fill(t.SameAgain, "number", f.last.Number), "order-again", "", false, f.onRepeat)
			}),
		),
		app.Div().Class("panel").Body(
			f.lineEntry(), f.lineList(),
			app.P().Class("hint").Text(message.SayFresh(t, fresh, f.Ports.Device)),
			ui.Loading(t, fresh),
		),
		app.Div().Class("panel").Body(
			&ui.Field{ID: idDeliver, TestID: idDeliver, Label: t.DeliverOn, Kind: "date", Value: f.draft.DeliverOn, Error: f.errorOf("/deliver_on")},
			&ui.Field{ID: idNote, TestID: idNote, Label: t.Note, Kind: "area", Max: wire.NoteMax, Value: f.draft.Note, Error: f.errorIn("/note", f.draft.Note, wire.NoteMax)},
		),
		ui.Slot(f.askedAt > 0, func() app.UI {
			return app.Div().Attr("role", "alert").DataSet("testid", "order-similar").Body(ui.Note(ui.LookNeeds, t.SimilarAsk))
		}),
		f.foot("order-save", f.onSave, f.totalLine()),
	)
}

func (f *orderForm) customerField() app.UI {
	t := f.T
	c := f.draft.Customer
	hint := ""
	if c.Unsent != "" {
		hint = t.CustomerWaits
	}
	return app.Div().Body(
		&ui.Picker{
			Ports: f.Ports, Kind: wire.KindCustomers, ID: idCustomer, TestID: idCustomer, Label: t.Customer,
			Hint: hint, Error: f.errorOf("/customer_id"), Chosen: message.CodeName(c.Code, c.Name), Extra: f.unsent,
		},
	)
}

func (f *orderForm) lineEntry() app.UI {
	t := f.T
	check := f.entryCheck()
	return app.Div().Class("line-entry").Body(
		&ui.Picker{
			Ports: f.Ports, Kind: wire.KindProducts, ID: idProduct, TestID: idProduct, Label: t.Product,
			Error: i18n.First(f.entryError, f.errorOf("/lines")), Chosen: message.CodeName(f.product.Code, f.product.Name), First: f.usual,
		},
		ui.Slot(len(f.offered()) > 0 && f.product.ID == "", f.usualProducts),
		&ui.Field{
			ID: idQuantity, TestID: idQuantity, Label: t.Quantity, Kind: "text", Mode: "numeric", Auto: "off", Steps: true, Holder: f.least(),
			Value: f.quantity, Rev: f.qtyRev, Error: i18n.First(f.qtyError, check.Wrong), Hint: check.Hint,
		},
		ui.Button(t.AddLine, "order-add-line", "", f.Ports == nil, f.onAdd),
		ui.NearButtons(t, check, f.product.Code, "order-take", f.onTakeEntry),
		ui.Slot(f.quantity == "" && f.lastQuantity() > 0, func() app.UI {
			n := f.lastQuantity()
			return ui.Button(i18n.Fill(t.LastQuantity, "n", t.Number(n)), "order-last", "chip", false, f.onTakeEntry(n), f.product.ID, n)
		}),
	)
}

// usualProducts are one tap away: most lines are what was ordered before.
func (f *orderForm) usualProducts() app.UI {
	offered := f.offered()
	return app.Div().Class("usual").Attr("role", "group").Aria("label", f.T.Usual).Body(app.Range(offered).Slice(func(i int) app.UI {
		x := offered[i]
		return ui.Button("", "order-usual", "chip", false, f.onUsual(x), x.ID).Body(
			app.Strong().Dir("ltr").Text(x.Code), app.Span().Dir("auto").Text(x.Name), app.Span().Class("hint").Text(message.SayLast(f.Ports, x.Last)),
		)
	}))
}

func (f *orderForm) lineList() app.UI {
	return app.Ul().Class("lines").Aria("label", f.T.Lines).Body(app.Range(f.draft.Lines).Slice(func(i int) app.UI {
		item, product := currentLine(f.Ports, f.draft.Lines[i])
		return &LineView{
			Ports: f.Ports, Index: i, Item: item, Rules: product.QuantityRules,
			QuantityError: f.errorOf(wire.LinePointer(i, "quantity")),
			OtherError:    f.otherError(i, product),
			Twin:          f.draft.Twin(i) >= 0,
		}
	}))
}

// least is the quantity that an empty field stands for.
func (f *orderForm) least() string {
	p, _ := f.product.Record.(wire.Product)
	return order.Itoa(max(1, p.AtLeast(1)))
}

// otherError is what is wrong with a line beside its quantity. What is no
// longer sold is said before the office says it, but for an order that was
// placed before.
func (f *orderForm) otherError(i int, p wire.Product) string {
	if p.State == wire.StateInactive && f.draft.PlacedAt == "" {
		return f.T.NoLongerSold
	}
	if j := f.draft.Twin(i); j >= 0 {
		return i18n.Fill(f.T.EqualLine, "line", strconv.Itoa(j+1))
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
		app.Span().Text(f.T.Total), app.Strong().Text(message.SayTotal(f.Ports, &f.draft)),
	)
}

// savedLines shows the lines as they were read back from the store.
func (f *orderForm) savedLines() app.UI {
	b, ok := wire.Decode[wire.OrderBody]([]byte(f.saved.Body))
	if !ok {
		return nil
	}
	r := message.Reader{Ports: f.Ports}
	return app.Ul().Class("plain").Body(app.Range(b.Lines).Slice(func(i int) app.UI {
		return app.Li().Text(r.Name(wire.KindProducts, b.Lines[i].ProductID) + " · " + message.SayLine(f.T, b.Lines[i], r))
	}))
}
