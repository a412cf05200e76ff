package store

import (
	"context"
	"database/sql"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

// querier is where statements run: a transaction, or a pool for reads that
// need no snapshot.
type querier interface {
	exec(ctx context.Context, query string, args ...any) (sql.Result, error)
	query(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// plain runs statements on what database/sql offers; pgx keeps them prepared
// by itself.
type plain struct {
	on interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	}
}

func (p plain) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return p.on.ExecContext(ctx, query, args...)
}

func (p plain) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return p.on.QueryContext(ctx, query, args...)
}

// prepared keeps each statement prepared on one connection. It is used by one
// goroutine at a time, as the connection is.
type prepared struct {
	on interface {
		PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	}
	stmts map[string]*sql.Stmt
}

func (p prepared) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

func (p prepared) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

func (p prepared) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := p.stmts[query]; ok {
		return s, nil
	}
	s, err := p.on.PrepareContext(ctx, query)
	if err == nil {
		p.stmts[query] = s
	}
	return s, err
}

// inTx runs f in one transaction that begins as a writer and commits it, again
// where the database asks for a repeat.
func (db *DB) inTx(ctx context.Context, f func(querier) error) error {
	return db.repeated(ctx, func() error { return db.begun(ctx, f) })
}

// collect scans all rows and closes them.
func collect[T any](rows *sql.Rows, err error, scan func(*sql.Rows) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}

// ask collects the rows of one question.
func ask[T any](ctx context.Context, q querier, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.query(ctx, query, args...)
	return collect(rows, err, scan)
}

// one returns the first of what was collected, or ErrNotFound.
func one[T any](all []T, err error) (T, error) {
	var none T
	switch {
	case err != nil:
		return none, err
	case len(all) == 0:
		return none, ErrNotFound
	}
	return all[0], nil
}

// scanString scans one text column.
func scanString(r *sql.Rows) (s string, err error) { err = r.Scan(&s); return s, err }

// scanInt scans one integer column.
func scanInt(r *sql.Rows) (n int64, err error) { err = r.Scan(&n); return n, err }

// rowsAtOnce bounds the rows of one INSERT, and with it the number of
// different statements that are kept prepared.
const rowsAtOnce = 16

// insert stores rows of equal width; tail is what follows the values.
func insert(ctx context.Context, q querier, into string, rows [][]any, tail string) error {
	for len(rows) > 0 {
		n := min(len(rows), rowsAtOnce)
		args := make([]any, 0, n*len(rows[0]))
		for _, row := range rows[:n] {
			args = append(args, row...)
		}
		query := "INSERT INTO " + into + " VALUES " + placeholders(n, len(rows[0])) + tail
		if _, err := q.exec(ctx, query, args...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}
