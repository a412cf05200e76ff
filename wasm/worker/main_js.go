// Command worker is the service worker's core, started by worker.js when an
// event asks for sending. It wires the parts together and decides nothing.
package main

func main() {
	select {} // events come through the callbacks from here on
}
