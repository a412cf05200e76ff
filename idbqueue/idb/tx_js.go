package idb

import (
	"context"
	"errors"

	"github.com/hack-pad/safejs"
)

// Mode says what a transaction may do.
type Mode string

// The modes. ReadWrite is strict: complete means that the browser has handed
// it to the disk.
const (
	ReadOnly  Mode = "readonly"
	ReadWrite Mode = "readwrite"
)

// Tx is one transaction. It is used by one goroutine, inside the function that
// it was given to.
type Tx struct {
	ctx    context.Context
	tx     safejs.Value
	ended  chan struct{} // closed by complete or abort
	err    error         // why it aborted; read after ended
	broken error         // a panic in one of its callbacks
	funcs  []safejs.Func

	stores map[string]Store

	placed, answered int // requests, counted in their order
}

// newTx arms the transaction at once: an end that comes before anybody waits
// is not missed.
func newTx(ctx context.Context, tx safejs.Value) (*Tx, error) {
	t := &Tx{ctx: ctx, tx: tx, ended: make(chan struct{})}
	for event, end := range map[string]func(){
		"oncomplete": func() { close(t.ended) },
		"onabort": func() {
			t.err = t.cause()
			close(t.ended)
		},
	} {
		if err := t.listen(tx, event, func(safejs.Value) { end() }); err != nil {
			t.release()
			return nil, err
		}
	}
	return t, nil
}

func (t *Tx) listen(target safejs.Value, event string, f func(safejs.Value)) error {
	fn, err := listen(target, event, t.fail, f)
	t.funcs = append(t.funcs, fn)
	return err
}

// fail makes a caught panic the transaction's error.
func (t *Tx) fail(err error) {
	t.broken = err
	t.abort()
}

// cause says why the transaction aborted: for a full disk nobody but the
// transaction knows.
func (t *Tx) cause() error {
	v, err := get(t.tx, "error")
	if err != nil {
		return err
	}
	if cause := exception(v); cause != nil {
		return cause
	}
	return ErrAbort
}

// run carries fn out and waits for the end. A panic of fn's goes on to the
// caller, but nothing of the transaction stays.
func (t *Tx) run(fn func(*Tx) error) error {
	defer t.release()
	through := false
	defer func() {
		if !through {
			t.abort()
		}
	}()
	err := fn(t)
	through = true
	if err == nil {
		err = t.ctx.Err()
	}
	if err != nil {
		return t.undo(err)
	}
	t.commit()
	return t.wait()
}

// undo aborts for a reason of fn's. What the browser had against the
// transaction first is the better reason: fn's is what came of it.
func (t *Tx) undo(reason error) error {
	t.abort()
	if err := t.wait(); err != nil && !errors.Is(err, ErrAbort) {
		return err
	}
	if t.broken != nil {
		return t.broken
	}
	return reason
}

// wait waits for complete or abort. A context that ends first aborts.
func (t *Tx) wait() error {
	select {
	case <-t.ended:
	case <-t.ctx.Done():
		t.abort()
		return t.ctx.Err()
	}
	if t.err != nil && t.broken != nil {
		return t.broken
	}
	return t.err
}

// commit hastens the commit where the browser knows how; elsewhere it commits
// by itself when no request is under way.
func (t *Tx) commit() { _, _ = t.tx.Call("commit") }

func (t *Tx) abort() { _, _ = t.tx.Call("abort") }

// release frees the callbacks once no event can come any more. A transaction
// that its context gave up may still have events to come.
func (t *Tx) release() {
	free := func() {
		for _, fn := range t.funcs {
			fn.Release()
		}
	}
	select {
	case <-t.ended:
		free()
	default:
		go func() {
			<-t.ended
			free()
		}()
	}
}

// Store is an object store within the transaction. A store that is not there
// makes every request fail with ErrNotFound.
func (t *Tx) Store(name string) Store {
	if s, ok := t.stores[name]; ok {
		return s
	}
	v, err := t.tx.Call("objectStore", name)
	s := Store{Source{t, v, thrown(err)}}
	if t.stores == nil {
		t.stores = map[string]Store{}
	}
	if err == nil { // a store that an upgrade is about to make is asked for again
		t.stores[name] = s
	}
	return s
}
