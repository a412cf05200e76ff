// Command wasmexec runs a js/wasm test binary in Chromium. It is what
// `go test -exec` expects of a runner:
//
//	GOOS=js GOARCH=wasm go test -exec=bin/wasmexec ./idbqueue/...
//
// It serves the binary and the toolchain's own wasm_exec.js from 127.0.0.1 (a
// secure context, so IndexedDB, Web Locks and crypto are there), hands over
// the arguments and the environment that tests need, passes what the program
// writes on as it is written, and exits with the program's own code.
//
// The same server offers a page to talk to: GET or POST /answer replies as its
// query asks (status, header, body, delay, cut; see answer.go), so that code
// on top of fetch is tested against real responses.
//
// It leaves file access out: a test that opens files sees ENOSYS, as it would
// in a real page. When the page crashes, the browser ends or a signal comes,
// it exits with 2 and says why.
package main
