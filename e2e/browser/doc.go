// Package browser starts the Chromium that all browser tests share: one set
// of flags, so that a wasm unit test and an end-to-end story see the same
// browser. It knows nothing of what is tested in it.
//
// A machine without Chromium gets [ErrNoBrowser] with the command that
// installs it, before anything else is tried.
package browser
