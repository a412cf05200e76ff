// Package app lists the pages of what the rep sees, by path. The pages and their
// components, on go-app, stand in the folders below: i18n (texts), port (what
// pages ask of the outside), order (while it is typed), device (the browser),
// catalog (the local copy), message (sentences), ui (the kit), receipt (the
// customer's copy), layout (what surrounds each page), outbox (the cards), form
// (pages that save) and page (pages that show).
//
// Its duty is to tell the truth in plain words and to lose no keystroke:
// "saved on this phone" appears only after port.Outbox.Save returned nil, "sent"
// only on a proved write, and a draft survives whatever happens to the page.
//
// It leaves delivery to others: what a response means, when to try and what to
// do are sw's; how a write is kept is idbqueue's. Both are known here only
// through the small interfaces of package port.
//
// # How it is mounted
//
// [Routes] registers every page with go-app, and is called once by each
// program, before anything else of go-app:
//
//	app.Routes(&port.Ports{…}) // wasm/app: all ports are set
//	app.Routes(nil)           // server: pre-rendering only
//
// [Known] says whether a path is one of the pages, so that the server hands
// go-app nothing else. device.New and catalog.New make the two ports that live
// beside it. The stylesheet is web/static/app.css; it also styles go-app's
// loader (the aside with the id app-wasm-loader).
//
// # Pre-rendering
//
// With nil ports a page renders its heading and a skeleton: no enabled
// control, no count, no user, nothing that depends on a cookie, a query or the
// id in the path. go-app writes attributes in map order, so two renderings of
// one page differ in their order: the server renders each page of [Pages] once
// at start and serves those bytes, the page of "/orders/{id}" for every id.
//
// # Components
//
// One component a file. Exported fields are inputs; unexported ones are its
// own state, changed on the UI goroutine only. What a component wants leaves it
// as a named action, what is known by all comes back as a named state; both are
// listed in ui/names.go. Slow work runs in ui.Work, which recovers.
//
// # Under failure
//
// A port that fails leaves what is typed where it is, and the page says in one
// sentence what is not known or not saved, and what to do. A panic in a handler
// or goroutine is caught and shown as such; the page goes on.
package app
