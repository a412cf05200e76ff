// Package client is what a page asks of delivery: to save a write, to correct,
// discard or restore it, to resolve a conflict, to export and import, to sign
// in and out. It writes into the outbox and asks the server; it never sends a
// queued write.
package client
