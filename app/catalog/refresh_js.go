package catalog

import (
	"context"

	"github.com/hack-pad/safejs"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/device"
	"waybill/app/port"
	"waybill/sw/browser"
)

// Follow keeps a copy up to date while the page lives: on each return to it, on
// the network's return, and every few minutes while it is looked at.
func Follow(ctx context.Context, c port.Catalogue) {
	back := make(chan struct{}, 1)
	on, err := safejs.FuncOf(func(safejs.Value, []safejs.Value) any {
		select {
		case back <- struct{}{}:
		default: // one is noted already
		}
		return nil
	})
	if err != nil {
		return
	}
	for event, target := range map[string]string{"visibilitychange": "document", "pageshow": "window", "online": "window"} {
		if _, err := device.Get(target).Call("addEventListener", event, on.Value()); err != nil {
			app.Logf("%s is not heard: %v", event, err)
		}
	}
	follow(ctx, c, browser.Now, visible, browser.Random, back)
}

func visible() bool { return device.Str(device.Get("document", "visibilityState"), nil) != "hidden" }
