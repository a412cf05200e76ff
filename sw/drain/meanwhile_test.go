//go:build !js

package drain

import (
	"context"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// What the rep does, and what the clock does, while an answer travels.

// ask lets the drainer go on to its first exchange.
func (l *line) ask() {
	l.t.Helper()
	for range 10 {
		if l.step(); len(l.asked) > 0 {
			return
		}
	}
	l.t.Fatal("nothing is asked")
}

// The second batch says how many are unsent and how old the oldest of THEM is.
func TestOldestOfTheNextBatchIsNotOneThatWasJustSent(t *testing.T) {
	l := newLine(t)
	l.save(wire.OpOrderCreate, func(e *entry.Entry) { e.MadeAt = t0 - 4*24*time.Hour.Milliseconds() })
	l.orders(149)
	l.step()
	l.step()
	if l.posts() != 2 {
		t.Fatal(l.paths())
	}
	if got := l.asked[1].Unsent; !strings.HasPrefix(got, "50;oldest=") || strings.HasSuffix(got, "=345601") || strings.HasSuffix(got, "=345600") {
		t.Errorf("the second batch says %q: the four day old order is sent already", got)
	}
}

// An edit while the first answer travels makes a body larger: the claim's
// deadline is of the old one.
func TestAClaimsDeadlineCoversItsExchange(t *testing.T) {
	l, keys := leased(t, 150)
	l.answer = func(r exchange.Request) sw.Evidence {
		if l.posts() == 1 {
			e := l.entry(keys[121])
			says(&e, `{"id":"`+e.Record+`","note":"`+strings.Repeat("x", 200<<10)+`"}`)
			l.apply(entry.Edit(e.Key, l.now, e.Body, e.Fingerprint, "", nil))
			return l.office(r)
		}
		e := l.entry(keys[121])
		if end := l.now + r.Bound.Milliseconds(); e.Open != nil && e.Open.Deadline < end {
			t.Errorf("the attempt is over at +%d ms by its books, and may travel until +%d ms", e.Open.Deadline-l.now, end-l.now)
		}
		return l.office(r)
	}
	l.step()
	if l.posts() != 2 {
		t.Fatal(l.paths())
	}
}

// The clock is an hour ahead while the next batch is looked up, and right
// again when the answer is here.
func TestNothingGoesOutBeforeItsWaitWhenTheClockIsAheadForAMoment(t *testing.T) {
	l, keys := leased(t, 100)
	later := l.orders(20)
	// They wait for half an hour: a 503 with a wait of their own.
	fence := l.d.fence
	var moves []entry.Move
	for _, k := range later {
		e := l.entry(k)
		moves = append(moves, entry.Pause(k, e.Attempt, l.now, entry.Ending{
			To: entry.Retrying, Reason: sw.ReasonRetryAfter, Books: e.Books, Next: sw.WaitFrom(l.now, 30*time.Minute),
		}))
	}
	if _, err := l.box.Settle(l.ctx, fence, moves); err != nil {
		t.Fatal(err)
	}
	once := true
	l.d.Sender = sending(func(ctx context.Context, r exchange.Request) sw.Evidence {
		if once {
			once = false
			m := r.Meanwhile
			r.Meanwhile = func(ctx context.Context) {
				l.now += time.Hour.Milliseconds()
				m(ctx)
				l.now -= time.Hour.Milliseconds()
			}
		}
		return l.Send(ctx, r)
	})
	l.step()
	for _, k := range later {
		if e := l.entry(k); e.Attempt > 0 {
			t.Fatalf("%d of %d sent, tried half an hour before their wait was over: %v", l.count(entry.Sent), len(keys), l.paths())
		}
	}
}

// The rep asks "has it arrived?" of a write that is looked up already.
func TestACheckIsAQuestionAlsoOfWhatWasLookedUp(t *testing.T) {
	l, keys := leased(t, 102)
	// One in doubt, due, that goes out again as it is.
	l.answer = func(r exchange.Request) sw.Evidence {
		if l.posts() == 1 {
			l.apply(entry.Recheck(keys[101], l.now))
		}
		return l.office(r)
	}
	fence := l.d.fence
	if _, err := l.box.Claim(l.ctx, fence, "ana", l.now+60_000, []entry.Move{entry.Claim(keys[101], 1, l.now, l.now+30_000, false)}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.box.Settle(l.ctx, fence, []entry.Move{entry.End(keys[101], 1, l.now, entry.Ending{
		To: entry.Retrying, Reason: sw.ReasonNoAnswer, Doubtful: true, Next: sw.WaitFrom(l.now, 0),
	})}); err != nil {
		t.Fatal(err)
	}
	l.step()
	for _, r := range l.asked {
		if strings.Contains(r.Body, keys[101]) {
			t.Fatalf("it was sent, not asked for: %v", l.paths())
		}
	}
}

// "Send now" tapped while a question travels.
func TestSendNowWhileAQuestionTravelsIsKept(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = script(sw.Evidence{})
	l.rest()
	l.apply(entry.GiveUp(key, l.now, sw.DiscardByRep))
	l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeOnce, At: l.now}))
	l.now += time.Minute.Milliseconds()
	var fresh string
	l.asked = nil
	l.answer = func(r exchange.Request) sw.Evidence {
		if fresh == "" {
			fresh = l.save(wire.OpOrderCreate)
			l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeOnce, At: l.now}))
		}
		return ours(503, code(wire.CodeBusy))
	}
	l.luck = 0.9
	l.ask()
	records, err := l.box.Records(l.ctx, sw.RecordNudge)
	if err != nil {
		t.Fatal(err)
	}
	if sw.ReadStanding(records).Nudge.Nudge == sw.NudgeNone {
		t.Errorf("after %v the tap is gone; the order waits %d s under %v", l.paths(), (l.holds().Device.Until.DueAt()-l.now)/1000, l.holds().Device.Reason)
	}
}

