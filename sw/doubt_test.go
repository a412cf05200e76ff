//go:build !js

package sw

import (
	"testing"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// D23: "it may have arrived" is said only of a write whose bytes may have got
// out. The doubt itself is the contract's, and sticks either way.
func TestD23WhatMayHaveArrivedIsKnownFromHowItsAttemptsEnded(t *testing.T) {
	nobody, cut, slow := Evidence{}, ours(201, `{"id":`), Evidence{TimedOut: true}
	cut.Whole = false
	edit := func(l *line, key string) { l.apply(entry.Edit(key, l.now, `{"n":2}`, fp1, "", nil)) }
	vanish := func(l *line, key string) {
		l.apply(entry.Redo(key, l.now))
		l.put(record(recordHolds, Holds{}))
		l.answer = func(Request) Evidence { panic("killed") }
		func() {
			defer func() { _ = recover() }()
			l.rest()
		}()
		if l.entry(key).Open == nil {
			l.t.Fatal("no attempt is open")
		}
		l.d, l.answer = l.drainer("worker", true), script(nobody)
		l.now += entry.ExchangeMax.Milliseconds() + 60_000
	}
	for name, c := range map[string]struct {
		answers []Evidence
		then    func(*line, string)
		arrived bool
	}{
		"nobody answered":                     {[]Evidence{nobody}, nil, false},
		"nobody, again and again":             {[]Evidence{nobody, nobody, nobody}, nil, false},
		"nobody, and it was corrected":        {[]Evidence{nobody}, edit, false},
		"its answer was cut":                  {[]Evidence{cut}, nil, true},
		"its time ran out":                    {[]Evidence{slow}, nil, true},
		"a server failed":                     {[]Evidence{ours(503, `{}`)}, nil, true},
		"a stranger answered":                 {[]Evidence{strange(200, "<html>")}, nil, true},
		"a server failed, then nobody":        {[]Evidence{ours(503, `{}`), nobody}, nil, true},
		"its time ran out, and it was edited": {[]Evidence{slow}, edit, true},
		"its drainer vanished":                {[]Evidence{nobody}, vanish, true},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLine(t)
			key := l.save(wire.OpOrderCreate)
			l.answer = script(append(c.answers, nobody)...)
			for range c.answers {
				l.apply(entry.Redo(key, l.now))
				l.put(record(recordHolds, Holds{}))
				l.rest()
			}
			if c.then != nil {
				c.then(l, key)
				l.rest()
			}
			e := l.entry(key)
			got := CardOf(e, View{Owner: "ana", Now: l.now})
			if !got.InDoubt || got.MayHaveArrived != c.arrived {
				t.Errorf("in doubt %v, may have arrived %v, want true, %v (%+v)", got.InDoubt, got.MayHaveArrived, c.arrived, e)
			}
		})
	}
}

// What proved that nothing had arrived takes it back.
func TestD23WhatWasProvedAbsentMayNotHaveArrived(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = script(ours(503, `{}`))
	l.rest()
	if !l.entry(key).GotOut {
		t.Fatal("an answered attempt has not got out")
	}
	l.now += 3 * settleWait.Milliseconds()
	l.apply(entry.Recheck(key, l.now))
	l.put(record(recordHolds, Holds{}))
	l.answer = func(r Request) Evidence {
		if r.Method == "GET" {
			return absence(r)
		}
		return Evidence{}
	}
	l.rest()
	if e := l.entry(key); !e.Doubt || e.GotOut {
		t.Errorf("absent, then sent again and unheard: doubt %v, got out %v", e.Doubt, e.GotOut)
	}
}

func TestD23ACardNamesTheHoldThatTheBarNames(t *testing.T) {
	e := card(entry.Pending, "")
	device := func(r Reason) Holds {
		return Holds{Device: &Hold{Reason: r, Since: t0 - 9, Until: entry.Wait{SetAt: t0, DelayMS: 60_000}}}
	}
	for name, v := range map[string]View{
		"none":        {},
		"no answer":   {Holds: device(ReasonNoAnswer)},
		"failing":     {Holds: device(ReasonFailing)},
		"retry after": {Holds: device(ReasonRetryAfter)},
		"signed out":  {Holds: Holds{SignedOut: map[string]OwnerHold{"ana": {Reason: ReasonSignedOut, Since: t0 - 5}}}},
		"storage":     {Holds: device(ReasonNoAnswer), Stuck: true},
	} {
		v.Owner, v.Now = "ana", t0
		b, c := BarOf(v), CardOf(e, v)
		if c.Hold != b.Hold || c.HeldSince != b.Since || c.HeldUntil != b.Until {
			t.Errorf("%s: the bar is held by %q (%d, %d), the card by %q (%d, %d)", name, b.Hold, b.Since, b.Until, c.Hold, c.HeldSince, c.HeldUntil)
		}
		if name == "storage" && (b.Hold != ReasonStorage || b.Online) {
			t.Errorf("storage: %+v", b)
		}
	}
}
