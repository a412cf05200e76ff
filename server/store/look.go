package store

import (
	"context"
	"database/sql"
	"slices"

	"waybill/server/wire"
)

// seen is everything that a call's writes asked about, as the database had it
// inside the transaction. decide adds what it creates, so that a later write
// of the same batch finds it.
type seen struct {
	customers    map[string]*customerRow
	customerKeys map[string]*customerRow
	products     map[string]*productRow
	productKeys  map[string]*productRow
	orders       map[string]*wire.Order
	dispatches   map[string]*wire.Dispatch
}

// wanted collects the questions of many writes, so that each kind is asked for
// in one statement.
type wanted struct {
	customers, customerKeys, products, productKeys, orders, dispatches []string
}

func want(writes []Write) (w wanted) {
	for _, x := range writes {
		switch b := x.Body.(type) {
		case wire.CustomerBody:
			w.customers = append(w.customers, b.ID)
			w.customerKeys = append(w.customerKeys, codeKey(b.Code))
		case wire.ProductBody:
			w.products = append(w.products, b.ID)
			w.productKeys = append(w.productKeys, codeKey(b.Code))
		case wire.OrderBody:
			w.orders = append(w.orders, b.ID)
			w.customers = append(w.customers, b.CustomerID)
			for _, l := range b.Lines {
				w.products = append(w.products, l.ProductID)
			}
		case wire.CancelBody:
			w.orders = append(w.orders, x.Record)
		default:
			w.dispatches = append(w.dispatches, x.Record)
		}
	}
	return w
}

// look reads what the writes ask about. Rows that a transition may change are
// kept until the transaction ends, in the order of their ids.
func (db *DB) look(ctx context.Context, q querier, writes []Write) (s seen, err error) {
	w := want(writes)
	customer := func(c *customerRow) string { return c.ID }
	product := func(p *productRow) string { return p.ID }
	if s.customers, err = find(ctx, db, q, scanCustomer, customer, customerCols, "customers", "id", w.customers); err != nil {
		return s, err
	}
	if s.products, err = find(ctx, db, q, scanProduct, product, productCols, "products", "id", w.products); err != nil {
		return s, err
	}
	customer = func(c *customerRow) string { return codeKey(c.Code) }
	if s.customerKeys, err = find(ctx, db, q, scanCustomer, customer, customerCols, "customers", "code_key", w.customerKeys); err != nil {
		return s, err
	}
	product = func(p *productRow) string { return codeKey(p.Code) }
	if s.productKeys, err = find(ctx, db, q, scanProduct, product, productCols, "products", "code_key", w.productKeys); err != nil {
		return s, err
	}
	if s.dispatches, err = find(ctx, db, q, scanDispatch, idOf[*wire.Dispatch], dispatchCols, "dispatches", "id", w.dispatches); err != nil {
		return s, err
	}
	s.orders, err = find(ctx, db, q, scanOrder, idOf[*wire.Order], orderCols, "orders", "id", w.orders)
	if err != nil {
		return s, err
	}
	return s, db.withLines(ctx, q, values(s.orders))
}

func idOf[T wire.Record](rec T) string { return rec.Base().ID }

// find reads the rows of one table by a unique column.
func find[T any](ctx context.Context, db *DB, q querier, scan func(*sql.Rows) (T, error), key func(T) string, cols, table, column string, ids []string) (map[string]T, error) {
	found := map[string]T{}
	if len(ids) == 0 {
		return found, nil
	}
	slices.Sort(ids)
	query := "SELECT " + cols + " FROM " + table + " WHERE " + db.d.in(column) + " ORDER BY " + column
	if table == "dispatches" || table == "orders" {
		query += db.d.lock
	}
	rows, err := ask(ctx, q, scan, query, db.d.list(slices.Compact(ids)))
	for _, r := range rows {
		found[key(r)] = r
	}
	return found, err
}

func values[T any](m map[string]T) []T {
	all := make([]T, 0, len(m))
	for _, v := range m {
		all = append(all, v)
	}
	return all
}
