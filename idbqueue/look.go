package idbqueue

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
)

// Snapshot is one consistent look at the outbox.
type Snapshot struct {
	Records map[string]json.RawMessage // all records but drafts and totals
	Due     []Entry                    // due writes: never tried first, then tried longest ago, then oldest
	Jumped  []Entry                    // writes whose wait lies in the future of its own clock
	Open    []Entry                    // writes with an attempt open, of any owner
	NextAt  int64                      // when the earliest wait that is not over ends, 0: none
	LookAt  int64                      // when the earliest settled write is to be looked up again, 0: none
	Totals  Totals
}

// openMax bounds the open attempts that one look shows: one drainer opens far
// fewer, and those of dead ones are closed by its next looks.
const openMax = 200

// Look is what a drainer needs to decide what comes next. limit bounds Due and
// Jumped each.
func (o *Outbox) Look(ctx context.Context, owner string, now int64, limit int) (Snapshot, error) {
	var s Snapshot
	err := o.eng.view(ctx, func(tx tx) error {
		f, err := tx.read(
			byRecords(storeRecords),
			query{index: ixDue, low: tuple{owner}, high: beyond(tuple{owner, now}), limit: limit + 1},
			query{index: ixSet, low: beyond(tuple{owner, now}), high: beyond(tuple{owner}), limit: limit},
			query{index: ixOpen, low: tuple{}, high: tuple{top{}}, limit: openMax},
			query{index: ixDue, low: beyond(tuple{owner, now}), high: beyond(tuple{owner})}.firstKey(),
			byLedger(), byOldest(owner), under(ixLook, owner).firstKey(),
		)
		if err != nil {
			return err
		}
		s = Snapshot{
			Records: f[0].records, Jumped: o.readable(f[2].rows), Open: o.readable(f[3].rows), NextAt: oldest(f[4]),
			LookAt: oldest(f[7]), Totals: readLedger(f[5].records[ledgerName]).view(owner, oldest(f[6])),
		}
		s.Due, err = o.due(tx, owner, now, limit, f[1].rows)
		return err
	})
	if err != nil {
		return Snapshot{}, failed("look", err)
	}
	return s, nil
}

// due puts the due writes in the order of turns. If they are more than were
// read, those that were read need not be the first: then the order's own index
// is walked.
func (o *Outbox) due(tx tx, owner string, now int64, limit int, rows []row) ([]Entry, error) {
	if len(rows) > limit {
		return o.walkTurns(tx, owner, now, limit)
	}
	return sorted(o.readable(rows), func(a, b *Entry) int {
		return cmp.Or(cmp.Compare(a.TriedAt, b.TriedAt), cmp.Compare(a.Seq, b.Seq))
	}), nil
}

// sorted sorts pointers: sorting large values costs time, and code in the worker.
func sorted(entries []Entry, order func(a, b *Entry) int) []Entry {
	pointers := make([]*Entry, len(entries))
	for i := range entries {
		pointers[i] = &entries[i]
	}
	slices.SortFunc(pointers, order)
	var all []Entry
	for _, e := range pointers {
		all = append(all, *e)
	}
	return all
}

func (o *Outbox) walkTurns(tx tx, owner string, now int64, limit int) ([]Entry, error) {
	var due []Entry
	q := under(ixTurn, owner).upTo(max(limit, 16))
	for len(due) < limit {
		f, err := tx.read(q)
		if err != nil {
			return nil, err
		}
		for _, r := range f[0].rows {
			if o.reads(r) && r.entry.Next != nil && r.entry.Next.Due(now) && len(due) < limit {
				due = append(due, r.entry)
			}
		}
		if len(f[0].rows) < q.limit {
			break
		}
		last := f[0].rows[len(f[0].rows)-1].keys()
		q.low = beyond(last[ixTurn][0])
	}
	return due, nil
}

func (o *Outbox) readable(rows []row) []Entry {
	var entries []Entry
	for _, r := range rows {
		if o.reads(r) {
			entries = append(entries, r.entry)
		}
	}
	return entries
}

// Get returns one entry. Errors: ErrNotFound.
func (o *Outbox) Get(ctx context.Context, key string) (Entry, error) {
	entries, err := o.list(ctx, byKeys(key))
	if err == nil && len(entries) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Entry{}, failed("get", err)
	}
	return entries[0], nil
}

// Find returns the owner's entries that touch a record (its client id, one
// that it had before, or the record that they change), the latest first.
func (o *Outbox) Find(ctx context.Context, owner, record string) ([]Entry, error) {
	entries, err := o.list(ctx, exactly(ixRecords, record))
	entries = slices.DeleteFunc(entries, func(e Entry) bool { return e.Owner != owner })
	return sorted(entries, func(a, b *Entry) int { return cmp.Compare(b.Seq, a.Seq) }), failed("find", err)
}

// Children lists the owner's unsent entries that name a parent, oldest first.
func (o *Outbox) Children(ctx context.Context, owner string) ([]Entry, error) {
	entries, err := o.list(ctx, under(ixChild, owner))
	return entries, failed("list children", err)
}

// Looks lists entries that are due to be looked up again, longest due first.
func (o *Outbox) Looks(ctx context.Context, owner string, now int64, limit int) ([]Entry, error) {
	q := query{index: ixLook, low: tuple{owner}, high: beyond(tuple{owner, now}), limit: limit}
	entries, err := o.list(ctx, q)
	return entries, failed("list looks", err)
}

func (o *Outbox) list(ctx context.Context, q query) ([]Entry, error) {
	var entries []Entry
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
