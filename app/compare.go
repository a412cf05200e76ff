package app

import (
	"encoding/json"
	"slices"

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
	name(kind wire.Kind, id string) string
	money(minor int64, currency string) string
	day(day string) string
	when(rfc string) string
}

// compare puts a write's body beside the record as the office has it, field by
// field and line by line. A side that cannot be read is left empty, never
// guessed.
func compare(t *Words, op wire.Op, mine, office json.RawMessage, n namer) []Diff {
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

// read decodes one side; ok is false for an empty or unreadable one.
func read[T any](raw json.RawMessage) (v T, ok bool) {
	return v, len(raw) > 0 && json.Unmarshal(raw, &v) == nil
}

func compareCustomer(t *Words, mine, office json.RawMessage) []Diff {
	m, _ := read[wire.CustomerBody](mine)
	o, _ := read[wire.Customer](office)
	var r rows
	r.add(t.CustomerCode, m.Code, o.Code)
	r.add(t.Name, m.Name, o.Name)
	r.add(t.Contact, m.Contact, o.Contact)
	r.add(t.Phone, m.Phone, o.Phone)
	r.add(t.Address, m.Address, o.Address)
	return r
}

func compareProduct(t *Words, mine, office json.RawMessage, n namer) []Diff {
	m, okM := read[wire.ProductBody](mine)
	o, okO := read[wire.Product](office)
	var r rows
	r.add(t.ProductCode, m.Code, o.Code)
	r.add(t.Name, m.Name, o.Name)
	r.add(t.Price, moneyIf(n, okM, m.PriceMinor, m.Currency), moneyIf(n, okO, o.PriceMinor, o.Currency))
	r.add(t.Unit, m.Unit, o.Unit)
	r.add(t.PackSize, orEmpty(m.PackSize), orEmpty(o.PackSize))
	r.add(t.MinQuantity, orEmpty(m.MinQuantity), orEmpty(o.MinQuantity))
	r.add(t.MaxQuantity, orEmpty(m.MaxQuantity), orEmpty(o.MaxQuantity))
	return r
}

func moneyIf(n namer, ok bool, minor int64, currency string) string {
	if !ok {
		return ""
	}
	return n.money(minor, currency)
}

func compareOrder(t *Words, mine, office json.RawMessage, n namer) []Diff {
	m, _ := read[wire.OrderBody](mine)
	o, _ := read[wire.Order](office)
	var r rows
	r.add(t.Customer, n.name(wire.KindCustomers, m.CustomerID), n.name(wire.KindCustomers, o.CustomerID))
	r.add(t.DeliverOn, n.day(m.DeliverOn), n.day(o.DeliverOn))
	r.add(t.Note, m.Note, o.Note)
	theirs := make([]wire.OrderLine, len(o.Lines))
	for i, l := range o.Lines {
		theirs[i] = l.OrderLine
	}
	compareLines(&r, t, m.Lines, theirs, n)
	if o.State != "" && o.State != wire.StatePlaced {
		r.add(t.State, "", t.recordState(o.State))
	}
	return r
}

// compareLines pairs lines by product: a line that moved is not a line that
// changed.
func compareLines(r *rows, t *Words, mine, office []wire.OrderLine, n namer) {
	left := slices.Clone(office)
	for _, l := range mine {
		theirs := ""
		if i := slices.IndexFunc(left, func(x wire.OrderLine) bool { return x.ProductID == l.ProductID }); i >= 0 {
			theirs = sayLine(t, left[i], n)
			left = slices.Delete(left, i, i+1)
		}
		r.add(n.name(wire.KindProducts, l.ProductID), sayLine(t, l, n), theirs)
	}
	for _, l := range left {
		r.add(n.name(wire.KindProducts, l.ProductID), "", sayLine(t, l, n))
	}
}

func sayLine(t *Words, l wire.OrderLine, n namer) string {
	return fill(t.QuantityAt, "n", itoa(l.Quantity), "price", n.money(l.UnitPriceMinor, l.Currency))
}

func compareDispatch(t *Words, op wire.Op, mine, office json.RawMessage, n namer) []Diff {
	o, _ := read[wire.Dispatch](office)
	var r rows
	if op == wire.OpDispatchDeliver {
		m, _ := read[wire.DeliverBody](mine)
		r.add(t.State, t.recordState(wire.StateDelivered), t.recordState(o.State))
		r.add(t.When, n.when(m.DeliveredAt), n.when(o.DeliveredAt+o.FailedAt))
		r.add(t.ReceivedBy, m.ReceivedBy, o.ReceivedBy)
		r.add(t.Reason, "", o.Reason)
		r.add(t.Note, m.Note, o.Note)
		return r
	}
	m, _ := read[wire.FailBody](mine)
	r.add(t.State, t.recordState(wire.StateFailed), t.recordState(o.State))
	r.add(t.When, n.when(m.FailedAt), n.when(o.DeliveredAt+o.FailedAt))
	r.add(t.Reason, m.Reason, o.Reason)
	r.add(t.ReceivedBy, "", o.ReceivedBy)
	return r
}

// compareOwn lists what a write says, without a second version.
func compareOwn(t *Words, e entry.Entry, n namer) []Diff {
	var out []Diff
	for _, d := range compare(t, wire.Op(e.Op), json.RawMessage(e.Body), nil, n) {
		if d.Mine != "" {
			out = append(out, d)
		}
	}
	return out
}
