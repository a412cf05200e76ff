package store

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pool is the engine of PostgreSQL.
type pool struct {
	*pgxpool.Pool
	arriving *arrivals
}

// turnTime bounds how long a request waits for a connection. It is well below
// the patience of a phone, which asks again.
const turnTime = 10 * time.Second

// acquire waits for a connection. One that the database has no room for may be
// there in a moment: others use the same quota, and ours come back.
func (p pool) acquire(ctx context.Context) (conn *pgxpool.Conn, err error) {
	ctx, cancel := context.WithTimeout(ctx, turnTime)
	defer cancel()
	var refused error
	err = backoff.Retry(func() (err error) {
		conn, err = p.Acquire(ctx)
		if err == nil || !state(err, fullHouse) {
			return backoff.Permanent(err)
		}
		refused = err
		return err
	}, backoff.WithContext(pauses(), ctx))
	if err != nil {
		err = errors.Join(err, refused)
	}
	return conn, err
}

func (p pool) reading(ctx context.Context, f func(querier) error) error {
	conn, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return f(onPgx{conn})
}

func (p pool) close() error {
	p.Close()
	return nil
}

// EndTime bounds COMMIT and ROLLBACK in PostgreSQL, which a request that is
// over does not cut short. Past it the connection is given up.
const EndTime = 4 * time.Second

// begun begins with the first steps, in one trip with them. A connection whose
// transaction could not be ended is not used again: the pool sees to that.
func (p pool) begun(ctx context.Context, f func(querier) error) (err error) {
	conn, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	t := &transaction{onPgx: onPgx{conn}}
	done := false
	defer func() {
		if t.begun && !done {
			undo(ctx, conn.Conn(), err)
		}
	}()
	if err := f(t); err != nil {
		return err
	}
	if !t.begun {
		return nil
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), EndTime)
	defer cancel()
	tag, err := conn.Exec(end, "COMMIT")
	if err == nil && tag.String() != "COMMIT" {
		err = errors.New("store: the transaction could only be rolled back")
	}
	done = err == nil
	return err
}

// undo ends a transaction that came to nothing; the error that led here is the
// one that counts. A connection to a database that has become read-only is given
// up: the next one may find the primary elsewhere.
func undo(ctx context.Context, conn *pgx.Conn, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), EndTime)
	defer cancel()
	if state(err, readOnly) {
		_ = conn.Close(ctx)
		return
	}
	_, _ = conn.Exec(ctx, "ROLLBACK")
}

// pgxConn is what pgx runs statements on.
type pgxConn interface {
	Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// onPgx is a querier of pgx, which keeps statements prepared by itself.
type onPgx struct{ on pgxConn }

// rowsAtOnce keeps the number of different statements small.
func (onPgx) rowsAtOnce() int { return 16 }

func (q onPgx) affected(ctx context.Context, query string, args ...any) (int64, error) {
	tag, err := q.on.Exec(ctx, query, args...)
	return tag.RowsAffected(), err
}

func (q onPgx) run(ctx context.Context, steps ...step) error {
	if len(steps) == 0 {
		return nil
	}
	var b pgx.Batch
	for _, s := range steps {
		b.Queue(s.query, s.args...)
	}
	results := q.on.SendBatch(ctx, &b)
	for _, s := range steps {
		if err := read(results, s); err != nil {
			results.Close() // the first error is the one that counts
			return err
		}
	}
	return results.Close()
}

func read(results pgx.BatchResults, s step) error {
	if s.scan == nil {
		_, err := results.Exec()
		return err
	}
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := s.scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// transaction is a querier that sends BEGIN with its first steps.
type transaction struct {
	onPgx
	begun bool
}

func (t *transaction) run(ctx context.Context, steps ...step) error {
	if t.begun || len(steps) == 0 {
		return t.onPgx.run(ctx, steps...)
	}
	t.begun = true
	return t.onPgx.run(ctx, append([]step{{query: "BEGIN"}}, steps...)...)
}

func (t *transaction) affected(ctx context.Context, query string, args ...any) (int64, error) {
	if !t.begun {
		t.begun = true
		if _, err := t.on.Exec(ctx, "BEGIN"); err != nil {
			return 0, err
		}
	}
	return t.onPgx.affected(ctx, query, args...)
}
