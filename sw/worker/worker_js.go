package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue"
	"waybill/idbqueue/idb"
	"waybill/sw"
	"waybill/sw/alert"
	"waybill/sw/browser"
	"waybill/sw/drain"
)

// Core is the drain in a service worker: each event is one pass over the same
// outbox, with the same code and under the same lease as a page's.
type Core struct {
	Run  *drain.Run
	Box  *idbqueue.Outbox
	Lock *browser.Lock
	pass sync.Mutex // passes of one worker come one after another
}

// Serve hands the core to worker.js, which calls it once for each event:
// handle(kind, lastChance) → Promise, rejected if work is left.
func (c *Core) Serve(ctx context.Context) error {
	handle, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		kind, _ := browser.First(args).String()
		promise, err := c.promise(ctx, kind)
		if err != nil {
			browser.Report("core: " + err.Error())
			return nil
		}
		return promise
	})
	if err != nil {
		return err
	}
	_, err = safejs.Global().Call("waybillCore", handle.Value())
	return err
}

// promise starts a pass and returns what the event waits for.
func (c *Core) promise(ctx context.Context, kind string) (safejs.Value, error) {
	class, err := safejs.Global().Get("Promise")
	if err != nil {
		return safejs.Value{}, err
	}
	executor, err := browser.Callback(func(args []safejs.Value) {
		if len(args) < 2 {
			return
		}
		resolve, reject := args[0], args[1]
		go func() {
			if c.event(ctx, kind) {
				_, _ = reject.Invoke("work is left")
				return
			}
			_, _ = resolve.Invoke()
		}()
	})
	if err != nil {
		return safejs.Value{}, err
	}
	defer executor.Release()
	return class.New(executor.Value())
}

// event is one pass. A panic costs this pass, never a write.
func (c *Core) event(ctx context.Context, kind string) (left bool) {
	defer func() {
		if p := recover(); p != nil {
			browser.Report(fmt.Sprintf("pass: panic: %v", p))
			left = true
		}
	}()
	c.pass.Lock()
	defer c.pass.Unlock()
	ctx, end := context.WithCancel(ctx)
	defer end()
	if kind != "message" {
		if !browser.Spread(ctx, c.Run.Drainer.Rand()) {
			return true
		}
		if err := c.Box.Put(ctx, sw.AddNudge(sw.NudgeRecord{Online: true, At: browser.Now()})); err != nil {
			browser.Report("pass: " + err.Error())
		}
	}
	// The lock comes once no page is left: then whoever drained before is gone,
	// and its lease need not be waited for.
	c.Run.Busy = func() { c.Lock.Yield(ctx, c.Run.Wake) }
	c.Lock.Take(ctx, c.Run.Wake)
	left = c.Run.Pass(ctx)
	if err := c.tell(ctx); err != nil {
		browser.Report("tell: " + err.Error())
	}
	return left
}

// tell lets worker.js show what the pass has found that needs the rep. Whether
// a page is in front of somebody, only the browser knows.
func (c *Core) tell(ctx context.Context) error {
	answer, err := idb.Call(ctx, safejs.Global(), "waybillSeen")
	if err != nil {
		return err
	}
	seen, err := answer.Bool()
	if err != nil {
		return err
	}
	told, err := alert.Tell(ctx, c.Box, c.Run.Drainer.Build, browser.Now(), seen)
	if err != nil {
		return err
	}
	text, err := json.Marshal(told)
	if err != nil {
		return err
	}
	_, err = idb.Call(ctx, safejs.Global(), "waybillTell", string(text))
	return err
}

// Serve opens the outbox in a service worker and hands its passes to
// worker.js. It returns only if that fails. What it links is what every browser
// loads to send in the background: no desk.
func Serve(ctx context.Context, build string) error {
	holder := browser.HolderOf("worker")
	box, err := idbqueue.Open(ctx, idbqueue.Options{ReadsOp: browser.Knows, Holder: holder})
	if err != nil {
		return err
	}
	core := &Core{Lock: &browser.Lock{}, Box: box}
	core.Run = drain.NewRun(browser.NewDrainer(box, holder, build, core.Lock.At), browser.Report, nil)
	return core.Serve(ctx)
}
