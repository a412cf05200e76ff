package stock

import (
	"errors"
	"fmt"

	"waybill/server/store"
	"waybill/server/table"
	"waybill/server/wire"
)

// dispatches are added under their number and never changed by a table: what is
// on its way belongs to its rep. A row that says the same again is no fault, so
// that yesterday's file with new rows can be imported.
func dispatches(rows []table.Row, p Present, o Options) ([]wire.Dispatch, Counts, error) {
	var out []wire.Dispatch
	var n Counts
	var errs []error
	first := map[string]int{}
	for _, r := range rows {
		d, err := dispatch(r, p, o)
		key := store.CodeKey(d.Number)
		if row, twice := first[key]; twice && err == nil {
			err = fmt.Errorf("/number %q stands in row %d already", d.Number, row)
		}
		before, there := p.Dispatches[key]
		if err == nil && there && (before.Owner != d.Owner || before.CustomerID != d.CustomerID || before.Summary != d.Summary) {
			err = fmt.Errorf("/number %q is there already with another rep, customer or summary", d.Number)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("row %d: %w", r.Number, err))
			continue
		}
		first[key] = r.Number
		if there {
			n.Unchanged++
			continue
		}
		n.Added++
		out = append(out, d)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, Counts{}, err
	}
	return out, n, nil
}

// dispatch names its rep and customer as people do.
func dispatch(r table.Row, p Present, o Options) (wire.Dispatch, error) {
	d := wire.Dispatch{
		Meta:   wire.Meta{ID: o.NewID(), State: wire.StateOut},
		Number: wire.CleanCode(r.Cell("number")), Summary: wire.CleanText(r.Cell("summary")),
	}
	var errs []error
	owner, known := p.Users[store.LoginName(r.Cell("rep"))]
	if !known {
		errs = append(errs, fmt.Errorf("/rep: there is no user %q", r.Cell("rep")))
	}
	if c := p.Customers[store.CodeKey(r.Cell("customer"))]; c == nil {
		errs = append(errs, fmt.Errorf("/customer: there is no customer %q", r.Cell("customer")))
	} else {
		d.CustomerID = c.ID
	}
	d.Owner = owner
	for _, f := range []struct{ name, text string }{{"number", d.Number}, {"summary", d.Summary}} {
		if _, bad := wire.BadRune(f.text, false); bad || f.text == "" || wire.Length(f.text) > wire.TextMax {
			errs = append(errs, fmt.Errorf("/%s is required, with at most %d characters and none that control", f.name, wire.TextMax))
		}
	}
	return d, errors.Join(errs...)
}
