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

// ownStatements keeps each statement prepared on one connection. It is used by
// one goroutine at a time, as the connection is.
type ownStatements struct {
	conn *sql.Conn
	made map[string]*sql.Stmt
}

func (o ownStatements) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := o.made[query]; ok {
		return s, nil
	}
	s, err := o.conn.PrepareContext(ctx, query)
	if err == nil {
		o.made[query] = s
	}
	return s, err
}

// lone is the one connection through which SQLite writes. SQLite has one
// writer at a time anyway; queueing here, in order and under the request's
// deadline, is fairer than its busy handler.
type lone struct {
	pool *sql.DB
	own  ownStatements
	q    querier
	slot chan struct{} // holds one token while nobody writes
}

func newLone(ctx context.Context, pool *sql.DB) (*lone, error) {
	pool.SetMaxOpenConns(1)
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	own := ownStatements{conn, map[string]*sql.Stmt{}}
	l := &lone{pool: pool, own: own, q: onStatements{own}, slot: make(chan struct{}, 1)}
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
		if err := exec(ctx, l.q, "BEGIN IMMEDIATE"); err != nil {
			return err
		}
		// Whatever ends f, a panic too, must not leave a transaction open for
		// the next writer. The roll back runs even when the request is over.
		done := false
		defer func() {
			if !done {
				err = errors.Join(err, exec(context.WithoutCancel(ctx), l.q, "ROLLBACK"))
			}
		}()
		if err := f(l.q); err != nil {
			return err
		}
		err = exec(context.WithoutCancel(ctx), l.q, "COMMIT")
		done = err == nil
		return err
	})
}

func (l *lone) reading(ctx context.Context, f func(querier) error) error {
	return l.held(ctx, func() error { return f(l.q) })
}

func (l *lone) close() error {
	for _, s := range l.own.made {
		s.Close()
	}
	return errors.Join(l.own.conn.Close(), l.pool.Close())
}

// readersMax bounds the connections that read beside the writer: reads take
// well under a millisecond, and more than the cores only wait for each other.
const readersMax = 8

// withReaders is a lone writer with readers beside it, which WAL allows.
type withReaders struct {
	*lone
	readers sharedStatements
	path    string
}

func (w withReaders) reading(_ context.Context, f func(querier) error) error {
	return f(onStatements{w.readers})
}

func (w withReaders) close() error {
	return errors.Join(w.readers.close(), w.lone.close())
}

// sharedStatements keeps each statement prepared on a pool, for any number of
// goroutines. There are as many as there are different questions.
type sharedStatements struct {
	pool *sql.DB
	made *sync.Map // query → *sql.Stmt
}

func (s sharedStatements) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if has, ok := s.made.Load(query); ok {
		return has.(*sql.Stmt), nil
	}
	made, err := s.pool.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if has, late := s.made.LoadOrStore(query, made); late {
		made.Close() // another goroutine was faster
		return has.(*sql.Stmt), nil
	}
	return made, nil
}

func (s sharedStatements) close() error {
	s.made.Range(func(_, made any) bool { made.(*sql.Stmt).Close(); return true })
	return s.pool.Close()
}
