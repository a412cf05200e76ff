//go:build !js

package drain

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

func TestEveryRequestSaysWhoseItIsAndWhatIsUnsent(t *testing.T) {
	l := newLine(t)
	l.orders(2)
	l.now += 90_000
	l.answer = func(r exchange.Request) sw.Evidence {
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
	if got := sw.UnsentHeader(entry.Totals{Pending: 2, Oldest: t0}, t0-5); got != "2;oldest=0" {
		t.Errorf("on a clock that ran back: %q", got)
	}
}

func TestAHoldMetInMidTurnEndsIt(t *testing.T) {
	l := newLine(t)
	order, customer := l.save(wire.OpOrderCreate), l.save(wire.OpCustomerCreate)
	busy := ours(503, code(wire.CodeBusy))
	busy.RetryAfter = "30"
	l.answer = func(r exchange.Request) sw.Evidence {
		if r.Method == "GET" {
			return busy
		}
		return batchOf(r, func(wire.BatchWrite) sw.Evidence { return ours(409, code(wire.CodeDuplicateCode)) })
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
	l.want(customer, entry.Conflict, "duplicate_code", 1)
}

func TestAMisfitIsTriedAgainOnSendNowAtStartAndAfterADay(t *testing.T) {
	for name, wake := range map[string]func(l *line){
		"send now":                  func(l *line) { l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeOnce, At: l.now})) },
		"a start, or a newer app":   func(l *line) { l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeOnce, At: l.now})) },
		"a day later, by itself":    func(l *line) { l.now += 24*3600_000 + 1 },
		"and not when a tab is hid": nil,
	} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		l.answer = script(ours(404, code(wire.CodeNoSuchRoute)))
		l.rest()
		l.want(key, entry.Attention, sw.ReasonMisfit, 0)
		other := l.save(wire.OpOrderCreate)
		l.answer = l.office
		if l.rest(); wake != nil {
			wake(l)
			l.rest()
			l.want(key, entry.Sent, "", 0)
		} else {
			l.want(key, entry.Attention, sw.ReasonMisfit, 0)
		}
		l.want(other, entry.Sent, "", 0)
		_ = name
	}
}

func TestAWriteForAnotherOfficeIsNeverSentHere(t *testing.T) {
	l := newLine(t)
	foreign := l.save(wire.OpOrderCreate, func(e *entry.Entry) { e.Store = "another" })
	mine := l.save(wire.OpOrderCreate)
	l.pass(3 * 24 * time.Hour)
	l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeInsist, At: l.now}))
	l.rest()
	l.want(foreign, entry.Attention, sw.ReasonMisfit, 0)
	l.want(mine, entry.Sent, "", 0)
	for _, r := range l.asked {
		if strings.Contains(r.Body, foreign) {
			t.Error("it went out")
		}
	}
}

