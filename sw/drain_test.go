//go:build !js

package sw

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
)

func TestEveryRequestSaysWhoseItIsAndWhatIsUnsent(t *testing.T) {
	l := newLine(t)
	l.orders(2)
	l.now += 90_000
	l.answer = func(r Request) Evidence {
		if r.Path == wire.PathBatch {
			return ours(404, code(wire.CodeNoSuchRoute))
		}
		return ours(409, code(wire.CodeDuplicateCode))
	}
	l.rest()
	if len(l.asked) < 4 {
		t.Fatalf("asked %v", l.paths())
	}
	for _, r := range l.asked {
		if r.Owner != "ana" || r.Build != "b1" || !strings.Contains(r.Unsent, ";oldest=9") || r.Bound == 0 {
			t.Errorf("%s %s carries owner %q, build %q, unsent %q, bound %v", r.Method, r.Path, r.Owner, r.Build, r.Unsent, r.Bound)
		}
	}
	if got := unsentHeader(idbqueue.Totals{Pending: 2, Oldest: t0}, t0-5); got != "2;oldest=0" {
		t.Errorf("on a clock that ran back: %q", got)
	}
}

func TestWhereThereIsNoBatchTheyGoOneByOneUntilTheNextStart(t *testing.T) {
	for _, status := range []int{404, 405, 501} {
		l := newLine(t)
		l.orders(3)
		l.answer = func(r Request) Evidence {
			if r.Path == wire.PathBatch {
				return ours(status, `{}`)
			}
			return l.office(r)
		}
		l.rest()
		l.orders(2)
		l.rest()
		if n := l.count(idbqueue.Sent); n != 5 || len(l.asked) != 6 || l.holds().Device != nil {
			t.Errorf("%d: %d sent in %v", status, n, l.paths())
		}
	}
	// A stranger's 404 says nothing about batches.
	l := newLine(t)
	l.orders(3)
	l.answer = func(r Request) Evidence {
		if r.Path == wire.PathBatch {
			return strange(404, "<html>")
		}
		return l.office(r)
	}
	l.rest()
	if l.d.window.Off {
		t.Error("a stranger's 404 switches batches off")
	}
}

func TestABatchAsAWholeSpendsNobodyAndEachItemGetsItsOwnVerdict(t *testing.T) {
	l := newLine(t)
	keys := l.orders(5)
	l.answer = func(r Request) Evidence {
		if r.Method == "GET" {
			return absence(r)
		}
		return batchOf(r, func(w wire.BatchWrite) Evidence {
			switch w.Ref {
			case keys[0]:
				return ours(503, code(wire.CodeBusy))
			case keys[1]:
				return ours(422, code(wire.CodeValidationFailed))
			case keys[2]:
				return ours(409, code(wire.CodeDuplicateCode))
			case keys[3]:
				return Evidence{} // it is not named
			}
			return accept(w.Path, w.Body)
		})
	}
	l.d.Step(l.ctx) // the lease
	l.d.Step(l.ctx) // the turn
	l.want(keys[0], idbqueue.Retrying, ReasonFailing, 1)
	l.want(keys[1], idbqueue.Rejected, "validation_failed", 1)
	l.want(keys[2], idbqueue.Conflict, "duplicate_code", 1)
	l.want(keys[3], idbqueue.Retrying, ReasonFailing, 0)
	l.want(keys[4], idbqueue.Sent, "", 0)
	if l.holds().Device != nil {
		t.Errorf("a verdict has the last word on the hold: %+v", l.holds().Device)
	}
	if !l.entry(keys[3]).Doubt {
		t.Error("what is not named is not in doubt")
	}
	l = newLine(t)
	keys = l.orders(3)
	l.answer = script(ours(503, code(wire.CodeBusy)))
	l.rest()
	for _, key := range keys {
		if e := l.entry(key); e.Books.Spent != 0 || !e.Doubt {
			t.Errorf("a whole batch's 503: spent %d, doubt %v", e.Books.Spent, e.Doubt)
		}
	}
	if l.holds().Device == nil {
		t.Error("and it holds nothing")
	}
}

