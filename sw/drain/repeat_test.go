//go:build !js

package drain

import (
	"testing"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// repeated is a line whose network delivers a POST twice by itself: the first
// copy is stored and its answer is lost, the second gets the refusal.
func repeated(l *line, refusal sw.Evidence) func(exchange.Request) sw.Evidence {
	var stored sw.Evidence
	return func(r exchange.Request) sw.Evidence {
		if r.Method == "POST" {
			stored = l.office(r)
			return refusal
		}
		stored.Status = 200
		return stored
	}
}

func TestD01ARefusalOfTheSecondArrivalIsNotTheFateOfTheFirst(t *testing.T) {
	for _, c := range []wire.Code{wire.CodeForbidden, wire.CodeValidationFailed, wire.CodePayloadTooLarge, wire.CodeMalformed, wire.CodeNotFound} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		spec, _ := c.Spec()
		l.answer = repeated(l, ours(spec.Status, unlooked(c)))
		l.rest()
		l.want(key, entry.Sent, "", 0)
		if len(l.asked) != 2 {
			t.Errorf("%s: %d requests, want the write and one question", c, len(l.asked))
		}
	}
}

func TestD01ARefusalIsBelievedAtOnceWhereTheServerHasLooked(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = func(exchange.Request) sw.Evidence { return ours(403, code(wire.CodeForbidden)) }
	l.rest()
	l.want(key, entry.Rejected, "forbidden", 1)
	if len(l.asked) != 1 {
		t.Errorf("%d requests, want one", len(l.asked))
	}
}

func TestD01ARefusalThatNobodyLookedBehindHoldsOnceTheServerSaysThatItIsNotThere(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = func(r exchange.Request) sw.Evidence {
		if r.Method == "POST" {
			return ours(413, unlooked(wire.CodePayloadTooLarge))
		}
		return l.office(r)
	}
	l.rest()
	l.want(key, entry.Rejected, "payload_too_large", 1)
}
