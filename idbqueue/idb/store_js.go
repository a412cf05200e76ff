package idb

import (
	"github.com/hack-pad/safejs"
)

// Source is what can be read: a store, or an index of one.
type Source struct {
	tx  *Tx
	v   safejs.Value
	err error
}

// Store is an object store.
type Store struct{ Source }

// Index is an index of the store.
func (s Store) Index(name string) Source {
	if s.err != nil {
		return s.Source
	}
	v, err := s.v.Call("index", name)
	return Source{s.tx, v, thrown(err)}
}

// Range is a range of keys, made with Between, or just one key; nil: all of them.
type Range any

// Between ranges over low ≤ key < high; nil leaves an end open. Keys are
// strings, numbers, and slices of them.
func Between(low, high any) (Range, error) {
	keyRange, ok := property("IDBKeyRange")
	switch {
	case !ok:
		return nil, ErrUnavailable
	case low == nil && high == nil:
		return nil, nil
	case low == nil:
		return made(keyRange.Call("upperBound", high, true))
	case high == nil:
		return made(keyRange.Call("lowerBound", low, false))
	}
	return made(keyRange.Call("bound", low, high, false, true))
}

func made(v safejs.Value, err error) (Range, error) { return v, thrown(err) }

// Has says whether the store has an index.
func (s Store) Has(index string) bool { return s.err == nil && hasName(s.v, "indexNames", index) }

// Get asks for one value by key: undefined if it is absent.
func (s Source) Get(key any) *Request { return s.ask("get", key) }

// GetAll asks for the values in a range as an array, at most limit (0: all),
// by ascending key.
func (s Source) GetAll(r Range, limit int) *Request { return s.ask("getAll", bounded(r, limit)...) }

// GetAllKeys asks for the primary keys likewise.
func (s Source) GetAllKeys(r Range, limit int) *Request {
	return s.ask("getAllKeys", bounded(r, limit)...)
}

// First asks for the first key in a range: the answer is a cursor with "key"
// and "primaryKey", or null.
func (s Source) First(r Range) *Request { return s.ask("openKeyCursor", bounded(r, 0)...) }

// Count asks how many there are. It is not free: it walks.
func (s Source) Count(r Range) *Request { return s.ask("count", bounded(r, 0)...) }

func bounded(r Range, limit int) []any {
	if r == nil {
		r = safejs.Undefined()
	}
	if limit == 0 {
		return []any{r}
	}
	return []any{r, limit}
}

// Put stores a value under its own key, or under the one given.
func (s Store) Put(value any, key ...any) error { return s.do("put", append([]any{value}, key...)...) }

// Add is Put for a key that must be new: else the transaction aborts with
// ErrConstraint.
func (s Store) Add(value any, key ...any) error { return s.do("add", append([]any{value}, key...)...) }

// Delete removes by key or range.
func (s Store) Delete(key any) error { return s.do("delete", key) }

// Clear removes everything in the store.
func (s Store) Clear() error { return s.do("clear") }

// do places a request that nobody awaits: the commit answers for it.
func (s Source) do(method string, args ...any) error {
	if s.err != nil {
		return s.err
	}
	_, err := s.v.Call(method, args...)
	return thrown(err)
}
