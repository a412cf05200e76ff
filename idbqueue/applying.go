package idbqueue

import (
	"context"
	"unicode/utf8"
)

// Apply carries out the rep's moves, all or none. Errors: those of a move, of
// which the first ends the transaction: ErrNotFound, ErrFrozen, ErrIllegal,
// ErrTooLarge, ErrMalformed, ErrOpenRecord.
func (o *Outbox) Apply(ctx context.Context, moves ...Move) error {
	for _, m := range moves {
		if !m.ofRep() {
			return failed("apply", ErrIllegal)
		}
	}
	return failed("apply", o.write(ctx, func(w *work) error {
		for _, m := range moves {
			if _, err := w.move(m); err != nil {
				return err
			}
		}
		return nil
	}))
}

// move carries out one move and returns the entry after it.
func (w *work) move(m Move) (Entry, error) {
	if !utf8.ValidString(m.Body) || !utf8.ValidString(m.Title) {
		return Entry{}, ErrMalformed
	}
	f, err := w.read(byKeys(m.Key), byKeys(m.Parents...))
	if err != nil {
		return Entry{}, err
	}
	r := f[0].rows[0]
	if !w.o.reads(r) {
		return Entry{}, ErrNotFound
	}
	m.Parents = unproved(m.Parents, f[1].rows)
	after, err := apply(r.entry, m)
	if err == nil && (m.Step == StepRestore || m.Step == StepReplace) {
		err = w.fits(after)
	}
	if err != nil {
		return r.entry, err
	}
	return after, w.change(r, after, m.At)
}

// fits asks whether an entry that comes back, or takes another id, clashes
// with what has been made since.
func (w *work) fits(e Entry) error {
	f, err := w.read(exactly(ixRecords, e.Record))
	if err != nil {
		return err
	}
	return clash(e, f[0].rows)
}
