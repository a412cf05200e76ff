//go:build !js

package drain

import (
	"strings"
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// The field cases of identity and clocks, each at the drain.

func TestC43AnotherUsersWritesAreSealedAndGoOutOnlyAsTheirs(t *testing.T) {
	l := newLine(t)
	keys := l.orders(3)
	l.put(sw.Record(entry.RecordUser, sw.User{ID: "ben", Store: "S", SignedInAt: 2}))
	l.pass(time.Hour)
	if len(l.asked) != 0 {
		t.Fatalf("ben's phone asked %v", l.paths())
	}
	snap, err := l.box.Look(l.ctx, "ben", l.now, 10)
	if err != nil || snap.Totals.Others != 3 || snap.Totals.Unsent() != 0 {
		t.Errorf("ben sees %+v, %v; want the count of another's and nothing else", snap.Totals, err)
	}
	l.put(sw.Record(entry.RecordUser, sw.User{ID: "ana", Store: "S", SignedInAt: 3}))
	l.pass(time.Hour)
	for _, key := range keys {
		l.want(key, entry.Sent, "", 0)
	}
	for _, r := range l.asked {
		if r.Owner != "ana" {
			t.Errorf("%s went out as %q", r.Path, r.Owner)
		}
	}
}

func TestC44WhatIsQueuedIsTheIntentAndTheRequestIsMadeWhenItIsSent(t *testing.T) {
	l := newLine(t)
	keys := l.orders(5)
	raws, err := l.box.Export(l.ctx, "ana")
	if err != nil || len(raws) != 5 {
		t.Fatalf("%d stored, %v", len(raws), err)
	}
	for _, raw := range raws {
		for _, word := range []string{"cookie", "token", "session", "header", "/api", "http"} {
			if strings.Contains(strings.ToLower(string(raw)), word) {
				t.Errorf("what is stored has a %s in it: %s", word, raw)
			}
		}
	}
	// Another session and another build by the time it is sent.
	l.put(sw.Record(entry.RecordUser, sw.User{ID: "ana", Store: "S", SignedInAt: 9}))
	l.d = l.drainer("tab", true)
	l.d.Build = "b2"
	l.pass(time.Hour)
	for _, key := range keys {
		l.want(key, entry.Sent, "", 0)
	}
	for _, r := range l.asked {
		if r.Build != "b2" || r.Owner != "ana" {
			t.Errorf("sent by %q for %q", r.Build, r.Owner)
		}
	}
}

func TestC45AWrongClockStrandsNothingJudgesNoSessionAndIsSaid(t *testing.T) {
	real := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for name, off := range map[string]time.Duration{
		"26 hours fast": 26 * time.Hour, "three years slow": -3 * 365 * 24 * time.Hour, "1970": -time.Duration(real.UnixNano()) + time.Hour, "right": time.Minute,
	} {
		t.Run(name, func(t *testing.T) {
			l := newLine(t)
			began := real.Add(off).UnixMilli()
			l.now = began
			dated := func(ev sw.Evidence) sw.Evidence {
				passed := time.Duration(l.now-began) * time.Millisecond
				ev.Date = real.Add(passed).Format("Mon, 02 Jan 2006 15:04:05 GMT")
				return ev
			}
			busy := true
			l.answer = func(r exchange.Request) sw.Evidence {
				if busy {
					return dated(ours(503, code(wire.CodeBusy)))
				}
				return dated(l.office(r))
			}
			key := l.save(wire.OpOrderCreate)
			l.pass(10 * time.Second)
			busy = false
			l.pass(15 * time.Minute)
			if e := l.entry(key); e.State != entry.Sent {
				t.Fatalf("%s (%s)", e.State, e.Reason)
			}
			if l.holds().SignedOut["ana"].Since != 0 {
				t.Error("the clock has ended the session")
			}
			records, err := l.box.Records(l.ctx, sw.RecordClock)
			if err != nil {
				t.Fatal(err)
			}
			ahead := sw.ReadStanding(records).Clock.Off()
			if said := ahead != 0; said != (max(off, -off) > 5*time.Minute) {
				t.Errorf("the clock is said to be off by %s", -time.Duration(ahead)*time.Millisecond)
			}
			// Corrected in the middle: what is saved now goes out too.
			l.now += (-off).Milliseconds()
			began = real.UnixMilli()
			second := l.save(wire.OpCustomerCreate)
			l.pass(time.Hour)
			if e := l.entry(second); e.State != entry.Sent {
				t.Errorf("after the correction: %s (%s)", e.State, e.Reason)
			}
		})
	}
}
