package sw

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue"
	"waybill/idbqueue/idb"
)

// Core is the drain in a service worker: each event is one pass over the same
// outbox, with the same code and under the same lease as a page's.
type Core struct {
	Run  *Run
	Box  *idbqueue.Outbox
	Lock *Lock
	pass sync.Mutex // passes of one worker come one after another
}

// Serve hands the core to worker.js, which calls it once for each event:
// handle(kind, lastChance) → Promise, rejected if work is left.
func (c *Core) Serve(ctx context.Context) error {
	handle, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		kind, _ := first(args).String()
		promise, err := c.promise(ctx, kind)
		if err != nil {
			report("core: " + err.Error())
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
	executor, err := callback(func(args []safejs.Value) {
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
			report(fmt.Sprintf("pass: panic: %v", p))
			left = true
		}
	}()
	c.pass.Lock()
	defer c.pass.Unlock()
	ctx, end := context.WithCancel(ctx)
	defer end()
	if kind != "message" {
		if !spread(ctx, c.Run.Drainer.Rand()) {
			return true
		}
		if err := c.Box.Put(ctx, wish(nudgeRecord{Online: true, At: Now()})); err != nil {
			report("pass: " + err.Error())
		}
	}
	// The lock comes once no page is left: then whoever drained before is gone,
	// and its lease need not be waited for.
	c.Run.Busy = func() { c.Lock.Yield(ctx, c.Run.Wake) }
	c.Lock.Take(ctx, c.Run.Wake)
	left = c.Run.Pass(ctx)
	if err := c.tell(ctx); err != nil {
		report("tell: " + err.Error())
	}
	return left
}

// tell lets worker.js show what the pass has found that needs the rep. Whether
// a page is in front of somebody, only the browser knows.
func (c *Core) tell(ctx context.Context) error {
	look, err := safejs.Global().Call("waybillSeen")
	if err != nil {
		return err
	}
	answer, err := idb.Await(ctx, look)
	if err != nil {
		return err
	}
	seen, err := answer.Bool()
	if err != nil {
		return err
	}
	told, err := tell(ctx, c.Box, c.Run.Drainer.Build, Now(), seen)
	if err != nil {
		return err
	}
	text, err := json.Marshal(told)
	if err != nil {
		return err
	}
	shown, err := safejs.Global().Call("waybillTell", string(text))
	if err == nil {
		_, err = idb.Await(ctx, shown)
	}
	return err
}

// spread waits full jitter over 3 s: a whole branch comes back at once.
func spread(ctx context.Context, r float64) bool {
	timer := time.NewTimer(time.Duration(r * float64(onlineSpread)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
