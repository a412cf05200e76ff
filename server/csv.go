package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/oklog/ulid/v2"

	"waybill/server/store"
	"waybill/server/wire"
)

// csvRow is one row of a file, by the names in its first row.
type csvRow map[string]string

// readCSV reads a file whose first row names the columns. Columns that are
// neither needed nor known are refused: a misspelt one would be lost silently.
func readCSV(in io.Reader, needed, known []string) ([]csvRow, error) {
	r := csv.NewReader(in)
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("reading the row of column names: %w", err)
	}
	head[0] = strings.TrimPrefix(head[0], "\ufeff") // spreadsheets write it
	for i := range head {
		head[i] = strings.ToLower(strings.TrimSpace(head[i]))
		if !slices.Contains(needed, head[i]) && !slices.Contains(known, head[i]) {
			return nil, fmt.Errorf("column %q is not one of %s", head[i], strings.Join(append(needed, known...), ", "))
		}
	}
	for _, n := range needed {
		if !slices.Contains(head, n) {
			return nil, fmt.Errorf("column %q is missing", n)
		}
	}
	cells, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	rows := make([]csvRow, len(cells))
	for i, c := range cells {
		rows[i] = csvRow{}
		for j, name := range head {
			rows[i][name] = c[j]
		}
	}
	return rows, nil
}

// state is the column state, active where there is none.
func (r csvRow) state(allowed ...string) (string, error) {
	s := strings.TrimSpace(r["state"])
	if s == "" {
		return allowed[0], nil
	}
	if !slices.Contains(allowed, s) {
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

// newID is an id that the office makes.
func newID() string { return ulid.Make().String() }

func (r csvRow) customer() (wire.Customer, error) {
	b := wire.CustomerBody{ID: newID(), Code: r["code"], Name: r["name"], Contact: r["contact"], Phone: r["phone"], Address: r["address"]}.Clean()
	state, err := r.state(wire.StateActive, wire.StateInactive)
	return wire.Customer{
		Meta: wire.Meta{ID: b.ID, State: state},
		Code: b.Code, Name: b.Name, Contact: b.Contact, Phone: b.Phone, Address: b.Address,
	}, errors.Join(err, fieldErrors(b.Check()))
}

func (r csvRow) product() (wire.Product, error) {
	price, err := strconv.ParseInt(strings.TrimSpace(r["price_minor"]), 10, 64)
	if err != nil {
		return wire.Product{}, fmt.Errorf("/price_minor %q is not a whole number of cents", r["price_minor"])
	}
	rules, err := r.rules()
	if err != nil {
		return wire.Product{}, err
	}
	b := wire.ProductBody{
		ID: newID(), Code: r["code"], Name: r["name"], PriceMinor: price, Currency: strings.TrimSpace(r["currency"]), Unit: r["unit"], QuantityRules: rules,
	}.Clean()
	state, err := r.state(wire.StateActive, wire.StateInactive)
	return wire.Product{
		Meta: wire.Meta{ID: b.ID, State: state},
		Code: b.Code, Name: b.Name, PriceMinor: b.PriceMinor, Currency: b.Currency, Unit: b.Unit, QuantityRules: b.QuantityRules,
	}, errors.Join(err, fieldErrors(b.Check()))
}

// ruleColumns are the columns of quantity rules. A file without them, or with
// an empty cell, says that there is no rule.
var ruleColumns = []string{"pack_size", "min_quantity", "max_quantity"}

func (r csvRow) rules() (q wire.QuantityRules, err error) {
	for i, to := range []*int64{&q.PackSize, &q.MinQuantity, &q.MaxQuantity} {
		name := ruleColumns[i]
		cell := strings.TrimSpace(r[name])
		if cell == "" {
			continue
		}
		n, bad := strconv.ParseInt(cell, 10, 64)
		if bad != nil {
			err = errors.Join(err, fmt.Errorf("/%s %q is not a whole number", name, cell))
		}
		*to = n
	}
	return q, err
}

// dispatch needs to know the office's users and customers by name and code.
func (r csvRow) dispatch(users, customers map[string]string) (wire.Dispatch, error) {
	owner, known := users[store.LoginName(r["rep"])]
	if !known {
		return wire.Dispatch{}, fmt.Errorf("/rep: there is no user %q", r["rep"])
	}
	customer, known := customers[wire.CodeKey(r["customer"])]
	if !known {
		return wire.Dispatch{}, fmt.Errorf("/customer: there is no customer %q", r["customer"])
	}
	d := wire.Dispatch{
		Meta:   wire.Meta{ID: newID(), State: wire.StateOut},
		Number: wire.CleanCode(r["number"]), Owner: owner, CustomerID: customer, Summary: wire.CleanText(r["summary"]),
	}
	var errs []error
	for field, s := range map[string]string{"/number": d.Number, "/summary": d.Summary} {
		if _, bad := wire.BadRune(s, false); bad || s == "" || wire.Length(s) > wire.TextMax {
			errs = append(errs, fmt.Errorf("%s is required, with at most %d characters and none that control", field, wire.TextMax))
		}
	}
	return d, errors.Join(errs...)
}

// exportColumns has one row a line of an order.
var exportColumns = []string{
	"number", "order_id", "received_at", "placed_at", "rep", "customer", "deliver_on", "line", "product",
	"quantity", "unit_price_minor", "currency", "office_price_minor", "price_differs", "note",
}

// names turns ids into what an ERP knows.
type names struct{ users, customers, products map[string]string }

func (n names) rows(o *wire.Order) [][]string {
	rows := make([][]string, len(o.Lines))
	for i, l := range o.Lines {
		rows[i] = []string{
			o.Number, o.ID, o.CreatedAt, o.PlacedAt, n.users[o.CreatedBy], n.customers[o.CustomerID], o.DeliverOn, strconv.Itoa(i + 1),
			n.products[l.ProductID], strconv.FormatInt(l.Quantity, 10), strconv.FormatInt(l.UnitPriceMinor, 10), l.Currency,
			strconv.FormatInt(l.OfficePriceMinor, 10), strconv.FormatBool(l.PriceDiffers), o.Note,
		}
	}
	return rows
}

// writeCSV writes orders; nothing is left in a buffer when it returns nil.
func writeCSV(out io.Writer, orders []*wire.Order, n names) error {
	w := csv.NewWriter(out)
	if err := w.Write(exportColumns); err != nil {
		return err
	}
	for _, o := range orders {
		if err := w.WriteAll(n.rows(o)); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}
