package wire

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// DayLayout is the form of a day. It is text, never an instant: a delivery day
// must not move with a time zone.
const DayLayout = "2006-01-02"

// fields collects the errors of one body, by JSON Pointer.
type fields struct{ list []FieldError }

func (f *fields) add(field string, code FieldCode, params Params, format string, args ...any) {
	f.list = append(f.list, FieldError{Field: field, Code: code, Params: params, Message: fmt.Sprintf(format, args...)})
}

// text checks a one-line text of at most limit characters.
func (f *fields) text(field, s string, required bool, limit int) {
	f.anyText(field, s, required, limit, false)
}

func (f *fields) anyText(field, s string, required bool, limit int, lines bool) {
	if required && s == "" {
		f.add(field, FieldRequired, nil, "is required")
		return
	}
	if n := Length(s); n > limit {
		f.add(field, FieldTooLong, Params{ParamHave: n, ParamLimit: limit}, "has %d characters, at most %d are possible", n, limit)
		return
	}
	if r, bad := BadRune(s, lines); bad {
		f.add(field, FieldControlCharacter, Params{ParamChar: int(r)}, "holds the control character U+%04X", r)
	}
}

func (f *fields) ref(field, id string) {
	switch {
	case id == "":
		f.add(field, FieldRequired, nil, "is required")
	case !ValidID(id):
		f.add(field, FieldNotAnID, nil, "is not an id")
	}
}

func (f *fields) price(field string, minor int64) {
	const message = "must lie between 0 and %d"
	switch {
	case minor < 0:
		f.add(field, FieldNegativeAmount, nil, message, int64(PriceMax))
	case minor > PriceMax:
		f.add(field, FieldAmountTooLarge, nil, message, int64(PriceMax))
	}
}

func (f *fields) currency(field, code string) {
	if !ValidCurrency(code) {
		f.add(field, FieldNotACurrency, nil, "is not a currency of ISO 4217")
	}
}

// instant checks RFC 3339 in UTC. A strange year is no reason to refuse: phone
// clocks are wrong, and the office's own time stands beside it.
func (f *fields) instant(field, s string) {
	if s == "" {
		f.add(field, FieldRequired, nil, "is required")
		return
	}
	if _, err := time.Parse(time.RFC3339, s); err != nil || !strings.HasSuffix(s, "Z") {
		f.add(field, FieldNotATime, nil, "is not a time in UTC (2006-01-02T15:04:05Z)")
	}
}

func (f *fields) day(field, s string) {
	if s == "" {
		return
	}
	if _, err := time.Parse(DayLayout, s); err != nil {
		f.add(field, FieldNotADay, nil, "is not a day (2006-01-02)")
	}
}

// Check lists what needs correcting, nil if nothing does. Form and server call
// the same function on the cleaned body, so that they cannot disagree.
func (b CustomerBody) Check() []FieldError {
	var f fields
	f.text("/code", b.Code, true, CodeMax)
	f.text("/name", b.Name, true, TextMax)
	f.text("/contact", b.Contact, false, TextMax)
	f.text("/phone", b.Phone, false, TextMax)
	f.anyText("/address", b.Address, false, TextMax, true)
	return f.list
}

// Clean gives every text its one written form.
func (b CustomerBody) Clean() CustomerBody {
	b.Code, b.Name = CleanCode(b.Code), CleanText(b.Name)
	b.Contact, b.Phone, b.Address = CleanText(b.Contact), CleanText(b.Phone), CleanText(b.Address)
	return b
}

// Check lists what needs correcting, nil if nothing does.
func (b ProductBody) Check() []FieldError {
	var f fields
	f.text("/code", b.Code, true, CodeMax)
	f.text("/name", b.Name, true, TextMax)
	f.price("/price_minor", b.PriceMinor)
	f.currency("/currency", b.Currency)
	f.text("/unit", b.Unit, true, CodeMax)
	f.rules(b.QuantityRules)
	return f.list
}

// Clean gives every text its one written form.
func (b ProductBody) Clean() ProductBody {
	b.Code, b.Name, b.Unit = CleanCode(b.Code), CleanText(b.Name), CleanText(b.Unit)
	return b
}

// Check lists what needs correcting, nil if nothing does. Two lines are equal
// when product, price and currency are: their quantities belong together.
func (b OrderBody) Check() []FieldError {
	var f fields
	f.ref("/customer_id", b.CustomerID)
	f.instant("/placed_at", b.PlacedAt)
	f.day("/deliver_on", b.DeliverOn)
	f.anyText("/note", b.Note, false, NoteMax, true)
	switch n := len(b.Lines); {
	case n == 0:
		f.add("/lines", FieldNoLines, nil, "an order has at least one line")
	case n > LinesMax:
		f.add("/lines", FieldTooManyLines, Params{ParamHave: n, ParamLimit: LinesMax}, "has %d lines, at most %d are possible", n, LinesMax)
		return f.list
	}
	first := make(map[OrderLine]int, len(b.Lines))
	for i, l := range b.Lines {
		f.line(i, l)
		l.Quantity = 0
		if j, equal := first[l]; equal {
			f.add(LinePointer(i, ""), FieldSameLine, Params{ParamLine: j + 1}, "is equal to line %d", j+1)
			continue
		}
		first[l] = i
	}
	return f.list
}

func (f *fields) line(i int, l OrderLine) {
	f.ref(LinePointer(i, "product_id"), l.ProductID)
	if l.Quantity < 1 || l.Quantity > QuantityMax {
		f.add(LinePointer(i, "quantity"), FieldOutOfRange, Params{ParamMin: 1, ParamMax: QuantityMax}, "must lie between 1 and %d", QuantityMax)
	}
	f.price(LinePointer(i, "unit_price_minor"), l.UnitPriceMinor)
	f.currency(LinePointer(i, "currency"), l.Currency)
}

// LinePointer is the JSON Pointer of a line (counted from 0) or of one of its
// fields.
func LinePointer(i int, field string) string {
	p := "/lines/" + strconv.Itoa(i)
	if field != "" {
		p += "/" + field
	}
	return p
}

// Clean gives every text its one written form.
func (b OrderBody) Clean() OrderBody {
	b.Note = CleanText(b.Note)
	return b
}

// Check lists what needs correcting, nil if nothing does.
func (b DeliverBody) Check() []FieldError {
	var f fields
	f.instant("/delivered_at", b.DeliveredAt)
	f.text("/received_by", b.ReceivedBy, true, TextMax)
	f.anyText("/note", b.Note, false, NoteMax, true)
	return f.list
}

// Clean gives every text its one written form.
func (b DeliverBody) Clean() DeliverBody {
	b.ReceivedBy, b.Note = CleanText(b.ReceivedBy), CleanText(b.Note)
	return b
}

// Check lists what needs correcting, nil if nothing does.
func (b FailBody) Check() []FieldError {
	var f fields
	f.instant("/failed_at", b.FailedAt)
	f.text("/reason", b.Reason, true, TextMax)
	return f.list
}

// Clean gives every text its one written form.
func (b FailBody) Clean() FailBody {
	b.Reason = CleanText(b.Reason)
	return b
}

// Check lists what needs correcting, nil if nothing does.
func (b CancelBody) Check() []FieldError {
	var f fields
	f.text("/reason", b.Reason, true, TextMax)
	return f.list
}

// Clean gives every text its one written form.
func (b CancelBody) Clean() CancelBody {
	b.Reason = CleanText(b.Reason)
	return b
}
