package device

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/app/port"
	"waybill/idbqueue/idb"
)

// tabLock starts the name of the Web Lock that a tab holds as long as it lives:
// so the others know that it does. A killed tab's is gone with it.
const tabLock = "waybill-tab-"

const tabItem = "waybill-tab" // in the tab's own storage

// Tab keeps the tab's name in the tab's own storage, which a reload keeps. A
// tab that was duplicated has a copy of it, and finds it held.
func (b *jsDevice) Tab(ctx context.Context) (name string, open []string) {
	locks := Get("navigator", "locks")
	if !truthy(locks) {
		return "", nil
	}
	b.tab.Lock()
	defer b.tab.Unlock()
	if b.tabName == "" {
		b.tabName = nameTab(ctx, locks)
	}
	found, err := idb.Call(ctx, locks, "query")
	if err != nil {
		return "", nil
	}
	held, _ := found.Get("held")
	n := int(num(held.Get("length")))
	for i := range n {
		lock, _ := held.Index(i)
		if id, is := strings.CutPrefix(Str(lock.Get("name")), tabLock); is && !slices.Contains(open, id) {
			open = append(open, id)
		}
	}
	return b.tabName, open
}

// nameTab takes the name that is stored, if nobody else holds it: a page that
// was just left may hold it for a moment more.
func nameTab(ctx context.Context, locks safejs.Value) string {
	store := Get("sessionStorage")
	name := Str(store.Call("getItem", tabItem))
	for try := 0; name != "" && try < 5; try++ {
		if holdTab(ctx, locks, name) {
			return name
		}
		time.Sleep(200 * time.Millisecond)
	}
	name = port.NewID()
	holdTab(ctx, locks, name)
	_, _ = store.Call("setItem", tabItem, name)
	return name
}

// holdTab holds the tab's lock for as long as the page lives, and says whether
// it could.
func holdTab(ctx context.Context, locks safejs.Value, name string) bool {
	answer := make(chan bool, 1)
	forever, err := safejs.FuncOf(func(safejs.Value, []safejs.Value) any { return nil })
	if err != nil {
		return false
	}
	promise, err := Get("Promise").New(forever.Value())
	if err != nil {
		return false
	}
	granted, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		held := len(args) > 0 && truthy(args[0])
		answer <- held
		if !held {
			return nil
		}
		return promise
	})
	if err != nil {
		return false
	}
	if _, err := locks.Call("request", tabLock+name, map[string]any{"ifAvailable": true}, granted.Value()); err != nil {
		return false
	}
	select {
	case held := <-answer:
		return held
	case <-ctx.Done():
		return false
	}
}
