package sw

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hack-pad/safejs"
)

// Events ties a page's run to the browser: the network that comes back, and
// the page that is looked at again. Timers sleep in the background, so a page
// that becomes visible looks at once.
func Events(ctx context.Context, d *Desk, r *Run) error {
	err := listen("window", "online", func() {
		if spread(ctx, r.Drainer.Rand()) {
			if err := d.BackOnline(ctx); err != nil {
				report("online: " + err.Error())
			}
		}
	})
	if err != nil {
		return err
	}
	if err := listen("window", "offline", r.Wake); err != nil {
		return err
	}
	if err := listen("window", "pageshow", r.Wake); err != nil {
		return err
	}
	return listen("document", "visibilitychange", r.Wake)
}

// listen calls f on its own goroutine for each event. The page lives as long
// as the program, so the callback is never released.
func listen(target, event string, f func()) error {
	on, err := safejs.Global().Get(target)
	if err != nil {
		return err
	}
	fn, err := callback(func([]safejs.Value) {
		go func() {
			defer func() {
				if p := recover(); p != nil {
					report(event + ": panic")
				}
			}()
			f()
		}()
	})
	if err != nil {
		return err
	}
	_, err = on.Call("addEventListener", event, fn.Value())
	return err
}

// Online is navigator.onLine: false is believed, true proves nothing.
func Online() bool {
	navigator, err := safejs.Global().Get("navigator")
	if err != nil {
		return true
	}
	online, err := navigator.Get("onLine")
	if err != nil {
		return true
	}
	up, err := online.Bool()
	return err != nil || up
}

// seen says that this page is in front of somebody.
func seen() bool {
	document, err := safejs.Global().Get("document")
	if err != nil {
		return true
	}
	state, err := document.Get("visibilityState")
	if err != nil {
		return true
	}
	text, err := state.String()
	return err != nil || text == "visible"
}

// show hands a notice to the service worker: it alone knows of the other tabs.
func show(told Told) {
	text, err := json.Marshal(told)
	if err != nil {
		return
	}
	if page, err := safejs.Global().Get("waybill"); err == nil && !page.IsUndefined() {
		_, _ = page.Call("tell", string(text))
	}
}

// Now is the device's clock in milliseconds.
func Now() int64 { return time.Now().UnixMilli() }

// Today is the device's local day.
func Today() string { return LocalDay(time.Now()) }

// Console writes to the browser's console.
func Console(text string) { report(text) }

// Random is uniform over [0, 1). It is the platform's Math.random: Go's own
// generators are weight that the browser has already.
func Random() float64 {
	math, err := safejs.Global().Get("Math")
	if err != nil {
		return 0
	}
	value, err := math.Call("random")
	if err != nil {
		return 0
	}
	n, err := value.Float()
	if err != nil {
		return 0
	}
	return n
}
