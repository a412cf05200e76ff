package message

import (
	"strings"
	"time"

	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/server/wire"
)

// Reader turns ids, amounts and times into what people read here. It knows
// records of the local copy and customers that still wait to be sent.
type Reader struct {
	Ports  *port.Ports
	unsent map[string]string // record id → name
}

// Name of a record, its id where it is not on this device.
func (r Reader) Name(kind wire.Kind, id string) string {
	if id == "" {
		return ""
	}
	if name, ok := r.unsent[id]; ok {
		return name
	}
	switch v := r.Ports.Catalogue.Get(kind, id).(type) {
	case wire.Customer:
		return CodeName(v.Code, v.Name)
	case wire.Product:
		return CodeName(v.Code, v.Name)
	case wire.Order:
		return v.Number
	case wire.Dispatch:
		return v.Number
	}
	return id
}

// CodeName isolates a code: inside right-to-left text it keeps its direction.
func CodeName(code, name string) string { return strings.TrimSpace(code + " " + name) }

// Money shows an amount in the currency's smallest unit.
func (r Reader) Money(minor int64, currency string) string { return r.Ports.Money(minor, currency) }

// Day shows a day that is stored as yyyy-mm-dd.
func (r Reader) Day(day string) string { return r.Ports.Day(day) }

// When shows the time of day of an RFC 3339 moment, and anything else as it
// came.
func (r Reader) When(rfc string) string {
	at, err := time.Parse(time.RFC3339, rfc)
	if err != nil {
		return rfc
	}
	return r.Ports.Device.Clock(at.UnixMilli())
}

// How far the phone's word for when an order was taken may be from when the
// office received it: clocks differ a little, and a device may be away for long.
const (
	takenAhead  = 5 * time.Minute
	takenBefore = 365 * 24 * time.Hour
)

// Taken is when an order was taken, by the clock of the phone. One that cannot
// be right is said to be uncertain, beside the office's own time.
func (r Reader) Taken(placed, received string) string {
	from, err1 := time.Parse(time.RFC3339, placed)
	to, err2 := time.Parse(time.RFC3339, received)
	if err1 != nil || err2 != nil || !from.After(to.Add(takenAhead)) && !from.Before(to.Add(-takenBefore)) {
		return r.When(placed)
	}
	t := r.Ports.Words()
	return i18n.Fill(t.TakenUncertain, "time", r.full(from), "received", r.full(to))
}

// full is a moment with its day, which may be far from today.
func (r Reader) full(at time.Time) string {
	ms := at.UnixMilli()
	return r.Day(r.Ports.Device.Day(ms)) + " " + r.Ports.Device.Clock(ms)
}
