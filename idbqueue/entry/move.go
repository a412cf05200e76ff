package entry

import "slices"

// Step names a legal move. Each has a constructor with just its fields.
type Step string

// The moves. Those of the machine need the lease and the attempt that they
// settle; those of the rep need an entry with no attempt open.
const (
	StepClaim   Step = "claim"   // machine: an attempt starts
	StepAsk     Step = "ask"     // machine: the answer needs a probe, in the same turn
	StepResend  Step = "resend"  // machine: absent, and nothing led here: sent again in the same turn
	StepClose   Step = "close"   // machine: an attempt that nobody will end has ended in doubt
	StepEnd     Step = "end"     // machine: the turn is over, without proof
	StepPause   Step = "pause"   // machine: a wait of its own, without an attempt
	StepRestamp Step = "restamp" // machine: a wait set in the future, by a clock that ran back
	StepLook    Step = "look"    // machine: looked up again, nothing found; or found, and clashing
	StepLost    Step = "lost"    // machine: a receipt that the restored office does not hold
	StepProve   Step = "prove"   // anyone, lease or not: proof
	StepEdit    Step = "edit"    // rep
	StepRedo    Step = "redo"    // rep: try again unchanged
	StepDiscard Step = "discard" // rep
	StepRestore Step = "restore" // rep
	StepTheirs  Step = "theirs"  // rep: the office's version becomes the content
	StepReplace Step = "replace" // rep: mine instead, under a new client id
	StepCancel  Step = "cancel"  // rep: the office is asked to cancel the record; or what became of that
	StepAdopt   Step = "adopt"   // rep: nobody's entry becomes theirs
)

// Move is one change of one entry, as data. Make it with a constructor; fields
// that a step does not use are zero.
type Move struct {
	Step    Step
	Key     string
	At      int64
	Attempt int // the attempt that it settles (machine)

	Deadline int64
	Probing  bool
	Led      *Answer

	To       State
	Reason   string
	Answer   *Answer
	Doubtful bool // the attempt ended without a verdict
	GotOut   bool // and bytes of it may have left; with an answer they have
	Absent   bool // a probe showed that the office has nothing: doubt is cleared
	Probe    bool // the next turn starts with the probe
	Books    Books
	Next     *Wait

	Receipt *Receipt
	Earlier string // reason of the conflict if the proof is of an earlier version
	Dead    bool   // the record is over at the office

	Body        string
	Fingerprint string
	Record      string
	Title       string
	Parents     []string
	Owner       string
	LookAt      int64
}

// Claim opens attempt n: the latest attempt's number plus one.
func Claim(key string, n int, at, deadline int64, probing bool) Move {
	return Move{Step: StepClaim, Key: key, Attempt: n, At: at, Deadline: deadline, Probing: probing}
}

// As makes a claim hold only while the write is as it was planned: with this
// content, and with or without a question to start from.
func (m Move) As(e Entry) Move {
	m.Fingerprint, m.Probe = e.Fingerprint, e.Probe
	return m
}

// Ask keeps the turn open for a probe and stores the answer that led to it.
func Ask(key string, n int, at, deadline int64, led Answer) Move {
	return Move{Step: StepAsk, Key: key, Attempt: n, At: at, Deadline: deadline, Led: &led}
}

// Resend turns the open probe into an attempt under the next number.
func Resend(key string, n int, at, deadline int64) Move {
	return Move{Step: StepResend, Key: key, Attempt: n, At: at, Deadline: deadline}
}

// Close ends, in doubt, an attempt whose drainer is gone.
func Close(key string, n int, at int64) Move {
	return Move{Step: StepClose, Key: key, Attempt: n, At: at}
}

// Ending is how a turn ended without proof.
type Ending struct {
	To       State
	Reason   string
	Answer   *Answer // nil keeps the one the card shows
	Led      *Answer // an answer that still waits for its probe
	Probe    bool    // the next turn starts with the probe
	Doubtful bool
	GotOut   bool // of what nobody answered, bytes may have left
	Absent   bool
	Books    Books
	Next     *Wait
	LookAt   int64
}

// End ends the turn of attempt n.
func End(key string, n int, at int64, e Ending) Move {
	return Move{
		Step: StepEnd, Key: key, Attempt: n, At: at, To: e.To, Reason: e.Reason, Answer: e.Answer, Led: e.Led,
		Probe: e.Probe, Doubtful: e.Doubtful, GotOut: e.GotOut, Absent: e.Absent, Books: e.Books, Next: e.Next, LookAt: e.LookAt,
	}
}

