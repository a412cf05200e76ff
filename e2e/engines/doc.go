// Package engines drives the browsers beside Chromium: Firefox through its own
// Marionette protocol, WebKitGTK's MiniBrowser through WebDriver. Nothing but
// the browsers' own packages is needed, no other driver program.
//
// A [Browser] is one running process with its profile. Its methods fail with
// what the browser said; none of them waits for the page longer than
// [Patience]. The tests here tell the app's main stories in each engine; what
// an engine lacks is a fact of its [Engine], and the stories say what happens
// instead.
package engines
