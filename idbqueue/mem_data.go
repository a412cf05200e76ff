package idbqueue

import (
	"encoding/json"
	"slices"
	"strings"

	"waybill/idbqueue/entry"
)

// memData is the stored state: entries by key, each index as a sorted slice,
// and records.
type memData struct {
	entries map[string]*memEntry
	order   []string // keys, sorted
	indexes map[string][]memKey
	records map[string]json.RawMessage // by store and name
	heavy   bool
	used    int64
}

// memEntry is one stored entry; it never changes, it is replaced.
type memEntry struct {
	key     string
	entry   entry.Entry
	ok      bool
	keys    derived
	foreign map[string]json.RawMessage // all fields, where another version wrote some; else nil
	bytes   json.RawMessage            // of an entry that is not even an object this version reads
}

type memKey struct {
	at    tuple
	entry *memEntry
}

func newMemData() memData {
	return memData{
		entries: map[string]*memEntry{}, indexes: map[string][]memKey{}, records: map[string]json.RawMessage{},
	}
}

// foreignEntry is an entry as another version wrote it.
func foreignEntry(raw json.RawMessage) *memEntry {
	s := &memEntry{bytes: slices.Clone(raw), keys: storedKeys(raw)}
	s.entry, s.ok = decode(raw)
	s.key = decodeHead(raw).Key
	if s.ok {
		s.foreign = objectOf(json.RawMessage(raw))
	}
	return s
}

func objectOf(v any) map[string]json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("idbqueue: an entry is plain data: " + err.Error())
	}
	var object map[string]json.RawMessage
	_ = json.Unmarshal(raw, &object)
	return object
}

// raw is the entry with its derived keys, as the browser's store has it.
func (s *memEntry) raw() json.RawMessage {
	object := s.foreign
	switch {
	case object != nil:
	case s.bytes != nil:
		object = objectOf(s.bytes)
	default:
		object = objectOf(s.entry)
	}
	object = patch{parts: map[string]map[string]any{derivedField: s.keys.stored()}}.onto(object)
	return objectBytes(object)
}

// memOverhead is what an entry weighs beside its texts, roughly.
const memOverhead = 600

func (s *memEntry) size() int64 {
	if s == nil {
		return 0
	}
	return int64(memOverhead + len(s.entry.Body) + len(s.entry.Mine) + len(s.bytes))
}

func (s *memEntry) row() row {
	return row{
		entry: entry.Clone(s.entry), ok: s.ok, raw: s.raw, stored: s,
		keys: func() derived { return s.keys },
	}
}

func (d *memData) put(s *memEntry) { d.replace(s, d.entries[s.key]) }

// replace puts now where before was; either may be nil.
func (d *memData) replace(now, before *memEntry) {
	d.used += now.size() - before.size()
	if before != nil {
		d.unindex(before)
		delete(d.entries, before.key)
		if i, found := slices.BinarySearch(d.order, before.key); found && now == nil {
			d.order = slices.Delete(d.order, i, i+1)
		}
	}
	if now == nil {
		return
	}
	d.entries[now.key] = now
	if i, found := slices.BinarySearch(d.order, now.key); !found {
		d.order = slices.Insert(d.order, i, now.key)
	}
	d.index(now)
}

func (d *memData) index(s *memEntry) {
	for _, name := range indexes {
		for _, at := range s.keys[name] {
			i := d.seek(name, at, s.key)
			d.indexes[name] = slices.Insert(d.indexes[name], i, memKey{at, s})
		}
	}
}

func (d *memData) unindex(s *memEntry) {
	for _, name := range indexes {
		for _, at := range s.keys[name] {
			i := d.seek(name, at, s.key)
			d.indexes[name] = slices.Delete(d.indexes[name], i, i+1)
		}
	}
}

// seek finds the place of a key in an index; entries with the same key are in
// the order of their own.
func (d *memData) seek(name string, at tuple, key string) int {
	i, _ := slices.BinarySearchFunc(d.indexes[name], at, func(k memKey, at tuple) int {
		if c := k.at.compare(at); c != 0 {
			return c
		}
		return strings.Compare(k.entry.key, key)
	})
	return i
}

func (d *memData) record(store, name string) json.RawMessage { return d.records[store+"/"+name] }

func (d *memData) setRecord(store, name string, value json.RawMessage) {
	full := store + "/" + name
	d.used += int64(len(value) - len(d.records[full]))
	if value == nil {
		delete(d.records, full)
		return
	}
	d.records[full] = value
}

func (d *memData) setHeavy(on bool) {
	if d.heavy != on {
		d.used += map[bool]int64{true: entry.BallastBytes, false: -entry.BallastBytes}[on]
	}
	d.heavy = on
}
