package idbqueue

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"waybill/idbqueue/entry"
)

// Outbox is the durable queue. Each method is one transaction; one that writes
// returns nil only once the transaction is complete and durable.
//
// Methods that a drainer uses take the fence of its lease. The rep's methods
// need none: any tab and the worker may add and may ask for a drain.
//
// Every method fails with an error of [ErrStorage]'s kind when the store fails;
// then nothing of the transaction was recorded. A context that ends first is
// the context's error, and never a success.
type Outbox struct {
	eng     engine
	readsOp func(op string) bool // nil: every op
	free    func(context.Context) error
	fresh   bool
}

// Fresh says that opening made the store: there was none before. If the office
// knows of unsent writes of this device, they are lost.
func (o *Outbox) Fresh() bool { return o.fresh }

// Watch calls f after every change by this or another context, until the
// returned function is called. f must not block, and may not call the outbox
// before it returns.
func (o *Outbox) Watch(f func()) (stop func()) { return o.eng.watch(f) }

// Close lets the store go. Later calls fail with ErrGone.
func (o *Outbox) Close() error { return o.eng.close() }

// failed wraps an error once, at the exported boundary.
func failed(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("idbqueue: %s: %w", what, err)
}

// reads says whether this version can work with a row. An entry of an unknown
// kind is as little to be touched as one of an unknown shape.
func (o *Outbox) reads(r row) bool {
	return r.ok && (o.readsOp == nil || o.readsOp(r.entry.Op))
}

// work is one writing transaction and the totals that change with it.
type work struct {
	tx
	o        *Outbox
	ledger   *ledger
	rows     map[string]row   // as they stand now, of those read ahead
	children map[string][]row // by parent, of those read ahead
}

// write runs fn in one transaction and keeps the totals with what it changed.
// If the disk is full, room is made and the whole is done once more: a claim
// or a proof must be recorded even then.
func (o *Outbox) write(ctx context.Context, fn func(*work) error) error {
	err := o.eng.update(ctx, o.working(fn))
	for _, makeRoom := range []func(context.Context) error{o.dropBallast, o.dropOld, o.free} {
		if !errors.Is(err, entry.ErrQuota) || makeRoom == nil {
			continue
		}
		if makeRoom(ctx) == nil {
			err = o.eng.update(ctx, o.working(fn))
		}
	}
	return err
}

func (o *Outbox) working(fn func(*work) error) func(tx) error {
	return func(tx tx) error {
		w := &work{tx: tx, o: o}
		if err := fn(w); err != nil {
			return err
		}
		if w.ledger == nil || !w.ledger.dirty {
			return nil
		}
		return tx.set(storeMeta, ledgerName, w.ledger.raw())
	}
}

// read reads the totals along with the first questions.
func (w *work) read(qs ...query) ([]found, error) {
	if w.ledger != nil {
		return w.tx.read(qs...)
	}
	f, err := w.tx.read(append(slices.Clone(qs), byLedger())...)
	if err != nil {
		return nil, err
	}
	w.ledger = readLedger(f[len(qs)].records[ledgerName])
	return f[:len(qs)], nil
}

// change stores a moved entry, counts it, and frees its children if the office
// has it now.
func (w *work) change(r row, after entry.Entry, at int64) error {
	if err := w.patch(r, after); err != nil {
		return err
	}
	before := r.entry
	w.ledger.move(before, after)
	if w.rows != nil {
		r.entry, r.ok = after, true
		w.rows[after.Key] = r
	}
	if settled(after) && !settled(before) {
		return w.freeChildren(after.Key, at)
	}
	return nil
}

// settled says that the office has the write: what waited for it may go.
func settled(e entry.Entry) bool {
	return e.State == entry.Sent || (e.State == entry.Discarded && e.Discard.Held)
}

// freeChildren takes a settled parent out of its children and makes those due
// that wait for nobody else.
func (w *work) freeChildren(parent string, at int64) error {
	rows, ahead := w.children[parent]
	if !ahead {
		f, err := w.read(exactly(ixParents, parent))
		if err != nil {
			return err
		}
		rows = f[0].rows
	}
	for _, r := range rows {
		if now, ahead := w.rows[r.entry.Key]; ahead {
			r = now
		}
		if !r.ok {
			continue
		}
		if err := w.change(r, freed(r.entry, parent, at), at); err != nil {
			return err
		}
	}
	return nil
}

// freed is the child less one parent: due, if it waits for nobody else and
// nothing else keeps it.
func freed(child entry.Entry, parent string, at int64) entry.Entry {
	child.Parents = entry.WithoutParent(child.Parents, parent)
	byItself := child.State == entry.Pending || child.State == entry.Retrying
	if byItself && !child.Waiting() && child.Next == nil {
		child.Next = &entry.Wait{SetAt: at}
	}
	return child
}

// creates says that the operation makes a record under a client id; any other
// changes a record that is there.
func creates(e entry.Entry) bool { return len(e.Op) > 7 && e.Op[len(e.Op)-7:] == ".create" }
