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
// whether a move is legal. The moves are in move.go, what they do in apply.go.
//
// One drainer: correctness rests on a fenced lease, not on the Web Lock. A
// drainer that froze and thawed carries an old fence: it can record proof, and
// nothing else. Each attempt has a number; a move applies only while the entry
// carries that attempt open.
//
// Under failure: a transaction that fails recorded nothing, and the error says
// which kind of failure it was ([ErrStorage]). A newer database than the code
// knows is worked with as it is; fields that this version does not know
// survive every move, since a move patches the stored object.
package idbqueue
