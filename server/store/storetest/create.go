package storetest

import (
	"strings"

	"waybill/server/store"
	"waybill/server/wire"
)

func creates(o office) {
	first := o.expect("a new order", order(1), wire.StatePlaced)
	if first.Status != 201 || first.Record.Base().Fingerprint != order(1).Fingerprint {
		o.Errorf("a create answers %d with %+v", first.Status, first.Record.Base())
	}
	again := o.expect("the same again", order(1), "id_exists")
	if again.Problem.ID != orderID(1) || again.Problem.ExistingID != orderID(1) || len(again.Problem.Current) == 0 {
		o.Errorf("a replay is answered without its record: %+v", again.Problem)
	}
	o.expect("the same id with other content", order(1, func(b *wire.OrderBody) { b.Note = "8 instead" }), "id_reused")
	foreign := o.expect("another's id", by(asBen, order(1)), "id_reused")
	if foreign.Problem.ExistingID != "" || foreign.Problem.Current != nil {
		o.Error("another rep is shown an order that is not theirs")
	}
	o.expect("a new customer", customer(9, "C-9"), wire.StateActive)
	o.expect("a manager's product", product(asMia, 9, "P-9"), wire.StateActive)
	o.expect("a rep's product", product(asAna, 8, "P-8"), "forbidden")
	if n := o.count(wire.KindOrders); n != 1 {
		o.Errorf("%d orders stored, want 1", n)
	}
}

func codeBeforeID(o office) {
	o.expect("a new customer", customer(9, "C-9"), wire.StateActive)
	again := o.expect("its replay", customer(9, "C-9"), "duplicate_code")
	if again.Problem.ExistingID != customerID(9) || again.Problem.ID != customerID(9) {
		o.Errorf("the clash does not name the record: %+v", again.Problem)
	}
	o.expect("the same id with another code", customer(9, "C-10"), "id_reused")
	clash := o.expect("another's code", customer(10, "C-1"), "duplicate_code")
	if clash.Problem.ExistingID != customerID(1) {
		o.Errorf("the clash names %s", clash.Problem.ExistingID)
	}
	o.expect("a product's taken code goes before the rep's rights", product(asAna, 9, "P-1"), "duplicate_code")
	o.expect("a product's taken id goes before the rep's rights", product(asAna, 1, "P-77"), "id_reused")
}

// replayFirst: rights, references and rules are looked at only for what is new.
func replayFirst(o office) {
	o.expect("an order", order(1), wire.StatePlaced)
	s := stock()
	s.Customers[0].State, s.Dispatches = wire.StateInactive, nil
	o.must(o.Put(o.Context(), now.AddDate(0, 0, -1), s)) // closed before it was placed
	o.expect("its replay after the customer was closed", order(1), "id_exists")
	o.must(o.Give(o.Context(), now, wire.KindOrders, orderID(1), ben))
	r := o.expect("its replay after it was given away", order(1), "id_exists")
	if strings.Contains(string(r.Problem.Current), "customer_id") {
		o.Error("the creator is shown an order that is Ben's now")
	}
}

func spellings(o office) {
	o.expect("a composed umlaut", customer(9, "M\u00fcller"), wire.StateActive)
	for name, code := range map[string]string{
		"a decomposed one": "Mu\u0308ller", "other case": "M\u00dcLLER", "a space that is none": "M\u00fcller\u00a0",
	} {
		o.expect(name, customer(10, code), "duplicate_code")
	}
	o.expect("a special hyphen", customer(11, "C\u20111"), "duplicate_code")
	o.expect("another code", customer(12, "Muller"), wire.StateActive)
}

