// Package idbqueuetest is the conformance suite of the outbox: what it promises,
// as tests that run the same on every engine, in memory natively and on
// IndexedDB in a browser.
//
// An engine brings a [World]: how to open it, crash it, make it fail, and look
// behind its back. [Run] does the rest. What only a browser can do wrong
// (blocked upgrades, lost connections) is tested beside the engine.
package idbqueuetest