// The network comes back and the office is asked whether it is there; the rep
// taps "send now" while that question travels.
func TestAWishThatComesWhileTheOfficeIsAskedIsKept(t *testing.T) {
	l := newLine(t)
	l.orders(3)
	l.answer = script(sw.Evidence{})
	l.rest()
	if d := l.holds().Device; d == nil || d.Reason != sw.ReasonNoAnswer {
		t.Fatal("no hold")
	}
	l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Online: true, At: l.now}))
	l.asked = nil
	l.answer = func(r exchange.Request) sw.Evidence {
		l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeOnce, Online: true, At: l.now}))
		return ours(503, code(wire.CodeBusy))
	}
	l.ask()
	records, err := l.box.Records(l.ctx, sw.RecordNudge)
	if err != nil {
		t.Fatal(err)
	}
	if sw.ReadStanding(records).Nudge.Nudge == sw.NudgeNone {
		t.Errorf("after %v the tap is gone: %s", l.paths(), records[sw.RecordNudge])
	}
}

// An office is restored a second time while receipts are asked for.
func TestASecondRestoreStartsTheRecheckAnew(t *testing.T) {
	l := newLine(t)
	l.orders(3)
	l.rest()
	l.put(sw.Record(sw.RecordRecheck+"ana", sw.RecheckRecord{History: "H2"}))
	l.asked = nil
	l.answer = func(r exchange.Request) sw.Evidence {
		if l.posts() == 0 {
			l.put(sw.Record(sw.RecordRecheck+"ana", sw.RecheckRecord{History: "H3"}))
		}
		return ours(200, `{"items":[{"id":"01HZX3M1N2P3Q4R5S6T7000001"},{"id":"01HZX3M1N2P3Q4R5S6T7000002"},{"id":"01HZX3M1N2P3Q4R5S6T7000003"}],"missing":[]}`)
	}
	l.ask()
	records, err := l.box.Records(l.ctx, entry.RecordUser, sw.RecordRecheck+"ana")
	if err != nil {
		t.Fatal(err)
	}
	if st := sw.ReadStanding(records); st.Recheck == nil || st.Recheck.History != "H3" || st.Recheck.Before != 0 {
		t.Errorf("asked %v, the recheck of the second restore is %s", l.paths(), records[sw.RecordRecheck+"ana"])
	}
}

