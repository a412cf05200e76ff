package idb

import (
	"context"

	"github.com/hack-pad/safejs"
)

// Options say what to open. Callbacks run on the browser's event loop: they
// must not block.
type Options struct {
	Name    string
	Version int // 0: whatever version there is, 1 if there is none

	// Upgrade brings the schema from an older version (0: none) to Version. An
	// error undoes all of it and fails the open.
	Upgrade func(u *Upgrade, from int) error
	// Blocked: another context keeps an older version open; the open goes on
	// waiting for it.
	Blocked func()
	// Outdated: another context wants version to (0: it deletes the database);
	// this connection has closed itself.
	Outdated func(to int)
	// Lost: the browser closed the connection (data cleared, disk error).
	Lost func()
}

// opening is one open request. Its events may come after everybody stopped
// waiting; then the connection is closed at once.
type opening struct {
	o        Options
	ctx      context.Context
	request  safejs.Value
	funcs    []safejs.Func
	result   chan opened
	upgraded chan error // of the upgrade, nil: there was none
	page     *pageHide  // nil in a worker
	left     bool       // the page has gone meanwhile
}

type opened struct {
	db  *DB
	err error
}

// Open opens a database and upgrades it where needed. It waits as long as the
// context allows; an open that never answers is the caller's to give up.
// Errors: ErrUnavailable, ErrClosed if the page was left meanwhile, ErrVersion for one that is newer than Version, the
// upgrade's own, the context's, and any [Error].
func Open(ctx context.Context, o Options) (*DB, error) {
	request, err := requestOpen(o)
	if err != nil {
		return nil, err
	}
	op := &opening{o: o, ctx: ctx, request: request, result: make(chan opened, 1)}
	if err := op.arm(); err != nil {
		return nil, err
	}
	select {
	case r := <-op.result:
		return r.db, r.err
	case <-ctx.Done():
		go op.abandon()
		return nil, ctx.Err()
	}
}

func factory() (safejs.Value, error) {
	f, ok := property("indexedDB")
	if !ok {
		return f, ErrUnavailable
	}
	return f, nil
}

func requestOpen(o Options) (safejs.Value, error) {
	f, err := factory()
	if err != nil {
		return f, err
	}
	args := []any{o.Name}
	if o.Version > 0 {
		args = append(args, o.Version)
	}
	request, err := f.Call("open", args...)
	return request, thrown(err)
}

// Delete deletes a database. Nothing in this project does that to the outbox.
func Delete(ctx context.Context, name string) error {
	f, err := factory()
	if err != nil {
		return err
	}
	request, err := f.Call("deleteDatabase", name)
	if err != nil {
		return thrown(err)
	}
	op := &opening{ctx: ctx, request: request, result: make(chan opened, 1)}
	deleted := func(safejs.Value) {
		defer op.settled()
		op.end(opened{})
	}
	if err := op.on("onsuccess", deleted); err != nil {
		return err
	}
	if err := op.on("onerror", op.failed); err != nil {
		return err
	}
	select {
	case r := <-op.result:
		return r.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (op *opening) arm() error {
	for event, f := range map[string]func(safejs.Value){
		"onsuccess": op.succeeded, "onerror": op.failed, "onupgradeneeded": op.upgrade,
		"onblocked": func(safejs.Value) {
			if op.o.Blocked != nil {
				op.o.Blocked()
			}
		},
	} {
		if err := op.on(event, f); err != nil {
			return err
		}
	}
	var err error
	op.page, err = onPageHide(op.leave)
	return err
}

// leave undoes an upgrade under way when its page goes: frozen in the middle of
// it, the page would keep every other from opening the database. A connection
// that comes after all is closed at once.
func (op *opening) leave() {
	op.left = true
	if tx, err := get(op.request, "transaction"); err == nil && !tx.IsNull() && !tx.IsUndefined() {
		_, _ = tx.Call("abort")
	}
	op.end(opened{err: ErrClosed})
}

func (op *opening) on(event string, f func(safejs.Value)) error {
	fn, err := listen(op.request, event, func(err error) { op.end(opened{err: err}) }, f)
	op.funcs = append(op.funcs, fn)
	return err
}

// settled frees the callbacks: success and error are the last events.
func (op *opening) settled() {
	op.page.forget()
	for _, fn := range op.funcs {
		fn.Release()
	}
}

// end delivers the first result.
func (op *opening) end(r opened) {
	select {
	case op.result <- r:
	default:
	}
}

func (op *opening) succeeded(safejs.Value) {
	defer op.settled()
	v, err := get(op.request, "result")
	if err != nil {
		op.end(opened{err: err})
		return
	}
	db := &DB{v: v, names: map[string]scope{}}
	if op.left {
		db.Close()
		return
	}
	if err := db.arm(op.o); err != nil {
		db.Close()
		op.end(opened{err: err})
		return
	}
	op.end(opened{db: db})
}

func (op *opening) failed(ev safejs.Value) {
	defer op.settled()
	// Unhandled, the error would go on to the database and the window.
	_, _ = ev.Call("preventDefault")
	if op.upgraded != nil {
		select {
		case err := <-op.upgraded:
			if err != nil {
				op.end(opened{err: err})
				return
			}
		default:
		}
	}
	v, err := get(op.request, "error")
	if err != nil {
		op.end(opened{err: err})
		return
	}
	op.end(opened{err: exception(v)})
}

// abandon closes a connection that comes after nobody waits for it any more:
// it would block every later upgrade.
func (op *opening) abandon() {
	if r := <-op.result; r.db != nil {
		r.db.Close()
	}
}
