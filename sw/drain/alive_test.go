//go:build !js

package drain

import (
	"fmt"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// cancelledOrder is the office's record of a write, cancelled.
func cancelledOrder(e entry.Entry) string {
	return fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q,"state":"cancelled","number":"A-000007"}`, e.Record, e.Fingerprint)
}

// What the office has cancelled has arrived, and is not sent: a person looks.
func TestWhatArrivedAndWasCancelledIsNotSent(t *testing.T) {
	for name, answers := range map[string]func(l *line, r exchange.Request, e entry.Entry) sw.Evidence{
		"the answer itself": func(_ *line, _ exchange.Request, e entry.Entry) sw.Evidence { return ours(201, cancelledOrder(e)) },
		"a replay": func(_ *line, _ exchange.Request, e entry.Entry) sw.Evidence {
			return ours(409, `{"code":"id_exists","current":`+cancelledOrder(e)+`}`)
		},
		"a probe": func(_ *line, r exchange.Request, e entry.Entry) sw.Evidence {
			if r.Method == "GET" {
				return ours(200, cancelledOrder(e))
			}
			return ours(409, code(wire.CodeInvalidTransition))
		},
	} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		l.answer = func(r exchange.Request) sw.Evidence { return answers(l, r, l.entry(key)) }
		l.pass(time.Hour)
		l.want(key, entry.Attention, sw.ReasonCancelled, 0)
		if e := l.entry(key); e.Receipt == nil || e.Receipt.Number != "A-000007" || e.InDoubt() || e.Next != nil {
			t.Errorf("%s: receipt %+v, in doubt %v", name, e.Receipt, e.InDoubt())
		}
	}
}

func TestALookFindsThatTheOfficeHasCancelled(t *testing.T) {
	for name, before := range map[string]func(l *line, key string){
		"the version that the rep kept": func(l *line, key string) {
			l.answer = script(sw.Evidence{})
			l.rest()
			e := l.entry(key)
			fence, err := l.box.Acquire(l.ctx, "tab", idbqueue.At(l.now), 60_000, l.now)
			if err != nil {
				t.Fatal(err)
			}
			clash := entry.Prove(key, e.Record, entry.Receipt{ProvedAt: l.now, Fingerprint: "F0"}, sw.ReasonEarlier, nil)
			if _, err := l.box.Settle(l.ctx, fence, []entry.Move{clash}); err != nil {
				t.Fatal(err)
			}
			l.apply(entry.Theirs(key, e.Body, e.Fingerprint, "", entry.Receipt{ProvedAt: l.now, Fingerprint: e.Fingerprint}))
		},
		"a write that was taken back": func(l *line, key string) {
			l.answer = script(sw.Evidence{})
			l.rest()
			l.apply(entry.GiveUp(key, l.now, sw.DiscardByRep))
			fence, err := l.box.Acquire(l.ctx, "tab", idbqueue.At(l.now), 60_000, l.now)
			if err != nil {
				t.Fatal(err)
			}
			e := l.entry(key)
			proof := entry.Prove(key, e.Record, entry.Receipt{ProvedAt: l.now, Fingerprint: e.Fingerprint}, "", nil)
			if _, err := l.box.Settle(l.ctx, fence, []entry.Move{proof}); err != nil {
				t.Fatal(err)
			}
			l.apply(entry.Restore(key, l.now))
		},
	} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		before(l, key)
		l.want(key, entry.Sent, "", 0)
		l.answer = func(exchange.Request) sw.Evidence { return ours(200, cancelledOrder(l.entry(key))) }
		l.pass(time.Hour)
		l.want(key, entry.Attention, sw.ReasonCancelled, 0)
		if e := l.entry(key); e.LookAt != 0 || !e.Dead {
			t.Errorf("%s: the next look is at %d", name, e.LookAt)
		}
	}
}

// What the office cancels after it has said "placed" is its own business: the
// receipt stands, and the order's page says the rest.
func TestARecheckLeavesAReceiptAloneThatTheOfficeCancelledLater(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.rest()
	l.put(sw.Record(sw.RecordRecheck+"ana", sw.RecheckRecord{History: "H2"}))
	l.answer = func(exchange.Request) sw.Evidence { return ours(200, cancelledOrder(l.entry(key))) }
	l.pass(time.Hour)
	l.want(key, entry.Sent, "", 0)
}

// A write given up in doubt that the office has, and has cancelled, is given up
// on both sides.
func TestADiscardedWriteThatTheOfficeCancelledIsNotHeld(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = script(sw.Evidence{})
	l.rest()
	l.apply(entry.GiveUp(key, l.now, sw.DiscardByRep))
	l.answer = func(exchange.Request) sw.Evidence { return ours(200, cancelledOrder(l.entry(key))) }
	l.pass(time.Hour)
	if e := l.entry(key); e.State != entry.Discarded || e.Discard.Held || e.LookAt != 0 {
		t.Errorf("%s, held %v, the next look at %d", e.State, e.Discard.Held, e.LookAt)
	}
}

// A cancel that left for a write still under way is looked after once that is
// proved: it may have come in behind.
func TestACancelOfAWriteInDoubtIsLookedAfter(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = script(sw.Evidence{})
	l.rest()
	l.apply(entry.Cancelling(key, l.now, l.now+90_000, nil))
	l.answer = l.office
	l.now += 60_000
	l.rest()
	l.want(key, entry.Sent, "", 0)
	l.answer = func(exchange.Request) sw.Evidence { return ours(200, cancelledOrder(l.entry(key))) }
	l.pass(time.Hour)
	l.want(key, entry.Attention, sw.ReasonCancelled, 0)
}

// What a look finds while a cancel may still come in is not the last word.
func TestALookThatLeftBeforeACancelWasOverDecidesNothing(t *testing.T) {
	const now, by = 1_000_000, 1_060_000
	for name, c := range map[string]struct {
		state   string
		left    int64
		decides bool
	}{
		"placed, and the cancel may still come":     {wire.StatePlaced, by - 1, false},
		"placed, and the time for a cancel is over": {wire.StatePlaced, by, true},
		"cancelled, which is final":                 {wire.StateCancelled, by - 1, true},
		"exported, which no cancel undoes":          {wire.StateExported, by - 1, true},
	} {
		for _, from := range []entry.State{entry.Sent, entry.Conflict, entry.Attention} {
			e := entry.Entry{Key: "K", Record: "K", Op: string(wire.OpOrderCreate), State: from, Fingerprint: "F", CancelBy: by, LookAt: now}
			f := sw.Found{Find: sw.FindSame, Record: fmt.Sprintf(`{"id":"K","created_by":"ana","fingerprint":"F","state":%q}`, c.state)}
			m, told := sw.LookMove(e, f, sw.Verdict{Status: 200, LeftAt: c.left}, sw.Moment{Now: now})
			waits := m.Step == entry.StepLook && m.LookAt == by
			if !told || waits == c.decides {
				t.Errorf("%s, from %s: told %v, %s with a look at %d", name, from, told, m.Step, m.LookAt)
			}
		}
	}
}
