package app

import (
	"context"

	"waybill/idbqueue/idb"
)

// Notices is what the browser says to notices. Some have none in a tab, or
// outside the home screen.
func (b *jsDevice) Notices() string {
	if !truthy(get("Notification")) || !truthy(get("navigator", "serviceWorker")) {
		return noticesNone
	}
	return str(get("Notification", "permission"), nil)
}

// AskNotices puts the browser's own question to the rep.
func (b *jsDevice) AskNotices(ctx context.Context) (string, error) {
	class := get("Notification")
	if !truthy(class) {
		return noticesNone, errNoBrowser
	}
	p, err := class.Call("requestPermission")
	if err != nil {
		return b.Notices(), err
	}
	v, err := idb.Await(ctx, p)
	return str(v, err), err
}
