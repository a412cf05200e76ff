package sw

import (
	"encoding/json"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// Class is the kind of an answer. The zero value decides nothing.
type Class string

// The classes of section 3.
const (
	ClassNone      Class = "no verdict"
	ClassApplied   Class = "applied"
	ClassAmbiguous Class = "ambiguous"
	ClassTerminal  Class = "terminal"
	ClassTransient Class = "transient"
)

// Outcome is what an answer asks for. The zero value is none of them.
type Outcome string

// The outcomes of section 3.
const (
	OutSent        Outcome = "sent"
	OutProbe       Outcome = "probe"
	OutConflict    Outcome = "conflict"
	OutJudged      Outcome = "rejected"    // where the write cannot be stored: else a probe, or a conflict
	OutSignIn      Outcome = "sign in"     // the owner's hold
	OutUpdate      Outcome = "update"      // the build's hold
	OutMisfit      Outcome = "misfit"      // this write alone
	OutRetry       Outcome = "retrying"    // answered, no verdict
	OutIntercepted Outcome = "intercepted" // a stranger answered
	OutNoAnswer    Outcome = "no answer"   // nobody answered
)

// Facts are what the rows of the table look at.
type Facts struct {
	Proof    Proof
	Speaks   bool // the contract's number is this client's
	Status   int
	Code     wire.Code
	Applied  bool // the body carries the write's id and fingerprint, or the record's new state
	Echoed   bool // the body names no id but the write's own
	Unmarked bool // in the contract's form, but without its mark
}

// Row is one row of the table: the first whose When holds decides.
type Row struct {
	Name       string
	When       func(Facts) bool
	Class      Class
	Create     Outcome // a create, which carries a client id
	Transition Outcome // a transition, which carries none
	Spends     bool
}

// Rows that are interception of a kind that has words of its own.
const (
	rowUnmarked = "mark removed"
	rowSignIn   = "a proxy's sign-in"
)

// Rows is the table of section 3, read from the top.
var Rows = []Row{
	{
		"no answer", func(f Facts) bool { return f.Proof == NoAnswer },
		ClassNone, OutNoAnswer, OutNoAnswer, false, // only a server that answered spends an attempt
	},
	{
		"another contract", func(f Facts) bool { return f.Proof == Proven && !f.Speaks },
		ClassTerminal, OutUpdate, OutUpdate, false, // its words may mean something else
	},
	{
		"proved", func(f Facts) bool { return proven(f, 200, 201) && f.Applied },
		ClassApplied, OutSent, OutSent, false, // the office shows this very version
	},
	{
		"2xx without proof", func(f Facts) bool { return proven(f, 200, 299) },
		ClassAmbiguous, OutProbe, OutConflict, true, // received is not stored
	},
	{
		"id exists", func(f Facts) bool { return proven(f, 409, 409) && f.Code == wire.CodeIDExists && f.Echoed },
		ClassApplied, OutSent, OutConflict, false, // same id, owner and bytes: a replay; a transition has no id to know itself by
	},
	{
		"other 409", func(f Facts) bool { return proven(f, 409, 409) },
		ClassAmbiguous, OutProbe, OutConflict, true, // a replay and a clash answer alike: only existence can tell
	},
	{
		"body altered", func(f Facts) bool { return proven(f, 400, 400) && f.Code == wire.CodeBodyAltered },
		ClassNone, OutIntercepted, OutIntercepted, false, // this network changes what we send
	},
	{
		"signed out", func(f Facts) bool { return proven(f, 401, 401) },
		ClassTerminal, OutSignIn, OutSignIn, false, // it judges the session, not the write
	},
	{
		"too old", func(f Facts) bool { return proven(f, 426, 426) },
		ClassTerminal, OutUpdate, OutUpdate, false, // it judges the app, not the write
	},
	{
		"judged", func(f Facts) bool { return proven(f, 400, 499) && !transient4xx(f.Status) && f.Code.Judges() },
		ClassTerminal, OutJudged, OutJudged, true, // the office understood and refused
	},
	{
		"misfit", func(f Facts) bool { return proven(f, 400, 499) && !transient4xx(f.Status) },
		ClassTerminal, OutMisfit, OutMisfit, false, // the route was refused, not the record
	},
	{
		rowUnmarked, func(f Facts) bool { return f.Unmarked },
		ClassNone, OutIntercepted, OutIntercepted, false, // something on the way removes the office's mark
	},
	{
		rowSignIn, func(f Facts) bool { return f.Proof == Unproven && (f.Status == 401 || f.Status == 407) },
		ClassNone, OutIntercepted, OutIntercepted, false, // something on the way wants a sign-in of its own
	},
	{
		"try later", func(f Facts) bool { return transient4xx(f.Status) || within(f.Status, 500, 599) && f.Status != 511 },
		ClassTransient, OutRetry, OutRetry, true, // somebody answered, and gave no verdict
	},
	{
		"4xx of a stranger", func(f Facts) bool { return f.Proof == Unproven && within(f.Status, 400, 499) },
		ClassTransient, OutRetry, OutRetry, true, // nobody has refused it; it surfaces when the budget ends
	},
	{
		"intercepted", func(f Facts) bool {
			return f.Proof == Unproven && (f.Status == 0 || within(f.Status, 200, 399) || f.Status == 511)
		},
		ClassNone, OutIntercepted, OutIntercepted, false, // the network answered, not the office
	},
	{
		"anything else", func(Facts) bool { return true },
		ClassTransient, OutRetry, OutRetry, true, // an answer that no rule knows is no verdict
	},
}

func within(status, low, high int) bool { return low <= status && status <= high }

func proven(f Facts, low, high int) bool { return f.Proof == Proven && within(f.Status, low, high) }

func transient4xx(status int) bool { return status == 408 || status == 425 || status == 429 }

// Verdict is an answer, judged. The zero value proves nothing.
type Verdict struct {
	Row     string
	Class   Class
	Outcome Outcome
	Spends  bool

	// NotStored: the server has looked, and does not hold the refused write.
	NotStored bool

	Proven   bool
	Cause    Cause // of an interception
	Status   int
	Code     wire.Code
	Asked    *Asked // the wait that the answer asked for, on transient rows
	TimedOut bool
	GotOut   bool // bytes of the request may have left: something came back, or its time ran out
	LeftAt   int64
	Answer   entry.Answer
	Number   string // the office's number, where the record has one
	Date     string // the response's own clock
	Record   string // the record as the office has it (JSON)
}

// Classify judges the answer to one write. fingerprint is of the version that
// was sent.
func Classify(op wire.OpSpec, record, fingerprint string, ev Evidence) Verdict {
	body, proof := Read(ev.Body), ev.Proof()
	row := rowFor(factsOf(op, record, fingerprint, proof, ev, body))
	v := verdict(row, proof, ev, body)
	v.Outcome = row.Transition
	if op.Create {
		v.Outcome = row.Create
	}
	if row.Class == ClassApplied {
		v.Record, v.Number = recordOf(body, ev)
	}
	return v
}

// ClassifyOther judges an answer that is not about one write: a probe, a batch
// as a whole, the session. One that a cache kept is a stranger's.
func ClassifyOther(ev Evidence) Verdict {
	body, proof := Read(ev.Body), ev.Proof()
	if proof == Proven && stale(ev.Age) {
		proof = Unproven
	}
	row := rowFor(Facts{Proof: proof, Speaks: ev.Speaks(), Status: ev.Status, Code: body.Code, Unmarked: ev.unmarked()})
	v := verdict(row, proof, ev, body)
	v.Outcome = row.Create
	return v
}

func factsOf(op wire.OpSpec, record, fingerprint string, proof Proof, ev Evidence, body reply) Facts {
	want, got := op.State, body.State
	if op.Create {
		want, got = fingerprint, body.Fingerprint
	}
	return Facts{
		Proof: proof, Speaks: ev.Speaks(), Status: ev.Status, Code: body.Code, Unmarked: ev.unmarked(),
		// Two empty texts are equal, and prove nothing.
		Applied: record != "" && want != "" && body.ID == record && got == want,
		Echoed:  body.ID == "" || body.ID == record,
	}
}

func rowFor(f Facts) Row {
	for _, row := range Rows {
		if row.When(f) {
			return row
		}
	}
	return Row{} // unreachable: the last row takes anything
}

func verdict(row Row, proof Proof, ev Evidence, body reply) Verdict {
	v := Verdict{
		Row: row.Name, Class: row.Class, Spends: row.Spends,
		Proven: proof == Proven, Status: ev.Status, TimedOut: ev.TimedOut, GotOut: ev.Answered || ev.TimedOut, LeftAt: ev.LeftAt, Date: ev.Date,
	}
	v.Answer = entry.Answer{At: ev.ArrivedAt, Status: ev.Status}
	switch row.Name {
	case rowUnmarked:
		v.Cause = CauseUnmarked
	case rowSignIn:
		v.Cause, v.GotOut = CauseSignIn, false // it let nothing through
	}
	// What a stranger wrote is not kept: it is nobody's word on this write. And
	// only a problem document's code is a code: a customer has one too.
	if v.Proven && ev.Speaks() && ev.Status >= 400 {
		v.Code, v.NotStored = body.Code, body.NotStored
		v.Answer.Code, v.Answer.RequestID = string(body.Code), body.RequestID
		v.Answer.Problem, v.Answer.Current = string(ev.Body), string(body.Current)
	}
	if row.Class == ClassTransient {
		if a, ok := RetryAfter(ev.RetryAfter, ev.Date, v.Proven); ok {
			v.Asked = &a
		}
	}
	return v
}

// recordOf is the record that an applied answer shows, and its number: the body
// itself, or what a replay's problem document carries.
func recordOf(body reply, ev Evidence) (record, number string) {
	if ev.Status < 300 {
		return string(ev.Body), body.Number
	}
	if json.Valid(body.Current) {
		return string(body.Current), Read(body.Current).Number
	}
	return "", ""
}