func TestABatchCarriesTheBodiesOwnBytes(t *testing.T) {
	l := newLine(t)
	odd := `{"id":"%s","note":"<&> \u2028 ` + "\u2028" + ` é","n":1.50}`
	a := l.save(wire.OpOrderCreate, func(e *idbqueue.Entry) { says(e, fmt.Sprintf(odd, e.Record)) })
	b := l.save(wire.OpDispatchDeliver)
	l.rest()
	var batch wire.Batch
	if err := json.Unmarshal([]byte(l.asked[0].Body), &batch); err != nil {
		t.Fatal(err)
	}
	for i, key := range []string{a, b} {
		w, e := batch.Writes[i], l.entry(key)
		if string(w.Body) != e.Body || w.Fingerprint != e.Fingerprint || w.Ref != key || w.Method != "POST" {
			t.Errorf("%+v", w)
		}
		if frame := len(l.asked[0].Body) - len(e.Body); frame > 2*itemFrame+len(e.Body)+200 {
			t.Errorf("the frame is larger than it is counted: %d", frame)
		}
	}
}

func TestTheWindowHalvesAndGrows(t *testing.T) {
	w := NewWindow(0)
	if !w.fits(50, windowStart) || w.fits(50, windowStart+1) || w.fits(wire.BatchMax+1, 1) {
		t.Errorf("it starts as %+v", w)
	}
	for n := range 6 {
		w = w.Grown(50, time.Second)
		if want := min(2*windowStart<<n, wire.BatchBytesMax); w.Bytes != want {
			t.Errorf("after %d batches %d bytes, want %d", n+1, w.Bytes, want)
		}
	}
	if slow := NewWindow(0).Grown(50, 11*time.Second); slow.Bytes != NewWindow(0).Bytes {
		t.Error("a slow line gets more at a time")
	}
	for _, want := range []int{50, 25, 12, 6, 3, 1, 1} {
		count := min(w.Count, wire.BatchMax)
		if w = w.Halved(count); w.Count != want {
			t.Errorf("halved to %d, want %d", w.Count, want)
		}
	}
	for _, want := range []int{2, 4, 8, 16, 32, 64, 100, 100} {
		if w = w.Grown(1, 0); w.Count != want {
			t.Errorf("grown to %d, want %d", w.Count, want)
		}
	}
}

func TestManyDoubtsAreOneQuestion(t *testing.T) {
	l := newLine(t)
	keys := l.orders(40)
	there := true
	l.answer = func(r Request) Evidence {
		switch {
		case r.Path == wire.PathBatch && len(l.asked) == 1:
			return batchOf(r, func(wire.BatchWrite) Evidence { return ours(409, `{}`) })
		case r.Method == "GET" && there:
			var items []string
			for _, key := range keys {
				items = append(items, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, key, l.entry(key).Fingerprint))
			}
			return ours(200, `{"items":[`+strings.Join(items, ",")+`],"missing":[]}`)
		}
		return l.office(r)
	}
	l.rest()
	if n := l.count(idbqueue.Sent); n != 40 || len(l.asked) != 2 {
		t.Errorf("%d sent, asked %v", n, l.paths())
	}
}

func TestAHoldMetInMidTurnEndsIt(t *testing.T) {
	l := newLine(t)
	order, customer := l.save(wire.OpOrderCreate), l.save(wire.OpCustomerCreate)
	busy := ours(503, code(wire.CodeBusy))
	busy.RetryAfter = "30"
	l.answer = func(r Request) Evidence {
		if r.Method == "GET" {
			return busy
		}
		return batchOf(r, func(wire.BatchWrite) Evidence { return ours(409, code(wire.CodeDuplicateCode)) })
	}
	l.rest()
	if len(l.asked) != 2 {
		t.Errorf("it goes on to ask: %v", l.paths())
	}
	for _, key := range []string{order, customer} {
		if e := l.entry(key); e.Led == nil || !e.Probe || e.Open != nil {
			t.Errorf("%s: waiting answer %v, probe %v", e.Op, e.Led, e.Probe)
		}
	}
	l.answer = l.office
	l.pass(2 * time.Minute)
	l.want(customer, idbqueue.Conflict, "duplicate_code", 1)
}

