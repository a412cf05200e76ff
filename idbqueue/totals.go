package idbqueue

import "context"

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
