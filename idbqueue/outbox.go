package idbqueue

import (
	"context"
	"encoding/json"
)

// Outbox is the durable queue. Each method is one transaction; one that writes
// returns nil only once the transaction is complete and durable.
//
// Methods that a drainer uses take the fence of its lease. The rep's methods
// need none: any tab and the worker may add and may ask for a drain.
//
// Every method fails with an error of [ErrStorage]'s kind when the store fails;
// then nothing of the transaction was recorded.
type Outbox interface {
	// Add stores a new write and returns it with its Seq. Errors: ErrFull,
	// ErrTooLarge, ErrExists, ErrOpenRecord.
	Add(ctx context.Context, e Entry) (Entry, error)
	// Apply carries out the rep's moves, all or none. Errors: those of a move.
	Apply(ctx context.Context, moves ...Move) error

	// Acquire takes the lease for d milliseconds. lock says that the caller
	// holds the Web Lock and may take over at once. Errors: ErrLeaseHeld.
	Acquire(ctx context.Context, holder string, now, d int64, lock bool) (Fence, error)
	// Renew extends a lease that is still the caller's. Errors: ErrLeaseLost.
	Renew(ctx context.Context, f Fence, now, d int64) error
	// Release gives the lease up; one that is lost is no error.
	Release(ctx context.Context, f Fence) error
	// Claim opens attempts for the signed-in user owner, extends the lease to
	// until (milliseconds since 1970), and returns the entries claimed; those
	// that cannot be claimed any more are left out. Errors: ErrLeaseLost, ErrOwner.
	Claim(ctx context.Context, f Fence, owner string, until int64, moves []Move) ([]Entry, error)
	// Settle carries out the machine's moves and puts records. A stale move is
	// left out and reported in Settled. Without the lease only proof is
	// recorded, and the error is ErrLeaseLost.
	Settle(ctx context.Context, f Fence, moves []Move, put ...Record) (Settled, error)

	// Look is what a drainer needs to decide what comes next.
	Look(ctx context.Context, owner string, now int64, limit int) (Snapshot, error)
	// Get returns one entry. Errors: ErrNotFound.
	Get(ctx context.Context, key string) (Entry, error)
	// Find returns the owner's entries that touch a record (its client id, or
	// the record that they change), the latest first.
	Find(ctx context.Context, owner, record string) ([]Entry, error)
	// Page lists entries of one list by descending Seq, below before (0: from
	// the newest). Entries that this version cannot read come as Raw only.
	Page(ctx context.Context, owner string, l List, before int64, limit int) ([]Listed, error)
	// Children lists the owner's unsent entries that name a parent.
	Children(ctx context.Context, owner string) ([]Entry, error)
	// Looks lists entries that are due to be looked up again.
	Looks(ctx context.Context, owner string, now int64, limit int) ([]Entry, error)
	// Totals counts without reading entries.
	Totals(ctx context.Context, owner string) (Totals, error)
	// Records reads records by name; absent ones are missing from the map.
	Records(ctx context.Context, names ...string) (map[string]json.RawMessage, error)
	// Put writes records that need no lease: the signed-in user, "send now",
	// drafts, settings. A nil value removes one.
	Put(ctx context.Context, records ...Record) error
	// Check compares totals with the entries, mends them, and says whether
	// they had differed.
	Check(ctx context.Context) (bool, error)
	// Prune removes receipts and discarded writes older than before (device
	// milliseconds) and returns how many.
	Prune(ctx context.Context, owner string, before int64, limit int) (int, error)
	// Watch calls f after every change by this or another context, until the
	// returned function is called.
	Watch(f func()) (stop func())
	Close() error
}

// Fence is a lease's number: it only grows, and a move under an older one is
// refused.
type Fence int64

// Record is a small named value in the outbox: the signed-in user, holds,
// "send now", the server's clock, drafts. The queue does not read them, but
// for RecordUser's "id".
type Record struct {
	Name  string
	Value json.RawMessage
}

// RecordUser names the record of the signed-in user: a JSON object whose "id"
// says who may drain. No record or an empty id: nobody.
const RecordUser = "user"

// Settled says what became of a transaction's moves.
type Settled struct {
	Entries []Entry // after their moves, in the order of the moves that applied
	Stale   []Move  // moves left out: the entry had moved on
}

// Snapshot is one consistent look at the outbox.
type Snapshot struct {
	Records map[string]json.RawMessage // all records but drafts and totals
	Due     []Entry                    // due writes: never tried first, then tried longest ago, then oldest
	Jumped  []Entry                    // writes whose wait lies in the future of its own clock
	Open    []Entry                    // writes with an attempt open, of any owner
	NextAt  int64                      // when the earliest wait that is not over ends, 0: none
	Totals  Totals
}

// List names a list of the outbox.
type List string

// The lists. A write is on exactly one.
const (
	ListUnsent    List = "unsent"
	ListSent      List = "sent"
	ListDiscarded List = "discarded"
)

// Listed is a row of a page. Entry is nil where this version cannot read Raw.
type Listed struct {
	Entry *Entry
	Raw   json.RawMessage
}

// Totals are one owner's counts by stored state; writes that wait for a parent
// are counted in Children and in no state. Day maps the device's local days to
// the writes proved on them. Others counts unsent writes of other owners.
type Totals struct {
	Pending   int            `json:"pending"`
	Retrying  int            `json:"retrying"`
	Attention int            `json:"attention"`
	Conflict  int            `json:"conflict"`
	Rejected  int            `json:"rejected"`
	Sent      int            `json:"sent"`
	Discarded int            `json:"discarded"`
	Children  int            `json:"children"`
	Days      map[string]int `json:"days"`
	Oldest    int64          `json:"oldest"` // MadeAt of the oldest unsent write, 0: none
	Others    int            `json:"-"`
	Unowned   int            `json:"-"` // nobody's entries
}

// Unsent is the count of writes that still wait for their proof.
func (t Totals) Unsent() int {
	return t.Pending + t.Retrying + t.Attention + t.Conflict + t.Rejected + t.Children
}
