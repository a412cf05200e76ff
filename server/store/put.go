package store

import (
	"context"

	"waybill/server/wire"
)

// put stores what was decided, in one trip where the database is far.
func (db *DB) put(ctx context.Context, q querier, p *plan) error {
	changed := p.changed
	changed = append(changed, changesOf(wire.KindCustomers, p.customers)...)
	changed = append(changed, changesOf(wire.KindProducts, p.products)...)
	changed = append(changed, changesOf(wire.KindOrders, p.orders)...)
	changed = append(changed, changesOf(wire.KindOrders, p.cancelled)...)
	changed = append(changed, changesOf(wire.KindDispatches, p.dispatches)...)
	steps := inserts(q, customersTable, rowsOf(p.customers, (*customerRow).row))
	steps = append(steps, inserts(q, productsTable, rowsOf(p.products, (*productRow).row))...)
	steps = append(steps, db.ordersSteps(q, p.orders, &p.newest)...)
	for _, o := range p.cancelled {
		steps = append(steps, updateOrder(o))
	}
	for _, d := range p.dispatches {
		steps = append(steps, updateDispatch(d))
	}
	steps = append(steps, db.changesSteps(q, changed, &p.newest)...)
	return q.run(ctx, steps...)
}

var (
	customersTable  = table{name: "customers", cols: customerCols + ", code_key, search", key: 1}
	productsTable   = table{name: "products", cols: productCols + ", code_key, search", key: 1}
	linesTable      = table{name: "order_lines", cols: lineCols}
	dispatchesTable = table{name: "dispatches", cols: dispatchCols, key: 1}
)

func rowsOf[T any](recs []T, row func(T) []any) [][]any {
	rows := make([][]any, len(recs))
	for i, r := range recs {
		rows[i] = row(r)
	}
	return rows
}

// ordersSteps store orders with their lines; each order gets the running
// number that the database drew for it.
func (db *DB) ordersSteps(q querier, orders []*wire.Order, newest *tip) []step {
	byID := make(map[string]*wire.Order, len(orders))
	var lines [][]any
	for _, o := range orders {
		byID[o.ID] = o
		lines = append(lines, lineRows(o)...)
	}
	numbered := table{name: "orders", cols: newOrderCols, key: 1, expr: db.d.number, tail: " RETURNING id, number", scan: func(r row) error {
		var id string
		var n int64
		if err := r.Scan(&id, &n); err != nil {
			return err
		}
		byID[id].Number, newest.number = numberText(n), max(newest.number, n)
		return nil
	}}
	return append(inserts(q, numbered, rowsOf(orders, orderRow)), inserts(q, linesTable, lines)...)
}

func updateOrder(o *wire.Order) step {
	return step{
		query: "UPDATE orders SET version = $2, state = $3, updated_at = $4, owner = $5, cancel_reason = $6 WHERE id = $1",
		args:  []any{o.ID, o.Version, o.State, o.UpdatedAt, o.Owner, o.CancelReason},
	}
}

func updateDispatch(d *wire.Dispatch) step {
	return step{
		query: `UPDATE dispatches SET version = $2, state = $3, updated_at = $4, owner = $5, delivered_at = $6,
		received_by = $7, failed_at = $8, reason = $9, note = $10, photos = $11 WHERE id = $1`,
		args: []any{d.ID, d.Version, d.State, d.UpdatedAt, d.Owner, d.DeliveredAt, d.ReceivedBy, d.FailedAt, d.Reason, d.Note, d.Photos},
	}
}
