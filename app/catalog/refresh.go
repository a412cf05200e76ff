package catalog

import (
	"context"
	"time"

	"waybill/app/port"
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
	Fresh() port.Freshness
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
