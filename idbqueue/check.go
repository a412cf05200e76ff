package idbqueue

import (
	"context"
	"slices"

	"waybill/idbqueue/entry"
)

// Check compares the totals with the entries, mends them, and says whether
// anything was to be mended. It belongs to the start: it counts by index, and
// reads entries only where the counts differ. It also frees children whose
// parent was settled by a version that could not read them, and lays the
// ballast down again.
func (o *Outbox) Check(ctx context.Context) (bool, error) {
	differed := false
	err := o.write(ctx, func(w *work) error {
		right, err := w.right()
		differed = err == nil && !right
		if err == nil && !right {
			err = w.rebuild()
		}
		if err != nil {
			return err
		}
		freed, err := w.freeStranded()
		differed = differed || freed
		return err
	})
	if err == nil {
		o.layBallast(ctx)
	}
	return differed, failed("check", err)
}

// layBallast may fail: then the disk is full, and the next start tries again.
func (o *Outbox) layBallast(ctx context.Context) {
	_ = o.eng.ballast(ctx, true)
}

// right says whether the counts are the entries'. If each index range has as
// many as was counted, and all entries are as many, then every entry is indexed.
func (w *work) right() (bool, error) {
	f, err := w.read(query{all: true}.counted())
	if err != nil || f[0].n != w.ledger.all() {
		return false, err
	}
	owners, err := w.owners()
	if err != nil {
		return false, err
	}
	if !slices.Equal(owners, sortedKeys(w.ledger.Owners)) {
		return false, nil
	}
	for _, owner := range owners {
		if right, err := w.rightOf(owner); err != nil || !right {
			return false, err
		}
	}
	return true, nil
}

// owners walks from one owner to the next.
func (w *work) owners() ([]string, error) {
	var owners []string
	q := query{index: ixTally, low: tuple{}, high: tuple{top{}}}.firstKey()
	for {
		f, err := w.read(q)
		if err != nil || len(f[0].at) == 0 {
			return owners, err
		}
		owner, ok := f[0].at[0].(string)
		if !ok {
			return nil, nil
		}
		owners = append(owners, owner)
		q.low = beyond(tuple{owner})
	}
}

func (w *work) rightOf(owner string) (bool, error) {
	t := w.ledger.of(owner)
	var want []int
	var qs []query
	for _, bucket := range entry.BucketNames {
		want, qs = append(want, *t.Count(bucket)), append(qs, under(ixTally, owner, bucket).counted())
	}
	days := 0
	for day, n := range t.Days {
		want, qs = append(want, n), append(qs, under(ixTally, owner, string(entry.Sent), day).counted())
		days += n
	}
	f, err := w.read(qs...)
	if err != nil {
		return false, err
	}
	for i := range f {
		if f[i].n != want[i] {
			return false, nil
		}
	}
	return days <= t.Sent, nil
}

// freeStranded frees children that wait for a parent that is settled already.
func (w *work) freeStranded() (freed bool, err error) {
	owners := sortedKeys(w.ledger.Owners)
	for _, owner := range owners {
		if w.ledger.of(owner).Children == 0 {
			continue
		}
		f, err := w.read(under(ixChild, owner))
		if err != nil {
			return false, err
		}
		for _, r := range f[0].rows {
			one, err := w.freeChild(r)
			if err != nil {
				return false, err
			}
			freed = freed || one
		}
	}
	return freed, nil
}

func (w *work) freeChild(r row) (bool, error) {
	if !r.ok {
		return false, nil
	}
	f, err := w.read(byKeys(r.entry.Parents...))
	if err != nil {
		return false, err
	}
	child := r.entry
	child.Parents = unproved(child.Parents, f[0].rows)
	if len(child.Parents) == len(r.entry.Parents) {
		return false, nil
	}
	return true, w.change(r, due(child), 0)
}

// rebuildBatch bounds what is in memory at a time.
const rebuildBatch = 500

// rebuild reads every entry, mends its derived keys, and counts anew.
func (w *work) rebuild() error {
	fresh := readLedger(nil)
	fresh.Seq, fresh.dirty = w.ledger.Seq, true
	w.ledger = fresh
	q := query{all: true}.upTo(rebuildBatch)
	for {
		f, err := w.read(q)
		if err != nil {
			return err
		}
		for _, r := range f[0].rows {
			if q.after, err = w.recount(r); err != nil {
				return err
			}
		}
		if len(f[0].rows) < rebuildBatch {
			return nil
		}
	}
}

// recount counts one row and returns its key. A write that nothing would ever
// try again (an older bug's) is made due.
func (w *work) recount(r row) (string, error) {
	if !r.ok {
		h := decodeHead(r.raw())
		w.ledger.addUnreadable(h.Owner, +1)
		w.ledger.Seq = max(w.ledger.Seq, h.Seq)
		if len(r.keys()[ixTally]) > 0 {
			return h.Key, nil
		}
		return h.Key, w.reindex(r, deriveRaw(h))
	}
	e := due(r.entry)
	w.ledger.add(e, +1)
	w.ledger.Seq = max(w.ledger.Seq, e.Seq)
	if err := w.patch(r, e); err != nil || r.keys().same(derive(e)) {
		return e.Key, err
	}
	return e.Key, w.reindex(r, derive(e))
}
