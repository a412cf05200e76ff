package port

import (
	"strconv"
	"time"

	"waybill/app/i18n"
	"waybill/server/wire"
	"waybill/server/wire/money"
)

// Words are the texts of this device's language; without ports, those that a
// page is pre-rendered in.
func (p *Ports) Words() *i18n.Words {
	if p == nil {
		return i18n.For("en")
	}
	return p.Texts
}

// Money writes an amount with the point and the groups of the user's language.
func (p *Ports) Money(minor int64, currency string) string {
	t := p.Words()
	return money.Format(minor, money.Decimals(currency), t.Point, t.Group) + " " + currency
}

// Day writes a day as the user's language has it. A day is text: no zone can
// move it.
func (p *Ports) Day(day string) string {
	at, err := time.Parse(wire.DayLayout, day)
	if err != nil {
		return day
	}
	return at.Format(p.Words().DayFormat)
}

// NextPage numbers pages. On the server every page is alike.
func (p *Ports) NextPage() string {
	if p == nil {
		return ""
	}
	return strconv.FormatInt(p.pages.Add(1), 10)
}
