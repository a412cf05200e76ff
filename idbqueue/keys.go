package idbqueue

import (
	"cmp"
	"encoding/json"
	"errors"
)

// tuple is a compound key of strings and int64, compared element by element; a
// shorter one sorts before its extensions, a number before a string.
type tuple []any

// top sorts after everything. It is no stored key, only the end of a range; in
// IndexedDB it is the empty array, which sorts after every number and string.
type top struct{}

// beyond is the first tuple after all those that start with prefix.
func beyond(prefix tuple) tuple {
	high := make(tuple, 0, len(prefix)+1)
	return append(append(high, prefix...), top{})
}

func (t tuple) compare(u tuple) int {
	for i := 0; i < len(t) && i < len(u); i++ {
		if c := compareElement(t[i], u[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(t), len(u))
}

func compareElement(a, b any) int {
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}
	switch a := a.(type) {
	case int64:
		return cmp.Compare(a, b.(int64))
	case string:
		return cmp.Compare(a, b.(string))
	}
	return 0
}

func rank(a any) int {
	switch a.(type) {
	case int64:
		return 0
	case string:
		return 1
	}
	return 2
}

// storedKeys reads the derived keys as they are stored. What it cannot read it
// leaves out: Check finds the difference.
func storedKeys(raw []byte) derived {
	var stored struct {
		IX map[string]json.RawMessage `json:"ix"`
	}
	if json.Unmarshal(raw, &stored) != nil {
		return nil
	}
	d := derived{}
	for _, ix := range indexes {
		if tuples, ok := readTuples(stored.IX[ix], multi(ix)); ok {
			d[ix] = tuples
		}
	}
	return d
}

func readTuples(raw json.RawMessage, many bool) (tuples []tuple, ok bool) {
	if len(raw) == 0 {
		return nil, false
	}
	if many {
		ok = json.Unmarshal(raw, &tuples) == nil
		return tuples, ok && len(tuples) > 0
	}
	var one tuple
	ok = json.Unmarshal(raw, &one) == nil && one != nil
	return []tuple{one}, ok
}

// UnmarshalJSON reads numbers as int64: every number in a key is one.
func (t *tuple) UnmarshalJSON(raw []byte) error {
	var elements []json.RawMessage
	if err := json.Unmarshal(raw, &elements); err != nil {
		return err
	}
	for _, element := range elements {
		var n int64
		var s string
		switch {
		case json.Unmarshal(element, &n) == nil:
			*t = append(*t, n)
		case json.Unmarshal(element, &s) == nil:
			*t = append(*t, s)
		default:
			return errors.New("idbqueue: a key of neither text nor number")
		}
	}
	return nil
}

// stored is the derived field as it is stored: an index that the entry is
// not in is null, which no index takes, so that a patch can take it out.
func (d derived) stored() map[string]any {
	all := map[string]any{}
	for _, ix := range indexes {
		switch tuples := d[ix]; {
		case multi(ix):
			all[ix] = tuples
		case len(tuples) == 1:
			all[ix] = tuples[0]
		default:
			all[ix] = nil
		}
	}
	return all
}
