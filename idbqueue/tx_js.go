package idbqueue

import (
	"encoding/json"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue/entry"
	"waybill/idbqueue/idb"
)

// idbTx is one transaction on IndexedDB. Entries are plain objects there, as a
// person reads them in the browser's tools.
type idbTx struct {
	tx     *idb.Tx
	write  bool
	wrote  bool
	redone bool
	last   *idb.Request // of the round being read
	breath idb.Breath
	fault  func(Op) error // of tests
}

// running lets fn work, with the faults that a test asked for around it.
func (t *idbTx) running(fn func(*idbTx) error) func(*idb.Tx) error {
	return func(tx *idb.Tx) error {
		t.tx = tx
		t.breath.Taken()
		if err := t.step(OpBegin); err != nil {
			return err
		}
		if err := fn(t); err != nil {
			return err
		}
		return t.step(OpCommit)
	}
}

func (t *idbTx) step(kind OpKind) error {
	if t.fault == nil {
		return nil
	}
	return t.fault(Op{Kind: kind, Write: t.write})
}

func (t *idbTx) again() bool { return t.redone }

func (t *idbTx) store() idb.Store { return t.tx.Store(storeEntries) }

// put counts a write as a step, and as a change to be told.
func (t *idbTx) put(write func() error) error {
	t.wrote = true
	return t.putQuietly(write)
}

// putQuietly is for what nobody watches: meta records by themselves.
func (t *idbTx) putQuietly(write func() error) error {
	if err := t.step(OpPut); err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	return t.breath.Take(t.tx.Store(storeMeta))
}

// stretch is how long a transaction works before the page has its turn.
const stretch = 30 * time.Millisecond

func (t *idbTx) insert(e entry.Entry, more map[string]json.RawMessage) error {
	return t.put(func() error {
		object, err := idb.Parse(encodeNew(e, derive(e)))
		if err != nil {
			return err
		}
		if len(more) > 0 {
			if err := assign(object, more); err != nil {
				return err
			}
		}
		return t.store().Add(object)
	})
}

func (t *idbTx) patch(r row, e entry.Entry) error {
	p := diff(r.entry, e)
	if p.empty() {
		return nil
	}
	if d := derive(e); !d.same(derive(r.entry)) {
		p = p.withKeys(d)
	}
	return t.put(func() error { return putPatch(t.store(), r.stored.(safejs.Value), p) })
}

func (t *idbTx) reindex(r row, d derived) error {
	return t.put(func() error { return putPatch(t.store(), r.stored.(safejs.Value), patch{}.withKeys(d)) })
}

// putPatch lays a patch on a stored object and stores that. Fields that the
// patch does not name stay as they are, whoever wrote them.
func putPatch(store idb.Store, object safejs.Value, p patch) error {
	changes, err := idb.Parse(p.encode())
	if err != nil {
		return err
	}
	if len(p.whole) > 0 {
		if err := assignFrom(object, changes, "whole"); err != nil {
			return err
		}
	}
	if len(p.parts) == 0 {
		return store.Put(object)
	}
	parts, err := changes.Get("parts")
	if err != nil {
		return err
	}
	for name := range p.parts {
		if err := assignPart(object, parts, name); err != nil {
			return err
		}
	}
	return store.Put(object)
}

func assignFrom(object, changes safejs.Value, name string) error {
	source, err := changes.Get(name)
	if err != nil {
		return err
	}
	return idb.Assign(object, source)
}

// assignPart patches a field that grows, or makes it.
func assignPart(object, parts safejs.Value, name string) error {
	field, err := object.Get(name)
	if err != nil {
		return err
	}
	if field.Type() == safejs.TypeObject {
		return assignFrom(field, parts, name)
	}
	part, err := parts.Get(name)
	if err != nil {
		return err
	}
	return object.Set(name, part)
}

func assign(object safejs.Value, fields any) error {
	raw, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	source, err := idb.Parse(raw)
	if err != nil {
		return err
	}
	return idb.Assign(object, source)
}

func (t *idbTx) remove(key string) error {
	return t.put(func() error { return t.store().Delete(key) })
}

func (t *idbTx) set(store, name string, value json.RawMessage) error {
	put := t.put
	if store == storeMeta {
		put = t.putQuietly
	}
	return put(func() error {
		if value == nil {
			return t.tx.Store(store).Delete(name)
		}
		return setRecord(t.tx, store, name, value)
	})
}

func setRecord(tx *idb.Tx, store, name string, value json.RawMessage) error {
	v, err := idb.Parse(value)
	if err != nil {
		return err
	}
	return tx.Store(store).Put(v, name)
}
