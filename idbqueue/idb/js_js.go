package idb

import (
	"errors"
	"fmt"
	"syscall/js"

	"github.com/hack-pad/safejs"
)

// get reads a property whose getter may throw. Go's own property access lets
// such an exception through, and that is the end of the whole program; a call
// catches it.
func get(v safejs.Value, name string) (safejs.Value, error) {
	p, err := reflectJS.Call("get", v, name)
	return p, thrown(err)
}

// property reads a property of the global object, also where the browser
// forbids it (a private window).
func property(name string) (safejs.Value, bool) {
	v, err := get(safejs.Global(), name)
	return v, err == nil && !v.IsUndefined() && !v.IsNull()
}

// thrown turns what a call into the browser threw into an Error.
func thrown(err error) error {
	if err == nil {
		return nil
	}
	var e js.Error
	if errors.As(err, &e) {
		return exception(safejs.Safe(e.Value))
	}
	return err
}

// exception reads a DOMException, or whatever stands in its place.
func exception(v safejs.Value) error {
	if v.IsNull() || v.IsUndefined() {
		return nil
	}
	return Error{Name: textOf(v, "name"), Message: textOf(v, "message")}
}

func textOf(v safejs.Value, property string) string {
	p, err := v.Get(property)
	if err != nil || p.Type() != safejs.TypeString {
		return ""
	}
	s, _ := p.String()
	return s
}

// listen sets a handler that survives its own panic: a panic in a callback
// would end the whole program. failed hears of it.
func listen(target safejs.Value, event string, failed func(error), f func(event safejs.Value)) (safejs.Func, error) {
	fn, err := guarded(event, failed, f)
	if err != nil {
		return fn, err
	}
	return fn, thrown(target.Set(event, fn))
}

// guarded is the handler of listen, not set anywhere.
func guarded(event string, failed func(error), f func(event safejs.Value)) (safejs.Func, error) {
	return safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		defer func() {
			if p := recover(); p != nil {
				failed(fmt.Errorf("idb: panic in %s: %v", event, p))
			}
		}()
		ev := safejs.Undefined()
		if len(args) > 0 {
			ev = args[0]
		}
		f(ev)
		return nil
	})
}

// Stringify is JSON.stringify; ok is false for a value that it refuses.
func Stringify(v safejs.Value) (text string, ok bool) {
	s, err := jsonJS.Call("stringify", v)
	if err != nil || s.Type() != safejs.TypeString {
		return "", false
	}
	text, err = s.String()
	return text, err == nil
}

// Parse is JSON.parse.
func Parse(text []byte) (safejs.Value, error) {
	v, err := jsonJS.Call("parse", string(text))
	return v, thrown(err)
}

// Assign is Object.assign: it copies the fields of source onto target.
func Assign(target, source safejs.Value) error {
	_, err := objectJS.Call("assign", target, source)
	return thrown(err)
}

var (
	reflectJS = global("Reflect")
	jsonJS    = global("JSON")
	objectJS  = global("Object")
)

// global reads what every browser has; where it is missing each use fails.
func global(name string) safejs.Value {
	v, err := safejs.Global().Get(name)
	if err != nil {
		return safejs.Undefined()
	}
	return v
}