func TestAMisfitIsTriedAgainOnSendNowAtStartAndAfterADay(t *testing.T) {
	for name, wake := range map[string]func(l *line){
		"send now":                  func(l *line) { l.put(record(recordNudge, nudgeRecord{Nudge: NudgeOnce, At: l.now})) },
		"a start, or a newer app":   func(l *line) { l.put(record(recordNudge, nudgeRecord{Nudge: NudgeOnce, At: l.now})) },
		"a day later, by itself":    func(l *line) { l.now += 24*3600_000 + 1 },
		"and not when a tab is hid": nil,
	} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		l.answer = script(ours(404, code(wire.CodeNoSuchRoute)))
		l.rest()
		l.want(key, idbqueue.Attention, ReasonMisfit, 0)
		other := l.save(wire.OpOrderCreate)
		l.answer = l.office
		if l.rest(); wake != nil {
			wake(l)
			l.rest()
			l.want(key, idbqueue.Sent, "", 0)
		} else {
			l.want(key, idbqueue.Attention, ReasonMisfit, 0)
		}
		l.want(other, idbqueue.Sent, "", 0)
		_ = name
	}
}

func TestAWriteForAnotherOfficeIsNeverSentHere(t *testing.T) {
	l := newLine(t)
	foreign := l.save(wire.OpOrderCreate, func(e *idbqueue.Entry) { e.Store = "another" })
	mine := l.save(wire.OpOrderCreate)
	l.pass(3 * 24 * time.Hour)
	l.put(record(recordNudge, nudgeRecord{Nudge: NudgeInsist, At: l.now}))
	l.rest()
	l.want(foreign, idbqueue.Attention, ReasonMisfit, 0)
	l.want(mine, idbqueue.Sent, "", 0)
	for _, r := range l.asked {
		if strings.Contains(r.Body, foreign) {
			t.Error("it went out")
		}
	}
}

func TestAWriteOfAnotherUserIsLeftAlone(t *testing.T) {
	l := newLine(t)
	bens := l.save(wire.OpOrderCreate, func(e *idbqueue.Entry) { e.Owner = "ben" })
	l.save(wire.OpOrderCreate)
	l.pass(time.Hour)
	l.want(bens, idbqueue.Pending, "", 0)
	// And a sign-in in mid-flight: what was claimed for ana is not sent for ben.
	l.save(wire.OpOrderCreate)
	l.d.Step(l.ctx)
	l.put(record(idbqueue.RecordUser, User{ID: "ben", Store: "S", SignedInAt: 9}))
	from := len(l.asked)
	l.rest()
	for _, r := range l.asked[from:] {
		if r.Owner != "ben" {
			t.Errorf("%s goes out for %s", r.Path, r.Owner)
		}
	}
}

func TestAProofThatCannotBeRecordedIsKeptAndRecordedBeforeAnythingElse(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = func(r Request) Evidence {
		l.mem.FailWrites(idbqueue.ErrQuota)
		return accept(r.Path, []byte(r.Body))
	}
	failures := 0
	for range 6 {
		report, err := l.d.Step(l.ctx)
		if err == nil {
			continue
		}
		failures++
		if report.WakeAt <= l.now {
			t.Errorf("after a failure of the books it wakes at %d", report.WakeAt-l.now)
		}
	}
	if e := l.entry(key); failures == 0 || e.State != idbqueue.Pending || e.Books.Spent != 0 || len(l.asked) != 1 {
		t.Errorf("while the books fail: %s, %d requests", e.State, len(l.asked))
	}
	l.mem.Fail(nil)
	other := l.save(wire.OpOrderCreate)
	l.answer = script(Evidence{})
	l.rest()
	l.want(key, idbqueue.Sent, "", 0)
	if e := l.entry(key); e.Doubted {
		t.Error("a failure to record was written down as a failure to send")
	}
	_ = other
}

