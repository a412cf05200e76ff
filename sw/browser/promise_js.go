package browser

import (
	"fmt"

	"github.com/hack-pad/safejs"
)

// Callback makes a JavaScript function of f. A panic in it would end the whole
// program, so it ends here.
func Callback(f func(args []safejs.Value)) (safejs.Func, error) {
	return safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		defer func() {
			if p := recover(); p != nil {
				Report(fmt.Sprintf("callback: panic: %v", p))
			}
		}()
		f(args)
		return nil
	})
}

// First is a callback's first argument, or undefined.
func First(args []safejs.Value) safejs.Value {
	if len(args) == 0 {
		return safejs.Undefined()
	}
	return args[0]
}

// Report writes to the browser's console, the one place that is always there.
func Report(text string) {
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
