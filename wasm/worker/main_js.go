// Command worker is the service worker's core, started by worker.js when an
// event asks for sending. It wires the parts together and decides nothing.
package main

import (
	"context"
	"os"

	"waybill/sw/browser"
	"waybill/sw/worker"
)

func main() {
	if err := worker.Serve(context.Background(), os.Getenv("WAYBILL_BUILD")); err != nil {
		browser.Console("core: " + err.Error())
		return // worker.js sees the end; the next event starts a fresh core
	}
	select {} // events come through the callbacks from here on
}