func TestADrainerWithoutTheLeaseStillRecordsProofAndNothingElse(t *testing.T) {
	for name, ev := range map[string]Evidence{"proof": {}, "a refusal": ours(422, code(wire.CodeValidationFailed))} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		late := l.drainer("froze and thawed", false)
		late.Sender = &slowSender{l, func() {
			l.now += 10 * 60_000 // it freezes; another takes over, and has no luck
			l.answer = script(Evidence{})
			l.rest()
			l.answer = func(r Request) Evidence {
				if ev.Answered {
					return ev
				}
				return accept(r.Path, []byte(r.Body))
			}
		}}
		for range 3 {
			late.Step(l.ctx)
		}
		if name == "proof" {
			l.want(key, idbqueue.Sent, "", 0)
		} else {
			l.want(key, idbqueue.Retrying, ReasonNoAnswer, 0)
		}
	}
}

// freezing is an outbox on the way to which a tab freezes.
type freezing struct {
	*idbqueue.Outbox
	freeze func()
}

func (f freezing) Acquire(ctx context.Context, holder string, clock idbqueue.Clock, d, lockedAt int64) (idbqueue.Fence, error) {
	f.freeze()
	return f.Outbox.Acquire(ctx, holder, clock, d, lockedAt)
}

func TestATabThatFrozeOnItsWayToTheLeaseLeavesAYoungerOneAlone(t *testing.T) {
	l := newLine(t)
	l.save(wire.OpOrderCreate)
	late := l.drainer("froze and thawed", false)
	late.Outbox = freezing{l.box, func() {
		l.now += 10 * 60_000
		if _, err := l.box.Acquire(l.ctx, "tab", idbqueue.At(l.now), 60_000, 0); err != nil {
			t.Fatal(err)
		}
	}}
	if r, err := late.Step(l.ctx); err != nil || !r.Busy || len(l.asked) > 0 {
		t.Errorf("%+v, %v, %d requests: it took a lease that runs", r, err, len(l.asked))
	}
}

func TestSignOutIsToldFirstAndHoldsUpEverythingUntilItIsProved(t *testing.T) {
	l := newLine(t)
	l.orders(2)
	l.put(idbqueue.Record{Name: idbqueue.RecordUser}, record(recordSignOut, signOutRecord{At: l.now, Until: idbqueue.Wait{SetAt: l.now}}))
	later := ours(503, code(wire.CodeOverloaded))
	later.RetryAfter = "90"
	l.answer = script(Evidence{}, later, ours(200, `{}`))
	wake := l.rest()
	if got := l.paths(); !slices.Equal(got, []string{"DELETE /session"}) || wake <= l.now {
		t.Fatalf("asked %v, wakes at %d", got, wake-l.now)
	}
	l.put(record(idbqueue.RecordUser, User{ID: "ana", Store: "S", SignedInAt: 3}))
	l.now = wake
	if wake = l.rest(); wake-l.now < 90_000 {
		t.Errorf("asked to wait 90 s, waits %d ms", wake-l.now)
	}
	l.now = wake
	l.rest()
	if got := l.paths(); len(got) < 3 || got[2] != "DELETE /session" {
		t.Errorf("asked %v", got)
	}
}

