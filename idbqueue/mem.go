package idbqueue

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"waybill/idbqueue/entry"
)

// Mem is a store in memory with the meaning of the browser's: transactions,
// indexes, unknown fields that survive, and the ways in which it fails. It is
// deterministic: same calls, same answers, same order.
//
// Several outboxes may be open on one Mem, as tabs are on one database.
type Mem struct {
	// ReadsOp says which operations this version knows; nil: every one.
	ReadsOp func(op string) bool
	// Free is what an outbox calls to win space after its own means are spent.
	Free func(context.Context) error

	mu       sync.Mutex
	data     memData
	life     int // counts crashes
	watchers []*func()
	fault    func(Op) error
	quota    int64
}

// NewMem returns an empty store.
func NewMem() *Mem { return &Mem{data: newMemData()} }

// Open opens an outbox on the store, as another tab would.
func (m *Mem) Open() *Outbox {
	m.mu.Lock()
	defer m.mu.Unlock()
	fresh := len(m.data.order) == 0 && len(m.data.records) == 0
	return &Outbox{eng: &memEngine{mem: m, life: m.life}, readsOp: m.ReadsOp, free: m.Free, fresh: fresh}
}

// Reopen is a crash and a new start: outboxes opened before are gone, what was
// committed is here, and what was not is not.
func (m *Mem) Reopen() *Outbox {
	m.mu.Lock()
	m.life++
	m.watchers = nil
	m.mu.Unlock()
	return m.Open()
}

// PutRaw stores an entry as another version of the program wrote it. Its
// derived keys are those of its field "ix"; without that field it is in no
// index until Check has found it.
func (m *Mem) PutRaw(raw json.RawMessage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.data.put(foreignEntry(raw))
}

// Raw returns an entry as it is stored, nil for none.
func (m *Mem) Raw(key string) json.RawMessage {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.data.entries[key]; s != nil {
		return s.raw()
	}
	return nil
}

// memEngine is one open outbox's view of the store.
type memEngine struct {
	mem    *Mem
	life   int
	closed bool
}

func (g *memEngine) update(ctx context.Context, fn func(tx) error) error {
	changed, err := g.run(ctx, fn, true)
	if changed {
		g.mem.notify()
	}
	return err
}

func (g *memEngine) view(ctx context.Context, fn func(tx) error) error {
	_, err := g.run(ctx, fn, false)
	return err
}

// run is one transaction: all of it, or nothing.
func (g *memEngine) run(ctx context.Context, fn func(tx) error, write bool) (changed bool, err error) {
	m := g.mem
	m.mu.Lock()
	defer m.mu.Unlock()
	if g.closed || g.life != m.life {
		return false, entry.ErrGone
	}
	t := &memTx{mem: m, write: write, before: m.data.used}
	defer func() {
		if err != nil && !t.committed {
			t.rollback()
		}
	}()
	for _, stage := range []func() error{
		ctx.Err,
		func() error { return t.step(OpBegin) },
		func() error { return fn(t) },
		func() error { return t.step(OpCommit) },
		ctx.Err,
		t.commit,
	} {
		if err := stage(); err != nil {
			return t.committed && t.told, err
		}
	}
	return t.told, nil
}

// ballast weighs its megabyte without taking it.
func (g *memEngine) ballast(ctx context.Context, on bool) error {
	_, err := g.run(ctx, func(x tx) error {
		t := x.(*memTx)
		if err := t.step(OpPut); err != nil {
			return err
		}
		d := &t.mem.data
		before := d.heavy
		t.undo = append(t.undo, func() { d.setHeavy(before) })
		d.setHeavy(on)
		return nil
	}, true)
	return err
}

func (g *memEngine) watch(f func()) (stop func()) {
	m := g.mem
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watchers = append(m.watchers, &f)
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.watchers = slices.DeleteFunc(m.watchers, func(w *func()) bool { return w == &f })
	}
}

func (m *Mem) notify() {
	m.mu.Lock()
	watchers := slices.Clone(m.watchers)
	m.mu.Unlock()
	for _, f := range watchers {
		(*f)()
	}
}

func (g *memEngine) close() error {
	g.mem.mu.Lock()
	defer g.mem.mu.Unlock()
	g.closed = true
	return nil
}
