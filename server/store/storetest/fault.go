package storetest

import (
	"waybill/server/store"
	"waybill/server/wire"
)

// breakChanges makes the last statement of each write fail.
func (o office) breakChanges() {
	o.Helper()
	o.must(o.exec("ALTER TABLE changes RENAME TO changes_away"))
}

func (o office) mendChanges() {
	o.Helper()
	o.must(o.exec("ALTER TABLE changes_away RENAME TO changes"))
}

func halfWay(o office) {
	o.breakChanges()
	if _, err := o.Apply(o.Context(), now, []store.Write{order(1)}); err == nil {
		o.Error("a create that failed half way passes")
	}
	o.mendChanges()
	if n := o.count(wire.KindOrders); n != 0 {
		o.Errorf("%d orders stored by halves", n)
	}
	o.expect("the same again", order(1), wire.StatePlaced)
}

func batchHalfWay(o office) {
	o.breakChanges()
	if _, err := o.Apply(o.Context(), now, []store.Write{order(1), order(2), customer(9, "C-9")}); err == nil {
		o.Error("a batch that failed half way passes")
	}
	o.mendChanges()
	if n := o.count(wire.KindOrders); n != 0 {
		o.Errorf("%d orders stored by halves", n)
	}
}

// negative is a write that no checked body can be: only the database stops it.
func negative(n int) store.Write {
	return order(n, func(b *wire.OrderBody) { b.Lines[0].Quantity = -1 })
}

func twice(n int) store.Write {
	return order(n, func(b *wire.OrderBody) { b.Lines = append(b.Lines, b.Lines[0]) })
}

func otherClasses(o office) {
	for name, w := range map[string]store.Write{
		"a check that fails":     negative(1),
		"an unchecked duplicate": twice(2), // no look-up explains it: loud, never a conflict
	} {
		if r, err := o.Apply(o.Context(), now, []store.Write{w}); err == nil {
			o.Errorf("%s: %s", name, outcome(r[0]))
		}
	}
	if err := o.exec("UPDATE customers SET name = NULL"); err == nil {
		o.Error("a missing value is stored")
	}
	if n := o.count(wire.KindOrders); n != 0 {
		o.Errorf("%d orders", n)
	}
}

func restrict(o office) {
	o.expect("an order", order(1), wire.StatePlaced)
	for _, s := range []string{
		"DELETE FROM customers WHERE id = '" + customerID(1) + "'",
		"DELETE FROM products WHERE id = '" + productID(1) + "'",
		"DELETE FROM users WHERE id = '" + ana + "'",
		"DELETE FROM orders WHERE id = '" + orderID(1) + "'",
	} {
		if err := o.exec(s); err == nil {
			o.Errorf("%s passes", s)
		}
	}
	o.must(o.exec("DELETE FROM products WHERE id = '" + productID(3) + "'")) // nobody refers to it
}