func TestDiscardedAndRefusedWritesAreLookedUpAgain(t *testing.T) {
	l := newLine(t)
	found, never := l.save(wire.OpOrderCreate), l.save(wire.OpOrderCreate)
	delivery := l.save(wire.OpDispatchDeliver)
	print := l.entry(found).Fingerprint
	l.answer = script(Evidence{})
	l.d.window.Off = true
	l.pass(20 * time.Minute)
	l.apply(idbqueue.GiveUp(found, l.now, DiscardByRep), idbqueue.GiveUp(never, l.now, DiscardByRep), idbqueue.GiveUp(delivery, l.now, DiscardByRep))
	arrived := false
	l.answer = func(r Request) Evidence {
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

func TestAnEarlierVersionThatIsFoundIsNotAskedForAgain(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	first := l.entry(key).Fingerprint
	l.answer = script(Evidence{})
	l.rest()
	e := l.entry(key)
	says(&e, `{"id":"`+key+`","n":8}`)
	l.apply(idbqueue.Edit(key, l.now, e.Body, e.Fingerprint, "", nil), idbqueue.GiveUp(key, l.now, DiscardByRep))
	l.answer = func(Request) Evidence {
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
		state idbqueue.State
	}{
		"it holds it":                    {`{"items":[{"id":%[1]q,"created_by":"ana","fingerprint":"F1"}],"missing":[]}`, idbqueue.Sent},
		"it was restored":                {`{"items":[],"missing":[%[1]q]}`, idbqueue.Attention},
		"another holds it by now":        {`{"items":[{"id":%[1]q,"created_by":"ben","fingerprint":"F9"}],"missing":[]}`, idbqueue.Conflict},
		"it names the id nowhere":        {`{"items":[],"missing":[]}`, idbqueue.Sent},
		"a record, not in a list's form": {`{"id":%[1]q,"created_by":"ana","fingerprint":"F1"}`, idbqueue.Sent},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLine(t)
			key := l.save(wire.OpCustomerCreate)
			l.answer = script(Evidence{})
			l.rest()
			e := l.entry(key)
			l.apply(idbqueue.Edit(key, l.now, `{"n":8}`, "F2", "", nil))
			fence, err := l.box.Acquire(l.ctx, "tab", idbqueue.At(l.now), 60_000, l.now)
			if err != nil {
				t.Fatal(err)
			}
			clash := idbqueue.Prove(key, idbqueue.Receipt{ProvedAt: l.now, Fingerprint: e.Fingerprint}, ReasonEarlier, nil)
			if _, err := l.box.Settle(l.ctx, fence, []idbqueue.Move{clash}); err != nil {
				t.Fatal(err)
			}
			l.want(key, idbqueue.Conflict, ReasonEarlier, 0)
			l.apply(idbqueue.Theirs(key, `{"n":5}`, "F1", "", idbqueue.Receipt{ProvedAt: l.now, Fingerprint: "F1"}))
			l.asked, l.answer = nil, func(Request) Evidence { return ours(200, fmt.Sprintf(tc.now, key)) }
			l.pass(time.Minute)
			if got := l.entry(key); got.State != tc.state || len(l.asked) == 0 {
				t.Errorf("%s after %v", got.State, l.paths())
			}
		})
	}
}

