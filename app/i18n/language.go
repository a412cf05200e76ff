package i18n

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

// Plural is a message with its count in the right form.
func (t *Words) Plural(p plurals, f Forms, n int) string {
	form := f.Other
	switch p.Plural(t.Lang, n) {
	case "zero":
		form = First(f.Zero, form)
	case "one":
		form = First(f.One, form)
	case "two":
		form = First(f.Two, form)
	case "few":
		form = First(f.Few, form)
	case "many":
		form = First(f.Many, form)
	}
	return Fill(form, "n", strconv.Itoa(n))
}

// Join puts sentences after each other.
func (t *Words) Join(parts ...string) string {
	return strings.TrimSpace(strings.Join(parts, " "))
}

// DecimalPoint is the decimal point as a rune.
func (t *Words) DecimalPoint() rune {
	for _, r := range t.Point {
		return r
	}
	return '.'
}

// OpName names a kind of write.
func (t *Words) OpName(o wire.Op) string {
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

// RecordStateName names the state of a record at the office; one that this version
// does not know is shown as it came.
func (t *Words) RecordStateName(state string) string {
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

// SayAmount says why a typed amount does not count.
func (t *Words) SayAmount(err error) string {
	switch {
	case errors.Is(err, money.ErrAmbiguous):
		return t.AmountTwoWays
	case errors.Is(err, money.ErrTooFine):
		return t.AmountTooFine
	}
	return t.AmountNone
}

// FieldName is a form's label for a JSON Pointer of its body.
func FieldName(t *Words, op wire.Op, pointer string) string {
	parts := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	name := fieldLabel(t, parts[len(parts)-1])
	if op == wire.OpProductCreate && pointer == "/code" {
		name = t.ProductCode
	}
	if len(parts) > 1 && parts[0] == "lines" {
		if i, err := strconv.Atoi(parts[1]); err == nil {
			line := Fill(t.Line, "n", strconv.Itoa(i+1))
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

// For chooses the message file for a locale. English stands in.
func For(locale string) *Words {
	lang, _, _ := strings.Cut(strings.ToLower(locale), "-")
	w := English()
	if lang == "de" {
		w = German()
	}
	return &w
}

// Fill puts values into a message's {placeholders}: fill(m, "n", "3").
func Fill(message string, pairs ...string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		message = strings.ReplaceAll(message, "{"+pairs[i]+"}", pairs[i+1])
	}
	return message
}

// First is the first text that is not empty.
func First(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s
		}
	}
	return ""
}

// Number writes a number with the language's groups.
func (t *Words) Number(n int64) string { return money.Format(n, 0, t.Point, t.Group) }
