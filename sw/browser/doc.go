// Package browser is the edge to JavaScript that page and worker share: fetch,
// the Web Lock, promises, the clock and the events. A throw becomes an error, a
// panic in a callback is recovered.
package browser
