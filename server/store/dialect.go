package store

import "context"

// dialect is all that differs between the two databases, as values. Whatever
// is not here is the same statement on both.
type dialect struct {
	name string
	// lanes are the transactions of one server that write at a time. More on
	// PostgreSQL than one, so that one that waits for a lock stops no other.
	lanes int
	// classify sorts a driver's error by its code, never by its text.
	classify func(error) class
	// reason says why an error keeps a write from working.
	reason func(error) Reason
	// obstacle finds what stands in the way of a write although the write itself
	// would not fail. nil: there is nothing of the kind.
	obstacle func(ctx context.Context, db *DB) error
	// in is a condition on a column with one parameter, made by list.
	in   func(column string) string
	list func([]string) any
	// lock keeps the rows that a transition looks at until its transaction ends.
	lock string
	// countsSeq: the server numbers changes itself (one writer at a time).
	countsSeq bool
	// number is the expression that draws an order's running number.
	number string
	// feed reads the changes feed.
	feed feedSQL
	// place says where the store lives, and since when.
	place func(ctx context.Context, db *DB) (place, error)
	// serve takes the store up for serving.
	serve func(ctx context.Context, db *DB) error
	// rebase makes changes visible that another cluster has numbered higher;
	// empty where there are no clusters.
	rebase string
	// backup writes all that is committed into a new SQLite store.
	backup func(ctx context.Context, db *DB, path string) error
	// setCounters make a database's own counters go on after $1.
	setCounters []string
	// integrity asks the database to check itself: a row "ok", or faults. Empty
	// where the database checks by itself what it reads.
	integrity string
	// settings are what "sent" rests on, each with the statement that reads it.
	settings map[string]string
	// connections says how large the pool is and why; empty where there is none.
	connections string
}

// class sorts what went wrong in a database.
type class int

const (
	classNone       class = iota // not an error of the database's own
	classPrimaryKey              // the id is taken
	classUnique                  // another unique value is taken
	classForeignKey              // it refers to a row that is not there, or is referred to
	classIntegrity               // any other integrity class: a bug, re-raised
	classRepeat                  // serialization failure or deadlock: run it again
	classBusy                    // locked for longer than anyone waits, out of connections or disk
	classOther
)

// race says whether a violation may come from another write that was faster,
// so that a second look can answer it.
func (c class) race() bool {
	return c == classPrimaryKey || c == classUnique || c == classForeignKey
}
