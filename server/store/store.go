package store

import (
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"waybill/server/wire"
)

// Sentinels that callers branch on.
var (
	// ErrNotFound: no such user, session, photo or record.
	ErrNotFound = errors.New("store: not found")
	// ErrTaken: a user of this name is there already.
	ErrTaken = errors.New("store: name taken")
	// ErrBusy: the database cannot do it now, and may later: it is locked, full,
	// down, read-only, out of connections, or the time was over. What was asked
	// may be asked again as it is.
	ErrBusy = errors.New("store: busy")
	// ErrCursor: a cursor of another history, role or user, or ahead of the head.
	ErrCursor = errors.New("store: cursor expired")
	// ErrAfter: a page is asked for after what is no place in that list.
	ErrAfter = errors.New("store: not a place in this list")
)

// Actor is who asks: the session's user.
type Actor struct {
	ID   string
	Role string
}

// Manager says whether the actor sees and may do everything.
func (a Actor) Manager() bool { return a.Role == wire.RoleManager }

// Write is one write as it is handed over for a verdict: decoded, cleaned and
// checked field by field. Body is one of the bodies of package wire.
type Write struct {
	Actor       Actor
	Op          wire.Op
	Record      string // the id that a create brings or a transition names
	Fingerprint string // of a create
	Body        any
	Refusal     *wire.Problem // why its shape is refused, unless it is stored already; Body is nil then
}

// Result is the verdict on one write: a record with its status, or a problem.
// Err is set where the write ran into a bug of ours, which is then logged and
// answered as one (only in a batch; alone it is the error of [DB.Apply]).
type Result struct {
	Status  int
	Record  wire.Record
	Problem *wire.Problem
	Err     error
}

// DB is a store on either database. Its methods may be called from any number
// of goroutines.
type DB struct {
	engine
	d        dialect
	id       string // made once with the store, kept by a restore
	together group
	slides   slides
	full     atomic.Bool // the last write that failed found no room, see [DB.Writable]
	known    known
	log      *slog.Logger // what an administrator must hear of
}

// ID is the store's own id (field store of a session).
func (db *DB) ID() string { return db.id }

// Dialect is "sqlite" or "postgres".
func (db *DB) Dialect() string { return db.d.name }

// Close ends every connection.
func (db *DB) Close() error { return db.close() }

// stamp is how the store writes a time: RFC 3339 in UTC, to the millisecond.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
