//go:build !js

package client_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

const cancelPath = "POST /api/v1/orders/" + key1 + "/cancel"

// officesOrder is the office's version of the order that earlier makes.
func (b *bench) officesOrder(state string) sw.Evidence {
	b.t.Helper()
	var o wire.Order
	if err := json.Unmarshal([]byte(b.entry(key1).Answer.Current), &o); err != nil {
		b.t.Fatal(err)
	}
	o.State = state
	return answer(200, o)
}

// lostCancel is a conflict with the office's earlier version, of which "mine
// instead" has sent the cancel; its answer is lost.
func lostCancel(t *testing.T) *bench {
	b := newBench(t)
	earlier(b)
	if err := b.Mine(b.ctx, key1); !errors.Is(err, client.ErrNoAnswer) {
		t.Fatalf("mine instead: %v", err)
	}
	return b
}

func TestThatACancelLeavesIsNotedBeforeItDoes(t *testing.T) {
	for name, cancel := range map[string]func(b *bench) error{
		"mine instead":        func(b *bench) error { return b.Mine(b.ctx, key1) },
		"on the order's page": func(b *bench) error { _, err := b.Cancel(b.ctx, key1, "a mistake"); return err },
	} {
		b := newBench(t)
		earlier(b)
		b.mem.FailWrites(entry.ErrQuota)
		from := len(b.office.asked)
		if err := cancel(b); !errors.Is(err, entry.ErrStorage) || len(b.office.asked) != from {
			t.Errorf("%s: it leaves without a note: %v", name, err)
		}
		b.mem.Fail(nil)
		_ = cancel(b)
		if e := b.entry(key1); e.CancelBy <= b.now || e.LookAt != e.CancelBy || e.State != entry.Conflict {
			t.Errorf("%s: the entry notes %d, and a look at %d", name, e.CancelBy-b.now, e.LookAt-b.now)
		}
	}
}

// Case D03: keeping theirs proves first what the cancel has done.
func TestKeepTheirsAfterALostCancelAsksTheOfficeFirst(t *testing.T) {
	get := "GET /api/v1/orders/" + key1
	for name, c := range map[string]struct {
		says  func(b *bench) sw.Evidence
		later time.Duration
		err   error
		state entry.State
	}{
		"no answer":                             {func(*bench) sw.Evidence { return sw.Evidence{} }, time.Hour, client.ErrNoAnswer, entry.Conflict},
		"cancelled":                             {func(b *bench) sw.Evidence { return b.officesOrder(wire.StateCancelled) }, 0, client.ErrCancelled, entry.Conflict},
		"placed, and it may still come":         {func(b *bench) sw.Evidence { return b.officesOrder(wire.StatePlaced) }, time.Minute, client.ErrCancelling, entry.Conflict},
		"placed, and it can come no more":       {func(b *bench) sw.Evidence { return b.officesOrder(wire.StatePlaced) }, 3 * time.Minute, nil, entry.Sent},
		"exported: nothing cancels that":        {func(b *bench) sw.Evidence { return b.officesOrder(wire.StateExported) }, 0, nil, entry.Sent},
		"another record: it proves not a thing": {func(*bench) sw.Evidence { return answer(200, wire.Order{Meta: wire.Meta{ID: key3}}) }, time.Hour, client.ErrNoAnswer, entry.Conflict},
	} {
		b := lostCancel(t)
		b.now += c.later.Milliseconds()
		b.office.answers[get] = c.says(b)
		err := b.Theirs(b.ctx, key1, "")
		if e := b.entry(key1); !errors.Is(err, c.err) || c.err == nil && err != nil || e.State != c.state {
			t.Errorf("%s: %v, and the write is %s", name, err, e.State)
		}
	}
}

