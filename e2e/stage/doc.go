// Package stage is what the end-to-end stories play on: an [Office] (the real
// server program on a fresh store), a network that can fail (faultproxy), and
// [Phone]s (a browser profile each, with tabs, a service worker and a switch
// for flight mode).
//
// Phones share one browser process, each in a browser context of its own;
// [NewLonePhone] has a process to itself, which a test may kill.
//
// Everything waits for what should happen, up to [Patience], and fails the
// test with what was there instead. Nothing sleeps.
package stage
