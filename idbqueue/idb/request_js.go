package idb

import (
	"github.com/hack-pad/safejs"
)

// Request is a question under way.
type Request struct {
	tx   *Tx
	v    safejs.Value
	n    int // its place among the transaction's requests
	done chan struct{}
	err  error // why it could not be placed
}

// ask places a request. Nobody listens before it is awaited: its event cannot
// come before this goroutine has let the browser go on.
func (s Source) ask(method string, args ...any) *Request {
	r := &Request{tx: s.tx, err: s.err}
	if r.err == nil {
		v, err := s.v.Call(method, args...)
		r.v, r.err = v, thrown(err)
		s.tx.placed++
		r.n = s.tx.placed
	}
	return r
}

// listen arms the request, once.
func (r *Request) listen() error {
	if r.done != nil {
		return nil
	}
	r.done = make(chan struct{}, 1)
	return r.tx.listen(r.v, "onsuccess", func(safejs.Value) {
		r.tx.answered = max(r.tx.answered, r.n)
		r.done <- struct{}{}
	})
}

// Await returns the answer. A request that fails aborts its transaction, whose
// error is returned. Requests are answered in the order in which they were
// placed: await the last of several first, and the others cost nothing more.
func (r *Request) Await() (safejs.Value, error) {
	if r.err != nil {
		return safejs.Undefined(), r.err
	}
	if r.tx.answered < r.n {
		if err := r.wait(); err != nil {
			return safejs.Undefined(), err
		}
	}
	return get(r.v, "result")
}

func (r *Request) wait() error {
	if err := r.listen(); err != nil {
		return err
	}
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
		if err := request.advance(cursor); err != nil {
			return err
		}
	}
}

// advance asks the cursor to go on: its request is placed anew.
func (r *Request) advance(cursor safejs.Value) error {
	if err := r.listen(); err != nil {
		return err
	}
	if _, err := cursor.Call("continue"); err != nil {
		return thrown(err)
	}
	r.tx.placed++
	r.n = r.tx.placed
	return nil
}
