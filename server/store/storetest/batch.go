package storetest

import (
	"fmt"

	"waybill/server/store"
	"waybill/server/wire"
)

func batchVerdicts(o office) {
	o.expect("before", order(1), wire.StatePlaced)
	writes := []store.Write{
		order(2),
		order(1),
		order(1, func(b *wire.OrderBody) { b.Note = "other" }),
		customer(9, "C-1"),
		order(3, func(b *wire.OrderBody) { b.CustomerID = customerID(99) }),
		product(asAna, 9, "P-9"),
		deliver(asAna, dispatchID(1)),
		fail(asAna, dispatchID(1)),
		deliver(asAna, dispatchID(2)),
		order(4),
		order(4),
	}
	want := []string{
		"placed", "id_exists", "id_reused", "duplicate_code", "foreign_key", "forbidden",
		"delivered", "invalid_transition", "not_found", "placed", "id_exists",
	}
	var got []string
	for _, r := range o.applyAll(writes...) {
		got = append(got, outcome(r))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		o.Errorf("verdicts %v, want %v", got, want)
	}
	if n := o.count(wire.KindOrders); n != 3 {
		o.Errorf("%d orders", n)
	}
}

func batchSeesItself(o office) {
	forNew := func(b *wire.OrderBody) { b.CustomerID = customerID(9) }
	got := o.applyAll(order(1, forNew), customer(9, "C-9"), order(2, forNew), customer(10, "c-9"))
	for i, want := range []string{"foreign_key", "active", "placed", "duplicate_code"} {
		if outcome(got[i]) != want {
			o.Errorf("write %d: %s, want %s", i, outcome(got[i]), want)
		}
	}
}

func batchBug(o office) {
	got := o.applyAll(order(1), negative(2), order(3), twice(4), order(5), order(1))
	for i, want := range []string{"placed", "error", "placed", "error", "placed", "id_exists"} {
		if outcome(got[i]) != want {
			o.Errorf("write %d: %s, want %s", i, outcome(got[i]), want)
		}
	}
	if n := o.count(wire.KindOrders); n != 3 {
		o.Errorf("%d orders", n)
	}
}
