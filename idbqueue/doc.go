// Package idbqueue is the outbox: a durable queue of writes on a device that
// nobody controls.
//
// Its duty: a write that [Outbox.Add] accepted is here, with all that is known
// of its fate, until it is proved, and for 30 days after. A write is claimed
// and later settled, never removed first. One method is one transaction, and
// success is the transaction's complete event.
//
// It leaves to others what a response means, when to try, and what to do
// (sw): it knows nothing of HTTP, reads no body, and decides nothing but
// whether a move is legal.
//
//	entry/                          a write, its states and its moves, as data, and what a
//	                                move does: the one place where an entry changes
//	outbox.go add.go applying.go    the methods, each written once …
//	lease.go settle.go look.go …
//	engine.go                       … over this small transactional store
//	mem.go …                        the store in memory: tests and simulation
//	open_js.go engine_js.go tx_js.go read_js.go   the store in IndexedDB, on package idb
//	schema.go upgrade_js.go         its numbered steps
//
// One drainer: correctness rests on a fenced lease, not on the Web Lock. A
// drainer that froze and thawed carries an old fence: it can record proof, and
// nothing else. Each attempt has a number; a move applies only while the entry
// carries that attempt open.
//
// Children: an entry that names parents has no time of its own and is in no
// index of what is due. The transaction that settles a parent as sent, or finds
// a discarded one at the office, takes it out of its children and makes them
// due. An entry that is saved or edited meanwhile leaves proved parents out.
//
// Scale: every question is an index seek on keys that are stored with the entry
// (index.go), and counts are one record that changes with each move
// (ledger.go). [Outbox.Check] compares both with the entries at start.
//
// In IndexedDB an entry is a plain object, readable in the browser's tools. A
// move patches just the fields that it changed: the body's bytes, and fields of
// a version to come, stay as they are. An entry of an unknown shape or kind is
// listed raw, exported, counted and otherwise left alone. Entries of versions
// before owners belong to nobody (owner "") until a signed-in user adopts them.
//
// Under failure:
//
//   - A transaction that fails recorded nothing, and the error says which kind
//     of failure it was ([ErrStorage] covers all). After an error of the
//     context's, whether the commit came first is not known.
//   - Full disk: a save fails with [ErrQuota]. For everything else the ballast
//     is let go, then receipts of earlier days, then the cache ([Options.Free]).
//   - Lost connection, or a transaction that never ends: it is opened again and
//     the whole transaction done once more, then [ErrGone]. A save that was
//     committed unheard is found, not doubled.
//   - Another tab with an older version: [NoticeBlocked]; with a newer one: this
//     one finishes, closes and says [ErrOutdated].
//   - A database newer than the code is worked with as it is, and never deleted.
//   - The store was deleted under the app: made anew, and [NoticeWiped] said once.
package idbqueue
