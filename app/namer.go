package app

import (
	"strings"
	"time"

	"waybill/server/wire"
	"waybill/server/wire/money"
)

// reader turns ids, amounts and times into what people read here. It knows
// records of the local copy and customers that still wait to be sent.
type reader struct {
	ports  *Ports
	unsent map[string]string // record id → name
}

// name of a record, its id where it is not on this device.
func (r reader) name(kind wire.Kind, id string) string {
	if id == "" {
		return ""
	}
	if name, ok := r.unsent[id]; ok {
		return name
	}
	switch v := r.ports.Catalogue.Get(kind, id).(type) {
	case wire.Customer:
		return codeName(v.Code, v.Name)
	case wire.Product:
		return codeName(v.Code, v.Name)
	case wire.Order:
		return v.Number
	case wire.Dispatch:
		return v.Number
	}
	return id
}

// codeName isolates a code: inside right-to-left text it keeps its direction.
func codeName(code, name string) string { return strings.TrimSpace(code + " " + name) }

func (r reader) money(minor int64, currency string) string { return r.ports.money(minor, currency) }

func (r reader) day(day string) string { return r.ports.day(day) }

func (r reader) when(rfc string) string {
	at, err := time.Parse(time.RFC3339, rfc)
	if err != nil {
		return rfc
	}
	return r.ports.Device.Clock(at.UnixMilli())
}

// How far the phone's word for when an order was taken may be from when the
// office received it: clocks differ a little, and a device may be away for long.
const (
	takenAhead  = 5 * time.Minute
	takenBefore = 365 * 24 * time.Hour
)

// taken is when an order was taken, by the clock of the phone. One that cannot
// be right is said to be uncertain, beside the office's own time.
func (r reader) taken(placed, received string) string {
	from, err1 := time.Parse(time.RFC3339, placed)
	to, err2 := time.Parse(time.RFC3339, received)
	if err1 != nil || err2 != nil || !from.After(to.Add(takenAhead)) && !from.Before(to.Add(-takenBefore)) {
		return r.when(placed)
	}
	t := r.ports.words()
	return fill(t.TakenUncertain, "time", r.full(from), "received", r.full(to))
}

// full is a moment with its day, which may be far from today.
func (r reader) full(at time.Time) string {
	ms := at.UnixMilli()
	return r.day(r.ports.Device.Day(ms)) + " " + r.ports.Device.Clock(ms)
}

// money writes an amount with the point and the groups of the user's language.
func (p *Ports) money(minor int64, currency string) string {
	t := p.words()
	return money.Format(minor, money.Decimals(currency), t.Point, t.Group) + " " + currency
}

// day writes a day as the user's language has it. A day is text: no zone can
// move it.
func (p *Ports) day(day string) string {
	at, err := time.Parse(wire.DayLayout, day)
	if err != nil {
		return day
	}
	return at.Format(p.words().DayFormat)
}
