package store

import "context"

// Exec runs a bare statement, for faults that no caller could cause.
func (db *DB) Exec(ctx context.Context, statement string) error {
	return db.begun(ctx, func(q querier) error {
		_, err := q.exec(ctx, statement)
		return err
	})
}
