// Package store keeps what the office knows: users, sessions, devices and the
// records of the contract, in SQLite (one file) or PostgreSQL (any number of
// servers before one database). Both run the same statements; what differs
// between them is one value of type dialect each.
//
// A write goes through three steps in one transaction:
//
//	look ─▶ decide ─▶ put
//
// look reads everything that the writes ask about, decide is a pure function
// from that to a verdict, put stores what was decided. So the ordinary path
// asks first, in the order of section 7 of the contract: business code, id,
// rights, references, business rules. The constraints of the database are the
// backstop for races: on a violation the transaction is undone and looks again,
// and what is there by then answers it. A violation that no look explains is a
// bug: then each write goes behind a savepoint of its own, so that the bug
// comes out as one and harms no other write.
//
// Calls that wait at the same time share a transaction (group.go): one commit,
// one look, and still a verdict for each write alone.
//
// What it leaves to others: who is asking (server/api reads sessions and names
// the [Actor]), how a verdict travels (server/api), what passwords look like
// (server/password).
//
// Under failure: a [Result] carries a problem that judges its own write alone.
// An error of [DB.Apply] means that nothing of the call was stored, or that
// nobody knows (a commit without an answer); [ErrBusy] asks to come back later.
package store
