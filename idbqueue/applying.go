package idbqueue

import (
	"context"
	"unicode/utf8"

	"waybill/idbqueue/entry"
)

// Apply carries out the rep's moves, all or none. Errors: those of a move, of
// which the first ends the transaction: ErrNotFound, ErrFrozen, ErrIllegal,
// ErrTooLarge, ErrMalformed, ErrOpenRecord.
func (o *Outbox) Apply(ctx context.Context, moves ...entry.Move) error {
	for _, m := range moves {
		if !m.OfRep() {
			return failed("apply", entry.ErrIllegal)
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
func (w *work) move(m entry.Move) (entry.Entry, error) {
	if !utf8.ValidString(m.Body) || !utf8.ValidString(m.Title) {
		return entry.Entry{}, entry.ErrMalformed
	}
	f, err := w.read(byKeys(m.Key), byKeys(m.Parents...))
	if err != nil {
		return entry.Entry{}, err
	}
	r := f[0].rows[0]
	if !w.o.reads(r) {
		return entry.Entry{}, entry.ErrNotFound
	}
	m.Parents = unproved(m.Parents, f[1].rows)
	after, err := entry.Apply(r.entry, m)
	if err == nil && (m.Step == entry.StepRestore || m.Step == entry.StepReplace) {
		err = w.fits(after)
	}
	if err != nil {
		return r.entry, err
	}
	return after, w.change(r, after, m.At)
}

// fits asks whether an entry that comes back, or takes another id, clashes
// with what has been made since.
func (w *work) fits(e entry.Entry) error {
	f, err := w.read(exactly(ixRecords, e.Record))
	if err != nil {
		return err
	}
	return clash(e, f[0].rows)
}
