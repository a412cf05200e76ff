package store

import (
	"context"
	"slices"
	"strings"

	"waybill/server/wire"
)

// put stores what was decided, one statement a table where it can. Rows go in
// by the order of their keys: two batches that meet wait for each other in one
// direction only.
func (db *DB) put(ctx context.Context, q querier, p *plan) error {
	changed := p.changed
	if err := putNew(ctx, q, "customers ("+customerCols+", code_key, search)", p.customers, (*customerRow).row); err != nil {
		return err
	}
	if err := putNew(ctx, q, "products ("+productCols+", code_key, search)", p.products, (*productRow).row); err != nil {
		return err
	}
	if err := db.putOrders(ctx, q, p.orders); err != nil {
		return err
	}
	for _, o := range p.cancelled {
		if err := updateOrder(ctx, q, o); err != nil {
			return err
		}
	}
	for _, d := range p.dispatches {
		if err := updateDispatch(ctx, q, d); err != nil {
			return err
		}
	}
	changed = append(changed, changesOf(wire.KindCustomers, p.customers)...)
	changed = append(changed, changesOf(wire.KindProducts, p.products)...)
	changed = append(changed, changesOf(wire.KindOrders, p.orders)...)
	changed = append(changed, changesOf(wire.KindOrders, p.cancelled)...)
	changed = append(changed, changesOf(wire.KindDispatches, p.dispatches)...)
	return db.record(ctx, q, changed)
}

func putNew[T any](ctx context.Context, q querier, into string, recs []T, row func(T) []any) error {
	rows := make([][]any, len(recs))
	for i, r := range recs {
		rows[i] = row(r)
	}
	return insertSorted(ctx, q, into, rows, 1, "")
}

// insertSorted stores rows by the order of their first texts, which are the key.
func insertSorted(ctx context.Context, q querier, into string, rows [][]any, key int, tail string) error {
	slices.SortStableFunc(rows, func(a, b []any) int {
		for i := range key {
			if c := strings.Compare(a[i].(string), b[i].(string)); c != 0 {
				return c
			}
		}
		return 0
	})
	return insert(ctx, q, into, rows, tail)
}

// putOrders draws the running numbers and stores orders with their lines.
func (db *DB) putOrders(ctx context.Context, q querier, orders []*wire.Order) error {
	if len(orders) == 0 {
		return nil
	}
	numbers, err := db.d.drawNumbers(ctx, q, len(orders))
	if err != nil {
		return err
	}
	var rows, lines [][]any
	for i, o := range orders { // numbered in the order in which they came
		o.Number = numberText(numbers[i])
		rows = append(rows, orderRow(o, numbers[i]))
		lines = append(lines, lineRows(o)...)
	}
	if err := insertSorted(ctx, q, "orders ("+orderCols+")", rows, 1, ""); err != nil {
		return err
	}
	return insert(ctx, q, "order_lines ("+lineCols+")", lines, "")
}

func updateOrder(ctx context.Context, q querier, o *wire.Order) error {
	_, err := q.exec(ctx, "UPDATE orders SET version = $2, state = $3, updated_at = $4, owner = $5, cancel_reason = $6 WHERE id = $1",
		o.ID, o.Version, o.State, o.UpdatedAt, o.Owner, o.CancelReason)
	return err
}

func updateDispatch(ctx context.Context, q querier, d *wire.Dispatch) error {
	_, err := q.exec(ctx, `UPDATE dispatches SET version = $2, state = $3, updated_at = $4, owner = $5, delivered_at = $6,
		received_by = $7, failed_at = $8, reason = $9, note = $10, photos = $11 WHERE id = $1`,
		d.ID, d.Version, d.State, d.UpdatedAt, d.Owner, d.DeliveredAt, d.ReceivedBy, d.FailedAt, d.Reason, d.Note, d.Photos)
	return err
}
