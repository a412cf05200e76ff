// Package baseline holds the queue that Waybill is measured against: what an
// app gets that keeps failed requests in IndexedDB and replays them one by one.
// It is ours, written as such queues commonly are, and promises less: it counts
// any answer below 500 as sent, and loses what it holds if it is killed between
// taking an entry out and hearing of its fate.
package baseline

import _ "embed" // the script

// Script defines globalThis.baseline: push(url, bodies) and replay().
//
//go:embed queue.js
var Script string
