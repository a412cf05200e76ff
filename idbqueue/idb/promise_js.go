package idb

import (
	"context"

	"github.com/hack-pad/safejs"
)

// settledWith is a promise's end.
type settledWith struct {
	value safejs.Value
	err   error
}

// Await waits for a promise, or for ctx to end. Errors: an Error is what the
// promise was rejected with. Both callbacks live until one of them has run: a
// promise settles once, and each releases both.
func Await(ctx context.Context, promise safejs.Value) (safejs.Value, error) {
	done := make(chan settledWith, 2)
	failed := func(err error) { done <- settledWith{err: err} }
	var onValue, onError safejs.Func
	release := func() { onValue.Release(); onError.Release() }
	onValue, err := guarded("a promise", failed, func(v safejs.Value) {
		defer release()
		done <- settledWith{value: v}
	})
	if err != nil {
		return safejs.Value{}, err
	}
	onError, err = guarded("a promise", failed, func(v safejs.Value) {
		defer release()
		done <- settledWith{err: rejected(v)}
	})
	if err != nil {
		onValue.Release()
		return safejs.Value{}, err
	}
	if _, err := promise.Call("then", onValue.Value(), onError.Value()); err != nil {
		release()
		return safejs.Value{}, thrown(err)
	}
	select {
	case s := <-done:
		return s.value, s.err
	case <-ctx.Done():
		return safejs.Value{}, ctx.Err()
	}
}

// Call calls a method that returns a promise, and waits as Await does.
func Call(ctx context.Context, v safejs.Value, method string, args ...any) (safejs.Value, error) {
	promise, err := v.Call(method, args...)
	if err != nil {
		return safejs.Undefined(), thrown(err)
	}
	return Await(ctx, promise)
}

// rejected is what a promise was rejected with; nothing is an error too.
func rejected(v safejs.Value) error {
	if err := exception(v); err != nil {
		return err
	}
	return Error{Name: "Error", Message: "rejected with nothing"}
}
