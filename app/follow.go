package app

import (
	"context"
	"time"

	"waybill/server/wire"
)

// The copy's pace while the app is looked at: every few minutes, a little apart
// from each other, so that a whole branch does not ask at once.
const (
	followEvery  = 4 * time.Minute
	followSpread = 2 * time.Minute
)

// puller is the part of a catalogue that is followed.
type puller interface {
	Pull(ctx context.Context) error
	Fresh() Freshness
}

// follow brings the copy up to date until ctx ends: at once after each return
// to the app or to the network, if it is old, and every few minutes while the
// app is looked at. random is uniform over [0, 1).
//
// A pull that fails waits for the next turn: what is here stays usable and says
// how old it is.
func follow(ctx context.Context, c puller, now func() int64, seen func() bool, random func() float64, back <-chan struct{}) {
	for ctx.Err() == nil {
		timer := time.NewTimer(followEvery + time.Duration(random()*float64(followSpread)))
		select {
		case <-ctx.Done():
		case <-back:
		case <-timer.C:
		}
		timer.Stop()
		if ctx.Err() == nil && seen() && now()-c.Fresh().At > pullEvery {
			guardedPull(ctx, c)
		}
	}
}

// guardedPull survives a panic: one costs a pull, never the program.
func guardedPull(ctx context.Context, c puller) {
	defer func() { _ = recover() }()
	_ = c.Pull(ctx)
}

// asOf says how old a record is that the page shows: answered is when the
// office gave it, 0 for one of the local copy.
func asOf(t *Words, answered int64, f Freshness, d Device) string {
	if answered == 0 {
		answered = f.At
	}
	if answered == 0 {
		return ""
	}
	return fill(t.AsOf, "time", d.Clock(answered))
}

// priceAge is said beside each price that is no longer young: a price without
// it is of today's copy.
func priceAge(t *Words, f Freshness, d Device) string {
	if f.At == 0 || d.Now()-f.At <= staleAfter {
		return ""
	}
	return fill(t.PriceOf, "time", d.Clock(f.At))
}

// productPrice is a product's price for a unit, with its age.
func productPrice(p *Ports, v wire.Product, f Freshness) string {
	t := p.words()
	price := p.money(v.PriceMinor, v.Currency) + " / " + v.Unit
	if age := priceAge(t, f, p.Device); age != "" {
		return price + " · " + age
	}
	return price
}
