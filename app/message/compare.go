package message

import (
	"encoding/json"
	"slices"

	"waybill/app/i18n"
	"waybill/app/order"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// Diff is one row of two versions side by side.
type Diff struct {
	Label   string
	Mine    string
	Office  string
	Differs bool
}

// namer turns ids and amounts into what people read.
type namer interface {
	Name(kind wire.Kind, id string) string
	Money(minor int64, currency string) string
	Day(day string) string
	When(rfc string) string
}

// Compare puts a write's body beside the record as the office has it, field by
// field and line by line. A side that cannot be read is left empty, never
// guessed.
func Compare(t *i18n.Words, op wire.Op, mine, office json.RawMessage, n namer) []Diff {
	switch op {
	case wire.OpCustomerCreate:
		return compareCustomer(t, mine, office)
	case wire.OpProductCreate:
		return compareProduct(t, mine, office, n)
	case wire.OpOrderCreate:
		return compareOrder(t, mine, office, n)
	case wire.OpDispatchDeliver, wire.OpDispatchFail:
		return compareDispatch(t, op, mine, office, n)
	}
	return nil
}

// rows collects rows and marks what differs; rows empty on both sides are left
// out.
type rows []Diff

func (r *rows) add(label, mine, office string) {
	if mine != "" || office != "" {
		*r = append(*r, Diff{label, mine, office, mine != office})
	}
}

func compareCustomer(t *i18n.Words, mine, office json.RawMessage) []Diff {
	m, _ := wire.Decode[wire.CustomerBody](mine)
	o, _ := wire.Decode[wire.Customer](office)
	var r rows
	r.add(t.CustomerCode, m.Code, o.Code)
	r.add(t.Name, m.Name, o.Name)
	r.add(t.Contact, m.Contact, o.Contact)
	r.add(t.Phone, m.Phone, o.Phone)
	r.add(t.Address, m.Address, o.Address)
	return r
}

func compareProduct(t *i18n.Words, mine, office json.RawMessage, n namer) []Diff {
	m, okM := wire.Decode[wire.ProductBody](mine)
	o, okO := wire.Decode[wire.Product](office)
	var r rows
	r.add(t.ProductCode, m.Code, o.Code)
	r.add(t.Name, m.Name, o.Name)
	r.add(t.Price, moneyIf(n, okM, m.PriceMinor, m.Currency), moneyIf(n, okO, o.PriceMinor, o.Currency))
	r.add(t.Unit, m.Unit, o.Unit)
	r.add(t.PackSize, order.OrEmpty(m.PackSize), order.OrEmpty(o.PackSize))
	r.add(t.MinQuantity, order.OrEmpty(m.MinQuantity), order.OrEmpty(o.MinQuantity))
	r.add(t.MaxQuantity, order.OrEmpty(m.MaxQuantity), order.OrEmpty(o.MaxQuantity))
	return r
}

func moneyIf(n namer, ok bool, minor int64, currency string) string {
	if !ok {
		return ""
	}
	return n.Money(minor, currency)
}

func compareOrder(t *i18n.Words, mine, office json.RawMessage, n namer) []Diff {
	m, _ := wire.Decode[wire.OrderBody](mine)
	o, _ := wire.Decode[wire.Order](office)
	var r rows
	r.add(t.Customer, n.Name(wire.KindCustomers, m.CustomerID), n.Name(wire.KindCustomers, o.CustomerID))
	r.add(t.DeliverOn, n.Day(m.DeliverOn), n.Day(o.DeliverOn))
	r.add(t.Note, m.Note, o.Note)
	theirs := make([]wire.OrderLine, len(o.Lines))
	for i, l := range o.Lines {
		theirs[i] = l.OrderLine
	}
	compareLines(&r, t, m.Lines, theirs, n)
	if o.State != "" && o.State != wire.StatePlaced {
		r.add(t.State, "", t.RecordStateName(o.State))
	}
	return r
}

// compareLines pairs lines by product: a line that moved is not a line that
// changed.
func compareLines(r *rows, t *i18n.Words, mine, office []wire.OrderLine, n namer) {
	left := slices.Clone(office)
	for _, l := range mine {
		theirs := ""
		if i := slices.IndexFunc(left, func(x wire.OrderLine) bool { return x.ProductID == l.ProductID }); i >= 0 {
			theirs = SayLine(t, left[i], n)
			left = slices.Delete(left, i, i+1)
		}
		r.add(n.Name(wire.KindProducts, l.ProductID), SayLine(t, l, n), theirs)
	}
	for _, l := range left {
		r.add(n.Name(wire.KindProducts, l.ProductID), "", SayLine(t, l, n))
	}
}

// SayLine is a line's quantity and unit price.
func SayLine(t *i18n.Words, l wire.OrderLine, n namer) string {
	return i18n.Fill(t.QuantityAt, "n", order.Itoa(l.Quantity), "price", n.Money(l.UnitPriceMinor, l.Currency))
}

func compareDispatch(t *i18n.Words, op wire.Op, mine, office json.RawMessage, n namer) []Diff {
	o, _ := wire.Decode[wire.Dispatch](office)
	var r rows
	if op == wire.OpDispatchDeliver {
		m, _ := wire.Decode[wire.DeliverBody](mine)
		r.add(t.State, t.RecordStateName(wire.StateDelivered), t.RecordStateName(o.State))
		r.add(t.When, n.When(m.DeliveredAt), n.When(o.DeliveredAt+o.FailedAt))
		r.add(t.ReceivedBy, m.ReceivedBy, o.ReceivedBy)
		r.add(t.Reason, "", o.Reason)
		r.add(t.Note, m.Note, o.Note)
		return r
	}
	m, _ := wire.Decode[wire.FailBody](mine)
	r.add(t.State, t.RecordStateName(wire.StateFailed), t.RecordStateName(o.State))
	r.add(t.When, n.When(m.FailedAt), n.When(o.DeliveredAt+o.FailedAt))
	r.add(t.Reason, m.Reason, o.Reason)
	r.add(t.ReceivedBy, "", o.ReceivedBy)
	return r
}

// CompareOwn lists what a write says, without a second version.
func CompareOwn(t *i18n.Words, e entry.Entry, n namer) []Diff {
	var out []Diff
	for _, d := range Compare(t, wire.Op(e.Op), json.RawMessage(e.Body), nil, n) {
		if d.Mine != "" {
			out = append(out, d)
		}
	}
	return out
}
