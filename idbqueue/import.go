package idbqueue

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"waybill/idbqueue/entry"
)

// Brought is one entry of an import. The content is untrusted: the caller has
// checked operation, fingerprint, numbers and ids.
type Brought struct {
	Raw  json.RawMessage
	Mark string // names its bytes, where they are kept raw
	Flaw string // why it may not come in as a write, empty: it may
}

// Imported says what became of each entry of an import; At is its place there.
// Each is in one of the lists.
type Imported struct {
	Added  []entry.Entry
	Here   []Here
	Others []int // left out: another owner's
	Kept   []Kept
	Left   []int // left out: too large to be kept raw, or no JSON
}

// Here is an entry of which key or client id is here already. Stored is what is
// here; its key is empty where this version cannot read it.
type Here struct {
	At     int
	Entry  entry.Entry
	Stored entry.Entry
}

// Kept is an entry that is stored raw, as it came.
type Kept struct {
	At   int
	Flaw string
}

// Flaws that an import finds by itself.
const (
	FlawShape = "shape" // it is not an entry that this version can read
	FlawWaits = "waits" // another write of the same record waits here
)

// Import stores unsent entries that were exported elsewhere, for the signed-in
// user owner, in the order in which they were made. What they went through
// comes along; an attempt that was open ended in doubt. What may not come in is
// kept raw, so that nothing is lost with the file. Errors: ErrFull; then nothing
// was imported.
func (o *Outbox) Import(ctx context.Context, owner string, now int64, all []Brought) (Imported, error) {
	var made Imported
	candidates, refused := o.sift(owner, all)
	err := o.eng.update(ctx, o.working(func(w *work) error {
		made = refused
		made.Kept = nil
		for _, c := range candidates {
			if err := w.admit(&made, c, now); err != nil {
				return err
			}
		}
		for _, k := range refused.Kept {
			if err := w.keep(&made, owner, now, k, all[k.At]); err != nil {
				return err
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
	at      int
	brought Brought
	entry   entry.Entry
	more    map[string]json.RawMessage
}

// sift sorts an import into what may come in, by age, and what may not.
func (o *Outbox) sift(owner string, all []Brought) ([]*candidate, Imported) {
	var candidates []*candidate
	var refused Imported
	for i, b := range all {
		e, ok := decode(b.Raw)
		more, err := unknown(b.Raw)
		ok = ok && err == nil && utf8.Valid(b.Raw) && wellFormed(e) && e.State.Unsent() && len(e.Body) <= entry.BodyMax
		switch {
		case e.Owner != owner && e.Owner != "":
			refused.Others = append(refused.Others, i)
		case b.Flaw != "":
			refused.Kept = append(refused.Kept, Kept{i, b.Flaw})
		case !ok || e.Owner == "" || o.readsOp != nil && !o.readsOp(e.Op):
			refused.Kept = append(refused.Kept, Kept{i, FlawShape})
		default:
			candidates = append(candidates, &candidate{i, b, e, more})
		}
	}
	slices.SortFunc(candidates, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.entry.Seq, b.entry.Seq), cmp.Compare(a.entry.Key, b.entry.Key))
	})
	return candidates, refused
}

// admit books what becomes of one candidate.
func (w *work) admit(made *Imported, c *candidate, now int64) error {
	e, stored, err := w.bring(c, now)
	switch {
	case errors.Is(err, entry.ErrExists):
		made.Here = append(made.Here, Here{c.at, c.entry, stored})
	case errors.Is(err, entry.ErrOpenRecord) && stored.Op == e.Op && stored.Fingerprint == e.Fingerprint:
		made.Here = append(made.Here, Here{c.at, c.entry, stored}) // the same word on the same record
	case errors.Is(err, entry.ErrOpenRecord):
		return w.keep(made, e.Owner, now, Kept{c.at, FlawWaits}, c.brought)
	case err != nil:
		return err
	default:
		made.Added = append(made.Added, e)
	}
	return nil
}

// bring stores a candidate; stored is what stands in its way.
func (w *work) bring(c *candidate, now int64) (e, stored entry.Entry, err error) {
	e = entry.Clone(c.entry)
	f, err := w.read(byKeys(e.Key), exactly(ixRecords, e.Record), byKeys(e.Parents...))
	if err != nil {
		return e, stored, err
	}
	if r := f[0].rows[0]; r.stored != nil {
		return e, r.entry, entry.ErrExists
	}
	for _, r := range f[1].rows {
		if err := clash(e, []row{r}); err != nil {
			return e, r.entry, err
		}
	}
	if w.ledger.unsent() >= entry.UnsentMax {
		return e, stored, entry.ErrFull
	}
	if e.Open != nil {
		e = entry.Closed(e, now)
	}
	e.Parents = unproved(e.Parents, f[2].rows)
	if e.Waiting() {
		e.Next = nil
	} else if e.Next != nil || e.State == entry.Pending || e.State == entry.Retrying {
		e.Next = &entry.Wait{SetAt: now}
	}
	return e, stored, w.insertNew(&e, c.more)
}
