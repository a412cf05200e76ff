//go:build !js

package drain

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// What is asked about after it was settled.

func TestDiscardedAndRefusedWritesAreLookedUpAgain(t *testing.T) {
	l := newLine(t)
	found, never := l.save(wire.OpOrderCreate), l.save(wire.OpOrderCreate)
	delivery := l.save(wire.OpDispatchDeliver)
	print := l.entry(found).Fingerprint
	l.answer = script(sw.Evidence{})
	l.d.window.Off = true
	l.pass(20 * time.Minute)
	l.apply(entry.GiveUp(found, l.now, sw.DiscardByRep), entry.GiveUp(never, l.now, sw.DiscardByRep), entry.GiveUp(delivery, l.now, sw.DiscardByRep))
	arrived := false
	l.answer = func(r exchange.Request) sw.Evidence {
		if r.Method == "GET" && arrived && strings.Contains(r.Path, found) {
			return ours(200, fmt.Sprintf(`{"items":[{"id":%q,"created_by":"ana","fingerprint":%q}],"missing":[%q]}`, found, print, never))
		}
		return l.office(r)
	}
	l.pass(20 * time.Minute)
	if e := l.entry(found); e.Discard.Held || e.LookAt == 0 || e.Looks == 0 {
		t.Fatalf("after the first look: %+v, next %d", e.Discard, e.LookAt)
	}
	if e := l.entry(delivery); e.LookAt != 0 {
		t.Error("a transition has no id to be looked up by")
	}
	arrived = true
	l.pass(25 * time.Hour)
	if e := l.entry(found); !e.Discard.Held || e.LookAt != 0 {
		t.Errorf("the late copy is not found: %+v", e.Discard)
	}
	l.pass(30 * 24 * time.Hour)
	if e := l.entry(never); e.LookAt != 0 || e.Looks != 3 {
		t.Errorf("looked %d times, next %d", e.Looks, e.LookAt)
	}
}

func TestALookThatGotNoAnswerGoesAsSoonAsTheNetworkIsBack(t *testing.T) {
	for name, dead := range map[string]sw.Evidence{
		"no answer":   {},
		"intercepted": {Answered: true, Whole: true, Status: 200, Body: []byte("<html>sign in to the hotel</html>")},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLine(t)
			key := l.save(wire.OpOrderCreate)
			print := l.entry(key).Fingerprint
			l.answer = script(dead)
			l.rest()
			l.apply(entry.GiveUp(key, l.now, sw.DiscardByRep))
			l.asked = nil
			l.pass(20 * time.Minute)
			if len(l.asked) == 0 {
				t.Fatal("nothing was asked while the network was dead")
			}
			if e := l.entry(key); e.LookAt == 0 || e.LookAt > l.now {
				t.Errorf("the look is booked for %+d ms from now", e.LookAt-l.now)
			}
			l.answer = func(exchange.Request) sw.Evidence {
				return ours(200, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, key, print))
			}
			l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Online: true, At: l.now}))
			l.rest()
			if e := l.entry(key); !e.Discard.Held {
				t.Errorf("the network is back, and the office was not asked: %v", l.paths())
			}
		})
	}
}

func TestAStartThatComesTooSoonForALookIsKeptForIt(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = script(sw.Evidence{})
	l.rest()
	l.apply(entry.GiveUp(key, l.now, sw.DiscardByRep))
	l.pass(20 * time.Minute)
	l.took = time.Millisecond
	start := func() { l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeOnce, At: l.now})) }
	start()
	l.rest()
	l.asked = nil
	start()
	l.rest()
	if len(l.asked) != 0 {
		t.Fatalf("two starts within %v asked twice: %v", sw.NudgeSpread, l.paths())
	}
	l.answer = l.office
	l.pass(sw.NudgeSpread)
	if len(l.asked) != 1 {
		t.Errorf("after the second start's turn came: asked %v, held until %+d ms", l.paths(), l.holds().Device.Until.DueAt()-l.now)
	}
}

func TestALookThatAWrongClockBookedIsNotHiddenByThoseBeforeIt(t *testing.T) {
	for _, steady := range []time.Duration{9 * 24 * time.Hour, 11 * 24 * time.Hour} {
		l := newLine(t)
		near, far := l.save(wire.OpOrderCreate), l.save(wire.OpCustomerCreate)
		l.answer = script(sw.Evidence{})
		l.pass(20 * time.Minute)
		l.apply(entry.GiveUp(near, l.now, sw.DiscardByRep), entry.GiveUp(far, l.now+300*24*time.Hour.Milliseconds(), sw.DiscardByRep))
		l.put(sw.Record(sw.RecordClock, sw.ClockRecord{Server: l.now, Device: l.now, Steady: l.now - steady.Milliseconds()}))
		l.asked, l.answer = nil, l.office
		l.pass(3 * 24 * time.Hour) // the nearer one has its second look, and waits for its third
		asked := false
		for _, r := range l.asked {
			asked = asked || strings.Contains(r.Path, far)
		}
		if known := steady > lookSteady; asked != known {
			t.Errorf("a clock that has been right for %v: asked %v", steady, l.paths())
		}
		if e := l.entry(near); e.Looks != 2 || e.LookAt <= l.now {
			t.Errorf("the nearer one was looked up %d times, and is again at %+d", e.Looks, e.LookAt-l.now)
		}
	}
}

