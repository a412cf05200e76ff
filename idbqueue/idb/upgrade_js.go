package idb

import (
	"fmt"

	"github.com/hack-pad/safejs"
)

// Upgrade is the transaction in which the schema changes. Everything in it is
// done, or nothing is.
type Upgrade struct {
	*Tx
	db safejs.Value
}

// HasStore says whether a store is really there, whatever the version says.
func (u *Upgrade) HasStore(name string) bool { return hasName(u.db, "objectStoreNames", name) }

// CreateStore makes a store whose values carry their key in keyPath; empty:
// keys are given with each Put.
func (u *Upgrade) CreateStore(name, keyPath string) error {
	options := map[string]any{}
	if keyPath != "" {
		options["keyPath"] = keyPath
	}
	_, err := u.db.Call("createObjectStore", name, options)
	return thrown(err)
}

// HasIndex says whether an index of a store is really there.
func (u *Upgrade) HasIndex(store, index string) bool {
	return u.Store(store).Has(index)
}

// CreateIndex makes an index on keyPath; multi: each element of the array
// there is a key.
func (u *Upgrade) CreateIndex(store, index, keyPath string, multi bool) error {
	s := u.Store(store)
	if s.err != nil {
		return s.err
	}
	_, err := s.v.Call("createIndex", index, keyPath, map[string]any{"multiEntry": multi})
	return thrown(err)
}

// upgrade runs the caller's upgrade. Its requests are placed before this
// callback returns: the browser would commit an idle transaction.
func (op *opening) upgrade(ev safejs.Value) {
	op.upgraded = make(chan error, 1)
	u, from, err := op.upgrading(ev)
	if err != nil {
		op.end(opened{err: err})
		return
	}
	go func() {
		err := op.guarded(u, from)
		if err != nil {
			op.upgraded <- err
			u.abort()
		}
		<-u.ended
		u.release()
	}()
}

func (op *opening) guarded(u *Upgrade, from int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("idb: panic in the upgrade: %v", p)
		}
	}()
	if op.o.Upgrade == nil {
		return nil
	}
	return op.o.Upgrade(u, from)
}

func (op *opening) upgrading(ev safejs.Value) (u *Upgrade, from int, err error) {
	old, err := ev.Get("oldVersion")
	if err != nil {
		return nil, 0, thrown(err)
	}
	if from, err = old.Int(); err != nil {
		return nil, 0, thrown(err)
	}
	v, err := get(op.request, "transaction")
	if err != nil {
		return nil, 0, err
	}
	db, err := get(op.request, "result")
	if err != nil {
		return nil, 0, err
	}
	tx, err := newTx(op.ctx, v)
	if err != nil {
		return nil, 0, err
	}
	return &Upgrade{Tx: tx, db: db}, from, nil
}
