package idbqueue

import (
	"context"

	"waybill/idbqueue/entry"
)

// Prune removes receipts and discarded writes that came to rest before the
// given moment (device milliseconds), at most limit of them, and returns how
// many. One that is still to be looked up stays: the last look comes first.
func (o *Outbox) Prune(ctx context.Context, owner string, before int64, limit int) (int, error) {
	n := 0
	err := o.write(ctx, func(w *work) (err error) {
		q := query{index: ixOld, low: tuple{owner}, high: tuple{owner, before}, limit: limit}
		n, err = w.drop(q, func(entry.Entry) bool { return true })
		return err
	})
	if err != nil {
		return 0, failed("prune", err)
	}
	return n, nil
}

// Remove deletes one entry for good. It is the person's last word on an entry
// that this version cannot read; one that it can read is discarded, and stays
// restorable. Errors: ErrNotFound, ErrIllegal.
func (o *Outbox) Remove(ctx context.Context, key string) error {
	return failed("remove", o.write(ctx, func(w *work) error {
		f, err := w.read(byKeys(key))
		if err != nil {
			return err
		}
		r := f[0].rows[0]
		switch {
		case r.stored == nil:
			return entry.ErrNotFound
		case o.reads(r):
			return entry.ErrIllegal
		}
		w.uncount(r)
		return w.tx.remove(key)
	}))
}

// uncount takes a row out of the totals, readable or not.
func (w *work) uncount(r row) {
	if r.ok {
		w.ledger.add(r.entry, -1)
		return
	}
	w.ledger.addUnreadable(decodeHead(r.raw()).Owner, -1)
}

func (w *work) drop(q query, wanted func(entry.Entry) bool) (int, error) {
	f, err := w.read(q)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, r := range f[0].rows {
		if !r.ok || r.entry.State.Unsent() || !wanted(r.entry) {
			continue
		}
		if err := w.tx.remove(r.entry.Key); err != nil {
			return 0, err
		}
		w.ledger.add(r.entry, -1)
		n++
	}
	return n, nil
}

// dropOldMax is how many receipts go at a time when the disk is full: with
// their bodies, room for many moves.
const dropOldMax = 200

// dropBallast frees the weight that was stored for this hour.
func (o *Outbox) dropBallast(ctx context.Context) error { return o.eng.ballast(ctx, false) }

// dropOld lets the oldest receipts of each owner go, but for those of the
// latest day, which the status bar counts.
func (o *Outbox) dropOld(ctx context.Context) error {
	return o.eng.update(ctx, o.working(func(w *work) error {
		if _, err := w.read(); err != nil {
			return err
		}
		for owner, t := range w.ledger.Owners {
			latest := ""
			for day := range t.Days {
				latest = max(latest, day)
			}
			proved := func(e entry.Entry) bool { return e.State == entry.Sent && dayOf(e) != latest }
			if _, err := w.drop(under(ixOld, owner).upTo(dropOldMax), proved); err != nil {
				return err
			}
		}
		return nil
	}))
}