func TestAnEarlierVersionThatIsFoundIsNotAskedForAgain(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	first := l.entry(key).Fingerprint
	l.answer = script(sw.Evidence{})
	l.rest()
	e := l.entry(key)
	says(&e, `{"id":"`+key+`","n":8}`)
	l.apply(entry.Edit(key, l.now, e.Body, e.Fingerprint, "", nil), entry.GiveUp(key, l.now, sw.DiscardByRep))
	l.answer = func(exchange.Request) sw.Evidence {
		return ours(200, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, key, first))
	}
	l.asked = nil
	l.pass(20 * time.Minute)
	if e := l.entry(key); !e.Discard.Held || len(l.asked) != 1 {
		t.Errorf("held %v, asked %v", e.Discard.Held, l.paths())
	}
}

func TestTheOfficesVersionThatTheRepKeptIsAskedForOnceMore(t *testing.T) {
	for name, tc := range map[string]struct {
		now   string // what the office says to that question; %q is the id
		state entry.State
	}{
		"it holds it":                    {`{"items":[{"id":%[1]q,"created_by":"ana","fingerprint":"F1"}],"missing":[]}`, entry.Sent},
		"it was restored":                {`{"items":[],"missing":[%[1]q]}`, entry.Attention},
		"another holds it by now":        {`{"items":[{"id":%[1]q,"created_by":"ben","fingerprint":"F9"}],"missing":[]}`, entry.Conflict},
		"it names the id nowhere":        {`{"items":[],"missing":[]}`, entry.Sent},
		"a record, not in a list's form": {`{"id":%[1]q,"created_by":"ana","fingerprint":"F1"}`, entry.Sent},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLine(t)
			key := l.save(wire.OpCustomerCreate)
			l.answer = script(sw.Evidence{})
			l.rest()
			e := l.entry(key)
			l.apply(entry.Edit(key, l.now, `{"n":8}`, "F2", "", nil))
			fence, err := l.box.Acquire(l.ctx, "tab", idbqueue.At(l.now), 60_000, l.now)
			if err != nil {
				t.Fatal(err)
			}
			clash := entry.Prove(key, e.Record, entry.Receipt{ProvedAt: l.now, Fingerprint: e.Fingerprint}, sw.ReasonEarlier, nil)
			if _, err := l.box.Settle(l.ctx, fence, []entry.Move{clash}); err != nil {
				t.Fatal(err)
			}
			l.want(key, entry.Conflict, sw.ReasonEarlier, 0)
			l.apply(entry.Theirs(key, `{"n":5}`, "F1", "", entry.Receipt{ProvedAt: l.now, Fingerprint: "F1"}))
			l.asked, l.answer = nil, func(exchange.Request) sw.Evidence { return ours(200, fmt.Sprintf(tc.now, key)) }
			l.pass(time.Minute)
			if got := l.entry(key); got.State != tc.state || len(l.asked) == 0 {
				t.Errorf("%s after %v", got.State, l.paths())
			}
		})
	}
}

func TestAWriteThatIsRestoredAsSentIsAskedForOnceMore(t *testing.T) {
	for answer, state := range map[string]entry.State{
		`{"items":[{"id":%q,"created_by":"ana","fingerprint":%q}],"missing":[]}`: entry.Sent,
		`{"items":[],"missing":[%q],"note":%q}`:                                  entry.Attention,
	} {
		l := newLine(t)
		key := l.save(wire.OpCustomerCreate)
		l.answer = script(sw.Evidence{})
		l.rest()
		proved := l.entry(key).Fingerprint
		l.apply(entry.GiveUp(key, l.now, sw.DiscardByRep))
		fence, err := l.box.Acquire(l.ctx, "tab", idbqueue.At(l.now), 60_000, l.now)
		if err != nil {
			t.Fatal(err)
		}
		found := entry.Prove(key, key, entry.Receipt{ProvedAt: l.now, Fingerprint: proved}, sw.ReasonEarlier, nil)
		if _, err := l.box.Settle(l.ctx, fence, []entry.Move{found}); err != nil {
			t.Fatal(err)
		}
		l.apply(entry.Restore(key, l.now))
		l.want(key, entry.Sent, "", 0)
		l.asked, l.answer = nil, func(exchange.Request) sw.Evidence { return ours(200, fmt.Sprintf(answer, key, proved)) }
		l.pass(time.Minute)
		if got := l.entry(key); got.State != state || len(l.asked) == 0 {
			t.Errorf("%s after %v", got.State, l.paths())
		}
	}
}

