package store

import (
	"context"
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
	// What orders refer to, by id: no more of it than they need.
	buyers map[string]ref
	goods  map[string]ref
}

// ref is what an order needs to know of a customer or product that it names.
type ref struct {
	id, closedAt string
	priceMinor   int64
	currency     string
	rules        wire.QuantityRules
}

const (
	buyerCols = "id, closed_at, 0, '', 0, 0, 0"
	goodCols  = "id, closed_at, price_minor, currency, " + ruleCols
)

func scanRef(r row) (x ref, err error) {
	err = r.Scan(&x.id, &x.closedAt, &x.priceMinor, &x.currency, &x.rules.PackSize, &x.rules.MinQuantity, &x.rules.MaxQuantity)
	return x, err
}

// wanted collects the questions of many writes, so that each kind is asked for
// in one statement.
type wanted struct {
	customers, customerKeys, products, productKeys, orders, dispatches, buyers, goods []string
}

func want(writes []Write) (w wanted) {
	for _, x := range writes {
		switch b := x.Body.(type) {
		case wire.CustomerBody:
			w.customers = append(w.customers, b.ID)
			w.customerKeys = append(w.customerKeys, CodeKey(b.Code))
		case wire.ProductBody:
			w.products = append(w.products, b.ID)
			w.productKeys = append(w.productKeys, CodeKey(b.Code))
		case wire.OrderBody:
			w.orders = append(w.orders, b.ID)
			w.buyers = append(w.buyers, b.CustomerID)
			for _, l := range b.Lines {
				w.goods = append(w.goods, l.ProductID)
			}
		case wire.CancelBody:
			w.orders = append(w.orders, x.Record)
		case nil:
			w.refused(x)
		default:
			w.dispatches = append(w.dispatches, x.Record)
		}
	}
	return w
}

// refused asks only whether a refused write is stored.
func (w *wanted) refused(x Write) {
	switch kindOf(x) {
	case wire.KindCustomers:
		w.customers = append(w.customers, x.Record)
	case wire.KindProducts:
		w.products = append(w.products, x.Record)
	case wire.KindOrders:
		w.orders = append(w.orders, x.Record)
	case wire.KindDispatches:
		w.dispatches = append(w.dispatches, x.Record)
	}
}

// kindOf is the kind of record that a write makes or changes.
func kindOf(w Write) wire.Kind {
	if spec, queued := w.Op.Spec(); queued {
		return spec.Kind
	}
	return wire.KindOrders // a cancellation, which is made online only
}

// record is the record that a write makes or changes, nil where there is none.
func (s *seen) record(w Write) wire.Record {
	switch kindOf(w) {
	case wire.KindCustomers:
		if c := s.customers[w.Record]; c != nil {
			return &c.Customer
		}
	case wire.KindProducts:
		if p := s.products[w.Record]; p != nil {
			return &p.Product
		}
	case wire.KindOrders:
		if o := s.orders[w.Record]; o != nil {
			return o
		}
	case wire.KindDispatches:
		if d := s.dispatches[w.Record]; d != nil {
			return d
		}
	}
	return nil
}

// holds says whether what a write asks for is in the store: a record with a
// create's id, or a transition's record in the state that it leads to.
func (s *seen) holds(w Write) bool {
	has := s.record(w)
	if has == nil {
		return false
	}
	spec, queued := w.Op.Spec()
	switch {
	case !queued: // a cancellation
		return has.Base().State == wire.StateCancelled
	case spec.Create:
		return true
	}
	return has.Base().State == spec.State
}

// look reads what the writes ask about, in one trip where the database is far.
// Rows that a transition may change are kept until the transaction ends, in
// the order of their ids.
func (db *DB) look(ctx context.Context, q querier, writes []Write) (seen, error) {
	w := want(writes)
	s := seen{
		map[string]*customerRow{},
		map[string]*customerRow{},
		map[string]*productRow{},
		map[string]*productRow{},
		map[string]*wire.Order{},
		map[string]*wire.Dispatch{},
		map[string]ref{},
		map[string]ref{},
	}
	var steps []step
	steps = find(db, steps, "customers", customerCols, "id", "", w.customers, scanCustomer, s.customers, func(c *customerRow) string { return c.ID })
	steps = find(db, steps, "customers", customerCols, "code_key", "", w.customerKeys, scanCustomer, s.customerKeys, func(c *customerRow) string { return CodeKey(c.Code) })
	steps = find(db, steps, "products", productCols, "id", "", w.products, scanProduct, s.products, func(p *productRow) string { return p.ID })
	steps = find(db, steps, "products", productCols, "code_key", "", w.productKeys, scanProduct, s.productKeys, func(p *productRow) string { return CodeKey(p.Code) })
	refID := func(x ref) string { return x.id }
	steps = find(db, steps, "customers", buyerCols, "id", "", w.buyers, scanRef, s.buyers, refID)
	steps = find(db, steps, "products", goodCols, "id", "", w.goods, scanRef, s.goods, refID)
	steps = find(db, steps, "dispatches", dispatchCols, "id", db.d.lock, w.dispatches, scanDispatch, s.dispatches, idOf[*wire.Dispatch])
	steps = find(db, steps, "orders", orderCols, "id", db.d.lock, w.orders, scanOrder, s.orders, idOf[*wire.Order])
	if err := q.run(ctx, steps...); err != nil {
		return s, err
	}
	return s, db.withLines(ctx, q, values(s.orders))
}

func idOf[T wire.Record](rec T) string { return rec.Base().ID }

// find adds the question for rows of one table by a unique column.
func find[T any](db *DB, steps []step, table, cols, column, lock string, ids []string, scan func(row) (T, error), found map[string]T, key func(T) string) []step {
	if len(ids) == 0 {
		return steps
	}
	slices.Sort(ids)
	return append(steps, step{
		query: "SELECT " + cols + " FROM " + table + " WHERE " + db.d.in(column) + " ORDER BY " + column + lock,
		args:  []any{db.d.list(slices.Compact(ids))},
		scan: func(r row) error {
			v, err := scan(r)
			if err == nil {
				found[key(v)] = v
			}
			return err
		},
	})
}

func values[T any](m map[string]T) []T {
	all := make([]T, 0, len(m))
	for _, v := range m {
		all = append(all, v)
	}
	return all
}
