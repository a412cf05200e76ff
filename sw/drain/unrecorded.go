package drain

import (
	"context"
	"errors"

	"waybill/idbqueue/entry"
)

// settle records moves and records. Proof that could not be recorded is kept,
// and recorded before anything else is sent: a failure to keep the books is
// never written down as a failure to send.
func (d *Drainer) settle(ctx context.Context, moves []entry.Move, put ...entry.Record) error {
	_, err := d.Outbox.Settle(ctx, d.fence, moves, put...)
	if err != nil {
		return d.failedBooks(moves, err)
	}
	return nil
}

// failedBooks keeps the proof among moves that were not recorded. Without the
// lease proof was recorded all the same.
func (d *Drainer) failedBooks(moves []entry.Move, err error) error {
	if errors.Is(err, entry.ErrLeaseLost) {
		return err
	}
	for _, m := range moves {
		if m.Step == entry.StepProve {
			d.owed = append(d.owed, m)
		}
	}
	return err
}

// payOwed records proof from before. It needs no lease.
func (d *Drainer) payOwed(ctx context.Context) error {
	if len(d.owed) == 0 {
		return nil
	}
	_, err := d.Outbox.Settle(ctx, d.fence, d.owed)
	if err != nil && !errors.Is(err, entry.ErrLeaseLost) {
		return err
	}
	d.owed = nil
	return nil
}
