package store

import (
	"context"
	"fmt"
)

// faults are questions whose every row is a fault; each yields one text.
var faults = []struct{ about, query string }{
	{"an order without a line", "SELECT id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id)"},
	{"an order for no customer", "SELECT id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM customers c WHERE c.id = o.customer_id)"},
	{"a line of no order", "SELECT order_id FROM order_lines l WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = l.order_id)"},
	{"a line of no product", "SELECT order_id FROM order_lines l WHERE NOT EXISTS (SELECT 1 FROM products p WHERE p.id = l.product_id)"},
	{"a dispatch for no customer", "SELECT id FROM dispatches d WHERE NOT EXISTS (SELECT 1 FROM customers c WHERE c.id = d.customer_id)"},
	{"an order that its owner's feed lacks", `SELECT id FROM orders o WHERE NOT EXISTS
		(SELECT 1 FROM changes c WHERE c.kind = 'orders' AND c.record_id = o.id AND c.audience = o.owner AND c.gone = 0)`},
	{"a dispatch that its owner's feed lacks", `SELECT id FROM dispatches d WHERE NOT EXISTS
		(SELECT 1 FROM changes c WHERE c.kind = 'dispatches' AND c.record_id = d.id AND c.audience = d.owner AND c.gone = 0)`},
	{"a customer that the feed lacks", `SELECT id FROM customers r WHERE NOT EXISTS
		(SELECT 1 FROM changes c WHERE c.kind = 'customers' AND c.record_id = r.id AND c.audience = '' AND c.gone = 0)`},
	{"a product that the feed lacks", `SELECT id FROM products r WHERE NOT EXISTS
		(SELECT 1 FROM changes c WHERE c.kind = 'products' AND c.record_id = r.id AND c.audience = '' AND c.gone = 0)`},
}

// Check looks for what must never be, and returns a line for each fault. The
// constraints keep most of it out; a damaged disk or a hand in the database
// does not ask them.
func (db *DB) Check(ctx context.Context) (found []string, err error) {
	err = db.reading(ctx, func(q querier) error {
		for _, f := range faults {
			ids, err := ask(ctx, q, scanString, f.query)
			if err != nil {
				return err
			}
			for _, id := range ids {
				found = append(found, fmt.Sprintf("%s: %s", f.about, id))
			}
		}
		if db.d.integrity == "" {
			return nil
		}
		lines, err := ask(ctx, q, scanString, db.d.integrity)
		for _, l := range lines {
			if l != "ok" {
				found = append(found, l)
			}
		}
		return err
	})
	return found, err
}
