package stock

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"waybill/server/table"
	"waybill/server/wire"
	"waybill/server/wire/money"
)

func customer(o Options) func(table.Row) (wire.Customer, error) {
	return func(r table.Row) (wire.Customer, error) {
		b := wire.CustomerBody{
			ID: o.NewID(), Code: r.Cell("code"), Name: r.Cell("name"), Contact: r.Cell("contact"), Phone: r.Cell("phone"), Address: r.Cell("address"),
		}.Clean()
		is, err := state(r)
		return wire.Customer{
			Meta: wire.Meta{ID: b.ID, State: is},
			Code: b.Code, Name: b.Name, Contact: b.Contact, Phone: b.Phone, Address: b.Address,
		}, errors.Join(err, fieldErrors(b.Check()))
	}
}

func sameCustomer(a, b *wire.Customer) bool {
	x, y := *a, *b
	x.Meta, y.Meta = wire.Meta{State: a.State}, wire.Meta{State: b.State}
	return x == y
}

func product(o Options) func(table.Row) (wire.Product, error) {
	return func(r table.Row) (wire.Product, error) {
		currency := strings.TrimSpace(r.Cell("currency"))
		minor, err := price(r, currency, o.Decimal)
		if err != nil {
			return wire.Product{}, err
		}
		rules, err := quantityRules(r)
		if err != nil {
			return wire.Product{}, err
		}
		b := wire.ProductBody{
			ID: o.NewID(), Code: r.Cell("code"), Name: r.Cell("name"), PriceMinor: minor, Currency: currency, Unit: r.Cell("unit"), QuantityRules: rules,
		}.Clean()
		is, err := state(r)
		return wire.Product{
			Meta: wire.Meta{ID: b.ID, State: is},
			Code: b.Code, Name: b.Name, PriceMinor: b.PriceMinor, Currency: b.Currency, Unit: b.Unit, QuantityRules: b.QuantityRules,
		}, errors.Join(err, fieldErrors(b.Check()))
	}
}

func sameProduct(a, b *wire.Product) bool {
	x, y := *a, *b
	x.Meta, y.Meta = wire.Meta{State: a.State}, wire.Meta{State: b.State}
	return x == y
}

// price is the column price_minor, a whole number of the currency's smallest
// unit, or the column price, an amount as people write it.
func price(r table.Row, currency string, decimal rune) (int64, error) {
	minor, amount := strings.TrimSpace(r.Cell("price_minor")), strings.TrimSpace(r.Cell("price"))
	switch {
	case minor != "" && amount != "":
		return 0, errors.New("/price and /price_minor are both given: which one counts?")
	case amount != "":
		return readPrice(amount, money.Decimals(currency), decimal)
	}
	n, err := strconv.ParseInt(minor, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("/price_minor %q is not a whole number of cents; a price such as 12.50 goes into a column named price", minor)
	}
	return n, nil
}

// readPrice reads an amount. Without a decimal mark it must come out the same
// with either.
func readPrice(text string, places int, decimal rune) (int64, error) {
	marks := []rune{decimal}
	if decimal == 0 {
		marks = []rune{'.', ','}
	}
	n, err := money.Parse(text, places, marks[0])
	for _, m := range marks[1:] {
		if again, err2 := money.Parse(text, places, m); err == nil && (err2 != nil || again != n) {
			err = money.ErrAmbiguous
		}
	}
	switch {
	case errors.Is(err, money.ErrAmbiguous):
		return 0, fmt.Errorf("/price %q can be read in two ways: say which mark is the decimal one (--decimal point or --decimal comma)", text)
	case errors.Is(err, money.ErrTooFine):
		return 0, fmt.Errorf("/price %q has more decimals than its currency", text)
	case err != nil:
		return 0, fmt.Errorf("/price %q is no amount", text)
	}
	return n, nil
}

// ruleColumns are the columns of quantity rules. A table without them, or with
// an empty cell, says that there is no rule.
var ruleColumns = []string{"pack_size", "min_quantity", "max_quantity"}

func quantityRules(r table.Row) (q wire.QuantityRules, err error) {
	for i, to := range []*int64{&q.PackSize, &q.MinQuantity, &q.MaxQuantity} {
		name := ruleColumns[i]
		cell := strings.TrimSpace(r.Cell(name))
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