// Pause gives a write that is not being tried a wait of its own; n is its
// latest attempt. Only To, Reason, Books and Next of the ending are used.
func Pause(key string, n int, at int64, e Ending) Move {
	return Move{Step: StepPause, Key: key, Attempt: n, At: at, To: e.To, Reason: e.Reason, Books: e.Books, Next: e.Next}
}

// Restamp rewrites a wait that lies in the future of its own clock.
func Restamp(key string, at int64, next Wait) Move {
	return Move{Step: StepRestamp, Key: key, At: at, Next: &next}
}

// Look books another look; to is the state that the find asks for, or empty.
func Look(key string, at, lookAt int64, to State, reason string, a *Answer) Move {
	return Move{Step: StepLook, Key: key, At: at, LookAt: lookAt, To: to, Reason: reason, Answer: a}
}

// LookLater books another look where this one came too early to tell; it does
// not count as one.
func LookLater(key string, at, lookAt int64) Move {
	return Move{Step: StepLook, Key: key, At: at, LookAt: lookAt, Doubtful: true}
}

// Lost takes a receipt back that a restored office does not hold.
func Lost(key string, at int64, reason string) Move {
	return Move{Step: StepLost, Key: key, At: at, Reason: reason}
}

// Prove records proof of the record with this id, whatever the entry's state. If
// it is of an earlier version, the write is a conflict with the reason given,
// and a shows what the office has. Of an id that was given up it is a note.
func Prove(key, record string, r Receipt, earlier string, a *Answer) Move {
	return Move{Step: StepProve, Key: key, Record: record, At: r.ProvedAt, Receipt: &r, Earlier: earlier, Answer: a}
}

// AsDead says of a proof, or of a receipt that is lost, that the office has the
// record and it is over there: the write needs a person, for the reason given.
func (m Move) AsDead(reason string) Move {
	m.Dead, m.Reason = true, reason
	return m
}

// Edit gives the write new content, the same client id, and a full budget.
func Edit(key string, at int64, body, fingerprint, title string, parents []string) Move {
	return Move{Step: StepEdit, Key: key, At: at, Body: body, Fingerprint: fingerprint, Title: title, Parents: parents}
}

// Redo tries again unchanged, with a full budget.
func Redo(key string, at int64) Move { return Move{Step: StepRedo, Key: key, At: at} }

// Recheck is Redo with a question first: has it arrived?
func Recheck(key string, at int64) Move { return Move{Step: StepRedo, Key: key, At: at, Probe: true} }

// GiveUp moves the write to the discarded list.
func GiveUp(key string, at int64, reason string) Move {
	return Move{Step: StepDiscard, Key: key, At: at, Reason: reason}
}

// Restore takes a discarded write back, as it was.
func Restore(key string, at int64) Move { return Move{Step: StepRestore, Key: key, At: at} }

// Theirs makes the office's version the content: sent, with its receipt. The
// newer text stays with the entry.
func Theirs(key string, body, fingerprint, title string, r Receipt) Move {
	return Move{Step: StepTheirs, Key: key, At: r.ProvedAt, Body: body, Fingerprint: fingerprint, Title: title, Receipt: &r}
}

// Replace puts the write under a new client id, as if it had never left.
func Replace(key string, at int64, record, body, fingerprint string) Move {
	return Move{Step: StepReplace, Key: key, At: at, Record: record, Body: body, Fingerprint: fingerprint}
}

// Cancelling notes that a cancel of the write's record leaves, which may arrive
// until then; 0: what became of it is known, and a shows the record.
func Cancelling(key string, at, until int64, a *Answer) Move {
	return Move{Step: StepCancel, Key: key, At: at, Deadline: until, Answer: a}
}

// Adopt gives nobody's entry to a signed-in user.
func Adopt(key string, at int64, owner string) Move {
	return Move{Step: StepAdopt, Key: key, At: at, Owner: owner}
}

// OfRep says that the move is a person's: it needs no lease, and an entry with
// no attempt open.
func (m Move) OfRep() bool {
	switch m.Step {
	case StepEdit, StepRedo, StepDiscard, StepRestore, StepTheirs, StepReplace, StepCancel, StepAdopt:
		return true
	}
	return false
}

// WithoutParent returns the entry's parents less one.
func WithoutParent(parents []string, key string) []string {
	return slices.DeleteFunc(slices.Clone(parents), func(p string) bool { return p == key })
}
