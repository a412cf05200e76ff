package idbqueue

import (
	"encoding/json"
	"slices"

	"waybill/idbqueue/entry"
)

// memTx works on the store itself and remembers how to undo.
type memTx struct {
	mem       *Mem
	write     bool
	committed bool
	told      bool // something changed that others watch
	before    int64
	undo      []func()
}

func (t *memTx) step(kind OpKind) error {
	if t.mem.fault == nil {
		return nil
	}
	return t.mem.fault(Op{Kind: kind, Write: t.write})
}

func (t *memTx) rollback() {
	for _, undo := range slices.Backward(t.undo) {
		undo()
	}
}

func (t *memTx) commit() error {
	m := t.mem
	if m.quota > 0 && m.data.used > m.quota && m.data.used > t.before {
		return entry.ErrQuota
	}
	t.committed = true
	return t.step(OpCommitted)
}

func (t *memTx) again() bool { return false }

func (t *memTx) read(qs ...query) ([]found, error) {
	answers := make([]found, len(qs))
	for i, q := range qs {
		if err := t.step(OpRead); err != nil {
			return nil, err
		}
		answers[i] = t.mem.data.answer(q)
	}
	return answers, nil
}

// put stores an entry's new version, or with nil takes it away.
func (t *memTx) put(key string, now *memEntry) error {
	if err := t.step(OpPut); err != nil {
		return err
	}
	t.told = true
	d := &t.mem.data
	before := d.entries[key]
	t.undo = append(t.undo, func() { d.replace(before, d.entries[key]) })
	d.replace(now, before)
	return nil
}

func (t *memTx) insert(e entry.Entry, more map[string]json.RawMessage) error {
	if t.mem.data.entries[e.Key] != nil {
		return entry.ErrExists
	}
	s := &memEntry{key: e.Key, entry: entry.Clone(e), ok: e.State.Known(), keys: derive(e)}
	if len(more) > 0 || !s.ok {
		s.foreign = objectOf(e)
		for name, value := range more {
			s.foreign[name] = value
		}
	}
	return t.put(e.Key, s)
}

func (t *memTx) patch(r row, e entry.Entry) error {
	s := r.stored.(*memEntry)
	p := diff(r.entry, e)
	if p.empty() {
		return nil
	}
	now := &memEntry{key: s.key, entry: entry.Clone(e), ok: true, keys: derive(e)}
	// The row may be older than what this transaction has made of it.
	if s = t.mem.data.entries[s.key]; s != nil && s.foreign != nil {
		now.foreign = p.onto(s.foreign)
	}
	return t.put(now.key, now)
}

func (t *memTx) reindex(r row, d derived) error {
	now := *t.mem.data.entries[r.stored.(*memEntry).key]
	now.keys = d
	return t.put(now.key, &now)
}

func (t *memTx) remove(key string) error { return t.put(key, nil) }

func (t *memTx) set(store, name string, value json.RawMessage) error {
	if err := t.step(OpPut); err != nil {
		return err
	}
	t.told = t.told || store != storeMeta
	d := &t.mem.data
	before := d.record(store, name)
	t.undo = append(t.undo, func() { d.setRecord(store, name, before) })
	d.setRecord(store, name, slices.Clone(value))
	return nil
}
