package catalog

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync"

	"waybill/app/port"
	"waybill/server/wire"
	"waybill/sw"
)

// copyStore keeps the local copy on the device. It is disposable: when it
// fails, the copy lives in memory and is loaded again.
type copyStore interface {
	// Load returns what is stored of an owner; another's is dropped.
	Load(ctx context.Context, owner string) (copyMeta, map[wire.Kind][]json.RawMessage, error)
	// Put stores records and the meta that is true once they are in.
	Put(ctx context.Context, meta copyMeta, records map[wire.Kind][]json.RawMessage, gone map[wire.Kind][]string) error
	// Drop forgets everything.
	Drop(ctx context.Context) error
}

// copyMeta says whose the copy is and how far it reaches.
type copyMeta struct {
	Owner  string `json:"owner"`
	Cursor string `json:"cursor"` // of the changes feed, empty: lists only
	At     int64  `json:"at"`     // when it was last whole and up to date
}

// catalogue is the local copy: an index in memory over a disposable store.
type catalogue struct {
	office port.Office
	store  copyStore
	now    func() int64
	random func() float64 // uniform over [0, 1)

	pulling sync.Mutex // one pull at a time

	mu       sync.RWMutex
	owner    string
	meta     copyMeta
	fresh    port.Freshness
	indexes  map[wire.Kind]*index
	begun    *pull           // a load from the beginning that is not at its end, nil: none
	filling  map[string]bool // the owners whose empty copy is tried for again
	unstored bool            // nothing is stored any more before the next start
	watchers map[int]func()
	next     int
}

// New makes the local copy. now is the device's clock.
func New(office port.Office, now func() int64) port.Catalogue {
	return NewOn(office, newCopyStore(), now)
}

// NewOn makes the copy of what office sends, kept in store. now is the
// device's clock, milliseconds.
func NewOn(office port.Office, store copyStore, now func() int64) *catalogue {
	return &catalogue{office: office, store: store, now: now, random: rand.Float64, indexes: emptyIndexes(), filling: map[string]bool{}, watchers: map[int]func(){}}
}

func emptyIndexes() map[wire.Kind]*index {
	m := map[wire.Kind]*index{}
	for _, k := range wire.Kinds {
		m[k] = newIndex(k)
	}
	return m
}

// Open reads the stored copy, once for each owner, and brings it up to date in
// the background where it is old.
func (c *catalogue) Open(ctx context.Context, user wire.User) error {
	err := c.load(ctx, user.ID)
	if c.old() {
		go c.freshen(context.WithoutCancel(ctx), user.ID)
	}
	return err
}

func (c *catalogue) load(ctx context.Context, owner string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owner == owner {
		return nil
	}
	// Nothing of another user is shown, whatever the store says.
	c.owner, c.meta, c.fresh, c.indexes, c.begun = owner, copyMeta{Owner: owner}, port.Freshness{}, emptyIndexes(), nil
	meta, records, err := c.store.Load(ctx, owner)
	if err != nil {
		return err
	}
	if meta.Owner != owner {
		return nil
	}
	for kind, list := range records {
		c.indexes[kind].put(list)
	}
	c.meta, c.fresh.At = meta, meta.At
	c.tell()
	return nil
}

// Put replaces one record that the office just answered with.
func (c *catalogue) Put(ctx context.Context, kind wire.Kind, record json.RawMessage) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	ix := c.indexes[kind]
	if ix == nil || c.owner == "" {
		return nil
	}
	ix.put([]json.RawMessage{record})
	c.tell()
	if c.meta.At != 0 { // before the first load is whole there is nothing to add to
		c.keep(ctx, c.meta, map[wire.Kind][]json.RawMessage{kind: {record}}, nil)
	}
	return nil
}

// Absorb takes the records that came with the proofs of sent writes, so that
// lists show them before the next pull.
func (c *catalogue) Absorb(ctx context.Context, cards []sw.Card) {
	for _, card := range cards {
		spec, ok := wire.Op(card.Entry.Op).Spec()
		if !ok || card.Entry.Receipt == nil {
			continue
		}
		raw := json.RawMessage(card.Entry.Receipt.Record)
		meta, ok := wire.Decode[wire.Meta](raw)
		if !ok || meta.ID == "" || meta.Version <= versionOf(c.Get(spec.Kind, meta.ID)) {
			continue
		}
		if err := c.Put(ctx, spec.Kind, raw); err != nil {
			return
		}
	}
}

// versionOf a record of the copy, 0 where it is not here.
func versionOf(record any) int64 {
	switch v := record.(type) {
	case wire.Customer:
		return v.Version
	case wire.Product:
		return v.Version
	case wire.Order:
		return v.Version
	case wire.Dispatch:
		return v.Version
	}
	return 0
}

// Search finds records by code, name or part of either, best first.
func (c *catalogue) Search(kind wire.Kind, text string, limit int) []port.Found {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if ix := c.indexes[kind]; ix != nil {
		return ix.search(text, limit)
	}
	return nil
}

// Get returns one record, nil where it is not here.
func (c *catalogue) Get(kind wire.Kind, id string) any {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if ix := c.indexes[kind]; ix != nil {
		return ix.get(id)
	}
	return nil
}

// Drop empties the stored copy, to win space. What is in memory stays usable
// and is not stored again before the next start: a part of a copy that called
// itself whole would be worse than none.
func (c *catalogue) Drop(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unstored = true
	return c.store.Drop(ctx)
}

// keep stores a step of the copy. A step that fails leaves the store whole as
// it was before; later steps would leave a gap, so there are none.
func (c *catalogue) keep(ctx context.Context, meta copyMeta, records map[wire.Kind][]json.RawMessage, gone map[wire.Kind][]string) {
	if c.unstored {
		return
	}
	if err := c.store.Put(ctx, meta, records, gone); err != nil {
		c.unstored = true
	}
}

// Fresh says how old the copy is and how much is in it.
func (c *catalogue) Fresh() port.Freshness {
	c.mu.RLock()
	defer c.mu.RUnlock()
	f := c.fresh
	f.Counts = map[wire.Kind]int{}
	for kind, ix := range c.indexes {
		f.Counts[kind] = len(ix.rows)
	}
	return f
}

// Watch calls f after every change of the copy.
func (c *catalogue) Watch(f func()) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.next
	c.next++
	c.watchers[n] = f
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.watchers, n)
	}
}

// tell runs under the lock; watchers only note that something changed.
func (c *catalogue) tell() {
	for _, f := range c.watchers {
		f()
	}
}