func TestAWriteWhoseEarlierVersionTheOfficeHoldsIsNotRestoredAsSent(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpCustomerCreate)
	l.rest()
	l.want(key, entry.Sent, "", 0)
	first := l.entry(key).Fingerprint
	// A restored office does not hold it; the rep changes it, and gives up.
	fence, err := l.box.Acquire(l.ctx, "tab", idbqueue.At(l.now), 60_000, l.now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.box.Settle(l.ctx, fence, []entry.Move{entry.Lost(key, l.now, sw.ReasonRestored)}); err != nil {
		t.Fatal(err)
	}
	e := l.entry(key)
	says(&e, `{"id":"`+key+`","n":8}`)
	l.apply(entry.Edit(key, l.now, e.Body, e.Fingerprint, "", nil), entry.GiveUp(key, l.now, sw.DiscardByRep))
	// A copy of the first version has come in late.
	earlier := entry.Prove(key, e.Record, entry.Receipt{ProvedAt: l.now, Fingerprint: first}, sw.ReasonEarlier, nil)
	if _, err := l.box.Settle(l.ctx, fence, []entry.Move{earlier}); err != nil {
		t.Fatal(err)
	}
	l.apply(entry.Restore(key, l.now))
	if got := l.entry(key).State; got == entry.Sent {
		t.Fatal("it stands as sent with content that the office has never seen")
	}
	l.answer = func(r exchange.Request) sw.Evidence {
		if r.Method == "GET" {
			return ours(200, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, key, first))
		}
		return ours(409, code(wire.CodeIDReused))
	}
	l.pass(20 * time.Minute)
	l.want(key, entry.Conflict, sw.ReasonEarlier, 1)
}

func TestAKeptVersionIsKnownAgainByWhatWasProvedAlsoIfItsBytesAreWrittenAnew(t *testing.T) {
	e := entry.Entry{Key: id1, Owner: "ana", Op: string(wire.OpOrderCreate), Record: id1, State: entry.Sent, Fingerprint: "anew", Left: []string{"F1", "F2"}, Receipt: &entry.Receipt{Fingerprint: "F1"}}
	for fingerprint, step := range map[string]entry.Step{"anew": entry.StepLook, "F1": entry.StepLook, "F2": entry.StepLost, "F9": entry.StepLost} {
		f := sw.ReadProbe(e, ours(200, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, id1, fingerprint)))
		if m, ok := sw.StillSent(e, f, sw.Moment{Now: 1}); !ok || m.Step != step {
			t.Errorf("the office holds %s: %s, want %s", fingerprint, m.Step, step)
		}
	}
}

func TestARestoredOfficeIsAskedForEveryReceipt(t *testing.T) {
	l := newLine(t)
	keys := l.orders(150)
	delivery := l.save(wire.OpDispatchDeliver)
	l.rest()
	lost := keys[7]
	l.put(sw.Record(sw.RecordRecheck+"ana", sw.RecheckRecord{History: "H2"}))
	l.asked = nil
	omit := true
	l.answer = func(r exchange.Request) sw.Evidence {
		_, ids, many := strings.Cut(r.Path, "?ids=")
		if !many {
			return ours(200, fmt.Sprintf(`{"id":%q,"state":"out"}`, delivery))
		}
		var items, missing []string
		for _, id := range strings.Split(ids, ",") {
			switch {
			case id == lost:
				missing = append(missing, fmt.Sprintf("%q", id))
			case id == keys[9] && omit:
				omit = false // an id that is named nowhere was not asked about
			default:
				items = append(items, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, id, l.entry(id).Fingerprint))
			}
		}
		return ours(200, `{"items":[`+strings.Join(items, ",")+`],"missing":[`+strings.Join(missing, ",")+`]}`)
	}
	l.pass(time.Hour)
	l.want(lost, entry.Attention, sw.ReasonRestored, 0)
	l.want(delivery, entry.Attention, sw.ReasonRestored, 0)
	if n := l.count(entry.Sent); n != 149 || len(l.asked) > 5 {
		t.Errorf("%d still sent, %d questions", n, len(l.asked))
	}
	records, _ := l.box.Records(l.ctx, sw.RecordRecheck+"ana")
	if len(records) != 0 {
		t.Error("the recheck does not end")
	}
	l.answer = l.office
	l.apply(entry.Redo(lost, l.now))
	l.rest()
	l.want(lost, entry.Sent, "", 0)
}

// A question that did not reach the office says nothing against itself: it is
// asked again soon, while one that was answered without a decision rests.
func TestAQuestionThatDidNotReachTheOfficeIsAskedAgainSoon(t *testing.T) {
	e := entry.Entry{Key: "k", Record: "01KDVDNEM0R000000000000001"}
	for outcome, want := range map[sw.Outcome]time.Duration{
		sw.OutNoAnswer: 30 * time.Second, sw.OutIntercepted: 30 * time.Second, sw.OutRetry: 5 * time.Minute,
	} {
		m := sw.PutOff(e, sw.LookRest(sw.Verdict{Outcome: outcome}), 1000)
		if got := time.Duration(m.LookAt-1000) * time.Millisecond; got != want {
			t.Errorf("%s: asked again after %v, want %v", outcome, got, want)
		}
	}
}
