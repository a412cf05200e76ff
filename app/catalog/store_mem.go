package catalog

import (
	"context"
	"encoding/json"
	"sync"

	"waybill/server/wire"
)

// memCopy keeps the copy in memory: the store of tests, and of a browser that
// keeps nothing.
type memCopy struct {
	mu      sync.Mutex
	meta    copyMeta
	records map[wire.Kind]map[string]json.RawMessage
}

// NewMemCopy keeps a copy in memory, for tests and where nothing can be
// stored.
func NewMemCopy() *memCopy { return &memCopy{records: map[wire.Kind]map[string]json.RawMessage{}} }

// Load returns the copy if it is the owner's; another's is dropped.
func (m *memCopy) Load(_ context.Context, owner string) (copyMeta, map[wire.Kind][]json.RawMessage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.meta.Owner != owner {
		m.meta, m.records = copyMeta{}, map[wire.Kind]map[string]json.RawMessage{}
		return copyMeta{}, nil, nil
	}
	out := map[wire.Kind][]json.RawMessage{}
	for kind, byID := range m.records {
		for _, raw := range byID {
			out[kind] = append(out[kind], raw)
		}
	}
	return m.meta, out, nil
}

// Put stores records.
func (m *memCopy) Put(_ context.Context, meta copyMeta, records map[wire.Kind][]json.RawMessage, gone map[wire.Kind][]string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.meta = meta
	for kind, list := range records {
		if m.records[kind] == nil {
			m.records[kind] = map[string]json.RawMessage{}
		}
		for _, raw := range list {
			if meta, ok := wire.Decode[wire.Meta](raw); ok {
				m.records[kind][meta.ID] = raw
			}
		}
	}
	for kind, ids := range gone {
		for _, id := range ids {
			delete(m.records[kind], id)
		}
	}
	return nil
}

// Drop forgets everything.
func (m *memCopy) Drop(context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.meta, m.records = copyMeta{}, map[wire.Kind]map[string]json.RawMessage{}
	return nil
}
