package page

import (
	"context"
	"encoding/json"

	"github.com/hack-pad/safejs"

	"waybill/sw/alert"
	"waybill/sw/browser"
	"waybill/sw/client"
	"waybill/sw/drain"
)

// Events ties a page's run to the browser: the network that comes back, and
// the page that is looked at again. Timers sleep in the background, so a page
// that becomes visible looks at once.
func Events(ctx context.Context, d *client.Desk, r *drain.Run) error {
	err := browser.Listen("window", "online", func() {
		if browser.Spread(ctx, r.Drainer.Rand()) {
			if err := d.BackOnline(ctx); err != nil {
				browser.Report("online: " + err.Error())
			}
		}
	})
	if err != nil {
		return err
	}
	if err := browser.Listen("window", "offline", r.Wake); err != nil {
		return err
	}
	if err := browser.Listen("window", "pageshow", r.Wake); err != nil {
		return err
	}
	return browser.Listen("document", "visibilitychange", r.Wake)
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
func show(told alert.Told) {
	text, err := json.Marshal(told)
	if err != nil {
		return
	}
	if page, err := safejs.Global().Get("waybill"); err == nil && !page.IsUndefined() {
		_, _ = page.Call("tell", string(text))
	}
}
