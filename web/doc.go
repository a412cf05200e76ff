// Package web is the app's files as one value: what the browser loads, under
// which address, with which hash, compressed how. The server embeds it, so
// that it is one file.
//
// A [Site] is made once from static/. It computes everything from content:
// two servers built from one commit serve the same bytes under the same
// names, and a build id that differs means that a file differs.
//
//	/web/app.<hash>.wasm, /web/worker.<hash>.wasm,
//	/web/wasm_exec.<hash>.js, /web/shell.<hash>.html   immutable
//	/app.js, /app.css, /wasm_exec.js, /app-worker.js,
//	/manifest.webmanifest, /web/icons/…                asked for again each time
//
// It leaves to others: which pages there are and what stands on them (app),
// and headers for pages (server). A file that is not there is a 404 in plain
// text, never a page. A build without wasm still loads; [Site.Built] says so.
package web
