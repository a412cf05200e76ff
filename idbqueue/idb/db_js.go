package idb

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hack-pad/safejs"
)

// DB is an open connection.
type DB struct {
	v      safejs.Value
	closed atomic.Bool
	funcs  []safejs.Func
	names  map[string]scope // by stores

	mu   sync.Mutex
	open map[*Tx]bool // transactions under way
	page *pageHide    // nil in a worker
}

// Version is the schema version of the open database.
func (db *DB) Version() int {
	v, err := db.v.Get("version")
	if err != nil {
		return 0
	}
	n, _ := v.Int()
	return n
}

// Has says whether the database has a store.
func (db *DB) Has(store string) bool { return hasName(db.v, "objectStoreNames", store) }

func hasName(v safejs.Value, list, name string) bool {
	names, err := v.Get(list)
	if err != nil {
		return false
	}
	has, err := names.Call("contains", name)
	if err != nil {
		return false
	}
	is, _ := has.Bool()
	return is
}

// Close closes the connection once its transactions are through. Transactions
// that are asked for afterwards fail with ErrClosed.
func (db *DB) Close() {
	if db.closed.Swap(true) {
		return
	}
	_, _ = db.v.Call("close")
	db.page.forget()
	for _, fn := range db.funcs {
		fn.Release()
	}
}

// Closed says that the connection is not to be used any more.
func (db *DB) Closed() bool { return db.closed.Load() }

// Run carries fn out in one transaction over the stores named, and waits for
// its complete event. It never calls fn twice.
func (db *DB) Run(ctx context.Context, mode Mode, stores []string, fn func(*Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if db.Closed() {
		return ErrClosed
	}
	v, err := db.begin(mode, stores)
	if err != nil {
		return thrown(err)
	}
	tx, err := newTx(ctx, v)
	if err != nil {
		return err
	}
	db.under(tx, true)
	defer db.under(tx, false)
	return tx.run(fn)
}

// begin starts a transaction. What it is asked with is made once: each value
// that crosses into the browser costs, and this is done for every move.
func (db *DB) begin(mode Mode, stores []string) (safejs.Value, error) {
	key := strings.Join(stores, "\x00")
	names, ok := db.names[key]
	if !ok {
		raw, err := json.Marshal([]any{stores, map[string]string{"durability": "strict"}})
		if err != nil {
			return safejs.Undefined(), err
		}
		both, err := Parse(raw)
		if err != nil {
			return safejs.Undefined(), err
		}
		if names.stores, err = both.Index(0); err != nil {
			return safejs.Undefined(), err
		}
		if names.options, err = both.Index(1); err != nil {
			return safejs.Undefined(), err
		}
		db.names[key] = names
	}
	return db.v.Call("transaction", names.stores, string(mode), names.options)
}

// scope is what a transaction is asked with.
type scope struct{ stores, options safejs.Value }

// arm listens for what other contexts and the browser do to the connection.
func (db *DB) arm(o Options) error {
	ignore := func(error) {}
	versionChange, err := listen(db.v, "onversionchange", ignore, func(ev safejs.Value) {
		db.Close()
		if o.Outdated != nil {
			o.Outdated(newVersion(ev))
		}
	})
	if err != nil {
		return err
	}
	lost, err := listen(db.v, "onclose", ignore, func(safejs.Value) {
		db.closed.Store(true)
		if o.Lost != nil {
			o.Lost()
		}
	})
	db.funcs = []safejs.Func{versionChange, lost}
	if err != nil {
		return err
	}
	db.page, err = onPageHide(db.leave)
	return err
}

func newVersion(ev safejs.Value) int {
	v, err := ev.Get("newVersion")
	if err != nil || v.IsNull() || v.IsUndefined() {
		return 0
	}
	n, _ := v.Int()
	return n
}
