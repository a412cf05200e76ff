package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// engine is how a dialect runs transactions and reads.
type engine interface {
	// begun runs f in one transaction and commits it; any error of f undoes it.
	begun(ctx context.Context, f func(querier) error) error
	// reading runs f on committed data.
	reading(ctx context.Context, f func(querier) error) error
	close() error
}

// lone is the one connection through which SQLite writes. SQLite has one
// writer at a time anyway; queueing here, in order and under the request's
// deadline, is fairer than its busy handler.
type lone struct {
	pool *sql.DB
	conn *sql.Conn
	q    prepared
	slot chan struct{} // holds one token while nobody writes
}

func newLone(ctx context.Context, pool *sql.DB) (*lone, error) {
	pool.SetMaxOpenConns(1)
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	l := &lone{pool: pool, conn: conn, slot: make(chan struct{}, 1)}
	l.q = prepared{on: conn, stmts: map[string]*sql.Stmt{}}
	l.slot <- struct{}{}
	return l, nil
}

// held runs f while nobody else uses the connection.
func (l *lone) held(ctx context.Context, f func() error) error {
	select {
	case <-l.slot:
		defer func() { l.slot <- struct{}{} }()
		return f()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *lone) begun(ctx context.Context, f func(querier) error) error {
	return l.held(ctx, func() (err error) {
		if _, err := l.q.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
			return err
		}
		// Whatever ends f, a panic too, must not leave a transaction open for
		// the next writer. The roll back runs even when the request is over.
		done := false
		defer func() {
			if !done {
				_, back := l.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
				err = errors.Join(err, back)
			}
		}()
		if err := f(l.q); err != nil {
			return err
		}
		_, err = l.q.exec(context.WithoutCancel(ctx), "COMMIT")
		done = err == nil
		return err
	})
}

func (l *lone) reading(ctx context.Context, f func(querier) error) error {
	return l.held(ctx, func() error { return f(l.q) })
}

func (l *lone) close() error {
	for _, s := range l.q.stmts {
		s.Close()
	}
	return errors.Join(l.conn.Close(), l.pool.Close())
}

// readersMax bounds the connections that read beside the writer: reads take
// well under a millisecond, and more than the cores only wait for each other.
const readersMax = 8

// withReaders is a lone writer with readers beside it, which WAL allows.
type withReaders struct {
	*lone
	q    sharedStatements
	path string
}

func (w withReaders) reading(_ context.Context, f func(querier) error) error {
	return f(w.q)
}

func (w withReaders) close() error {
	w.q.stmts.Range(func(_, s any) bool { s.(*sql.Stmt).Close(); return true })
	return errors.Join(w.q.pool.Close(), w.lone.close())
}

// sharedStatements keeps each statement prepared on a pool, for any number of
// goroutines. There are as many as there are different questions.
type sharedStatements struct {
	pool  *sql.DB
	stmts *sync.Map // query → *sql.Stmt
}

func (s sharedStatements) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if has, ok := s.stmts.Load(query); ok {
		return has.(*sql.Stmt), nil
	}
	made, err := s.pool.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if has, late := s.stmts.LoadOrStore(query, made); late {
		made.Close() // another goroutine was faster
		return has.(*sql.Stmt), nil
	}
	return made, nil
}

func (s sharedStatements) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	st, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return st.ExecContext(ctx, args...)
}

func (s sharedStatements) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	st, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return st.QueryContext(ctx, args...)
}

// pool is an engine on any number of equal connections.
type pool struct{ *sql.DB }

func (p pool) begun(ctx context.Context, f func(querier) error) error {
	raw, err := p.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer raw.Rollback() // does nothing after a commit
	if err := f(plain{raw}); err != nil {
		return err
	}
	return raw.Commit()
}

func (p pool) reading(_ context.Context, f func(querier) error) error {
	return f(plain{p.DB})
}

func (p pool) close() error { return p.DB.Close() }