func TestAWriteOfAnotherUserIsLeftAlone(t *testing.T) {
	l := newLine(t)
	bens := l.save(wire.OpOrderCreate, func(e *entry.Entry) { e.Owner = "ben" })
	l.save(wire.OpOrderCreate)
	l.pass(time.Hour)
	l.want(bens, entry.Pending, "", 0)
	// And a sign-in in mid-flight: what was claimed for ana is not sent for ben.
	l.save(wire.OpOrderCreate)
	l.d.Step(l.ctx)
	l.put(sw.Record(entry.RecordUser, sw.User{ID: "ben", Store: "S", SignedInAt: 9}))
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
	l.answer = func(r exchange.Request) sw.Evidence {
		l.mem.FailWrites(entry.ErrQuota)
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
	if e := l.entry(key); failures == 0 || e.State != entry.Pending || e.Books.Spent != 0 || len(l.asked) != 1 {
		t.Errorf("while the books fail: %s, %d requests", e.State, len(l.asked))
	}
	l.mem.Fail(nil)
	other := l.save(wire.OpOrderCreate)
	l.answer = script(sw.Evidence{})
	l.rest()
	l.want(key, entry.Sent, "", 0)
	if e := l.entry(key); e.Doubted {
		t.Error("a failure to record was written down as a failure to send")
	}
	_ = other
}

func TestADrainerWithoutTheLeaseStillRecordsProofAndNothingElse(t *testing.T) {
	for name, ev := range map[string]sw.Evidence{"proof": {}, "a refusal": ours(422, code(wire.CodeValidationFailed))} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		late := l.drainer("froze and thawed", false)
		late.Sender = &slowSender{l, func() {
			l.now += 10 * 60_000 // it freezes; another takes over, and has no luck
			l.answer = script(sw.Evidence{})
			l.rest()
			l.answer = func(r exchange.Request) sw.Evidence {
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
			l.want(key, entry.Sent, "", 0)
		} else {
			l.want(key, entry.Retrying, sw.ReasonNoAnswer, 0)
		}
	}
}

// Case D07: a tab freezes with the proof of a client id in hand that the rep
// has given up by the time it thaws.
func TestAProofOfAnIDThatWasGivenUpChangesNothing(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	fresh := "01HZX3M1N2P3Q4R5S6T7000099"
	late := l.drainer("froze and thawed", false)
	late.Sender = &slowSender{l, func() {
		l.now += 10 * 60_000 // it freezes; another tab takes over, and hears nothing
		l.answer = script(sw.Evidence{})
		l.rest()
		e := l.entry(key)
		first := e.Fingerprint
		says(&e, `{"id":"`+key+`","n":2}`)
		l.apply(entry.Edit(key, l.now, e.Body, e.Fingerprint, "", nil))
		l.now += time.Hour.Milliseconds()
		l.answer = func(r exchange.Request) sw.Evidence {
			if r.Method == "GET" {
				return ours(200, strings.ReplaceAll(by("ana", first), id1, key))
			}
			return ours(409, code(wire.CodeIDReused))
		}
		l.rest()
		l.want(key, entry.Conflict, sw.ReasonEarlier, 1)
		says(&e, `{"id":"`+fresh+`","n":2}`)
		l.apply(entry.Replace(key, l.now, fresh, e.Body, e.Fingerprint))
		l.answer = func(r exchange.Request) sw.Evidence { return accept(r.Path, []byte(r.Body)) }
	}}
	for range 3 {
		late.Step(l.ctx)
	}
	l.want(key, entry.Pending, "", 0)
	l.answer = l.office
	l.pass(2 * time.Minute)
	l.want(key, entry.Sent, "", 0)
	if e := l.entry(key); e.Record != fresh || sw.Read([]byte(e.Receipt.Record)).ID != fresh {
		t.Errorf("sent is %s by the receipt %s", e.Record, e.Receipt.Record)
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
	l.put(entry.Record{Name: entry.RecordUser}, sw.Record(sw.RecordSignOut, sw.SignOutRecord{At: l.now, Until: entry.Wait{SetAt: l.now}}))
	later := ours(503, code(wire.CodeOverloaded))
	later.RetryAfter = "90"
	l.answer = script(sw.Evidence{}, later, ours(200, `{}`))
	wake := l.rest()
	if got := l.paths(); !slices.Equal(got, []string{"DELETE /session"}) || wake <= l.now {
		t.Fatalf("asked %v, wakes at %d", got, wake-l.now)
	}
	l.put(sw.Record(entry.RecordUser, sw.User{ID: "ana", Store: "S", SignedInAt: 3}))
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

func TestReceiptsAgeOnTheServersClock(t *testing.T) {
	const day = int64(24 * 3600_000)
	steady := sw.ClockRecord{Server: 100 * day, Device: 100 * day, Steady: 10 * day}
	for name, c := range map[string]struct {
		clock sw.ClockRecord
		now   int64
		want  int64
		ok    bool
	}{
		"no contact":                         {sw.ClockRecord{}, 900 * day, 0, false},
		"steady":                             {steady, 101 * day, 70 * day, true},
		"no contact since":                   {steady, 900 * day, 70 * day, true},
		"a clock that is a year ahead":       {sw.ClockRecord{Server: 100 * day, Device: 465 * day, Steady: 99 * day}, 465 * day, 0, false},
		"a clock that ran back since":        {steady, 60 * day, 30 * day, true},
		"thirty days after a jump":           {sw.ClockRecord{Server: 131 * day, Device: 500 * day, Steady: 100 * day}, 500 * day, 470 * day, true},
		"only twenty-nine days after a jump": {sw.ClockRecord{Server: 129 * day, Device: 500 * day, Steady: 100 * day}, 500 * day, 0, false},
	} {
		if got, ok := sw.PruneBefore(c.clock, c.now); ok != c.ok || ok && got != c.want-sw.ClockSlack.Milliseconds() {
			t.Errorf("%s: before %d (%v), want %d", name, got/day, ok, c.want/day)
		}
	}
	ev := ours(200, `{}`)
	ev.Date = "Mon, 30 Nov 2026 09:00:00 GMT"
	first, _ := sw.ClockRecord{}.Heard(ev, t0)
	again, _ := first.Heard(ev, t0+30*60_000)
	if first.Steady != first.Server || again.Steady != first.Steady {
		t.Errorf("%+v, %+v", first, again)
	}
	if jumped, _ := first.Heard(ev, t0+day); jumped.Steady != jumped.Server || jumped.Device != t0+day {
		t.Errorf("after a jump: %+v", jumped)
	}
	if _, ok := first.Heard(strange(200, ""), t0); ok {
		t.Error("a stranger's clock is taken")
	}
}

func TestATryInTheFutureCountsAsTheLongestAgo(t *testing.T) {
	l := newLine(t)
	old := l.save(wire.OpOrderCreate)
	l.now += 400 * 24 * 3600_000
	l.answer = script(sw.Evidence{})
	l.rest()
	l.now -= 400 * 24 * 3600_000
	poison := l.save(wire.OpOrderCreate)
	l.answer = func(r exchange.Request) sw.Evidence {
		if strings.Contains(r.Body, poison) {
			return strange(200, "<html>")
		}
		return l.office(r)
	}
	l.pass(40 * time.Minute)
	l.want(old, entry.Sent, "", 0)
}

func TestTheCanaryIsTheOneTriedLongestAgo(t *testing.T) {
	l := newLine(t)
	keys := l.orders(3)
	l.answer = script(sw.Evidence{})
	l.pass(2 * time.Hour)
	var order []string
	for _, r := range l.asked[1:] { // the first was the batch
		order = append(order, sw.Read([]byte(r.Body)).ID)
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
	for name, ev := range map[string]sw.Evidence{
		"no answer": {}, "503": ours(503, `{}`), "500": ours(500, `{}`), "404 of a stranger": strange(404, ""),
		"too old": ours(426, `{}`), "misfit": ours(404, code(wire.CodeNoSuchRoute)),
	} {
		l.apply(entry.Redo(key, l.now))
		l.put(entry.Record{Name: sw.RecordHolds})
		l.answer = script(ev)
		if wake := l.rest(); wake <= l.now {
			t.Errorf("%s: the timer is at %d", name, wake-l.now)
		}
	}
	l.apply(entry.Redo(key, l.now))
	l.put(entry.Record{Name: sw.RecordHolds})
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
