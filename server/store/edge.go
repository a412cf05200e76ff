package store

import (
	"context"
	"errors"
	"fmt"
)

// Everything that the store asks of its database goes through [DB.inTx] or
// [DB.reading], and what comes back goes through passing.

// inTx runs f in one transaction that begins as a writer and commits it, again
// where the database asks for a repeat.
func (db *DB) inTx(ctx context.Context, f func(querier) error) error {
	return db.passing(db.repeated(ctx, func() error { return db.begun(ctx, f) }))
}

// reading runs f on committed data.
func (db *DB) reading(ctx context.Context, f func(querier) error) error {
	return db.passing(db.engine.reading(ctx, f))
}

// passing turns a fault that may pass into [ErrBusy]: the database is locked,
// full, down, read-only or refuses connections, or the time was over. Nothing
// of it is the fault of what was asked. Whatever else there is stays a bug.
func (db *DB) passing(err error) error {
	if err == nil || errors.Is(err, ErrBusy) {
		return err
	}
	c := db.d.classify(err)
	if c == classBusy || c == classRepeat || overdue(err) {
		db.noRoom(err)
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}
