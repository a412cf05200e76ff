package message

import (
	"errors"

	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/server/wire"
)

// SayFresh says how old the records on this device are, and of an empty copy
// why it is empty and what will become of it.
func SayFresh(t *i18n.Words, f port.Freshness, d port.Device) string {
	switch {
	case f.At == 0 && f.Pulling:
		return t.CopyLoading
	case f.At == 0 && (f.Err != nil || !d.Online()):
		head := t.CopyNever
		if f.Loaded > 0 {
			head = t.CopyPart
		}
		return t.Join(head, sayTrouble(t, f.Err, d.Online()))
	case f.At == 0:
		return t.CopyEmpty
	case d.Now()-f.At > port.StaleAfter:
		return i18n.Fill(t.CopyStale, "time", d.Clock(f.At))
	}
	return i18n.Fill(t.CopyFresh, "time", d.Clock(f.At))
}

// sayTrouble says why the last pull brought nothing, and whose turn it is: all
// but a refusal is tried again by the app itself.
func sayTrouble(t *i18n.Words, err error, online bool) string {
	var p *wire.Problem
	asked := errors.As(err, &p)
	switch {
	case asked && p.Status == 401:
		return t.CopySignIn
	case asked && p.Code == wire.CodeUpgradeRequired:
		return t.HoldUpdate
	case port.Refused(err):
		return SayRefusal(t, p)
	case !online:
		return t.Join(t.CopyOffline, t.CopyAgain)
	case asked:
		return t.Join(t.CopyBusy, t.CopyAgain)
	}
	return t.Join(t.CopyNoAnswer, t.CopyAgain)
}

// AsOf says how old a record is that the page shows: answered is when the
// office gave it, 0 for one of the local copy.
func AsOf(t *i18n.Words, answered int64, f port.Freshness, d port.Device) string {
	if answered == 0 {
		answered = f.At
	}
	if answered == 0 {
		return ""
	}
	return i18n.Fill(t.AsOf, "time", d.Clock(answered))
}

// priceAge is said beside each price that is no longer young: a price without
// it is of today's copy.
func priceAge(t *i18n.Words, f port.Freshness, d port.Device) string {
	if f.At == 0 || d.Now()-f.At <= port.StaleAfter {
		return ""
	}
	return i18n.Fill(t.PriceOf, "time", d.Clock(f.At))
}

// ProductPrice is a product's price for a unit, with its age.
func ProductPrice(p *port.Ports, v wire.Product, f port.Freshness) string {
	t := p.Words()
	price := p.Money(v.PriceMinor, v.Currency) + " / " + v.Unit
	if age := priceAge(t, f, p.Device); age != "" {
		return price + " · " + age
	}
	return price
}
