package store

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// repeatsMax bounds how often the server itself runs a transaction that the
// database asks to repeat. Five lost races in a row mean that it is overloaded.
const repeatsMax = 5

// repeatBase is the first pause at its longest; each one after may be twice as
// long.
const repeatBase = 5 * time.Millisecond

// repeated runs f again while the database answers with a serialization
// failure or a deadlock.
func (db *DB) repeated(ctx context.Context, f func() error) error {
	return backoff.Retry(func() error {
		err := f()
		if err == nil || db.d.classify(err) == classRepeat {
			return err
		}
		return backoff.Permanent(err)
	}, backoff.WithContext(backoff.WithMaxRetries(pauses(), repeatsMax-1), ctx))
}

// pauses have full jitter, over the whole of [0, base·2^n]: the two sides of a
// deadlock must not meet again.
func pauses() *backoff.ExponentialBackOff {
	return backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(repeatBase/2), backoff.WithRandomizationFactor(1), backoff.WithMultiplier(2),
		backoff.WithMaxInterval(time.Second), backoff.WithMaxElapsedTime(0))
}
