package drain

import (
	"context"
	"errors"
	"time"

	"waybill/idbqueue/entry"
	"waybill/sw"
)

// judgement is one write with the verdict on it.
type judgement struct {
	entry   entry.Entry
	verdict sw.Verdict
}

// settle books verdicts, other moves and holds in one transaction, verdicts
// that lift a hold last. It returns the writes that need a probe.
func (t *turn) settle(ctx context.Context, js []judgement, moves []entry.Move, ev sw.Evidence) ([]entry.Entry, error) {
	var asked []string
	var lifted []string
	m := t.moment()
	for i, j := range verdictsLast(js) {
		m.Rand = t.d.Rand()
		next := sw.Decide(j.entry, j.verdict, m)
		if next.Probe {
			next.Move = entry.Ask(j.entry.Key, j.entry.Attempt, m.Now, m.Now+askedWithin(len(js)).Milliseconds(), j.verdict.Answer)
			asked = append(asked, j.entry.Key)
		}
		moves = append(moves, next.Move)
		by := t.after(sw.Exchange{Verdict: j.verdict, Write: j.entry.Key, Route: j.entry.Op, Own: next.Move.Next, More: i > 0})
		lifted = append(lifted, by...)
	}
	return t.record(ctx, moves, lifted, asked, ev)
}

// askedWithin is how long a probe may last that shares its turn with those of
// other kinds, of which there are three, for so many writes in all.
func askedWithin(ids int) time.Duration {
	return 3*(sw.QuestionBound(0)+sw.LeaseSlack) + time.Duration(ids)*sw.ExchangePerChunk
}

// verdictsLast orders a batch's judgements so that a verdict has the last word
// on the hold.
func verdictsLast(js []judgement) []judgement {
	var first, last []judgement
	for _, j := range js {
		if sw.VerdictLifts(j.verdict) {
			last = append(last, j)
		} else {
			first = append(first, j)
		}
	}
	return append(first, last...)
}

// after lets the holds see an exchange, and returns the writes whose hold
// another write's verdict has lifted. It reads nothing: between an answer and
// its moves nothing may fail. A 401 from before a sign-in is told apart when
// the holds are read again.
func (t *turn) after(x sw.Exchange) (lifted []string) {
	x.Owner, x.Build, x.SignIn = t.st.User.ID, t.d.Build, t.st.User.SignedInAt
	t.holds, lifted = t.holds.After(x, t.d.Now(), t.d.Rand())
	return lifted
}

// record writes the books of a turn's exchange, and returns the entries that
// go on to a probe or another attempt.
func (t *turn) record(ctx context.Context, moves []entry.Move, lifted, goOn []string, ev sw.Evidence) ([]entry.Entry, error) {
	paused, err := t.passedBy(ctx, lifted)
	if err != nil {
		return nil, t.d.failedBooks(moves, err)
	}
	put := []entry.Record{sw.Record(sw.RecordHolds, t.holds)}
	if clock, ok := t.st.Clock.Heard(ev, t.d.Now()); ok {
		put = append(put, sw.Record(sw.RecordClock, clock))
	}
	if t.nudged {
		put = append(put, t.st.Unchanged(entry.Record{Name: sw.RecordNudge}))
	}
	settled, err := t.d.Outbox.Settle(ctx, t.d.fence, append(moves, paused...), put...)
	if err != nil {
		return nil, t.d.failedBooks(moves, err)
	}
	for _, e := range settled.Entries {
		if !e.State.Unsent() {
			t.settled = append(t.settled, e)
		}
	}
	return chosen(settled.Entries, goOn), nil
}

func chosen(entries []entry.Entry, keys []string) []entry.Entry {
	var out []entry.Entry
	for _, key := range keys {
		for _, e := range entries {
			if e.Key == key && e.Open != nil {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

// passedBy gives a wait of its own to each write whose hold another write's
// verdict lifted; the third time in a row it is shown.
func (t *turn) passedBy(ctx context.Context, keys []string) ([]entry.Move, error) {
	var moves []entry.Move
	for _, key := range keys {
		e, err := t.d.Outbox.Get(ctx, key)
		switch {
		case err == nil && e.Open == nil && sw.ByItself(e):
			moves = append(moves, sw.Swallowed(e, t.d.Now(), t.d.Rand()))
		case err != nil && !errors.Is(err, entry.ErrNotFound):
			return nil, err
		}
	}
	return moves, nil
}
