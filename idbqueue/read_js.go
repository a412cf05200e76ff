package idbqueue

import (
	"encoding/json"
	"sync"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue/idb"
)

// read places all requests before it waits for the first.
func (t *idbTx) read(qs ...query) ([]found, error) {
	answers := make([]func() (found, error), len(qs))
	for i, q := range qs {
		if err := t.step(OpRead); err != nil {
			return nil, err
		}
		answers[i] = t.ask(q)
	}
	// The browser answers in order: the last answer wakes us once for all.
	if t.last != nil {
		if _, err := t.last.Await(); err != nil {
			return nil, err
		}
		t.last = nil
		t.breath.Taken()
	}
	all := make([]found, len(qs))
	for i, answer := range answers {
		var err error
		if all[i], err = answer(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// placed remembers the latest request of a round.
func (t *idbTx) placed(r *idb.Request) *idb.Request {
	t.last = r
	return r
}

// ask places the requests of one query, and returns how to await them.
func (t *idbTx) ask(q query) func() (found, error) {
	switch {
	case q.store != "":
		return t.askRecords(q)
	case q.all || q.index != "":
		return t.askRange(q)
	}
	requests, entries := make([]*idb.Request, len(q.keys)), t.store()
	for i, key := range q.keys {
		requests[i] = t.placed(entries.Get(key))
	}
	return func() (found, error) {
		f := found{rows: make([]row, len(requests))}
		for i, r := range requests {
			v, err := r.Await()
			if err != nil {
				return found{}, err
			}
			if !v.IsUndefined() {
				f.rows[i] = rowOf(v)
			}
		}
		return f, nil
	}
}

func (t *idbTx) askRecords(q query) func() (found, error) {
	store := t.tx.Store(q.store)
	if q.names == nil {
		keys, values := store.GetAllKeys(nil, 0), t.placed(store.GetAll(nil, 0))
		return func() (found, error) { return allRecords(keys, values) }
	}
	requests := make([]*idb.Request, len(q.names))
	for i, name := range q.names {
		requests[i] = t.placed(store.Get(name))
	}
	return func() (found, error) {
		f := found{records: map[string]json.RawMessage{}}
		for i, r := range requests {
			v, err := r.Await()
			if err != nil {
				return found{}, err
			}
			if !v.IsUndefined() {
				f.records[q.names[i]] = stringified(v)
			}
		}
		return f, nil
	}
}

func allRecords(keys, values *idb.Request) (found, error) {
	names, err := keys.Await()
	if err != nil {
		return found{}, err
	}
	array, err := values.Await()
	if err != nil {
		return found{}, err
	}
	f := found{records: map[string]json.RawMessage{}}
	err = each(array, func(i int, v safejs.Value) error {
		name, err := names.Index(i)
		if err != nil {
			return err
		}
		key, err := name.String()
		f.records[key] = stringified(v)
		return err
	})
	return f, err
}

func (t *idbTx) askRange(q query) func() (found, error) {
	source := t.store().Source
	if q.index != "" {
		source = t.store().Index(q.index)
	}
	keys, err := rangeOf(q)
	if err != nil {
		return func() (found, error) { return found{}, err }
	}
	switch {
	case q.count:
		return awaitCount(t.placed(source.Count(keys)))
	case q.first:
		return awaitFirst(t.placed(source.First(keys)))
	case q.bare:
		return awaitKeys(t.placed(source.GetAllKeys(keys, q.limit)))
	}
	request := t.placed(source.GetAll(keys, q.limit))
	return func() (found, error) {
		array, err := request.Await()
		if err != nil {
			return found{}, err
		}
		var f found
		err = each(array, func(_ int, v safejs.Value) error {
			f.rows = append(f.rows, rowOf(v))
			return nil
		})
		return f, err
	}
}

func rangeOf(q query) (idb.Range, error) {
	switch {
	case q.exact:
		return keyOf(q.low), nil
	case q.index != "":
		return idb.Between(keyOf(q.low), keyOf(q.high))
	case q.after != "":
		return idb.Between(q.after+"\x00", nil) // the smallest key after it
	}
	return nil, nil
}

func awaitCount(r *idb.Request) func() (found, error) {
	return func() (found, error) {
		v, err := r.Await()
		if err != nil {
			return found{}, err
		}
		n, err := v.Int()
		return found{n: n}, err
	}
}

func awaitKeys(r *idb.Request) func() (found, error) {
	return func() (found, error) {
		array, err := r.Await()
		if err != nil {
			return found{}, err
		}
		var f found
		err = json.Unmarshal(stringified(array), &f.keys)
		return f, err
	}
}

func awaitFirst(r *idb.Request) func() (found, error) {
	return func() (found, error) {
		cursor, err := r.Await()
		if err != nil || cursor.IsNull() {
			return found{}, err
		}
		key, err := cursor.Get("key")
		if err != nil {
			return found{}, err
		}
		var f found
		err = json.Unmarshal(stringified(key), &f.at)
		return f, err
	}
}

func each(array safejs.Value, f func(int, safejs.Value) error) error {
	n, err := array.Length()
	for i := 0; err == nil && i < n; i++ {
		var v safejs.Value
		if v, err = array.Index(i); err == nil {
			err = f(i, v)
		}
	}
	return err
}

// rowOf reads a stored entry.
func rowOf(v safejs.Value) row {
	text := stringified(v)
	r := row{raw: func() json.RawMessage { return text }, stored: v}
	r.entry, r.ok = decode(text)
	r.keys = sync.OnceValue(func() derived { return storedKeys(text) })
	return r
}

// stringified is a stored value as JSON. One that JSON cannot hold (another
// version's, a bug's) is still listed, by its key.
func stringified(v safejs.Value) json.RawMessage {
	if text, ok := idb.Stringify(v); ok {
		return json.RawMessage(text)
	}
	key, err := v.Get("key")
	if err == nil && key.Type() == safejs.TypeString {
		if s, err := key.String(); err == nil {
			return objectOf(map[string]any{"v": map[string]string{"key": s}})["v"]
		}
	}
	return json.RawMessage(`{}`)
}

// keyOf is a tuple as IndexedDB takes it: the top is an empty array there.
func keyOf(t tuple) any {
	if t == nil {
		return nil
	}
	key := make([]any, len(t))
	for i, element := range t {
		if _, ok := element.(top); ok {
			element = []any{}
		}
		key[i] = element
	}
	return key
}
