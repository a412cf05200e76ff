package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Reason says in one word why a write cannot work now. It holds nothing that a
// stranger must not know.
type Reason string

// The reasons that there are.
const (
	ReasonMissing     Reason = "missing"     // the database's file is not there any more, or another one is
	ReasonLocked      Reason = "locked"      // somebody else holds it
	ReasonFull        Reason = "full"        // no room on the disk
	ReasonDisk        Reason = "disk"        // the disk fails
	ReasonReadOnly    Reason = "read_only"   // it takes no writes
	ReasonDenied      Reason = "denied"      // it takes no writes from this server
	ReasonUnreachable Reason = "unreachable" // nobody answers
	ReasonConnections Reason = "connections" // none is left
	ReasonSlow        Reason = "slow"        // no answer in time
	ReasonBroken      Reason = "broken"      // anything else: a bug, or damage
)

// advice says what an administrator can do about a reason.
var advice = map[Reason]string{
	ReasonMissing:     "stop the server, put the database's file in its place, and start again",
	ReasonLocked:      "end the other program that holds the database, or wait for it",
	ReasonFull:        "make room on the database's disk",
	ReasonDisk:        "see that the disk of the database works, and that the user that runs the server may write into the database's folder",
	ReasonReadOnly:    "SQLite: give the user that runs the server write permission for the database's file and its folder; PostgreSQL: name the primary in the address, and see default_transaction_read_only",
	ReasonDenied:      "let the database's owner grant what is missing, for instance GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public",
	ReasonUnreachable: "see that the database runs and that the address is right",
	ReasonConnections: "raise max_connections or the role's CONNECTION LIMIT, or lower pool_max_conns in the address",
	ReasonSlow:        "see what keeps the database",
	ReasonBroken:      "see the cause",
}

// Unwritable is the error of a database that takes no writes now.
type Unwritable struct {
	Reason Reason
	Err    error
}

func (u *Unwritable) Error() string {
	return fmt.Sprintf("the database cannot be written to (%s): %s: %v", u.Reason, advice[u.Reason], u.Err)
}

func (u *Unwritable) Unwrap() error { return u.Err }

// unwritable explains an error, nil for none.
func unwritable(reason func(error) Reason, err error) error {
	var has *Unwritable
	if err == nil || errors.As(err, &has) {
		return err
	}
	return &Unwritable{reason(err), err}
}

// explained is unwritable for an error that may have any cause: one that no
// reason is known for stays as it is.
func explained(reason func(error) Reason, err error) error {
	if err == nil || reason(err) == ReasonBroken {
		return err
	}
	return unwritable(reason, err)
}

// Writable says why a write would not work now, as an [Unwritable]; nil if it
// would. It writes: one short row, always the same. Whoever asks often must keep
// the answer for a while.
func (db *DB) Writable(ctx context.Context) error {
	return unwritable(db.d.reason, db.tryWrite(ctx))
}

func (db *DB) tryWrite(ctx context.Context) error {
	if db.d.obstacle != nil {
		if err := db.d.obstacle(ctx, db); err != nil {
			return err
		}
	}
	size := probeSize
	if db.full.Load() {
		size = probeSizeFull
	}
	err := db.inTx(ctx, func(q querier) error {
		t := table{name: "meta", cols: "key, value", tail: " ON CONFLICT (key) DO UPDATE SET value = excluded.value"}
		// Each value differs from the one before it, or nothing would be written.
		return insert(ctx, q, t, []any{metaProbe, strings.Repeat(itoa(int(time.Now().UnixNano()/1000%10)), size)})
	})
	if err == nil {
		db.full.Store(false)
	}
	return err
}

// metaProbe is the row that Writable writes.
const metaProbe = "probe"

// A row of a few bytes may still find a place on a disk that is full for an
// order. After a write that found none, the probe takes as much as an order.
const (
	probeSize     = 16
	probeSizeFull = 32 << 10
)

// noRoom notes that a write found no room.
func (db *DB) noRoom(err error) {
	if db.d.reason(err) == ReasonFull {
		db.full.Store(true)
	}
}

// overdue says whether the time was over.
func overdue(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
