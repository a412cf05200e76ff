package sw

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
)

// turn is one attempt of each write of the group, with its probe. The group
// shares exchanges; each write gets the verdict that it would have got alone.
type turn struct {
	d     *Drainer
	st    standing
	holds Holds
	held  bool // a hold stood when the turn began
}

// roundsMax bounds a turn: probe, attempt, probe, and room.
const roundsMax = 6

func (d *Drainer) turn(ctx context.Context, p Plan, st standing) error {
	t := &turn{d: d, st: st, holds: p.Holds, held: p.Held}
	if p.Nudged {
		t.holds = t.holds.Nudged(d.Now())
	}
	entries, err := t.claim(ctx, p)
	if err != nil {
		return err
	}
	send, ask := entries, []idbqueue.Entry(nil)
	if p.Ask {
		send, ask = nil, entries
	}
	for range roundsMax {
		if len(send)+len(ask) == 0 {
			return nil
		}
		if len(ask) > 0 {
			send, err = t.ask(ctx, ask)
			ask = nil
		} else {
			ask, err = t.send(ctx, send)
			send = nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// claim stores "attempt n started" before anything leaves. The nudge is used
// up by it.
func (t *turn) claim(ctx context.Context, p Plan) ([]idbqueue.Entry, error) {
	now := t.d.Now()
	deadline := now + t.bound(p.Group, p.Ask).Milliseconds()
	moves := make([]idbqueue.Move, 0, len(p.Group))
	for _, e := range p.Group {
		moves = append(moves, idbqueue.Claim(e.Key, e.Attempt+1, now, deadline, p.Ask))
	}
	entries, err := t.d.Outbox.Claim(ctx, t.d.fence, t.st.User.ID, deadline+leaseSlack.Milliseconds(), moves)
	if err != nil {
		return nil, err
	}
	if t.st.Nudge.At == 0 && !p.Nudged {
		return entries, nil
	}
	return entries, t.d.settle(ctx, nil, record(recordHolds, t.holds), idbqueue.Record{Name: recordNudge})
}

// bound is the exchange's limit: of a batch its bytes, of a write its own
// timeouts too.
func (t *turn) bound(entries []idbqueue.Entry, ask bool) time.Duration {
	bytes, timeouts := 0, 0
	for _, e := range entries {
		bytes += itemBytes(e)
		timeouts = max(timeouts, e.Books.Timeouts)
	}
	if ask {
		bytes = 0
	}
	return Bound(bytes, timeouts)
}

// send makes one attempt and settles it. It returns the writes whose answer
// needs a probe, still in the same turn.
func (t *turn) send(ctx context.Context, entries []idbqueue.Entry) ([]idbqueue.Entry, error) {
	if len(entries) > 1 {
		return t.sendBatch(ctx, entries)
	}
	e := entries[0]
	spec, known := wire.Op(e.Op).Spec()
	if !known {
		return nil, t.d.settle(ctx, []idbqueue.Move{unknown(e, t.moment())})
	}
	t.held = t.holds.Device != nil
	ev := t.d.Sender.Send(ctx, t.write(e, spec))
	v := Classify(spec, e.Record, e.Open.Fingerprint, ev)
	return t.settle(ctx, []judgement{{e, v, spec.Path(e.Record)}}, ev)
}

// unknown is a write of a kind that this version cannot send. A newer app can.
func unknown(e idbqueue.Entry, m Moment) idbqueue.Move {
	return idbqueue.End(e.Key, e.Attempt, m.Now, idbqueue.Ending{
		To: idbqueue.Attention, Reason: ReasonMisfit, Books: e.Books, Next: waitFrom(m.Now, misfitWait),
	})
}

// write is the request of one write. Its bytes are the outbox's own.
func (t *turn) write(e idbqueue.Entry, spec wire.OpSpec) Request {
	return Request{
		Method: "POST", Path: spec.Path(e.Record), Owner: e.Owner, Fingerprint: e.Fingerprint,
		Build: t.d.Build, Body: e.Body, Bound: Bound(len(e.Body), e.Books.Timeouts),
	}
}

// judgement is one write with the verdict on it.
type judgement struct {
	entry   idbqueue.Entry
	verdict Verdict
	route   string
}

// settle books verdicts and holds in one transaction, verdicts that lift a
// hold last.
func (t *turn) settle(ctx context.Context, js []judgement, ev Evidence) ([]idbqueue.Entry, error) {
	var moves []idbqueue.Move
	var asked []string
	m := t.moment()
	for _, j := range verdictsLast(js) {
		next := Decide(j.entry, j.verdict, m)
		if next.Probe {
			deadline := m.Now + Bound(0, 0).Milliseconds()
			next.Move = idbqueue.Ask(j.entry.Key, j.entry.Attempt, m.Now, deadline, j.verdict.Answer)
			asked = append(asked, j.entry.Key)
		}
		moves = append(moves, next.Move)
		paused, err := t.after(ctx, j.verdict, j.entry.Key, j.route)
		if err != nil {
			return nil, err
		}
		moves = append(moves, paused...)
	}
	return t.record(ctx, moves, asked, ev)
}

// record writes the books of a turn's exchange, and returns the entries that
// go on to a probe or another attempt.
func (t *turn) record(ctx context.Context, moves []idbqueue.Move, goOn []string, ev Evidence) ([]idbqueue.Entry, error) {
	put := []idbqueue.Record{record(recordHolds, t.holds)}
	if clock, ok := t.clock(ev); ok {
		put = append(put, record(recordClock, clock))
	}
	settled, err := t.d.Outbox.Settle(ctx, t.d.fence, moves, put...)
	if err != nil {
		if !errors.Is(err, idbqueue.ErrLeaseLost) {
			t.d.owe(moves)
		}
		return nil, err
	}
	if len(goOn) == 0 {
		return nil, nil
	}
	// The next exchange of this turn needs the lease for as long as it lasts.
	d := Bound(0, 0) + leaseSlack
	if err := t.d.Outbox.Renew(ctx, t.d.fence, t.d.Now(), d.Milliseconds()); err != nil {
		return nil, err
	}
	return chosen(settled.Entries, goOn), nil
}

func chosen(entries []idbqueue.Entry, keys []string) []idbqueue.Entry {
	var out []idbqueue.Entry
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

// after lets the holds see an exchange. A write whose hold another write's
// verdict lifted takes a wait of its own; the third time it is shown.
func (t *turn) after(ctx context.Context, v Verdict, write, route string) ([]idbqueue.Move, error) {
	if v.Outcome == OutSignIn {
		if err := t.reread(ctx); err != nil {
			return nil, err
		}
	}
	if v.Proven {
		t.d.met = true
	}
	now := t.d.Now()
	holds, lifted := t.holds.After(Exchange{
		Verdict: v, Write: write, Route: route, Owner: t.st.User.ID, Build: t.d.Build, SignedInAt: t.st.User.SignedInAt,
	}, now, t.d.Rand())
	t.holds = holds
	var moves []idbqueue.Move
	for _, key := range lifted {
		e, err := t.d.Outbox.Get(ctx, key)
		if errors.Is(err, idbqueue.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		moves = append(moves, swallowed(e, now, t.d.Rand()))
	}
	return moves, nil
}

// swallowedShown is how often in a row a write is passed by others before a
// person is told.
const swallowedShown = 3

func swallowed(e idbqueue.Entry, now int64, r float64) idbqueue.Move {
	e.Books.Swallowed++
	to, reason := idbqueue.Retrying, e.Reason
	if e.Books.Swallowed >= swallowedShown {
		to, reason = idbqueue.Attention, ReasonSwallowed
	}
	return pause(e, now, to, reason, Delay(e.Books.Swallowed, r))
}

// reread looks who is signed in now: a sign-in may have come in between.
func (t *turn) reread(ctx context.Context) error {
	records, err := t.d.Outbox.Records(ctx, idbqueue.RecordUser)
	if err != nil {
		return err
	}
	if user := readStanding(records).User; user.ID == t.st.User.ID {
		t.st.User = user
	}
	return nil
}

func (t *turn) moment() Moment {
	return Moment{Now: t.d.Now(), Day: t.d.Day(), Rand: t.d.Rand(), Held: t.held}
}

// clock is the server's time, where a proven answer carried it.
func (t *turn) clock(ev Evidence) (clockRecord, bool) {
	at, ok := httpDate(ev.Date)
	if !ok || ev.Proof() != Proven {
		return clockRecord{}, false
	}
	return clockRecord{Server: at.UnixMilli(), Device: t.d.Now()}, true
}

// owe keeps proof that could not be recorded.
func (d *Drainer) owe(moves []idbqueue.Move) {
	for _, m := range moves {
		if m.Step == idbqueue.StepProve {
			d.owed = append(d.owed, m)
		}
	}
}

// verdictsLast orders a batch's judgements so that a verdict has the last word
// on the hold.
func verdictsLast(js []judgement) []judgement {
	var first, last []judgement
	for _, j := range js {
		if verdictLifts(j.verdict) {
			last = append(last, j)
		} else {
			first = append(first, j)
		}
	}
	return append(first, last...)
}

// unsentHeader tells the office what still waits here.
func unsentHeader(t idbqueue.Totals, now int64) string {
	oldest := int64(0)
	if t.Oldest > 0 {
		oldest = max(0, now-t.Oldest) / 1000
	}
	return fmt.Sprintf("%d;oldest=%d", t.Unsent(), oldest)
}

// idsQuery is the question that names many writes of one kind.
func idsQuery(kind wire.Kind, entries []idbqueue.Entry) string {
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = e.Record
	}
	return kind.ListPath() + "?ids=" + strings.Join(ids, ",")
}
