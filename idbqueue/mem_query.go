package idbqueue

import (
	"encoding/json"
	"slices"
	"strings"
)

// answer answers one query from the data as it stands.
func (d *memData) answer(q query) found {
	switch {
	case q.store != "":
		return found{records: d.answerRecords(q)}
	case q.all:
		return d.answerAll(q)
	case q.index != "":
		return d.answerIndex(q)
	}
	var f found
	for _, key := range q.keys {
		if s := d.entries[key]; s != nil {
			f.rows = append(f.rows, s.row())
		} else {
			f.rows = append(f.rows, row{})
		}
	}
	return f
}

func (d *memData) answerRecords(q query) map[string]json.RawMessage {
	records := map[string]json.RawMessage{}
	if q.names == nil {
		for full, value := range d.records {
			if name, ok := strings.CutPrefix(full, q.store+"/"); ok {
				records[name] = slices.Clone(value)
			}
		}
	}
	for _, name := range q.names {
		if value := d.record(q.store, name); value != nil {
			records[name] = slices.Clone(value)
		}
	}
	return records
}

func (d *memData) answerAll(q query) found {
	if q.count {
		return found{n: len(d.order)}
	}
	var f found
	i, here := slices.BinarySearch(d.order, q.after)
	if here {
		i++
	}
	for _, key := range d.order[i:] {
		if q.limit > 0 && len(f.rows) == q.limit {
			break
		}
		f.rows = append(f.rows, d.entries[key].row())
	}
	return f
}

func (d *memData) answerIndex(q query) found {
	keys := d.indexes[q.index]
	low, high := lowerBound(keys, q.low), lowerBound(keys, q.high)
	if low >= high {
		return found{}
	}
	keys = keys[low:high]
	switch {
	case q.count:
		return found{n: len(keys)}
	case q.first:
		return found{at: keys[0].at}
	}
	if q.limit > 0 && len(keys) > q.limit {
		keys = keys[:q.limit]
	}
	if q.bare {
		return found{keys: keysOf(keys)}
	}
	f := found{rows: make([]row, len(keys))}
	for i, k := range keys {
		f.rows[i] = k.entry.row()
	}
	return f
}

func keysOf(index []memKey) []string {
	keys := make([]string, len(index))
	for i, k := range index {
		keys[i] = k.entry.key
	}
	return keys
}

func lowerBound(keys []memKey, at tuple) int {
	i, _ := slices.BinarySearchFunc(keys, at, func(k memKey, at tuple) int { return k.at.compare(at) })
	return i
}
