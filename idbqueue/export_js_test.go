package idbqueue

import (
	"context"
	"time"
)

// Tuned are options with less patience, or with faults.
type Tuned struct {
	Options
	how tuning
}

// WithFault lets a test fail the steps of transactions.
func (o Options) WithFault(f func(Op) error) Tuned {
	how := usual()
	how.fault = f
	return Tuned{o, how}
}

// WithLimits shortens how long an open and a transaction may take, and the
// pauses between tries.
func (o Options) WithLimits(open, tx time.Duration, pauses ...time.Duration) Tuned {
	return Tuned{o, tuning{openLimit: open, txLimit: tx, pauses: pauses, stretch: stretch}}
}

// Stretched sets how long a transaction works before it turns to others: with
// 0 it does so after every write.
func (t Tuned) Stretched(d time.Duration) Tuned {
	t.how.stretch = d
	return t
}

// OpenTuned is Open.
func OpenTuned(ctx context.Context, t Tuned) (*Outbox, error) {
	return openTuned(ctx, t.Options, t.how)
}
