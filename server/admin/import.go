package admin

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"waybill/server/stock"
	"waybill/server/store"
	"waybill/server/table"
	"waybill/server/wire"
)

// Import reads a table and puts it in. What it prints is what is stored
// then, row for row.
func Import(ctx context.Context, args []string, out io.Writer) error {
	t := newTask("import", "customers|products|dispatches FILE.csv", out)
	dry := t.fs.Bool("dry-run", false, "check the file and import nothing")
	encoding := t.fs.String("encoding", "", "`encoding` of the file, one of "+strings.Join(table.Encodings, ", ")+"; without it UTF-8, or UTF-16 where the file says so")
	separator := t.fs.String("separator", "", "`sign` between two cells, or \"tab\"; found out by itself")
	decimal := t.fs.String("decimal", "", "point or comma: the decimal `mark` of the column price")
	return t.run(ctx, args, exactly(2), func(st *store.DB, words []string) error {
		columns, ok := stock.Columns(words[0])
		if !ok {
			return fmt.Errorf("cannot import %q: customers, products or dispatches", words[0])
		}
		f, err := format(*encoding, *separator)
		if err != nil {
			return err
		}
		o := stock.Options{NewID: newID}
		if o.Decimal, err = decimalMark(*decimal); err != nil {
			return err
		}
		file, err := os.ReadFile(words[1])
		if err != nil {
			return err
		}
		rows, err := table.Read(file, f, columns)
		if err != nil {
			return fmt.Errorf("%s: %w", words[1], err)
		}
		return importRows(ctx, st, words[0], rows, o, *dry, out)
	})
}

func importRows(ctx context.Context, st *store.DB, kind string, t table.Table, o stock.Options, dry bool, out io.Writer) error {
	present, err := presentFor(ctx, st, kind)
	if err != nil {
		return err
	}
	in, n, err := stock.Read(kind, t.Rows, present, o)
	if err != nil {
		return err
	}
	how := fmt.Sprintf("%s, separated by %q", t.Format.Encoding, t.Format.Comma)
	if dry {
		fmt.Fprintf(out, "%d rows are fine, nothing imported: %s would be %v (%s)\n", n.Rows(), kind, n, how)
		return nil
	}
	if err := st.Put(ctx, time.Now(), in); err != nil {
		return err
	}
	fmt.Fprintf(out, "imported %d %s: %v (%s)\n", n.Rows(), kind, n, how)
	return nil
}

func format(encoding, separator string) (f table.Format, err error) {
	f.Encoding = strings.ToLower(encoding)
	switch signs := []rune(separator); {
	case separator == "tab":
		f.Comma = '\t'
	case len(signs) == 1:
		f.Comma = signs[0]
	case separator != "":
		return f, fmt.Errorf("--separator %q is not one sign", separator)
	}
	return f, nil
}

func decimalMark(name string) (rune, error) {
	switch name {
	case "":
		return 0, nil
	case "point", ".":
		return '.', nil
	case "comma", ",":
		return ',', nil
	}
	return 0, fmt.Errorf("--decimal %q is neither point nor comma", name)
}

// newID is an id that the office makes.
func newID() string { return ulid.Make().String() }

// presentFor reads what a table of a kind is compared with.
func presentFor(ctx context.Context, st *store.DB, kind string) (p stock.Present, err error) {
	p = stock.Present{
		Customers: map[string]*wire.Customer{}, Products: map[string]*wire.Product{},
		Dispatches: map[string]*wire.Dispatch{}, Users: map[string]string{},
	}
	kinds := []wire.Kind{wire.Kind(kind)}
	if kind == string(wire.KindDispatches) {
		kinds = append(kinds, wire.KindCustomers)
		people, err := st.Users(ctx)
		if err != nil {
			return p, err
		}
		for _, u := range people {
			p.Users[u.Name] = u.ID
		}
	}
	for _, k := range kinds {
		recs, err := everything(ctx, st, k)
		if err != nil {
			return p, err
		}
		for _, rec := range recs {
			switch r := rec.(type) {
			case *wire.Customer:
				p.Customers[store.CodeKey(r.Code)] = r
			case *wire.Product:
				p.Products[store.CodeKey(r.Code)] = r
			case *wire.Dispatch:
				p.Dispatches[store.CodeKey(r.Number)] = r
			}
		}
	}
	return p, nil
}
