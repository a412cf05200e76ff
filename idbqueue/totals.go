package idbqueue

import (
	"context"
	"encoding/json"
	"maps"
)

// Totals are one owner's counts by stored state; writes that wait for a parent
// are counted in Children and in no state. Day maps the device's local days to
// the writes proved on them. Others counts unsent writes of other owners.
type Totals struct {
	Pending    int            `json:"pending"`
	Retrying   int            `json:"retrying"`
	Attention  int            `json:"attention"`
	Conflict   int            `json:"conflict"`
	Rejected   int            `json:"rejected"`
	Sent       int            `json:"sent"`
	Discarded  int            `json:"discarded"`
	Children   int            `json:"children"`
	Unreadable int            `json:"unreadable"` // of a shape that this version does not know
	Days       map[string]int `json:"days"`
	Oldest     int64          `json:"-"` // MadeAt of the oldest unsent write, 0: none
	Others     int            `json:"-"`
	Unowned    int            `json:"-"` // nobody's entries
}

// Unsent is the count of writes that still wait for their proof.
func (t Totals) Unsent() int {
	return t.Pending + t.Retrying + t.Attention + t.Conflict + t.Rejected + t.Children + t.Unreadable
}

// The buckets that are not states.
const (
	bucketChildren   = "children"
	bucketUnreadable = "unreadable"
)

// count is the place of a bucket in the totals.
func (t *Totals) count(bucket string) *int {
	switch bucket {
	case string(Pending):
		return &t.Pending
	case string(Retrying):
		return &t.Retrying
	case string(Attention):
		return &t.Attention
	case string(Conflict):
		return &t.Conflict
	case string(Rejected):
		return &t.Rejected
	case string(Sent):
		return &t.Sent
	case string(Discarded):
		return &t.Discarded
	case bucketChildren:
		return &t.Children
	}
	return &t.Unreadable
}

var bucketNames = []string{
	string(Pending), string(Retrying), string(Attention), string(Conflict), string(Rejected),
	string(Sent), string(Discarded), bucketChildren, bucketUnreadable,
}

func bucketOf(e Entry) string {
	if e.State.Unsent() && e.Waiting() {
		return bucketChildren
	}
	return string(e.State)
}

// dayOf is the day that a sent write counts for.
func dayOf(e Entry) string {
	if e.State == Sent && e.Receipt != nil {
		return e.Receipt.Day
	}
	return ""
}

// ledger is the totals record: all owners' counts, and the last number given.
// It changes in the transaction of each move.
type ledger struct {
	Seq    int64              `json:"seq"`
	Owners map[string]*Totals `json:"owners"`
	dirty  bool
}

const ledgerName = "totals"

// readLedger never fails: what cannot be read is found out by Check, and no
// move waits for it.
func readLedger(raw json.RawMessage) *ledger {
	l := &ledger{}
	if raw == nil || json.Unmarshal(raw, l) != nil {
		l = &ledger{}
	}
	if l.Owners == nil {
		l.Owners = map[string]*Totals{}
	}
	return l
}

func (l *ledger) of(owner string) *Totals {
	t := l.Owners[owner]
	if t == nil {
		t = &Totals{}
		l.Owners[owner] = t
	}
	if t.Days == nil {
		t.Days = map[string]int{}
	}
	return t
}

// add counts an entry in, or out with by = -1.
func (l *ledger) add(e Entry, by int) { l.count(e.Owner, bucketOf(e), dayOf(e), by) }

// addUnreadable is add for an entry of which only the owner is known.
func (l *ledger) addUnreadable(owner string, by int) { l.count(owner, bucketUnreadable, "", by) }

func (l *ledger) count(owner, bucket, day string, by int) {
	l.dirty = true
	t := l.of(owner)
	n := t.count(bucket)
	*n = max(0, *n+by)
	if day != "" {
		if t.Days[day] += by; t.Days[day] <= 0 {
			delete(t.Days, day)
		}
	}
	if t.empty() {
		delete(l.Owners, owner)
	}
}

func (t Totals) empty() bool { return t.Unsent()+t.Sent+t.Discarded == 0 }

// move counts an entry out of where it was and into where it is.
func (l *ledger) move(before, after Entry) {
	if before.Owner == after.Owner && bucketOf(before) == bucketOf(after) && dayOf(before) == dayOf(after) {
		return
	}
	l.add(before, -1)
	l.add(after, +1)
}

// unsent counts the unsent entries of everybody.
func (l *ledger) unsent() int {
	n := 0
	for _, t := range l.Owners {
		n += t.Unsent()
	}
	return n
}

// view is what an owner is told.
func (l *ledger) view(owner string, oldest int64) Totals {
	t := *l.of(owner)
	t.Days = maps.Clone(t.Days)
	t.Oldest = oldest
	if owner != "" {
		t.Unowned = l.of("").Unsent()
	}
	t.Others = l.unsent() - t.Unsent() - t.Unowned
	return t
}

func (l *ledger) raw() json.RawMessage {
	raw, err := json.Marshal(l)
	if err != nil {
		panic("idbqueue: totals are plain numbers: " + err.Error())
	}
	return raw
}

func byLedger() query { return byRecords(storeMeta, ledgerName) }

func byOldest(owner string) query { return under(ixMade, owner).firstKey() }

// oldest reads the answer to byOldest.
func oldest(f found) int64 {
	if len(f.at) < 2 {
		return 0
	}
	at, _ := f.at[1].(int64)
	return at
}

// Totals counts without reading entries.
func (o *Outbox) Totals(ctx context.Context, owner string) (Totals, error) {
	var t Totals
	err := o.eng.view(ctx, func(tx tx) error {
		f, err := tx.read(byLedger(), byOldest(owner))
		if err != nil {
			return err
		}
		t = readLedger(f[0].records[ledgerName]).view(owner, oldest(f[1]))
		return nil
	})
	return t, failed("count", err)
}
