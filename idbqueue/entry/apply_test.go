package entry

import (
	"errors"
	"reflect"
	"slices"
	"testing"
)

const (
	tNow  = int64(1_800_000_000_000)
	tSoon = tNow + 60_000
)

var states = []State{Pending, Retrying, Attention, Conflict, Rejected, Sent, Discarded}

// Reasons for a cell without a move.
const (
	settledAlready = "it has its verdict, and waits for a person"
	isSent         = "only a restored office takes a write out of sent"
	isGivenUp      = "it was given up: restore it first"
	noClash        = "there is no version of the office to choose"
	notLost        = "it has no receipt to lose"
	notGivenUp     = "it was not given up"
	goesByItself   = "it goes out by itself, and is not looked up beside that"
)

// cell is where a step leads from one state: to a state, or nowhere for a reason.
type cell struct {
	to  State
	why string
}

func stays(s State) cell   { return cell{to: s} }
func none(why string) cell { return cell{why: why} }
func turn(p, r, a State) []cell {
	return []cell{stays(p), stays(r), stays(a), none(settledAlready), none(settledAlready), none(isSent), none(isGivenUp)}
}

// grid says for every step and state what becomes of the entry, in the order
// of states.
var grid = map[Step][]cell{
	StepClaim:   turn(Pending, Retrying, Attention),
	StepAsk:     turn(Pending, Retrying, Attention),
	StepResend:  turn(Pending, Retrying, Attention),
	StepClose:   turn(Retrying, Retrying, Attention),
	StepEnd:     turn(Rejected, Rejected, Rejected),
	StepPause:   turn(Attention, Attention, Attention),
	StepRestamp: turn(Pending, Retrying, Attention),
	StepLook: {
		none(goesByItself), none(goesByItself), stays(Conflict), stays(Conflict), stays(Conflict), none(isSent),
		stays(Discarded),
	},
	StepLost:  {none(notLost), none(notLost), none(notLost), none(notLost), none(notLost), stays(Attention), none(notLost)},
	StepProve: {stays(Sent), stays(Sent), stays(Sent), stays(Sent), stays(Sent), stays(Sent), stays(Discarded)},
	StepEdit:  {stays(Pending), stays(Pending), stays(Pending), stays(Pending), stays(Pending), none(isSent), none(isGivenUp)},
	StepRedo:  {stays(Pending), stays(Pending), stays(Pending), stays(Pending), stays(Pending), none(isSent), none(isGivenUp)},
	StepDiscard: {
		stays(Discarded), stays(Discarded), stays(Discarded), stays(Discarded), stays(Discarded), none(isSent),
		none(isGivenUp),
	},
	StepRestore: {
		none(notGivenUp), none(notGivenUp), none(notGivenUp), none(notGivenUp), none(notGivenUp), none(notGivenUp),
		stays(Rejected),
	},
	StepTheirs:  {none(noClash), none(noClash), none(noClash), stays(Sent), none(noClash), none(isSent), none(isGivenUp)},
	StepCancel:  {stays(Pending), stays(Retrying), stays(Attention), stays(Conflict), stays(Rejected), none(isSent), none(isGivenUp)},
	StepReplace: {none(noClash), none(noClash), none(noClash), stays(Pending), none(noClash), none(isSent), none(isGivenUp)},
	StepAdopt: {
		stays(Pending), stays(Retrying), stays(Attention), stays(Conflict), stays(Rejected), none(isSent),
		none(isGivenUp),
	},
}

// inState is an entry in a state, without doubt; settling steps find their
// attempt open.
func inState(s State, step Step) Entry {
	e := Entry{Key: "K", Op: "order.create", Record: "R", Fingerprint: "F1", State: s, Attempt: 1, Left: []string{"F1"}}
	switch step {
	case StepAsk, StepResend, StepClose, StepEnd:
		e.Open = &Attempt{N: 1, At: tNow, Deadline: tNow + 1000, Fingerprint: "F1"}
	case StepRestamp:
		e.Next = &Wait{SetAt: tSoon + 1000}
	}
	switch s {
	case Sent:
		e.Receipt = &Receipt{Fingerprint: "F1"}
	case Discarded:
		e.Discard = &Discard{At: tNow, From: Rejected}
	}
	return e
}

// moveOf is a sound move of each step, made with its constructor.
func moveOf(step Step) Move {
	r := Receipt{Fingerprint: "F1", ProvedAt: tSoon}
	return map[Step]Move{
		StepClaim:   Claim("K", 2, tSoon, tSoon+1000, false),
		StepAsk:     Ask("K", 1, tSoon, tSoon+1000, Answer{Code: "id_reused"}),
		StepResend:  Resend("K", 1, tSoon, tSoon+1000),
		StepClose:   Close("K", 1, tSoon),
		StepEnd:     End("K", 1, tSoon, Ending{To: Rejected}),
		StepPause:   Pause("K", 1, tSoon, Ending{To: Attention, Next: &Wait{SetAt: tSoon}}),
		StepRestamp: Restamp("K", tSoon, Wait{SetAt: tSoon, DelayMS: 1}),
		StepLook:    Look("K", tSoon, tSoon+1000, Conflict, "earlier", nil),
		StepLost:    Lost("K", tSoon, "restored"),
		StepProve:   Prove("K", "R", r, "earlier", nil),
		StepEdit:    Edit("K", tSoon, "{}", "F2", "T", nil),
		StepRedo:    Redo("K", tSoon),
		StepDiscard: GiveUp("K", tSoon, "typo"),
		StepRestore: Restore("K", tSoon),
		StepTheirs:  Theirs("K", "{}", "F0", "T", r),
		StepCancel:  Cancelling("K", tSoon, tSoon+1000, nil),
		StepReplace: Replace("K", tSoon, "R2", "{}", "F2"),
		StepAdopt:   Adopt("K", tSoon, "ana"),
	}[step]
}

