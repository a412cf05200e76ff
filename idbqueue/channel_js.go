package idbqueue

import "github.com/hack-pad/safejs"

// channel tells the other tabs and the worker that something changed. Where
// there is none, they find out when they look.
type channel struct {
	v  safejs.Value
	fn safejs.Func
}

func openChannel(name string, heard func()) *channel {
	make, err := safejs.Global().Get("BroadcastChannel")
	if err != nil || make.Type() != safejs.TypeFunction {
		return nil
	}
	v, err := make.New(name)
	if err != nil {
		return nil
	}
	fn, err := safejs.FuncOf(func(safejs.Value, []safejs.Value) any {
		// A watcher's panic must not end the program.
		defer func() { _ = recover() }()
		heard()
		return nil
	})
	if err != nil {
		return nil
	}
	c := &channel{v, fn}
	if v.Set("onmessage", fn) != nil {
		c.close()
		return nil
	}
	return c
}

func (c *channel) post() {
	if c != nil {
		_, _ = c.v.Call("postMessage", "changed")
	}
}

func (c *channel) close() {
	if c != nil {
		_, _ = c.v.Call("close")
		c.fn.Release()
	}
}
