package store

import (
	"context"
	"strings"

	"waybill/server/wire"
)

func scanPosition(r row) (p position, err error) { err = r.Scan(&p.xid, &p.seq); return p, err }

func scanFeedRow(r row) (f feedRow, err error) {
	var gone int64
	err = r.Scan(&f.kind, &f.id, &gone, &f.at.xid, &f.at.seq)
	f.gone = gone != 0
	return f, err
}

// kindSQL is how a kind is read. Orders and dispatches have an owner, and come
// newest first; customers and products have a text to search in. A list goes by
// the column by: an order's number, since its id is a phone's time and an order
// may arrive days after it was made; else the id.
type kindSQL struct {
	cols, table, by string
	owned           bool
	scan            func(row) (wire.Record, error)
}

var kinds = map[wire.Kind]kindSQL{
	wire.KindCustomers: {cols: customerCols, table: "customers", by: "id", scan: func(r row) (wire.Record, error) {
		c, err := scanCustomer(r)
		return &c.Customer, err
	}},
	wire.KindProducts: {cols: productCols, table: "products", by: "id", scan: func(r row) (wire.Record, error) {
		p, err := scanProduct(r)
		return &p.Product, err
	}},
	wire.KindOrders: {cols: orderCols, table: "orders", by: "number", owned: true, scan: func(r row) (wire.Record, error) {
		return scanOrder(r)
	}},
	wire.KindDispatches: {cols: dispatchCols, table: "dispatches", by: "id", owned: true, scan: func(r row) (wire.Record, error) {
		return scanDispatch(r)
	}},
}

// records runs a question whose rows are records of a kind.
func (db *DB) records(ctx context.Context, q querier, k kindSQL, rest string, args ...any) ([]wire.Record, error) {
	recs, err := ask(ctx, q, k.scan, "SELECT "+k.cols+" FROM "+k.table+rest, args...)
	if err != nil {
		return nil, err
	}
	var orders []*wire.Order
	for _, rec := range recs {
		if o, ok := rec.(*wire.Order); ok {
			orders = append(orders, o)
		}
	}
	return recs, db.withLines(ctx, q, orders)
}

func (db *DB) byIDs(ctx context.Context, q querier, kind wire.Kind, ids []string) ([]wire.Record, error) {
	return db.records(ctx, q, kinds[kind], " WHERE "+db.d.in("id"), db.d.list(ids))
}

// ByIDs returns what the actor may see of the records with these ids: all of a
// record, or the bare *wire.Meta to its creator. Ids that are not there, or
// not the actor's to see, are left out. It reads what is committed.
func (db *DB) ByIDs(ctx context.Context, a Actor, kind wire.Kind, ids []string) (seen []wire.Record, err error) {
	err = db.reading(ctx, func(q querier) error {
		recs, err := db.byIDs(ctx, q, kind, ids)
		for _, rec := range recs {
			if v := visible(a, rec); v != nil {
				seen = append(seen, v)
			}
		}
		return err
	})
	return seen, err
}

// Query is one page of a list: records whose text holds Q (customers and
// products by code and name), after the place After, at most Limit.
type Query struct {
	Q, After string
	Limit    int
}

// List returns a page of what the actor sees of a kind, and the place to go on
// after, empty on the last page. Errors: [ErrAfter].
func (db *DB) List(ctx context.Context, a Actor, kind wire.Kind, q Query) (recs []wire.Record, after string, err error) {
	k := kinds[kind]
	rest, args, err := k.page(a, q)
	if err != nil {
		return nil, "", err
	}
	err = db.reading(ctx, func(on querier) error {
		recs, err = db.records(ctx, on, k, rest, args...)
		return err
	})
	if len(recs) > q.Limit {
		recs = recs[:q.Limit]
		after = placeOf(recs[q.Limit-1])
	}
	return recs, after, err
}

// placeOf is where a record stands in the list of its kind.
func placeOf(rec wire.Record) string {
	if o, ok := rec.(*wire.Order); ok {
		return o.Number
	}
	return rec.Base().ID
}

// place is the value of the column by that a place stands for.
func (k kindSQL) place(after string) (any, error) {
	if k.by == "number" {
		if n, ok := numberOf(after); ok {
			return n, nil
		}
	} else if wire.ValidID(after) {
		return after, nil
	}
	return nil, ErrAfter
}

// page makes the conditions of a list.
func (k kindSQL) page(a Actor, q Query) (rest string, args []any, err error) {
	var where []string
	cond := func(sql string, arg any) {
		args = append(args, arg)
		where = append(where, strings.ReplaceAll(sql, "?", "$"+itoa(len(args))))
	}
	order, beyond := " ORDER BY "+k.by, k.by+" > ?"
	if k.owned {
		order, beyond = order+" DESC", k.by+" < ?"
	}
	if q.After != "" {
		place, err := k.place(q.After)
		if err != nil {
			return "", nil, err
		}
		cond(beyond, place)
	}
	if k.owned && !a.Manager() {
		cond("owner = ?", a.ID)
	}
	if q.Q != "" && !k.owned {
		cond(`search LIKE ? ESCAPE '\'`, "%"+likeEscape.Replace(searchText(q.Q, ""))+"%")
	}
	if len(where) > 0 {
		rest = " WHERE " + strings.Join(where, " AND ")
	}
	args = append(args, q.Limit+1)
	return rest + order + " LIMIT $" + itoa(len(args)), args, nil
}

var likeEscape = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)