func TestEveryStepFromEveryStateLeadsWhereTheGridSaysOrNowhereForAReason(t *testing.T) {
	for _, row := range Legal {
		step := row.Step
		if len(grid[step]) != len(states) {
			t.Fatalf("the grid has %d cells for %s", len(grid[step]), step)
		}
		for i, state := range states {
			before := inState(state, step)
			got, err := Apply(before, moveOf(step))
			switch want := grid[step][i]; {
			case want.why != "":
				if !errors.Is(err, ErrIllegal) || !reflect.DeepEqual(got, before) {
					t.Errorf("%s from %s: got %s, %v; want nothing: %s", step, state, got.State, err, want.why)
				}
			case err != nil || got.State != want.to:
				t.Errorf("%s from %s: got %s, %v; want %s", step, state, got.State, err, want.to)
			}
		}
	}
	if len(Legal) != len(grid) {
		t.Errorf("the grid has %d steps, the machine %d", len(grid), len(Legal))
	}
}

func TestAnAnswerSettlesOnlyTheAttemptThatItWasSentWith(t *testing.T) {
	for _, step := range []Step{StepAsk, StepResend, StepClose, StepEnd} {
		for _, open := range []*Attempt{nil, {N: 2}} {
			e := inState(Retrying, step)
			e.Open = open
			if got, err := Apply(e, moveOf(step)); !errors.Is(err, ErrStale) || !reflect.DeepEqual(got, e) {
				t.Errorf("%s with %+v open: got %v, want ErrStale", step, open, err)
			}
		}
	}
}

func TestDoubtIsStickyAndClearedOnlyBySentOrAbsent(t *testing.T) {
	doubtful := inState(Retrying, StepEnd)
	doubtful.Doubt, doubtful.Doubted, doubtful.DoubtAt = true, true, tNow
	for _, row := range Legal {
		step := row.Step
		for _, state := range states {
			e := inState(state, step)
			e.Doubt, e.Doubted, e.DoubtAt = true, true, tNow
			got, err := Apply(e, moveOf(step))
			// Resend follows a probe that said "absent".
			clears := got.State == Sent || step == StepReplace || step == StepResend || (step == StepProve && state == Discarded)
			if err == nil && got.Doubt == clears && step != StepLost && state != Sent {
				t.Errorf("%s from %s: doubt is %v", step, state, got.Doubt)
			}
		}
	}
	absent := End("K", 1, tSoon, Ending{To: Retrying, Absent: true})
	if got, err := Apply(doubtful, absent); err != nil || got.Doubt || !got.Doubted {
		t.Errorf("absent: got %+v, %v", got, err)
	}
}

func TestAProbeLeavesNoDoubtAndAnAttemptDoes(t *testing.T) {
	for _, probing := range []bool{true, false} {
		e := inState(Pending, StepClose)
		e.Open.Probing = probing
		got, err := Apply(e, moveOf(StepClose))
		if err != nil || got.Doubt == probing || got.Next == nil {
			t.Errorf("probing %v: got %+v, %v", probing, got, err)
		}
	}
}

func TestAnEditDropsTheAnswerThatWaitsForAProbeAndKeepsTheDoubt(t *testing.T) {
	e := inState(Retrying, StepEdit)
	e.Led, e.Probe, e.Books = &Answer{At: tNow}, true, Books{Spent: 4, Row: 3}
	got, err := Apply(e, moveOf(StepEdit))
	if err != nil || got.Led != nil || got.Probe || !got.Doubt || got.State != Retrying || got.Books != (Books{}) {
		t.Errorf("got %+v, %v", got, err)
	}
	if !slices.Equal(got.Left, []string{"F1"}) || got.Record != e.Record {
		t.Errorf("got left %v, record %s", got.Left, got.Record)
	}
}

func TestARestoredWriteIsAsItWas(t *testing.T) {
	for _, state := range []State{Pending, Retrying, Attention, Conflict, Rejected} {
		e := inState(state, StepDiscard)
		gone, err := Apply(e, moveOf(StepDiscard))
		if err != nil || gone.State != Discarded || gone.Discard.From != state {
			t.Fatalf("%s: got %+v, %v", state, gone, err)
		}
		back, err := Apply(gone, moveOf(StepRestore))
		byItself := state == Pending || state == Retrying
		if err != nil || back.Discard != nil || (back.Next != nil) != byItself || (!byItself && back.State != state) {
			t.Errorf("%s: got %+v, %v", state, back, err)
		}
	}
}

func TestApplyNeverWritesIntoTheEntryThatItWasGiven(t *testing.T) {
	for _, row := range Legal {
		step := row.Step
		for _, state := range states {
			e := inState(state, step)
			e.Parents = nil
			before := Clone(e)
			_, _ = Apply(e, moveOf(step))
			if !reflect.DeepEqual(e, before) {
				t.Errorf("%s from %s changed its argument", step, state)
			}
		}
	}
}
