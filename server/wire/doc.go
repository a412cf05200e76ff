// Package wire is the contract between client and server: paths, headers,
// records, problem codes, fingerprints and the checks that both sides make.
//
// It is a leaf. It knows nobody, and it never imports net/http: the service
// worker links it, and net/http alone would cost 7 MB there. Statuses are
// plain integers for the same reason.
//
// What it leaves to others: how a request travels (sw), what a response means
// for a write (sw), who may see a record (server/api) and how it is kept
// (server/store). A failure here is always a value: a [Problem] with a code of
// the table in code.go, or a list of [FieldError].
package wire
