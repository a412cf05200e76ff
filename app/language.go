package app

import (
	"errors"
	"strconv"
	"strings"

	"waybill/server/wire"
	"waybill/server/wire/money"
)

// Forms is a message with a count, in the plural categories of CLDR. A form
// that a language does not have is empty, and Other stands in.
type Forms struct {
	Zero, One, Two, Few, Many, Other string
}

// plurals names the plural category of a count.
type plurals interface {
	Plural(lang string, n int) string
}

// n is a message with its count in the right form.
func (t *Words) n(p plurals, f Forms, n int) string {
	form := f.Other
	switch p.Plural(t.Lang, n) {
	case "zero":
		form = first(f.Zero, form)
	case "one":
		form = first(f.One, form)
	case "two":
		form = first(f.Two, form)
	case "few":
		form = first(f.Few, form)
	case "many":
		form = first(f.Many, form)
	}
	return fill(form, "n", strconv.Itoa(n))
}

// join puts sentences after each other.
func (t *Words) join(parts ...string) string {
	return strings.TrimSpace(strings.Join(parts, " "))
}

// point is the decimal point as a rune.
func (t *Words) point() rune {
	for _, r := range t.Point {
		return r
	}
	return '.'
}

// op names a kind of write.
func (t *Words) op(o wire.Op) string {
	switch o {
	case wire.OpCustomerCreate:
		return t.OpCustomer
	case wire.OpProductCreate:
		return t.OpProduct
	case wire.OpOrderCreate:
		return t.OpOrder
	case wire.OpDispatchDeliver:
		return t.OpDeliver
	case wire.OpDispatchFail:
		return t.OpFail
	}
	return t.OpOther
}

// recordState names the state of a record at the office; one that this version
// does not know is shown as it came.
func (t *Words) recordState(state string) string {
	switch state {
	case wire.StateActive:
		return t.RecordActive
	case wire.StateInactive:
		return t.RecordInactive
	case wire.StatePlaced:
		return t.RecordPlaced
	case wire.StateExported:
		return t.RecordExported
	case wire.StateCancelled:
		return t.RecordCancelled
	case wire.StateOut:
		return t.RecordOut
	case wire.StateDelivered:
		return t.RecordDelivered
	case wire.StateFailed:
		return t.RecordFailed
	}
	return state
}

// sayAmount says why a typed amount does not count.
func (t *Words) sayAmount(err error) string {
	switch {
	case errors.Is(err, money.ErrAmbiguous):
		return t.AmountTwoWays
	case errors.Is(err, money.ErrTooFine):
		return t.AmountTooFine
	}
	return t.AmountNone
}

// pageTitle names a page in the browser's tab.
func (t *Words) pageTitle(path string) string {
	page, _ := Known(path)
	name := map[string]string{
		"/": t.Today, "/signin": t.SignIn, "/orders": t.NavOrders, "/orders/new": t.NewOrder, "/orders/{id}": t.Order,
		"/customers": t.NavCustomers, "/customers/new": t.NewCustomer, "/products": t.NavProducts, "/products/new": t.NewProduct,
		"/dispatches": t.NavDispatches, "/dispatches/{id}": t.Dispatch, "/outbox": t.NavOutbox, "/outbox/{id}": t.OneWrite,
		"/settings": t.NavSettings, "/office": t.NavOffice,
	}[page]
	return t.join(name, "· Waybill")
}

// fieldName is a form's label for a JSON Pointer of its body.
func fieldName(t *Words, op wire.Op, pointer string) string {
	parts := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	name := fieldLabel(t, parts[len(parts)-1])
	if op == wire.OpProductCreate && pointer == "/code" {
		name = t.ProductCode
	}
	if len(parts) > 1 && parts[0] == "lines" {
		if i, err := strconv.Atoi(parts[1]); err == nil {
			line := fill(t.Line, "n", strconv.Itoa(i+1))
			if len(parts) == 2 {
				return line
			}
			return line + ", " + name
		}
	}
	return name
}

func fieldLabel(t *Words, field string) string {
	switch field {
	case "code":
		return t.CustomerCode
	case "name":
		return t.Name
	case "contact":
		return t.Contact
	case "phone":
		return t.Phone
	case "address":
		return t.Address
	case "price_minor", "unit_price_minor":
		return t.Price
	case "currency":
		return t.Currency
	case "unit":
		return t.Unit
	case "pack_size":
		return t.PackSize
	case "min_quantity":
		return t.MinQuantity
	case "max_quantity":
		return t.MaxQuantity
	case "quantity":
		return t.Quantity
	case "customer_id":
		return t.Customer
	case "product_id":
		return t.Product
	case "lines":
		return t.Lines
	case "note":
		return t.Note
	case "deliver_on":
		return t.DeliverOn
	case "received_by":
		return t.ReceivedBy
	case "reason":
		return t.Reason
	}
	return field
}

// wordsFor chooses the message file for a locale. English stands in.
func wordsFor(locale string) *Words {
	lang, _, _ := strings.Cut(strings.ToLower(locale), "-")
	w := english()
	if lang == "de" {
		w = german()
	}
	return &w
}

// words are the texts of this device's language; without ports, those that a
// page is pre-rendered in.
func (p *Ports) words() *Words {
	if p == nil {
		return wordsFor("en")
	}
	return p.text
}
