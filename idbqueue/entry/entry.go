package entry

import "slices"

// Limits of the outbox, each with its reason.
const (
	UnsentMax = 10_000    // unsent entries of all owners: far beyond a season of orders, small enough to list
	BodyMax   = 256 << 10 // bytes of one body: what the server takes

	// BallastBytes is the weight that is stored to be let go when the disk is
	// full, so that claims and proofs can still be recorded.
	BallastBytes = 1 << 20
)

// Entry is one queued write with all that is known of its fate. Times are
// milliseconds since 1970 by the device's clock unless said otherwise.
//
// Body is stored as it was encoded once at save; nothing here reads it.
type Entry struct {
	Key         string   `json:"key"`    // ULID, the entry's own name
	Seq         int64    `json:"seq"`    // order of saving on this device, given by Add
	Owner       string   `json:"owner"`  // user id; empty: nobody's until a signed-in rep claims it
	Store       string   `json:"store"`  // the office's store that it was written for
	Op          string   `json:"op"`     // kind.verb; the verb "create" makes a record under a client id
	Record      string   `json:"record"` // client id of a create, else the record that it changes
	Ref         string   `json:"ref"`    // short reference that people read; never changes
	Title       string   `json:"title"`  // what it is, in words, for lists
	Body        string   `json:"body"`
	Fingerprint string   `json:"fingerprint"`
	MadeAt      int64    `json:"madeAt"`
	State       State    `json:"state"`
	Reason      string   `json:"reason"`
	Parents     []string `json:"parents"` // keys of the entries that must be proved first

	Attempt int      `json:"attempt"` // number of the latest attempt
	Open    *Attempt `json:"open"`    // the attempt under way
	TriedAt int64    `json:"triedAt"` // when the latest attempt started, 0: never
	Left    []string `json:"left"`    // every fingerprint that left the device
	Doubt   bool     `json:"doubt"`   // an attempt ended without a verdict (section 2)
	Doubted bool     `json:"doubted"` // it was ever in doubt: it will be looked up again
	DoubtAt int64    `json:"doubtAt"` // when the latest doubtful attempt ended
	GotOut  bool     `json:"gotOut"`  // of what is in doubt, bytes may have left: only for what is said of it
	Led     *Answer  `json:"led"`     // the answer that waits for its probe
	Probe   bool     `json:"probe"`   // the next turn starts with the probe
	Answer  *Answer  `json:"answer"`  // the latest answer, for the card
	Books   Books    `json:"books"`
	Next    *Wait    `json:"next"` // nil: it is not tried by itself

	Receipt *Receipt `json:"receipt"`
	Mine    string   `json:"mine"` // the newer text, kept where the office's version won
	Discard *Discard `json:"discard"`
	Former  []string `json:"former"` // client ids given up for a new one

	FormerProved []string `json:"formerProved"` // those of them that were proved after they were given up

	CancelBy int64 `json:"cancelBy"` // until when a cancel of its record may still arrive, 0: none is on its way
	Dead     bool  `json:"dead"`     // proved, and over at the office for good: a proof from before changes nothing

	LookAt int64 `json:"lookAt"` // when to look it up again, 0: never
	Looks  int   `json:"looks"`  // how often it was looked up again
}

// Attempt is one try, stored before the request leaves.
type Attempt struct {
	N           int    `json:"n"`
	Probing     bool   `json:"probing"` // a question; it leaves no doubt behind
	At          int64  `json:"at"`
	Deadline    int64  `json:"deadline"` // the exchange is over by then
	Fingerprint string `json:"fingerprint"`
}

// Answer is what came back, as the card shows it. Problem is the JSON problem
// document as it came, empty where there was none.
type Answer struct {
	At        int64  `json:"at"`
	Status    int    `json:"status"`
	Code      string `json:"code"`
	RequestID string `json:"requestId"`
	Problem   string `json:"problem"`
	Current   string `json:"current"` // the record as the office has it (JSON), where it came along
}

// Books are what a write's failures have cost it (section 5). Milliseconds.
type Books struct {
	Spent     int   `json:"spent"`     // answered attempts
	FailingMS int64 `json:"failingMs"` // failing time
	FailedAt  int64 `json:"failedAt"`  // the latest answered failure, 0: none
	WaitMS    int64 `json:"waitMs"`    // the wait that followed it
	Row       int   `json:"row"`       // failures in a row: the exponent of the backoff
	Swallowed int   `json:"swallowed"` // holds it set that another write's verdict lifted, in a row
	Timeouts  int   `json:"timeouts"`  // timeouts: each doubles the next exchange's bound
}

// Wait is a time as a pair, so that a clock that jumps strands nothing: it is
// due when now − SetAt ≥ DelayMS.
type Wait struct {
	SetAt   int64 `json:"setAt"`
	DelayMS int64 `json:"delayMs"`
}

// DueAt is the moment that the pair names on an unjumped clock.
func (w Wait) DueAt() int64 { return w.SetAt + w.DelayMS }

// Due says whether the wait is over.
func (w Wait) Due(now int64) bool { return now-w.SetAt >= w.DelayMS }

// Jumped says that the clock ran back behind the moment the pair was set.
func (w Wait) Jumped(now int64) bool { return now < w.SetAt }

// Receipt is the proof of a sent write. At is the server's time (RFC 3339).
type Receipt struct {
	At          string `json:"at"`
	ProvedAt    int64  `json:"provedAt"`
	Day         string `json:"day"` // the device's local day of the proof, yyyy-mm-dd
	Status      int    `json:"status"`
	Code        string `json:"code"`
	Number      string `json:"number"` // the office's number, where it gives one
	RequestID   string `json:"requestId"`
	Fingerprint string `json:"fingerprint"` // the version that is proved
	Record      string `json:"record"`      // the record as the office has it (JSON), where it came along
}

// Discard says why and when a write was given up. Held: the office holds it
// after all.
type Discard struct {
	At     int64  `json:"at"`
	Reason string `json:"reason"`
	From   State  `json:"from"`
	Held   bool   `json:"held"`
}

// InDoubt says that the office may have the write: an attempt is under way,
// ended without a verdict, or its answer waits for a probe (section 2).
func (e Entry) InDoubt() bool {
	return e.Doubt || e.Led != nil || (e.Open != nil && !e.Open.Probing)
}

// Waiting says that the entry names parents that are not proved yet.
func (e Entry) Waiting() bool { return len(e.Parents) > 0 }

// HasLeft says whether this version of the write ever left the device.
func (e Entry) HasLeft(fingerprint string) bool { return slices.Contains(e.Left, fingerprint) }

// Clone copies an entry so deep that nothing is shared: who reads may write.
func Clone(e Entry) Entry {
	e.Parents, e.Left = slices.Clone(e.Parents), slices.Clone(e.Left)
	e.Former, e.FormerProved = slices.Clone(e.Former), slices.Clone(e.FormerProved)
	e.Open, e.Led, e.Answer, e.Next = copied(e.Open), copied(e.Led), copied(e.Answer), copied(e.Next)
	e.Receipt, e.Discard = copied(e.Receipt), copied(e.Discard)
	return e
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}