func missingReferences(o office) {
	r := o.expect("an order for nobody", order(1, func(b *wire.OrderBody) { b.CustomerID = customerID(99) }), "foreign_key")
	o.fields(r, "/customer_id")
	r = o.expect("a line without product", order(1, func(b *wire.OrderBody) {
		b.Lines = append(b.Lines, wire.OrderLine{ProductID: productID(99), Quantity: 1, Currency: "EUR"})
	}), "foreign_key")
	o.fields(r, "/lines/1/product_id")
	if n := o.count(wire.KindOrders); n != 0 {
		o.Errorf("%d orders stored by halves", n)
	}
}

func (o office) fields(r store.Result, want ...string) {
	o.Helper()
	var got []string
	for _, e := range r.Problem.Errors {
		got = append(got, e.Field)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		o.Errorf("errors name %v, want %v", got, want)
	}
}

func closedRecords(o office) {
	s := stock()
	s.Customers[0].State, s.Products[1].State, s.Dispatches = wire.StateInactive, wire.StateInactive, nil
	o.must(o.Put(o.Context(), now, s))
	at := func(t string) func(*wire.OrderBody) {
		return func(b *wire.OrderBody) {
			b.PlacedAt = t
			b.Lines = append(b.Lines, wire.OrderLine{ProductID: productID(2), Quantity: 1, UnitPriceMinor: 200, Currency: "EUR"})
		}
	}
	o.expect("placed before", order(1, at("2026-11-30T11:59:59Z")), wire.StatePlaced)
	r := o.expect("placed after", order(2, at("2026-11-30T12:00:01Z")), "validation_failed")
	o.fields(r, "/customer_id", "/lines/1/product_id")
	if o.sees(asAna, wire.KindCustomers, customerID(1)) != "whole" {
		o.Error("a closed customer is gone")
	}
}

func prices(o office) {
	r := o.expect("a price of its own", order(1, func(b *wire.OrderBody) { b.Lines[0].UnitPriceMinor = 90 }), wire.StatePlaced)
	got := r.Record.(*wire.Order)
	if l := got.Lines[0]; !got.PriceDiffers || !l.PriceDiffers || l.UnitPriceMinor != 90 || l.OfficePriceMinor != 100 {
		o.Errorf("a differing price is stored as %+v", got)
	}
	r = o.expect("the office's price", order(2), wire.StatePlaced)
	if got := r.Record.(*wire.Order); got.PriceDiffers || got.Lines[0].PriceDiffers {
		o.Error("an equal price is flagged")
	}
	r = o.expect("another currency", order(3, func(b *wire.OrderBody) { b.Lines[0].Currency = "USD" }), wire.StatePlaced)
	if !r.Record.(*wire.Order).PriceDiffers {
		o.Error("another currency is not flagged")
	}
}

func numbers(o office) {
	for n, want := range []string{"A-000001", "A-000002", "A-000003"} {
		r := o.apply(order(n + 1))
		if got := r.Record.(*wire.Order).Number; got != want {
			o.Errorf("order %d has number %s", n+1, got)
		}
		o.apply(order(n + 1)) // a replay takes no number
	}
	rec := o.read(asAna, wire.KindOrders, orderID(3))
	if got := rec.(*wire.Order).Number; got != "A-000003" {
		o.Errorf("read back with number %s", got)
	}
}

func texts(o office) {
	for i, name := range []string{"UNIQUE constraint failed", "<b>&amp;</b>", "a\u2028b", "\u05e9.\u05db\u05d4\u05df & Söhne", "'; DROP TABLE orders; --", "👨‍👩‍👧‍👦", `back\slash %_`} {
		n := 20 + i
		b := wire.CustomerBody{ID: customerID(n), Code: "T-" + string(rune('A'+i)), Name: name, Address: "one\ntwo"}
		r := o.expect(name, of(asAna, wire.OpCustomerCreate, b.ID, b), wire.StateActive)
		rec := o.read(asAna, wire.KindCustomers, b.ID)
		if got := rec.(*wire.Customer); got.Name != name || *got != *r.Record.(*wire.Customer) {
			o.Errorf("%q is read back as %+v", name, got)
		}
	}
}
