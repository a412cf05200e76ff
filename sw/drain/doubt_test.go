//go:build !js

package drain

import (
	"testing"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// D23: "it may have arrived" is said only of a write whose bytes may have got
// out. The doubt itself is the contract's, and sticks either way.
func TestD23WhatMayHaveArrivedIsKnownFromHowItsAttemptsEnded(t *testing.T) {
	nobody, cut, slow := sw.Evidence{}, ours(201, `{"id":`), sw.Evidence{TimedOut: true}
	cut.Whole = false
	edit := func(l *line, key string) { l.apply(entry.Edit(key, l.now, `{"n":2}`, fp1, "", nil)) }
	vanish := func(l *line, key string) {
		l.apply(entry.Redo(key, l.now))
		l.put(sw.Record(sw.RecordHolds, sw.Holds{}))
		l.answer = func(exchange.Request) sw.Evidence { panic("killed") }
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
		answers []sw.Evidence
		then    func(*line, string)
		arrived bool
	}{
		"nobody answered":                     {[]sw.Evidence{nobody}, nil, false},
		"nobody, again and again":             {[]sw.Evidence{nobody, nobody, nobody}, nil, false},
		"nobody, and it was corrected":        {[]sw.Evidence{nobody}, edit, false},
		"its answer was cut":                  {[]sw.Evidence{cut}, nil, true},
		"its time ran out":                    {[]sw.Evidence{slow}, nil, true},
		"a server failed":                     {[]sw.Evidence{ours(503, `{}`)}, nil, true},
		"a stranger answered":                 {[]sw.Evidence{strange(200, "<html>")}, nil, true},
		"a server failed, then nobody":        {[]sw.Evidence{ours(503, `{}`), nobody}, nil, true},
		"its time ran out, and it was edited": {[]sw.Evidence{slow}, edit, true},
		"its drainer vanished":                {[]sw.Evidence{nobody}, vanish, true},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLine(t)
			key := l.save(wire.OpOrderCreate)
			l.answer = script(append(c.answers, nobody)...)
			for range c.answers {
				l.apply(entry.Redo(key, l.now))
				l.put(sw.Record(sw.RecordHolds, sw.Holds{}))
				l.rest()
			}
			if c.then != nil {
				c.then(l, key)
				l.rest()
			}
			e := l.entry(key)
			got := sw.CardOf(e, sw.View{Owner: "ana", Now: l.now})
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
	l.now += 3 * sw.SettleWait.Milliseconds()
	l.apply(entry.Recheck(key, l.now))
	l.put(sw.Record(sw.RecordHolds, sw.Holds{}))
	l.answer = func(r exchange.Request) sw.Evidence {
		if r.Method == "GET" {
			return absence(r)
		}
		return sw.Evidence{}
	}
	l.rest()
	if e := l.entry(key); !e.Doubt || e.GotOut {
		t.Errorf("absent, then sent again and unheard: doubt %v, got out %v", e.Doubt, e.GotOut)
	}
}
