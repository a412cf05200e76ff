package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
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

// close ends the connection for good: the pool does not keep it.
func (o ownStatements) close() error {
	for _, s := range o.made {
		s.Close()
	}
	err := o.conn.Raw(func(any) error { return driver.ErrBadConn })
	if errors.Is(err, driver.ErrBadConn) {
		return nil
	}
	return err
}

// lone is the one connection through which SQLite writes. SQLite has one
// writer at a time anyway; queueing here, in order and under the request's
// deadline, is fairer than its busy handler.
type lone struct {
	pool   *sql.DB
	memory bool           // the database ends with the connection
	own    *ownStatements // of whoever has the slot; nil: the next one connects
	slot   chan struct{}  // holds one token while nobody writes
	watch  *watch         // of the files; nil for none
}

func newLone(ctx context.Context, c sqliteConnector) (*lone, error) {
	l := &lone{pool: sql.OpenDB(c), memory: c.path == memory, slot: make(chan struct{}, 1)}
	l.pool.SetMaxOpenConns(1)
	if err := l.connect(ctx); err != nil {
		return nil, errors.Join(err, l.pool.Close())
	}
	l.slot <- struct{}{}
	return l, nil
}

// connect opens the connection if there is none.
func (l *lone) connect(ctx context.Context) error {
	if l.own != nil {
		return nil
	}
	conn, err := l.pool.Conn(ctx)
	if err == nil {
		l.own = &ownStatements{conn, map[string]*sql.Stmt{}}
	}
	return err
}

// held runs f while nobody else uses the connection.
func (l *lone) held(ctx context.Context, f func(querier) error) error {
	select {
	case <-l.slot:
		defer func() { l.slot <- struct{}{} }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := l.connect(ctx); err != nil {
		return err
	}
	return f(onStatements{l.own})
}

// begun runs f in a transaction. Whatever ends it before its commit, a panic
// and a time that is over too, must leave nothing open for the next writer:
// even a statement that reports an error may have been carried out.
func (l *lone) begun(ctx context.Context, f func(querier) error) error {
	return l.held(ctx, func(q querier) (err error) {
		done := false
		defer func() {
			if !done {
				l.mend(q, err)
			}
		}()
		if err := exec(ctx, q, "BEGIN IMMEDIATE"); err != nil {
			return err
		}
		if err := l.watch.began(); err != nil {
			return err
		}
		if err := f(q); err != nil {
			return err
		}
		err = exec(context.WithoutCancel(ctx), q, "COMMIT")
		if done = err == nil; done {
			err = l.watch.committed()
		}
		return err
	})
}

// mend brings the connection back to where no transaction is open, or gives it
// up. It takes no lock that another process could hold.
func (l *lone) mend(q querier, err error) {
	ctx := context.Background()
	_ = exec(ctx, q, "ROLLBACK") // fails where nothing was begun
	free := exec(ctx, q, "BEGIN") == nil && exec(ctx, q, "ROLLBACK") == nil
	if !l.memory && (!free || outlived(err)) {
		l.own.close()
		l.own = nil
	}
}

func (l *lone) reading(ctx context.Context, f func(querier) error) error { return l.held(ctx, f) }

func (l *lone) close() (err error) {
	if l.own != nil {
		err = l.own.close()
	}
	return errors.Join(err, l.pool.Close())
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
	if err := w.watch.stopped(); err != nil {
		return err
	}
	return f(onStatements{w.readers})
}

func (w withReaders) close() error {
	return errors.Join(w.watch.close(), w.readers.close(), w.lone.close())
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
