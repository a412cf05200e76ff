package entry

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

// The buckets that are not states.
const (
	BucketChildren   = "children"
	BucketUnreadable = "unreadable"
)

var BucketNames = []string{
	string(Pending), string(Retrying), string(Attention), string(Conflict), string(Rejected),
	string(Sent), string(Discarded), BucketChildren, BucketUnreadable,
}

// Unsent is the count of writes that still wait for their proof.
func (t Totals) Unsent() int {
	return t.Pending + t.Retrying + t.Attention + t.Conflict + t.Rejected + t.Children + t.Unreadable
}

// Count is the place of a bucket in the totals.
func (t *Totals) Count(bucket string) *int {
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
	case BucketChildren:
		return &t.Children
	}
	return &t.Unreadable
}

// Empty says that nothing is counted, sent and discarded writes included.
func (t Totals) Empty() bool { return t.Unsent()+t.Sent+t.Discarded == 0 }
