package api_test

import (
	"slices"
	"strings"
	"testing"

	"waybill/server/demo"
	"waybill/server/store"
	"waybill/server/wire"
)

// reasoned says whether an error carries a code of the table, the numbers that
// belong to it and no others.
func reasoned(e wire.FieldError) bool {
	spec, known := e.Code.Spec()
	for _, p := range spec.Always {
		_, there := e.Params[p]
		known = known && there
	}
	for p := range e.Params {
		known = known && (slices.Contains(spec.Always, p) || slices.Contains(spec.Maybe, p))
	}
	return known && e.Message != ""
}

// Every answer is held to the table by send; here each reason of it is given.
func TestEveryReasonOfTheTableIsGivenByTheOffice(t *testing.T) {
	o := openOffice(t)
	ana, mia := o.phoneOf(demo.Ana), o.phoneOf(demo.Mia)
	leftCustomer, leftProduct := o.closed()
	line := func(n int, quantity, price int64) wire.OrderLine {
		return wire.OrderLine{ProductID: demo.ProductID(n), Quantity: quantity, UnitPriceMinor: price, Currency: "EUR"}
	}
	ordered := func(change func(*wire.OrderBody)) reply {
		b := order(1)
		change(&b)
		return ana.post("/orders", b)
	}
	whole := string(encode(t, order(1)))
	seen := map[wire.FieldCode]bool{}
	for _, r := range []reply{
		ana.post("/orders", "{}"),
		ana.post("/orders", strings.Replace(whole, "{", `{"note":null,`, 1)),
		ana.post("/orders", strings.Replace(whole, "{", `{"note":1,`, 1)),
		ana.post("/orders", strings.Replace(whole, "{", `{"color":1,`, 1)),
		ana.post("/orders", strings.Replace(whole, "{", `{"note":"","note":"",`, 1)),
		ordered(func(b *wire.OrderBody) {
			b.Note, b.CustomerID, b.PlacedAt = strings.Repeat("x", wire.NoteMax+1), "", "now"
		}),
		ordered(func(b *wire.OrderBody) { b.Note, b.DeliverOn, b.Lines = "\x00", "2026-02-30", []wire.OrderLine{} }),
		ordered(func(b *wire.OrderBody) { b.Lines = []wire.OrderLine{line(1, 0, -1), line(1, 0, -1)} }),
		ordered(func(b *wire.OrderBody) { b.Lines[0].UnitPriceMinor, b.Lines[0].Currency = wire.PriceMax+1, "x" }),
		ordered(func(b *wire.OrderBody) { b.Lines = make([]wire.OrderLine, wire.LinesMax+1) }),
		ordered(func(b *wire.OrderBody) { b.CustomerID, b.Lines[0].ProductID = newID(90), newID(91) }),
		ordered(func(b *wire.OrderBody) { b.CustomerID, b.Lines[0].ProductID = leftCustomer, leftProduct }),
		ordered(func(b *wire.OrderBody) { b.Lines[0] = line(57, 13, 1) }),
		ana.post("/customers", customer(2, "C-0001")),
		mia.post("/products", wire.ProductBody{ID: newID(3), Code: "R-1", Name: "x", Currency: "EUR", Unit: "pc", QuantityRules: wire.QuantityRules{MinQuantity: 8, MaxQuantity: 7}}),
		change(ana, "guess", "correct horse"), change(ana, "guess", "short"),
		change(ana, "ana-demo-pass", "ana-demo-pass"), change(ana, "guess", strings.Repeat("x", wire.PasswordMax+1)),
		ana.post("/batch", wire.Batch{Writes: []wire.BatchWrite{item("", "/api/v1/orders", []byte("{}"))}}),
	} {
		if len(r.prob.Errors) == 0 {
			t.Errorf("no field is named: %d %s", r.status, r.body)
		}
		for _, e := range r.prob.Errors {
			seen[e.Code] = true
		}
	}
	for _, spec := range wire.FieldCodes {
		if !seen[spec.Code] {
			t.Errorf("%s is never given", spec.Code)
		}
	}
}

// closed puts in a customer and a product that are closed since yesterday.
func (o *office) closed() (customer, product string) {
	o.t.Helper()
	customer, product = newID(80), newID(81)
	err := o.st.Put(o.t.Context(), o.now.AddDate(0, 0, -1), store.Stock{
		Customers: []wire.Customer{{Meta: wire.Meta{ID: customer, State: wire.StateInactive}, Code: "CLOSED", Name: "x"}},
		Products:  []wire.Product{{Meta: wire.Meta{ID: product, State: wire.StateInactive}, Code: "CLOSED", Name: "x", Currency: "EUR", Unit: "pc"}},
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return customer, product
}
