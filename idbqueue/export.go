package idbqueue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// exportBatch bounds what an export holds twice.
const exportBatch = 200

// Export returns everything unsent of an owner as it is stored, oldest first:
// attempts, doubt and fingerprints go along, and so do entries that this
// version cannot read and fields that it does not know.
//
// From a store that is damaged it returns what can be read, together with an
// error of ErrDamaged's kind.
func (o *Outbox) Export(ctx context.Context, owner string) ([]json.RawMessage, error) {
	all, err := o.exportWhole(ctx, owner)
	if errors.Is(err, ErrStorage) && ctx.Err() == nil {
		all, err = o.exportSingly(ctx, owner, err)
	}
	return all, failed("export", err)
}

func (o *Outbox) exportWhole(ctx context.Context, owner string) (all []json.RawMessage, err error) {
	err = o.eng.view(ctx, func(tx tx) error {
		all = nil
		q := under(ixList, owner, string(ListUnsent)).upTo(exportBatch)
		for {
			f, err := tx.read(q)
			if err != nil {
				return err
			}
			for _, r := range f[0].rows {
				all = append(all, r.raw())
			}
			if len(f[0].rows) < exportBatch {
				slices.Reverse(all)
				return nil
			}
			q.low = beyond(f[0].rows[exportBatch-1].keys()[ixList][0])
		}
	})
	return all, err
}

// exportSingly reads each entry in a transaction of its own, so that one that
// is damaged does not take the others along. why is what made it necessary.
func (o *Outbox) exportSingly(ctx context.Context, owner string, why error) ([]json.RawMessage, error) {
	var keys []string
	err := o.eng.view(ctx, func(tx tx) error {
		q := under(ixList, owner, string(ListUnsent))
		q.bare = true
		f, err := tx.read(q)
		if err == nil {
			keys = f[0].keys
			slices.Reverse(keys)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var all []json.RawMessage
	for _, key := range keys {
		err := o.eng.view(ctx, func(tx tx) error {
			f, err := tx.read(byKeys(key))
			if err == nil && f[0].rows[0].stored != nil {
				all = append(all, f[0].rows[0].raw())
			}
			return err
		})
		if ctx.Err() != nil {
			return nil, err
		}
	}
	if len(all) == len(keys) {
		return all, nil // it has healed meanwhile
	}
	return all, fmt.Errorf("%w: %d of %d entries could not be read: %w", ErrDamaged, len(keys)-len(all), len(keys), why)
}

// Imported says what became of each entry of an import, by its place in it.
type Imported struct {
	Added  []Entry
	Known  []Entry // skipped: its key or client id is here already
	Others []int   // skipped: another owner's
	Bad    []int   // skipped: this version cannot read it, or it is not unsent
}

// Import stores unsent entries that were exported elsewhere, for the signed-in
// user owner, in the order in which they were made. What they went through
// comes along; an attempt that was open ended in doubt. The content is
// untrusted: the caller has checked operations and fingerprints before.
// Errors: ErrFull; then nothing was imported.
func (o *Outbox) Import(ctx context.Context, owner string, now int64, raws []json.RawMessage) (Imported, error) {
	var made Imported
	candidates, refused := o.sift(owner, raws)
	err := o.eng.update(ctx, o.working(func(w *work) error {
		made = refused
		for _, c := range candidates {
			e, err := w.bring(c, now)
			switch {
			case errors.Is(err, ErrExists), errors.Is(err, ErrOpenRecord):
				made.Known = append(made.Known, c.entry)
			case err != nil:
				return err
			default:
				made.Added = append(made.Added, e)
			}
		}
		return nil
	}))
	if err != nil {
		return Imported{}, failed("import", err)
	}
	return made, nil
}

// candidate is an entry of an import that may come in.
type candidate struct {
	entry Entry
	more  map[string]json.RawMessage
}

// sift sorts an import into what may come in, by age, and what may not.
func (o *Outbox) sift(owner string, raws []json.RawMessage) ([]*candidate, Imported) {
	var candidates []*candidate
	var refused Imported
	for i, raw := range raws {
		e, ok := decode(raw)
		more, err := unknown(raw)
		switch {
		case !ok, err != nil, !utf8.Valid(raw), !wellFormed(e), !e.State.Unsent(), len(e.Body) > BodyMax,
			o.readsOp != nil && !o.readsOp(e.Op):
			refused.Bad = append(refused.Bad, i)
		case e.Owner != owner:
			refused.Others = append(refused.Others, i)
		default:
			candidates = append(candidates, &candidate{e, more})
		}
	}
	slices.SortFunc(candidates, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.entry.Seq, b.entry.Seq), cmp.Compare(a.entry.Key, b.entry.Key))
	})
	return candidates, refused
}

func (w *work) bring(c *candidate, now int64) (Entry, error) {
	e := clone(c.entry)
	f, err := w.read(byKeys(e.Key), exactly(ixRecords, e.Record), byKeys(e.Parents...))
	if err != nil {
		return Entry{}, err
	}
	if f[0].rows[0].stored != nil {
		return Entry{}, ErrExists
	}
	if err := clash(e, f[1].rows); err != nil {
		return Entry{}, err
	}
	if w.ledger.unsent() >= UnsentMax {
		return Entry{}, ErrFull
	}
	if e.Open != nil {
		e = closed(e, now)
	}
	e.Parents = unproved(e.Parents, f[2].rows)
	if e.Waiting() {
		e.Next = nil
	} else if e.Next != nil || e.State == Pending || e.State == Retrying {
		e.Next = &Wait{SetAt: now}
	}
	err = w.insertNew(&e, c.more)
	return e, err
}
