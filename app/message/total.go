package message

import (
	"strings"

	"waybill/app/i18n"
	"waybill/app/order"
	"waybill/app/port"
	"waybill/server/wire"
)

// SayTotal writes the sums, nothing where there is none.
func SayTotal(p *port.Ports, d *order.Draft) string {
	sums, ok := d.Total()
	if !ok {
		return "–"
	}
	parts := make([]string, len(sums))
	for i, s := range sums {
		parts[i] = p.Money(s.Minor, s.Currency)
	}
	return strings.Join(parts, " + ")
}

// SayLast says what was ordered of a product the last time.
func SayLast(p *port.Ports, l *wire.OrderLine) string {
	if l == nil {
		return ""
	}
	return i18n.Fill(p.Words().LastTime, "line", SayLine(p.Words(), *l, Reader{Ports: p}))
}

// OrderTotal is the sum of an order's lines as text.
func OrderTotal(p *port.Ports, o wire.Order) string {
	var d order.Draft
	for _, l := range o.Lines {
		d.Lines = append(d.Lines, order.Line{Quantity: l.Quantity, PriceMinor: l.UnitPriceMinor, Currency: l.Currency})
	}
	return SayTotal(p, &d)
}
