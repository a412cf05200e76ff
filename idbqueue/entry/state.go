package entry

import "errors"

// State is where a write stands (section 4).
type State string

// The states. Discarded is not one that the status bar counts: it is a list of
// its own, from which a write can be restored.
const (
	Pending   State = "pending"
	Retrying  State = "retrying"
	Attention State = "attention"
	Conflict  State = "conflict"
	Rejected  State = "rejected"
	Sent      State = "sent"
	Discarded State = "discarded"
)

// Unsent says that the write still waits for its proof.
func (s State) Unsent() bool { return s != Sent && s != Discarded }

// Known says whether this version knows the state.
func (s State) Known() bool {
	switch s {
	case Pending, Retrying, Attention, Conflict, Rejected, Sent, Discarded:
		return true
	}
	return false
}

// Sentinels. A caller branches on them and never on text.
var (
	// ErrFull is returned by Add when UnsentMax entries wait. The form says so
	// before it is typed into.
	ErrFull = errors.New("idbqueue: the outbox is full")
	// ErrTooLarge is returned by Add and Apply for a body over BodyMax.
	ErrTooLarge = errors.New("idbqueue: the body is too large")
	// ErrMalformed is returned by Add and Apply for an entry without a key, op or
	// record, or with text that is not valid UTF-8: the store would change it.
	ErrMalformed = errors.New("idbqueue: the entry is malformed")
	// ErrExists is returned by Add for a key or client id that is already here.
	ErrExists = errors.New("idbqueue: the write is already here")
	// ErrOpenRecord is returned by Add where an unsettled transition of the
	// same record waits: one at a time.
	ErrOpenRecord = errors.New("idbqueue: another write of this record waits")
	// ErrNotFound is returned for a key that is not here.
	ErrNotFound = errors.New("idbqueue: no such entry")
	// ErrFrozen is returned for a rep's move while an attempt is open.
	ErrFrozen = errors.New("idbqueue: the write is being sent")
	// ErrStale is returned for a move that names an attempt, or a revision,
	// that the entry no longer carries.
	ErrStale = errors.New("idbqueue: the entry has moved on")
	// ErrIllegal is returned for a move that the entry's state does not allow.
	ErrIllegal = errors.New("idbqueue: the state does not allow this move")
	// ErrLeaseLost is returned when another drainer has taken the lease; proof
	// was recorded all the same, nothing else was.
	ErrLeaseLost = errors.New("idbqueue: the lease is lost")
	// ErrLeaseHeld is returned by Acquire while another drainer holds it.
	ErrLeaseHeld = errors.New("idbqueue: another drainer holds the lease")
	// ErrOwner is returned by Claim and PutFor when the signed-in user is another.
	ErrOwner = errors.New("idbqueue: the signed-in user is another")
)
