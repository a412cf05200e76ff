package sw

import (
	"context"
	"errors"
	"fmt"

	"github.com/hack-pad/safejs"
)

// errThrown is wrapped by what JavaScript threw or rejected with.
var errThrown = errors.New("sw: javascript threw")

// settledWith is a promise's end.
type settledWith struct {
	value safejs.Value
	err   error
}

// Await waits for a promise, or for ctx to end. Both callbacks live until one
// of them has run: a promise settles once, and each releases both.
func Await(ctx context.Context, promise safejs.Value) (safejs.Value, error) {
	done := make(chan settledWith, 1)
	var onValue, onError safejs.Func
	release := func() { onValue.Release(); onError.Release() }
	onValue, err := callback(func(args []safejs.Value) {
		defer release()
		done <- settledWith{value: first(args)}
	})
	if err != nil {
		return safejs.Value{}, err
	}
	onError, err = callback(func(args []safejs.Value) {
		defer release()
		done <- settledWith{err: thrown(first(args))}
	})
	if err != nil {
		onValue.Release()
		return safejs.Value{}, err
	}
	if _, err := promise.Call("then", onValue.Value(), onError.Value()); err != nil {
		release()
		return safejs.Value{}, err
	}
	select {
	case s := <-done:
		return s.value, s.err
	case <-ctx.Done():
		return safejs.Value{}, ctx.Err()
	}
}

// callback makes a JavaScript function of f. A panic in it would end the whole
// program, so it ends here.
func callback(f func(args []safejs.Value)) (safejs.Func, error) {
	return safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		defer func() {
			if p := recover(); p != nil {
				report(fmt.Sprintf("callback: panic: %v", p))
			}
		}()
		f(args)
		return nil
	})
}

func first(args []safejs.Value) safejs.Value {
	if len(args) == 0 {
		return safejs.Undefined()
	}
	return args[0]
}

// thrown makes an error of whatever JavaScript threw: it need not be an Error.
func thrown(v safejs.Value) error {
	if text, err := v.Get("message"); err == nil {
		if s, err := text.String(); err == nil {
			return fmt.Errorf("%w: %s", errThrown, s)
		}
	}
	return errThrown
}

// report writes to the browser's console, the one place that is always there.
func report(text string) {
	console, err := safejs.Global().Get("console")
	if err != nil {
		return
	}
	_, _ = console.Call("warn", "waybill: "+text)
}

// object builds a JavaScript object; a value that cannot be set is an error.
func object(fields map[string]any) (safejs.Value, error) {
	class, err := safejs.Global().Get("Object")
	if err != nil {
		return safejs.Value{}, err
	}
	o, err := class.New()
	if err != nil {
		return safejs.Value{}, err
	}
	for name, value := range fields {
		if err := o.Set(name, value); err != nil {
			return safejs.Value{}, fmt.Errorf("sw: set %s: %w", name, err)
		}
	}
	return o, nil
}
