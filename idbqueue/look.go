package idbqueue

import (
	"cmp"
	"context"
	"slices"

	"waybill/idbqueue/entry"
)

// openMax bounds the open attempts that one look shows: one drainer opens far
// fewer, and those of dead ones are closed by its next looks.
const openMax = 200

// Look is what a drainer needs to decide what comes next. limit bounds Due and
// Jumped each; 0: neither is read.
func (o *Outbox) Look(ctx context.Context, owner string, now int64, limit int) (entry.Snapshot, error) {
	later := query{index: ixDue, low: beyond(tuple{owner, now}), high: beyond(tuple{owner})}
	var s entry.Snapshot
	err := o.eng.view(ctx, func(tx tx) error {
		qs := []query{
			byRecords(storeRecords), byLedger(), byOldest(owner), later.firstKey(), under(ixLook, owner).firstKey(),
			{index: ixOpen, low: tuple{}, high: tuple{top{}}, limit: openMax},
		}
		if limit > 0 {
			qs = append(qs, byTurns(owner, now, limit)...)
		}
		f, err := tx.read(qs...)
		if err != nil {
			return err
		}
		s = entry.Snapshot{
			Records: f[0].records, Totals: readLedger(f[1].records[ledgerName]).view(owner, oldest(f[2])),
			NextAt: oldest(f[3]), LookAt: oldest(f[4]), Open: o.readable(f[5].rows),
		}
		if limit == 0 {
			return nil
		}
		s.Jumped = o.readable(f[8].rows)
		s.Due, err = o.due(tx, turns{owner, now, limit}, f[6].rows, f[7].keys)
		return err
	})
	if err != nil {
		return entry.Snapshot{}, failed("look", err)
	}
	return s, nil
}

// byTurns asks for the first in the order of turns, due or not; for the keys of
// what is due, one more than wanted; and for waits set in the future.
func byTurns(owner string, now int64, limit int) []query {
	return []query{
		under(ixTurn, owner).upTo(limit),
		{index: ixDue, low: tuple{owner}, high: beyond(tuple{owner, now}), bare: true, limit: limit + 1},
		{index: ixSet, low: beyond(tuple{owner, now}), high: beyond(tuple{owner}), limit: limit},
	}
}

// turns is what is wanted of the order of turns.
type turns struct {
	owner string
	now   int64
	limit int
}

// due are the due writes in the order of turns. Most often the first in that
// order are all due. Else, if no more are due than wanted, they are known by
// their keys; and if more are, the order is walked.
func (o *Outbox) due(tx tx, want turns, first []row, keys []string) ([]entry.Entry, error) {
	due := o.dueOf(first, want.now)
	switch {
	case len(due) >= min(len(keys), want.limit):
		return due, nil
	case len(keys) > want.limit:
		return o.walkTurns(tx, want)
	}
	f, err := tx.read(byKeys(keys...))
	if err != nil {
		return nil, err
	}
	return sorted(o.readable(f[0].rows), func(a, b *entry.Entry) int {
		return cmp.Or(cmp.Compare(a.TriedAt, b.TriedAt), cmp.Compare(a.Seq, b.Seq))
	}), nil
}

func (o *Outbox) dueOf(rows []row, now int64) []entry.Entry {
	var due []entry.Entry
	for _, r := range rows {
		if o.reads(r) && r.entry.Next != nil && r.entry.Next.Due(now) {
			due = append(due, r.entry)
		}
	}
	return due
}

func (o *Outbox) walkTurns(tx tx, want turns) ([]entry.Entry, error) {
	var due []entry.Entry
	q := under(ixTurn, want.owner).upTo(max(want.limit, 16))
	for {
		f, err := tx.read(q)
		if err != nil {
			return nil, err
		}
		due = append(due, o.dueOf(f[0].rows, want.now)...)
		if len(due) >= want.limit {
			return due[:want.limit], nil
		}
		if len(f[0].rows) < q.limit {
			return due, nil
		}
		last := f[0].rows[len(f[0].rows)-1].keys()
		q.low = beyond(last[ixTurn][0])
	}
}

// sorted sorts pointers: sorting large values costs time, and code in the worker.
func sorted(entries []entry.Entry, order func(a, b *entry.Entry) int) []entry.Entry {
	pointers := make([]*entry.Entry, len(entries))
	for i := range entries {
		pointers[i] = &entries[i]
	}
	slices.SortFunc(pointers, order)
	var all []entry.Entry
	for _, e := range pointers {
		all = append(all, *e)
	}
	return all
}

func (o *Outbox) readable(rows []row) []entry.Entry {
	var entries []entry.Entry
	for _, r := range rows {
		if o.reads(r) {
			entries = append(entries, r.entry)
		}
	}
	return entries
}

// Get returns one entry. Errors: ErrNotFound.
func (o *Outbox) Get(ctx context.Context, key string) (entry.Entry, error) {
	entries, err := o.list(ctx, byKeys(key))
	if err == nil && len(entries) == 0 {
		err = entry.ErrNotFound
	}
	if err != nil {
		return entry.Entry{}, failed("get", err)
	}
	return entries[0], nil
}

// Find returns the owner's entries that touch a record (its client id, one
// that it had before, or the record that they change), the latest first.
func (o *Outbox) Find(ctx context.Context, owner, record string) ([]entry.Entry, error) {
	entries, err := o.list(ctx, exactly(ixRecords, record))
	entries = slices.DeleteFunc(entries, func(e entry.Entry) bool { return e.Owner != owner })
	return sorted(entries, func(a, b *entry.Entry) int { return cmp.Compare(b.Seq, a.Seq) }), failed("find", err)
}

// Children lists the owner's unsent entries that name a parent, oldest first.
func (o *Outbox) Children(ctx context.Context, owner string) ([]entry.Entry, error) {
	entries, err := o.list(ctx, under(ixChild, owner))
	return entries, failed("list children", err)
}

// Looks lists entries that are due to be looked up again, longest due first.
func (o *Outbox) Looks(ctx context.Context, owner string, now int64, limit int) ([]entry.Entry, error) {
	q := query{index: ixLook, low: tuple{owner}, high: beyond(tuple{owner, now}), limit: limit}
	entries, err := o.list(ctx, q)
	return entries, failed("list looks", err)
}

func (o *Outbox) list(ctx context.Context, q query) ([]entry.Entry, error) {
	var entries []entry.Entry
	err := o.eng.view(ctx, func(tx tx) error {
		f, err := tx.read(q)
		if err != nil {
			return err
		}
		entries = o.readable(f[0].rows)
		return nil
	})
	return entries, err
}