// A rep has signed out; while the office is told, on a slow line, the next one
// signs in. The answer to the sign-out is lost.
func TestASignInWhileASignOutTravelsStands(t *testing.T) {
	for name, ev := range map[string]sw.Evidence{"lost": {}, "answered": ours(200, `{}`)} {
		l := newLine(t)
		l.put(entry.Record{Name: entry.RecordUser},
			sw.Record(sw.RecordSignOut, sw.SignOutRecord{At: l.now, Until: entry.Wait{SetAt: l.now}}))
		signedIn := false
		l.answer = func(r exchange.Request) sw.Evidence {
			if r.Method != "DELETE" {
				return l.office(r)
			}
			if signedIn {
				return ours(200, `{}`) // with the new cookie: it ends the new session
			}
			signedIn = true
			// What Desk.SignIn puts on record, once the office has answered it.
			l.put(sw.Record(entry.RecordUser, sw.User{ID: "ana", Store: "S", SignedInAt: l.now}),
				entry.Record{Name: sw.RecordSignOut},
				sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeOnce, Reached: true, At: l.now}))
			return ev
		}
		l.ask()
		records, err := l.box.Records(l.ctx, entry.RecordUser, sw.RecordSignOut, sw.RecordNudge)
		if err != nil {
			t.Fatal(err)
		}
		st := sw.ReadStanding(records)
		if st.SignOut != nil {
			t.Errorf("%s: %s is signed in, and a sign-out is on record again: %s", name, st.User.ID, records[sw.RecordSignOut])
		}
		if st.Nudge.Nudge == sw.NudgeNone {
			t.Errorf("%s: the sign-in's wish is gone", name)
		}
		l.save(wire.OpOrderCreate)
		l.asked = nil
		l.pass(30 * time.Second)
		for _, r := range l.asked {
			if r.Method == "DELETE" {
				t.Errorf("%s: the new session is ended by the device itself: %s", name, strings.Join(l.paths(), ", "))
			}
		}
	}
}

// Case D10: the rep signs out while a turn is under way. Whatever that turn
// would have asked or sent next stays here.
func TestNothingLeavesBetweenASignOutAndItsDelete(t *testing.T) {
	lost := func(l *line) {
		l.answer = script(sw.Evidence{})
		l.rest()
		l.now += 2 * time.Hour.Milliseconds()
	}
	for name, c := range map[string]struct {
		before func(l *line)
		travel func(l *line, r exchange.Request) sw.Evidence // while it does, the rep signs out
	}{
		"the answer needs a probe": {
			func(l *line) { l.orders(1) },
			func(*line, exchange.Request) sw.Evidence { return ours(409, code(wire.CodeDuplicateCode)) },
		},
		"asked first, and absent": {
			func(l *line) { key := l.orders(1)[0]; lost(l); l.apply(entry.Recheck(key, l.now)) },
			(*line).office,
		},
		"questions of several kinds": {
			func(l *line) { l.orders(2); l.save(wire.OpCustomerCreate) },
			func(l *line, r exchange.Request) sw.Evidence {
				if r.Method == "GET" {
					return l.office(r)
				}
				return batchOf(r, func(wire.BatchWrite) sw.Evidence { return ours(409, code(wire.CodeIDReused)) })
			},
		},
		"receipts of several kinds": {
			func(l *line) {
				l.orders(2)
				l.save(wire.OpCustomerCreate)
				l.rest()
				l.put(sw.Record(sw.RecordRecheck+"ana", sw.RecheckRecord{History: "H2"}))
			},
			(*line).office,
		},
	} {
		for e := 1; e <= 3; e++ {
			l := newLine(t)
			c.before(l)
			l.asked = nil
			l.answer = func(r exchange.Request) sw.Evidence {
				if r.Method == "DELETE" {
					return ours(200, `{}`)
				}
				if len(l.asked) == e {
					l.put(entry.Record{Name: entry.RecordUser},
						sw.Record(sw.RecordSignOut, sw.SignOutRecord{At: l.now, Until: entry.Wait{SetAt: l.now}}))
				}
				return c.travel(l, r)
			}
			l.rest()
			if asked := l.paths(); len(asked) > e && asked[e] != "DELETE /session" {
				t.Errorf("%s: signed out during exchange %d: %v", name, e, asked)
			}
		}
	}
}