func TestTheOfficesCancelledVersionCannotBeKept(t *testing.T) {
	b := lostCancel(t)
	b.office.answers["GET /api/v1/orders/"+key1] = b.officesOrder(wire.StateCancelled)
	if err := b.Theirs(b.ctx, key1, ""); !errors.Is(err, client.ErrCancelled) {
		t.Fatal(err)
	}
	card, err := b.Card(b.ctx, key1)
	if err != nil || card.Can(sw.ActTheirs) || !card.Can(sw.ActMine) || !card.Can(sw.ActDiscard) {
		t.Errorf("the card offers %v, %v", card.Acts, err)
	}
	// What is cancelled is so for good: mine goes out without another cancel.
	from := len(b.office.asked)
	if err := b.Mine(b.ctx, key1); err != nil || len(b.office.asked) != from {
		t.Errorf("mine instead: %v, asked %d times", err, len(b.office.asked)-from)
	}
	if e := b.entry(key1); e.State != entry.Pending || e.Record == key1 || e.CancelBy != 0 {
		t.Errorf("it is %s with the id %s, a cancel until %d", e.State, e.Record, e.CancelBy)
	}
}

// The answer to the cancel may be a refusal that says what became of it.
func TestARefusedCancelSaysWhatTheOfficeHas(t *testing.T) {
	b := lostCancel(t)
	p := wire.NewProblem(wire.CodeInvalidTransition, "")
	p.Current = json.RawMessage(b.officesOrder(wire.StateExported).Body)
	b.office.answers[cancelPath] = answer(409, p)
	if err := b.Mine(b.ctx, key1); err == nil {
		t.Fatal("an exported order is cancelled")
	}
	if e := b.entry(key1); e.CancelBy != 0 || !strings.Contains(e.Answer.Current, wire.StateExported) {
		t.Errorf("a cancel until %d, the card shows %s", e.CancelBy, e.Answer.Current)
	}
	if err := b.Theirs(b.ctx, key1, ""); err != nil || b.entry(key1).State != entry.Sent {
		t.Errorf("keep theirs: %v, it is %s", err, b.entry(key1).State)
	}
}

// What the card says it does: the drain itself asks what became of the cancel.
func TestTheDrainAsksWhatBecameOfALostCancel(t *testing.T) {
	for state, offered := range map[string]bool{wire.StateCancelled: false, wire.StatePlaced: true, wire.StateExported: true} {
		b := lostCancel(t)
		online := true
		d := drainerOf(b, &online)
		get := "GET /api/v1/orders/" + key1
		b.office.answers[get] = b.officesOrder(state)
		b.rest(d)
		if e := b.entry(key1); e.LookAt == 0 {
			t.Errorf("%s: it is asked for while the cancel may still come", state)
		}
		b.now += 3 * time.Minute.Milliseconds()
		late := b.office.answers[get]
		late.LeftAt = b.now
		b.office.answers[get] = late
		b.rest(d)
		e := b.entry(key1)
		if e.CancelBy != 0 || e.LookAt != 0 || e.State != entry.Conflict || e.Reason != sw.ReasonEarlier || !strings.Contains(e.Answer.Current, state) {
			t.Errorf("%s: it is %s %q, a cancel until %d, a look at %d: %s", state, e.State, e.Reason, e.CancelBy, e.LookAt, e.Answer.Current)
		}
		if card, err := b.Card(b.ctx, key1); err != nil || card.Can(sw.ActTheirs) != offered {
			t.Errorf("%s: the card offers %v, %v", state, card.Acts, err)
		}
	}
}

func TestACancelledOrderIsSentAgainUnderANewID(t *testing.T) {
	for name, act := range map[string]func(b *bench) error{
		"again":     func(b *bench) error { return b.Retry(b.ctx, key1) },
		"corrected": func(b *bench) error { return b.Edit(b.ctx, key1, orderBody(key1, key2, 9), "Mozart", nil) },
	} {
		b := newBench(t)
		old := b.saveOrder(key1, key2, 5)
		b.attempt(key1, func(e entry.Entry) entry.Move {
			return entry.Prove(e.Key, e.Record, entry.Receipt{ProvedAt: b.now, Fingerprint: e.Fingerprint}, "", nil).AsDead(sw.ReasonCancelled)
		})
		if e := b.entry(key1); e.State != entry.Attention || e.Reason != sw.ReasonCancelled || e.Receipt == nil {
			t.Fatalf("%s: it is %s %q", name, e.State, e.Reason)
		}
		if err := act(b); err != nil {
			t.Fatal(name, err)
		}
		if e := b.entry(key1); e.State != entry.Pending || e.Record == old.Record || e.Fingerprint == old.Fingerprint || e.Dead || e.Receipt != nil {
			t.Errorf("%s: it is %s as %s, dead %v", name, e.State, e.Record, e.Dead)
		}
	}
}
