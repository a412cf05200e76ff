package browser

import (
	"time"

	"github.com/hack-pad/safejs"

	"waybill/server/wire"
)

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

// Now is the device's clock in milliseconds.
func Now() int64 { return time.Now().UnixMilli() }

// Today is the device's local day.
func Today() string { return wire.LocalDay(time.Now()) }

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

// Console writes to the browser's console.
func Console(text string) { Report(text) }

// Listen calls f on its own goroutine for each event. The page lives as long
// as the program, so the callback is never released.
func Listen(target, event string, f func()) error {
	on, err := safejs.Global().Get(target)
	if err != nil {
		return err
	}
	fn, err := Callback(func([]safejs.Value) {
		go func() {
			defer func() {
				if p := recover(); p != nil {
					Report(event + ": panic")
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
