// Package stock decides what an imported table means for what the office has:
// which records are new, which change, and which rows cannot be meant as they
// stand. It is pure: it reads rows and records, and returns records.
//
// One wrong row refuses the whole table, and the error names every wrong row.
package stock

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"waybill/server/store"
	"waybill/server/table"
	"waybill/server/wire"
)

// Present is what the office has: records by [store.CodeKey] of their code or
// number, and the ids of users by [store.LoginName].
type Present struct {
	Customers  map[string]*wire.Customer
	Products   map[string]*wire.Product
	Dispatches map[string]*wire.Dispatch
	Users      map[string]string
}

// Options say what a table cannot.
type Options struct {
	NewID   func() string
	Decimal rune // '.' or ',' in the column price; 0: as each price shows by itself
}

// Counts say what became of the rows.
type Counts struct{ Added, Changed, Unchanged int }

// Rows is how many rows were read.
func (c Counts) Rows() int { return c.Added + c.Changed + c.Unchanged }

func (c Counts) String() string {
	return fmt.Sprintf("%d added, %d changed, %d unchanged", c.Added, c.Changed, c.Unchanged)
}

// Columns are the columns of a kind of table; ok is false for a kind that
// cannot be imported.
func Columns(kind string) (c table.Columns, ok bool) {
	c, ok = map[string]table.Columns{
		"customers":  {Needed: []string{"code", "name"}, Known: []string{"contact", "phone", "address", "state"}},
		"products":   {Needed: []string{"code", "name", "currency", "unit"}, Known: append([]string{"price_minor", "price", "state"}, ruleColumns...)},
		"dispatches": {Needed: []string{"number", "rep", "customer", "summary"}},
	}[kind]
	return c, ok
}

// Read turns the rows of a kind of table into what has to be stored. Rows that
// say what the office has already are counted and left out.
func Read(kind string, rows []table.Row, p Present, o Options) (s store.Stock, n Counts, err error) {
	switch kind {
	case "customers":
		s.Customers, n, err = merge(rows, p.Customers, customer(o), sameCustomer)
	case "products":
		s.Products, n, err = merge(rows, p.Products, product(o), sameProduct)
	case "dispatches":
		s.Dispatches, n, err = dispatches(rows, p, o)
	default:
		err = fmt.Errorf("cannot import %q: customers, products or dispatches", kind)
	}
	return s, n, err
}

// coded is a record with a business code.
type coded interface{ wire.Customer | wire.Product }

// merge reads rows of records that have a code.
func merge[T coded](rows []table.Row, has map[string]*T, read func(table.Row) (T, error), same func(a, b *T) bool) ([]T, Counts, error) {
	var out []T
	var n Counts
	var errs []error
	codes := newCodes(has)
	for _, r := range rows {
		v, err := read(r)
		err = errors.Join(err, codes.check(r))
		if err != nil {
			errs = append(errs, fmt.Errorf("row %d: %w", r.Number, err))
			continue
		}
		before, there := has[store.CodeKey(r.Cell("code"))]
		switch {
		case !there:
			n.Added++
		case same(before, &v):
			n.Unchanged++
			continue
		default:
			n.Changed++
		}
		out = append(out, v)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, Counts{}, err
	}
	return out, n, nil
}

// state is the column state, active where there is none.
func state(r table.Row) (string, error) {
	s := strings.TrimSpace(r.Cell("state"))
	allowed := []string{wire.StateActive, wire.StateInactive}
	switch {
	case s == "":
		return wire.StateActive, nil
	case !slices.Contains(allowed, s):
		return "", fmt.Errorf("/state is %q and must be one of %s", s, strings.Join(allowed, ", "))
	}
	return s, nil
}

// fieldErrors joins what needs correcting into one error.
func fieldErrors(list []wire.FieldError) error {
	var errs []error
	for _, e := range list {
		errs = append(errs, fmt.Errorf("%s %s", e.Field, e.Message))
	}
	return errors.Join(errs...)
}
