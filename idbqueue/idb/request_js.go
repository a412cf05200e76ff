package idb

import (
	"github.com/hack-pad/safejs"
)

// Request is a question under way.
type Request struct {
	tx   *Tx
	v    safejs.Value
	done chan struct{}
	err  error // why it could not be placed
}

// ask places a request and listens for its answer.
func (s Source) ask(method string, args ...any) *Request {
	r := &Request{tx: s.tx, done: make(chan struct{}, 1), err: s.err}
	if r.err != nil {
		return r
	}
	v, err := s.v.Call(method, args...)
	if r.v, r.err = v, thrown(err); r.err == nil {
		r.err = s.tx.listen(v, "onsuccess", func(safejs.Value) { r.done <- struct{}{} })
	}
	return r
}

// Await returns the answer. A request that fails aborts its transaction, whose
// error is returned.
func (r *Request) Await() (safejs.Value, error) {
	if r.err != nil {
		return safejs.Undefined(), r.err
	}
	select {
	case <-r.done:
	default:
		if err := r.wait(); err != nil {
			return safejs.Undefined(), err
		}
	}
	v, err := r.v.Get("result")
	return v, thrown(err)
}

func (r *Request) wait() error {
	select {
	case <-r.done:
		return nil
	case <-r.tx.ended:
		if r.tx.err != nil {
			return r.tx.err
		}
		return ErrInactive // it completed without this answer: that cannot be
	case <-r.tx.ctx.Done():
		return r.tx.ctx.Err()
	}
}

// Direction is the order in which Each walks.
type Direction string

// The directions. Unique ones skip entries with the same index key.
const (
	Next       Direction = "next"
	NextUnique Direction = "nextunique"
	Prev       Direction = "prev"
)

// Each walks a range and calls f for each value until f returns false.
func (s Source) Each(r Range, d Direction, f func(key, value safejs.Value) (more bool)) error {
	return s.walk("openCursor", r, d, "value", f)
}

// EachKey walks likewise, without values: f gets the key of the source, and
// the primary key.
func (s Source) EachKey(r Range, d Direction, f func(key, primary safejs.Value) (more bool)) error {
	return s.walk("openKeyCursor", r, d, "primaryKey", f)
}

func (s Source) walk(open string, r Range, d Direction, second string, f func(a, b safejs.Value) bool) error {
	if r == nil {
		r = safejs.Undefined()
	}
	request := s.ask(open, r, string(d))
	for {
		cursor, err := request.Await()
		if err != nil || cursor.IsNull() {
			return err
		}
		key, err := cursor.Get("key")
		if err != nil {
			return thrown(err)
		}
		value, err := cursor.Get(second)
		if err != nil || !f(key, value) {
			return thrown(err)
		}
		if _, err := cursor.Call("continue"); err != nil {
			return thrown(err)
		}
	}
}
