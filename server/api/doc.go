// Package api is the office's side of the contract: the routes of section 7,
// the order of their checks, and one exit for every answer.
//
// Each request runs down one list (serve.go): route, contract, session, owner,
// then the route's own type, size, fingerprint and shape, then the store's
// verdict. Whatever ends the list early, a panic too, leaves through the exit
// in answer.go as a problem document with the contract's header.
//
// What it leaves to others: verdicts on records (server/store), the words and
// codes themselves (server/wire), addresses, TLS and files (server).
//
// Under failure: a store that stays locked is 503 busy, anything that is not
// understood is logged with its stack and answered as 500 internal; neither is
// ever dressed up as a conflict.
package api
