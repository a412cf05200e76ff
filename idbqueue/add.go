package idbqueue

import (
	"context"
	"encoding/json"
	"slices"

	"waybill/idbqueue/entry"
)

// Add stores a new write and returns it with its Seq: pending, due at once
// unless it waits for a parent. Only Key, Owner, Store, Op, Record, Ref, Title,
// Body, Fingerprint, MadeAt and Parents are taken from e; a parent that is
// proved already is left out.
//
// Errors: ErrFull, ErrTooLarge, ErrMalformed, ErrExists, ErrOpenRecord.
func (o *Outbox) Add(ctx context.Context, e entry.Entry) (entry.Entry, error) {
	switch {
	case len(e.Body) > entry.BodyMax:
		return entry.Entry{}, failed("add", entry.ErrTooLarge)
	case !wellFormed(e):
		return entry.Entry{}, failed("add", entry.ErrMalformed)
	}
	var stored entry.Entry
	// Saving does not touch the ballast: that is for claims and proofs. The
	// form still has the content, and can say so.
	err := o.eng.update(ctx, o.working(func(w *work) (err error) {
		stored, err = w.add(newEntry(e))
		return err
	}))
	if err != nil {
		return entry.Entry{}, failed("add", err)
	}
	return stored, nil
}

// newEntry takes what a form may say of a write and nothing else.
func newEntry(e entry.Entry) entry.Entry {
	return entry.Entry{
		Key: e.Key, Owner: e.Owner, Store: e.Store, Op: e.Op, Record: e.Record, Ref: e.Ref, Title: e.Title,
		Body: e.Body, Fingerprint: e.Fingerprint, MadeAt: e.MadeAt, Parents: slices.Clone(e.Parents), State: entry.Pending,
	}
}

func (w *work) add(e entry.Entry) (entry.Entry, error) {
	if stored, ok, err := w.addedBefore(e); ok || err != nil {
		return stored, err
	}
	f, err := w.read(exactly(ixRecords, e.Record), byKeys(e.Parents...))
	if err != nil {
		return entry.Entry{}, err
	}
	if err := clash(e, f[0].rows); err != nil {
		return entry.Entry{}, err
	}
	if w.ledger.unsent() >= entry.UnsentMax {
		return entry.Entry{}, entry.ErrFull
	}
	e.Parents = unproved(e.Parents, f[1].rows)
	if !e.Waiting() {
		e.Next = &entry.Wait{SetAt: e.MadeAt}
	}
	err = w.insertNew(&e, nil)
	return e, err
}

// addedBefore finds that a first run of this transaction was committed unheard.
func (w *work) addedBefore(e entry.Entry) (stored entry.Entry, ok bool, err error) {
	if !w.again() {
		return entry.Entry{}, false, nil
	}
	f, err := w.read(byKeys(e.Key))
	if err != nil {
		return entry.Entry{}, false, err
	}
	r := f[0].rows[0]
	same := r.ok && r.entry.Record == e.Record && r.entry.Fingerprint == e.Fingerprint
	return r.entry, same, nil
}

// insertNew gives the entry its place and counts it.
func (w *work) insertNew(e *entry.Entry, more map[string]json.RawMessage) error {
	w.ledger.Seq++
	e.Seq = w.ledger.Seq
	if e.State == kept {
		w.ledger.addUnreadable(e.Owner, +1)
	} else {
		w.ledger.add(*e, +1)
	}
	return w.insert(*e, more)
}

// clash finds what forbids another write of the record: a client id is used
// once, whatever became of it, and one transition of a record waits at a time.
func clash(e entry.Entry, touching []row) error {
	for _, r := range touching {
		switch {
		case !r.ok || r.entry.Key == e.Key:
		case creates(e) && creates(r.entry):
			return entry.ErrExists
		case !creates(e) && !creates(r.entry) && r.entry.State.Unsent():
			return entry.ErrOpenRecord
		}
	}
	return nil
}

// unproved keeps the parents that are still to wait for. One that is missing
// or cannot be read is kept: a person must say what becomes of the child.
func unproved(parents []string, rows []row) []string {
	var left []string
	for i, key := range parents {
		if !rows[i].ok || !settled(rows[i].entry) {
			left = append(left, key)
		}
	}
	return left
}
