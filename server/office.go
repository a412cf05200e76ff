package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// asOffice reads everything.
var asOffice = store.Actor{ID: store.Office, Role: wire.RoleManager}

func importCommand(ctx context.Context, args []string, out io.Writer) error {
	t := newTask("import", "customers|products|dispatches FILE.csv", out)
	dry := t.fs.Bool("dry-run", false, "check the file and import nothing")
	return t.run(ctx, args, exactly(2), func(st *store.DB, words []string) error {
		file, err := os.Open(words[1])
		if err != nil {
			return err
		}
		defer file.Close()
		stock, n, err := readStock(ctx, st, words[0], file)
		if err != nil {
			return err
		}
		if *dry {
			fmt.Fprintf(out, "%d rows are fine, nothing imported\n", n)
			return nil
		}
		if err := st.Put(ctx, time.Now(), stock); err != nil {
			return err
		}
		fmt.Fprintf(out, "imported %d %s\n", n, words[0])
		return nil
	})
}

// readStock reads a whole file. One wrong row refuses all, and every wrong row
// is named.
func readStock(ctx context.Context, st *store.DB, kind string, in io.Reader) (s store.Stock, n int, err error) {
	switch kind {
	case "customers":
		rows, err := readCSV(in, []string{"code", "name"}, []string{"contact", "phone", "address", "state"})
		s.Customers, err = eachRow(rows, err, csvRow.customer)
		return s, len(rows), err
	case "products":
		rows, err := readCSV(in, []string{"code", "name", "price_minor", "currency", "unit"}, append([]string{"state"}, ruleColumns...))
		s.Products, err = eachRow(rows, err, csvRow.product)
		return s, len(rows), err
	case "dispatches":
		rows, err := readCSV(in, []string{"number", "rep", "customer", "summary"}, nil)
		if err != nil {
			return s, 0, err
		}
		users, customers, err := idsByName(ctx, st)
		s.Dispatches, err = eachRow(rows, err, func(r csvRow) (wire.Dispatch, error) { return r.dispatch(users, customers) })
		return s, len(rows), err
	}
	return s, 0, fmt.Errorf("cannot import %q: customers, products or dispatches", kind)
}

// eachRow makes a record of each row, and one error of all that are wrong.
func eachRow[T any](rows []csvRow, err error, read func(csvRow) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	all, errs := make([]T, len(rows)), []error{}
	for i, r := range rows {
		var bad error
		if all[i], bad = read(r); bad != nil {
			errs = append(errs, fmt.Errorf("row %d: %w", i+2, bad)) // the first row names the columns
		}
	}
	return all, errors.Join(errs...)
}

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

func idsByName(ctx context.Context, st *store.DB) (users, customers map[string]string, err error) {
	users, customers = map[string]string{}, map[string]string{}
	people, err := st.Users(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, u := range people {
		users[u.Name] = u.ID
	}
	recs, err := everything(ctx, st, wire.KindCustomers)
	for _, r := range recs {
		customers[wire.CodeKey(r.(*wire.Customer).Code)] = r.Base().ID
	}
	return users, customers, err
}

func exportCommand(ctx context.Context, args []string, out io.Writer) error {
	return newTask("export", "orders", out).run(ctx, args, only("orders"), func(st *store.DB, _ []string) error {
		n, err := namesByID(ctx, st)
		if err != nil {
			return err
		}
		return st.Export(ctx, time.Now(), func(orders []*wire.Order) error { return writeCSV(out, orders, n) })
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

// givable are the words of give for kinds that have an owner.
var givable = map[string]wire.Kind{"order": wire.KindOrders, "dispatch": wire.KindDispatches}

func giveCommand(ctx context.Context, args []string, out io.Writer) error {
	t := newTask("give", "order|dispatch ID --to NAME", out)
	to := t.fs.String("to", "", "`name` of the user who gets it")
	fit := func(words []string) bool { return len(words) == 2 && givable[words[0]] != "" && *to != "" }
	return t.run(ctx, args, fit, func(st *store.DB, words []string) error {
		u, err := st.UserNamed(ctx, *to)
		if err := known(*to, err); err != nil {
			return err
		}
		err = st.Give(ctx, time.Now(), givable[words[0]], words[1], u.ID)
		if errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("there is no %s %s", words[0], words[1])
		}
		return err
	})
}
