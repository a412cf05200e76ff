package browser

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/hack-pad/safejs"
)

// lockName is the Web Lock that wakes the next drainer sooner. Correctness
// rests on the lease alone.
const lockName = "waybill-drain"

// Lock is the Web Lock, or the wait for it.
type Lock struct {
	at  atomic.Int64
	mu  sync.Mutex
	end context.CancelFunc // gives up the latest request
}

// At is since when this context has the lock, in milliseconds; 0: it has not.
// Whoever had it before is gone.
func (l *Lock) At() int64 { return l.at.Load() }

// Take waits in line for the lock and keeps it until ctx ends; got is called
// once it is here. Where there are no Web Locks it never is, and the lease's
// time decides.
func (l *Lock) Take(ctx context.Context, got func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx, l.end = context.WithCancel(ctx)
	l.request(ctx, got)
}

// Yield gives a lock that is here back and waits for it again. Whoever set a
// lease since it came is in line already: it gets the lock if it is alive, and
// if it is gone the lock comes back at once, younger than that lease.
func (l *Lock) Yield(ctx context.Context, got func()) {
	if l.At() == 0 {
		return
	}
	l.mu.Lock()
	l.end()
	l.mu.Unlock()
	l.Take(ctx, got)
}

func (l *Lock) request(ctx context.Context, got func()) {
	navigator, err := safejs.Global().Get("navigator")
	if err != nil {
		return
	}
	locks, err := navigator.Get("locks")
	if err != nil || locks.IsUndefined() {
		return
	}
	hold, release, err := pledge()
	if err != nil {
		return
	}
	granted, err := safejs.FuncOf(func(safejs.Value, []safejs.Value) any {
		if ctx.Err() != nil {
			return nil // it came too late: given back at once
		}
		at := Now()
		l.at.Store(at)
		context.AfterFunc(ctx, func() { l.at.CompareAndSwap(at, 0); release() })
		go got()
		return hold
	})
	if err != nil {
		return
	}
	if _, err := locks.Call("request", lockName, granted.Value()); err != nil {
		Report("locks: " + err.Error())
		return
	}
}

// pledge makes a promise that is kept by release.
func pledge() (promise safejs.Value, release func(), err error) {
	class, err := safejs.Global().Get("Promise")
	if err != nil {
		return safejs.Value{}, nil, err
	}
	var resolve safejs.Value
	executor, err := Callback(func(args []safejs.Value) { resolve = First(args) })
	if err != nil {
		return safejs.Value{}, nil, err
	}
	defer executor.Release()
	promise, err = class.New(executor.Value())
	return promise, func() { _, _ = resolve.Invoke() }, err
}