func TestAWriteThatIsRestoredAsSentIsAskedForOnceMore(t *testing.T) {
	for answer, state := range map[string]idbqueue.State{
		`{"items":[{"id":%q,"created_by":"ana","fingerprint":%q}],"missing":[]}`: idbqueue.Sent,
		`{"items":[],"missing":[%q],"note":%q}`:                                  idbqueue.Attention,
	} {
		l := newLine(t)
		key := l.save(wire.OpCustomerCreate)
		l.answer = script(Evidence{})
		l.rest()
		proved := l.entry(key).Fingerprint
		l.apply(idbqueue.GiveUp(key, l.now, DiscardByRep))
		fence, err := l.box.Acquire(l.ctx, "tab", idbqueue.At(l.now), 60_000, l.now)
		if err != nil {
			t.Fatal(err)
		}
		found := idbqueue.Prove(key, idbqueue.Receipt{ProvedAt: l.now, Fingerprint: proved}, ReasonEarlier, nil)
		if _, err := l.box.Settle(l.ctx, fence, []idbqueue.Move{found}); err != nil {
			t.Fatal(err)
		}
		l.apply(idbqueue.Restore(key, l.now))
		l.want(key, idbqueue.Sent, "", 0)
		l.asked, l.answer = nil, func(Request) Evidence { return ours(200, fmt.Sprintf(answer, key, proved)) }
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
	l.want(key, idbqueue.Sent, "", 0)
	first := l.entry(key).Fingerprint
	// A restored office does not hold it; the rep changes it, and gives up.
	fence, err := l.box.Acquire(l.ctx, "tab", idbqueue.At(l.now), 60_000, l.now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.box.Settle(l.ctx, fence, []idbqueue.Move{idbqueue.Lost(key, l.now, ReasonRestored)}); err != nil {
		t.Fatal(err)
	}
	e := l.entry(key)
	says(&e, `{"id":"`+key+`","n":8}`)
	l.apply(idbqueue.Edit(key, l.now, e.Body, e.Fingerprint, "", nil), idbqueue.GiveUp(key, l.now, DiscardByRep))
	// A copy of the first version has come in late.
	earlier := idbqueue.Prove(key, idbqueue.Receipt{ProvedAt: l.now, Fingerprint: first}, ReasonEarlier, nil)
	if _, err := l.box.Settle(l.ctx, fence, []idbqueue.Move{earlier}); err != nil {
		t.Fatal(err)
	}
	l.apply(idbqueue.Restore(key, l.now))
	if got := l.entry(key).State; got == idbqueue.Sent {
		t.Fatal("it stands as sent with content that the office has never seen")
	}
	l.answer = func(r Request) Evidence {
		if r.Method == "GET" {
			return ours(200, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, key, first))
		}
		return ours(409, code(wire.CodeIDReused))
	}
	l.pass(20 * time.Minute)
	l.want(key, idbqueue.Conflict, ReasonEarlier, 1)
}

func TestAKeptVersionIsKnownAgainByWhatWasProvedAlsoIfItsBytesAreWrittenAnew(t *testing.T) {
	e := idbqueue.Entry{Key: id1, Owner: "ana", Record: id1, State: idbqueue.Sent, Fingerprint: "anew", Left: []string{"F1", "F2"}, Receipt: &idbqueue.Receipt{Fingerprint: "F1"}}
	for fingerprint, step := range map[string]idbqueue.Step{"anew": idbqueue.StepLook, "F1": idbqueue.StepLook, "F2": idbqueue.StepLost, "F9": idbqueue.StepLost} {
		f := ReadProbe(e, ours(200, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, id1, fingerprint)))
		if m, ok := stillSent(e, f, Moment{Now: 1}); !ok || m.Step != step {
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
	l.put(record(recordRecheck+"ana", recheckRecord{History: "H2"}))
	l.asked = nil
	omit := true
	l.answer = func(r Request) Evidence {
		_, ids, _ := strings.Cut(r.Path, "?ids=")
		var items, missing []string
		for _, id := range strings.Split(ids, ",") {
			switch {
			case id == lost:
				missing = append(missing, fmt.Sprintf("%q", id))
			case id == keys[9] && omit:
				omit = false // an id that is named nowhere was not asked about
			default:
				items = append(items, fmt.Sprintf(`{"id":%q,"state":"out"}`, id))
			}
		}
		return ours(200, `{"items":[`+strings.Join(items, ",")+`],"missing":[`+strings.Join(missing, ",")+`]}`)
	}
	l.pass(time.Hour)
	l.want(lost, idbqueue.Attention, ReasonRestored, 0)
	l.want(delivery, idbqueue.Attention, ReasonRestored, 0)
	if n := l.count(idbqueue.Sent); n != 149 || len(l.asked) > 5 {
		t.Errorf("%d still sent, %d questions", n, len(l.asked))
	}
	records, _ := l.box.Records(l.ctx, recordRecheck+"ana")
	if len(records) != 0 {
		t.Error("the recheck does not end")
	}
	l.answer = l.office
	l.apply(idbqueue.Redo(lost, l.now))
	l.rest()
	l.want(lost, idbqueue.Sent, "", 0)
}

func TestReceiptsAgeOnTheServersClock(t *testing.T) {
	const day = int64(24 * 3600_000)
	steady := clockRecord{Server: 100 * day, Device: 100 * day, Steady: 10 * day}
	for name, c := range map[string]struct {
		clock clockRecord
		now   int64
		want  int64
		ok    bool
	}{
		"no contact":                         {clockRecord{}, 900 * day, 0, false},
		"steady":                             {steady, 101 * day, 70 * day, true},
		"no contact since":                   {steady, 900 * day, 70 * day, true},
		"a clock that is a year ahead":       {clockRecord{Server: 100 * day, Device: 465 * day, Steady: 99 * day}, 465 * day, 0, false},
		"a clock that ran back since":        {steady, 60 * day, 30 * day, true},
		"thirty days after a jump":           {clockRecord{Server: 131 * day, Device: 500 * day, Steady: 100 * day}, 500 * day, 470 * day, true},
		"only twenty-nine days after a jump": {clockRecord{Server: 129 * day, Device: 500 * day, Steady: 100 * day}, 500 * day, 0, false},
	} {
		if got, ok := pruneBefore(c.clock, c.now); ok != c.ok || ok && got != c.want-clockSlack.Milliseconds() {
			t.Errorf("%s: before %d (%v), want %d", name, got/day, ok, c.want/day)
		}
	}
	ev := ours(200, `{}`)
	ev.Date = "Mon, 30 Nov 2026 09:00:00 GMT"
	first, _ := clockRecord{}.heard(ev, t0)
	again, _ := first.heard(ev, t0+30*60_000)
	if first.Steady != first.Server || again.Steady != first.Steady {
		t.Errorf("%+v, %+v", first, again)
	}
	if jumped, _ := first.heard(ev, t0+day); jumped.Steady != jumped.Server || jumped.Device != t0+day {
		t.Errorf("after a jump: %+v", jumped)
	}
	if _, ok := first.heard(strange(200, ""), t0); ok {
		t.Error("a stranger's clock is taken")
	}
}

func TestATryInTheFutureCountsAsTheLongestAgo(t *testing.T) {
	l := newLine(t)
	old := l.save(wire.OpOrderCreate)
	l.now += 400 * 24 * 3600_000
	l.answer = script(Evidence{})
	l.rest()
	l.now -= 400 * 24 * 3600_000
	poison := l.save(wire.OpOrderCreate)
	l.answer = func(r Request) Evidence {
		if strings.Contains(r.Body, poison) {
			return strange(200, "<html>")
		}
		return l.office(r)
	}
	l.pass(40 * time.Minute)
	l.want(old, idbqueue.Sent, "", 0)
}

func TestTheCanaryIsTheOneTriedLongestAgo(t *testing.T) {
	l := newLine(t)
	keys := l.orders(3)
	l.answer = script(Evidence{})
	l.pass(2 * time.Hour)
	var order []string
	for _, r := range l.asked[1:] { // the first was the batch
		order = append(order, read([]byte(r.Body)).ID)
	}
	for i, id := range order {
		if id != keys[i%3] {
			t.Fatalf("canary %d is %s, want %s", i, id[20:], keys[i%3][20:])
		}
	}
}

func TestOneTimerIsArmedOrNothingCanBecomeDue(t *testing.T) {
	l := newLine(t)
	if wake := l.rest(); wake != 0 {
		t.Errorf("an empty outbox wakes at %d", wake)
	}
	key := l.save(wire.OpOrderCreate)
	for name, ev := range map[string]Evidence{
		"no answer": {}, "503": ours(503, `{}`), "500": ours(500, `{}`), "404 of a stranger": strange(404, ""),
		"too old": ours(426, `{}`), "misfit": ours(404, code(wire.CodeNoSuchRoute)),
	} {
		l.apply(idbqueue.Redo(key, l.now))
		l.put(idbqueue.Record{Name: recordHolds})
		l.answer = script(ev)
		if wake := l.rest(); wake <= l.now {
			t.Errorf("%s: the timer is at %d", name, wake-l.now)
		}
	}
	l.apply(idbqueue.Redo(key, l.now))
	l.put(idbqueue.Record{Name: recordHolds})
	l.answer = script(ours(401, `{}`))
	if wake := l.rest(); wake != 0 {
		t.Errorf("signed out: the timer is at %d", wake-l.now)
	}
}

func TestALookThatFindsNothingToDoWritesNothing(t *testing.T) {
	l := newLine(t)
	l.orders(2)
	l.rest()
	changes := 0
	defer l.box.Watch(func() { changes++ })()
	for range 5 {
		l.rest()
	}
	if changes != 0 {
		t.Errorf("%d changes: each would wake every tab", changes)
	}
}
