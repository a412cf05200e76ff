package admin

import (
	"context"
	"errors"
	"io"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// asOffice reads everything.
var asOffice = store.Actor{ID: store.Office, Role: wire.RoleManager}

// everything lists all records of a kind.
func everything(ctx context.Context, st *store.DB, kind wire.Kind) (all []wire.Record, err error) {
	for after := ""; ; {
		var page []wire.Record
		if page, after, err = st.List(ctx, asOffice, kind, store.Query{After: after, Limit: wire.PageMax}); err != nil {
			return nil, err
		}
		if all = append(all, page...); after == "" {
			return all, nil
		}
	}
}

// Export is `waybill export orders`: a CSV on out.
func Export(ctx context.Context, args []string, out io.Writer) error {
	t := newTask("export", "orders", out)
	forExcel := t.fs.Bool("excel", false, "write for a spreadsheet: marked as UTF-8, semicolons, no text that becomes a formula")
	return t.run(ctx, args, only("orders"), func(st *store.DB, _ []string) error {
		d := plain
		if *forExcel {
			d = excel
		}
		n, err := namesByID(ctx, st)
		if err != nil {
			return err
		}
		return st.Export(ctx, time.Now(), func(orders []*wire.Order) error { return writeCSV(out, d, orders, n) })
	})
}

func namesByID(ctx context.Context, st *store.DB) (n names, err error) {
	n = names{map[string]string{}, map[string]string{}, map[string]string{}}
	people, err := st.Users(ctx)
	if err != nil {
		return n, err
	}
	for _, u := range people {
		n.users[u.ID] = u.Name
	}
	customers, err1 := everything(ctx, st, wire.KindCustomers)
	for _, r := range customers {
		n.customers[r.Base().ID] = r.(*wire.Customer).Code
	}
	products, err2 := everything(ctx, st, wire.KindProducts)
	for _, r := range products {
		n.products[r.Base().ID] = r.(*wire.Product).Code
	}
	return n, errors.Join(err1, err2)
}
