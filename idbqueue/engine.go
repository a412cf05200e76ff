package idbqueue

import (
	"context"
	"encoding/json"

	"waybill/idbqueue/entry"
)

// engine is what the outbox needs of a store: transactions, and word of
// changes. There are two, one in memory and one in IndexedDB; all that the
// outbox means is written once above them.
type engine interface {
	// update runs fn in one durable transaction that sees and keeps all or
	// nothing. fn may run a second time, from the start, if the connection was
	// lost; it waits for nothing but its own tx.
	update(ctx context.Context, fn func(tx) error) error
	// view is update without writing.
	view(ctx context.Context, fn func(tx) error) error
	// ballast stores or frees the weight that is let go when the disk is full.
	// It may fail: a store without it works.
	ballast(ctx context.Context, on bool) error
	watch(f func()) (stop func())
	close() error
}

// tx is one transaction. Reads of one call travel together; writes are placed
// at once, and it is the commit that answers for them.
type tx interface {
	read(qs ...query) ([]found, error)
	// insert stores a new entry; more holds fields that this version does not
	// know (an import), nil for none.
	insert(e entry.Entry, more map[string]json.RawMessage) error
	// patch writes the fields in which e differs from what r holds.
	patch(r row, e entry.Entry) error
	// reindex writes only the derived keys of a row that may not be readable.
	reindex(r row, d derived) error
	remove(key string) error
	// set writes a record; a nil value removes it.
	set(store, name string, value json.RawMessage) error
	// again says that an earlier run of this transaction may have been
	// committed without an answer.
	again() bool
}

// The stores beside the entries. Each holds named values.
const (
	storeEntries = "entries"
	storeRecords = "records" // what a drainer looks at: user, lease, holds
	storeDrafts  = "drafts"  // what is being typed
	storeMeta    = "meta"    // totals, the probe's scrap
)

// query asks for entries or records: exactly one group of its fields is set,
// and limit, first and count refine it.
type query struct {
	keys []string // entries by key, in this order; absent ones are unreadable rows without raw

	index string // entries by a derived key, low ≤ key < high
	low   tuple
	high  tuple
	exact bool // low is the whole key
	bare  bool // only the entries' keys

	all   bool   // entries by key, those after
	after string // this one

	store string   // records of a store
	names []string // nil: all of them

	limit int  // 0: all
	first bool // only the first derived key, no entry
	count bool // only how many; never on a hot path: it walks in some browsers
}

// found answers one query.
type found struct {
	rows    []row
	at      tuple    // of first; nil: none
	n       int      // of count
	keys    []string // of bare
	records map[string]json.RawMessage
}

// row is an entry as it is stored.
type row struct {
	entry  entry.Entry
	ok     bool // entry could be read
	raw    func() json.RawMessage
	keys   func() derived // as they are stored
	stored any            // the engine's own hold on it; nil: absent
}

func byKeys(keys ...string) query { return query{keys: keys} }

func byRecords(store string, names ...string) query { return query{store: store, names: names} }

// under ranges over all keys of an index that start with prefix.
func under(index string, prefix ...any) query {
	return query{index: index, low: prefix, high: beyond(prefix)}
}

// exactly asks for just one key of an index.
func exactly(index string, key ...any) query {
	q := under(index, key...)
	q.exact = true
	return q
}

func (q query) upTo(limit int) query { q.limit = limit; return q }

func (q query) firstKey() query { q.first, q.limit = true, 1; return q }

func (q query) counted() query { q.count = true; return q }
