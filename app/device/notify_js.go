package device

import (
	"context"

	"waybill/app/port"
	"waybill/idbqueue/idb"
)

// Notices is what the browser says to notices. Some have none in a tab, or
// outside the home screen.
func (b *jsDevice) Notices() string {
	if !truthy(Get("Notification")) || !truthy(Get("navigator", "serviceWorker")) {
		return port.NoticesNone
	}
	return Str(Get("Notification", "permission"), nil)
}

// AskNotices puts the browser's own question to the rep.
func (b *jsDevice) AskNotices(ctx context.Context) (string, error) {
	class := Get("Notification")
	if !truthy(class) {
		return port.NoticesNone, port.ErrNoBrowser
	}
	p, err := class.Call("requestPermission")
	if err != nil {
		return b.Notices(), err
	}
	v, err := idb.Await(ctx, p)
	return Str(v, err), err
}
