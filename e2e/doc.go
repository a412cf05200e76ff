// Package e2e tells Waybill's stories in a real browser against the real
// server, through a network that fails as asked. One test is one story; its
// name is what it claims.
//
// What the stories play on is in stage, faultproxy and browser. Two kinds of
// server appear: an office (the built program on its own store), and, for the
// app shell alone, a release (the same files in versions that differ, with a
// stand-in for the Go programs).
package e2e
