// Package worker wires delivery into the service worker: each event is one pass
// over the same outbox, under the same lease as a page's. It has no client.
package worker
