package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// repeatsMax bounds how often the server itself repeats a transaction that the
// database asked to repeat. Five lost races in a row mean that it is overloaded.
const repeatsMax = 5

// repeated runs f again while the database answers with a serialization
// failure or a deadlock, with full jitter in between. What is left in the end,
// and a store that stayed locked, is [ErrBusy].
func (db *DB) repeated(ctx context.Context, f func() error) error {
	for n := 0; ; n++ {
		err := f()
		switch c := db.d.classify(err); {
		case err == nil:
			return nil
		case c == classBusy, c == classRepeat && n+1 >= repeatsMax:
			return fmt.Errorf("%w: %w", ErrBusy, err)
		case errors.Is(err, context.DeadlineExceeded):
			return fmt.Errorf("%w: %w", ErrBusy, err)
		case c != classRepeat:
			return err
		}
		if err := pause(ctx, n); err != nil {
			return err
		}
	}
}

// pause waits full jitter over 5 ms·2^n: the two sides of a deadlock must not
// meet again.
func pause(ctx context.Context, n int) error {
	t := time.NewTimer(rand.N(5 * time.Millisecond << n))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrBusy, ctx.Err())
	case <-t.C:
		return nil
	}
}
