package storetest

import (
	"fmt"
	"slices"

	"waybill/server/store"
	"waybill/server/wire"
)

// ordered is an order with one line of a product.
func ordered(n, product int, quantity int64) store.Write {
	return order(n, func(b *wire.OrderBody) { b.Lines[0].ProductID, b.Lines[0].Quantity = productID(product), quantity })
}

// tighten gives product 1 rules, as the office's import does.
func (o office) tighten(r wire.QuantityRules) {
	o.Helper()
	s := stock()
	s.Products[0].QuantityRules, s.Customers, s.Dispatches = r, nil, nil
	o.must(o.Put(o.Context(), now, s))
}

// quantities: rules come with the product in each of its ways in, hold for new
// orders from then on, and never for what is here already.
func quantities(o office) {
	o.expect("before there is a rule", ordered(1, 1, 5), wire.StatePlaced)
	o.tighten(wire.QuantityRules{PackSize: 6, MinQuantity: 12, MaxQuantity: 60})
	o.expect("its replay", ordered(1, 1, 5), "id_exists")
	o.expect("the same id with a quantity that is not sold", ordered(1, 1, 7), "id_reused")
	for _, q := range []int64{1, 6, 13, 66} {
		r := o.expect(fmt.Sprint(q, " pieces"), ordered(2, 1, q), "validation_failed")
		o.fields(r, "/lines/0/quantity")
		if r.Problem.ID != orderID(2) {
			o.Errorf("the refusal names order %q", r.Problem.ID)
		}
	}
	for i, q := range []int64{12, 18, 60} {
		o.expect(fmt.Sprint(q, " pieces"), ordered(10+i, 1, q), wire.StatePlaced)
	}
	r := o.expect("a reference that is missing goes first", order(2, func(b *wire.OrderBody) {
		b.Lines = append(b.Lines, wire.OrderLine{ProductID: productID(99), Quantity: 1, Currency: "EUR"})
	}), "foreign_key")
	o.fields(r, "/lines/1/product_id")
	o.tighten(wire.QuantityRules{})
	o.expect("after the rule was taken back", ordered(2, 1, 7), wire.StatePlaced)
	ruledProduct(o)
}

// ruledProduct: a manager's product brings its rules, and they are read back
// alone, in a list and in the feed.
func ruledProduct(o office) {
	body := wire.ProductBody{
		ID: productID(9), Code: "P-9", Name: "Nine", Currency: "EUR", Unit: "box", QuantityRules: wire.QuantityRules{PackSize: 4, MinQuantity: 8, MaxQuantity: 40},
	}
	// In one batch: the order finds the rules of the product that was made before it.
	got := o.applyAll(of(asMia, wire.OpProductCreate, body.ID, body), ordered(20, 9, 9), ordered(21, 9, 8))
	if outcome(got[0]) != wire.StateActive || outcome(got[1]) != "validation_failed" || outcome(got[2]) != wire.StatePlaced {
		o.Errorf("product and orders in one batch: %s, %s, %s", outcome(got[0]), outcome(got[1]), outcome(got[2]))
	}
	read := o.read(asAna, wire.KindProducts, body.ID).(*wire.Product)
	o.must(o.settle())
	page, err := o.Changes(o.Context(), asAna, "", 100)
	o.must(err)
	i := slices.IndexFunc(page.Items, func(c store.Changed) bool { return c.ID == body.ID })
	if i < 0 {
		o.Fatal("the product is not in the feed")
	}
	for where, p := range map[string]*wire.Product{"its answer": got[0].Record.(*wire.Product), "the record": read, "the feed": page.Items[i].Record.(*wire.Product)} {
		if p.QuantityRules != body.QuantityRules {
			o.Errorf("%s has the rules %+v", where, p.QuantityRules)
		}
	}
}
