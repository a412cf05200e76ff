package store

import (
	"context"
	"fmt"
	"time"

	"waybill/server/wire"
)

// Office is whom records are created by that no user made.
const Office = "office"

// Stock is what the office puts in by itself: imports and the demo. A record
// whose business code is there already is updated and keeps its id.
type Stock struct {
	Customers  []wire.Customer
	Products   []wire.Product
	Dispatches []wire.Dispatch
}

// Put stores what the office puts in, all or nothing. Ids, codes and states
// are taken as given; version and times are made here.
func (db *DB) Put(ctx context.Context, now time.Time, in Stock) error {
	return db.inTx(ctx, func(q querier) error {
		var p plan
		s, err := db.look(ctx, q, stockQuestions(in))
		if err != nil {
			return err
		}
		for _, c := range in.Customers {
			if err := putCustomer(ctx, q, &s, &p, now, c); err != nil {
				return err
			}
		}
		for _, r := range in.Products {
			if err := putProduct(ctx, q, &s, &p, now, r); err != nil {
				return err
			}
		}
		if err := db.put(ctx, q, &p); err != nil {
			return err
		}
		return db.putDispatches(ctx, q, now, in.Dispatches)
	})
}

// stockQuestions makes look read the records that have the codes already.
func stockQuestions(in Stock) []Write {
	var w []Write
	for _, c := range in.Customers {
		w = append(w, Write{Body: wire.CustomerBody{ID: c.ID, Code: c.Code}})
	}
	for _, p := range in.Products {
		w = append(w, Write{Body: wire.ProductBody{ID: p.ID, Code: p.Code}})
	}
	return w
}

// officeMeta is the meta of a record that the office puts in: new, or the next
// version of what is there.
func officeMeta(given wire.Meta, has *wire.Meta, now time.Time) wire.Meta {
	if has != nil {
		m := *has
		m.State, m.Version, m.UpdatedAt = given.State, has.Version+1, stamp(now)
		return m
	}
	given.Version, given.CreatedAt, given.UpdatedAt = 1, stamp(now), stamp(now)
	if given.CreatedBy == "" {
		given.CreatedBy = Office
	}
	return given
}

// closing is when a record was closed, kept while it stays closed.
func closing(state, before string, now time.Time) string {
	switch {
	case state == wire.StateActive:
		return ""
	case before != "":
		return before
	}
	return stamp(now)
}

func putCustomer(ctx context.Context, q querier, s *seen, p *plan, now time.Time, c wire.Customer) error {
	has := s.customerKeys[CodeKey(c.Code)]
	row := &customerRow{Customer: c}
	if has == nil {
		row.Meta, row.closedAt = officeMeta(c.Meta, nil, now), closing(c.State, "", now)
		p.customers = append(p.customers, row)
		s.customerKeys[CodeKey(c.Code)] = row
		return nil
	}
	row.Meta, row.closedAt = officeMeta(c.Meta, &has.Meta, now), closing(c.State, has.closedAt, now)
	p.changed = append(p.changed, change{kind: wire.KindCustomers, id: row.ID})
	return exec(ctx, q, `UPDATE customers SET version = $2, state = $3, updated_at = $4, closed_at = $5, search = $6,
		code = $7, name = $8, contact = $9, phone = $10, address = $11 WHERE id = $1`,
		row.ID, row.Version, row.State, row.UpdatedAt, row.closedAt, searchText(row.Code, row.Name),
		row.Code, row.Name, row.Contact, row.Phone, row.Address)
}

func putProduct(ctx context.Context, q querier, s *seen, p *plan, now time.Time, r wire.Product) error {
	has := s.productKeys[CodeKey(r.Code)]
	row := &productRow{Product: r}
	if has == nil {
		row.Meta, row.closedAt = officeMeta(r.Meta, nil, now), closing(r.State, "", now)
		p.products = append(p.products, row)
		s.productKeys[CodeKey(r.Code)] = row
		return nil
	}
	row.Meta, row.closedAt = officeMeta(r.Meta, &has.Meta, now), closing(r.State, has.closedAt, now)
	p.changed = append(p.changed, change{kind: wire.KindProducts, id: row.ID})
	return exec(ctx, q, `UPDATE products SET version = $2, state = $3, updated_at = $4, closed_at = $5, search = $6,
		code = $7, name = $8, price_minor = $9, currency = $10, unit = $11, pack_size = $12, min_quantity = $13, max_quantity = $14 WHERE id = $1`,
		row.ID, row.Version, row.State, row.UpdatedAt, row.closedAt, searchText(row.Code, row.Name),
		row.Code, row.Name, row.PriceMinor, row.Currency, row.Unit, row.PackSize, row.MinQuantity, row.MaxQuantity)
}

func (db *DB) putDispatches(ctx context.Context, q querier, now time.Time, all []wire.Dispatch) error {
	rows, changed := make([][]any, len(all)), make([]*wire.Dispatch, len(all))
	for i := range all {
		d := all[i]
		d.Meta = officeMeta(d.Meta, nil, now)
		rows[i], changed[i] = dispatchRow(&d), &d
	}
	if err := insert(ctx, q, dispatchesTable, rows...); err != nil {
		return err
	}
	return db.record(ctx, q, changesOf(wire.KindDispatches, changed))
}

// Give moves an order or a dispatch to another user. The one who loses it gets
// a tombstone in the changes feed.
func (db *DB) Give(ctx context.Context, now time.Time, kind wire.Kind, id, to string) error {
	if kind != wire.KindOrders && kind != wire.KindDispatches {
		return fmt.Errorf("store: %s have no owner", kind)
	}
	return db.inTx(ctx, func(q querier) error {
		rec, err := one(db.byIDs(ctx, q, kind, []string{id}))
		if err != nil {
			return err
		}
		from, _ := ownerOf(rec)
		if from == to {
			return nil
		}
		m := rec.Base()
		m.Version, m.UpdatedAt = m.Version+1, stamp(now)
		var update step
		switch r := rec.(type) {
		case *wire.Order:
			r.Owner = to
			update = updateOrder(r)
		case *wire.Dispatch:
			r.Owner = to
			update = updateDispatch(r)
		}
		if err := q.run(ctx, update); err != nil {
			return err
		}
		return db.record(ctx, q, []change{
			{kind: kind, id: id, audience: from, gone: true},
			{kind: kind, id: id, audience: to},
		})
	})
}

// Export hands every order that is placed to the writer f, in the order of
// their numbers, and marks them as exported only once f has returned without
// an error: an order may go out twice after a crash, never not at all.
func (db *DB) Export(ctx context.Context, now time.Time, f func([]*wire.Order) error) error {
	return db.inTx(ctx, func(q querier) error {
		recs, err := db.records(ctx, q, kinds[wire.KindOrders], " WHERE state = 'placed' ORDER BY number"+db.d.lock)
		if err != nil {
			return err
		}
		orders := make([]*wire.Order, len(recs))
		for i, rec := range recs {
			orders[i] = rec.(*wire.Order)
		}
		if err := f(orders); err != nil {
			return err
		}
		for _, o := range orders {
			o.State, o.Version, o.UpdatedAt = wire.StateExported, o.Version+1, stamp(now)
			if err := q.run(ctx, updateOrder(o)); err != nil {
				return err
			}
		}
		return db.record(ctx, q, changesOf(wire.KindOrders, orders))
	})
}
