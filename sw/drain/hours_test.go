//go:build !js

package drain

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// The worst hour, by arithmetic: what one device may cost the office, and what
// a rep may have to wait, on the days when everything fails.

// requestsInAnHour bounds what a device with many waiting writes asks of an
// office that does not answer, or only says 503 or 500: a batch is halved down
// to one (8), a hold's waits double from 10 s to a quarter of an hour (8), and
// go on at that; with good luck all of them are a third as long.
const requestsInAnHour = 36

func TestTwoHundredWritesAndAnHourOfFailureMakeAFewDozenRequests(t *testing.T) {
	for name, ev := range map[string]sw.Evidence{
		"no answer": {}, "503": ours(503, code(wire.CodeOverloaded)), "a gateway's 502": strange(502, "<html>"),
		"a portal": strange(200, "<html>"), "500": ours(500, code(wire.CodeInternal)),
	} {
		for _, luck := range []float64{0.3, 0.999} {
			l := newLine(t)
			l.orders(200)
			l.luck, l.answer = luck, script(ev)
			l.pass(time.Hour)
			if n := len(l.asked); n > requestsInAnHour || n < 4 {
				t.Errorf("%s, luck %v: %d requests", name, luck, n)
			}
			l.answer = l.office
			l.pass(20 * time.Minute)
			if n := l.count(entry.Sent); n != 200 {
				t.Errorf("%s, luck %v: %d of 200 sent 20 minutes after it heals", name, luck, n)
			}
		}
	}
}

func TestAWeekOutOfCoverageCostsNothing(t *testing.T) {
	l := newLine(t)
	keys := l.orders(20)
	l.answer = script(sw.Evidence{})
	l.pass(7 * 24 * time.Hour)
	for _, key := range keys {
		if e := l.entry(key); e.Books.Spent != 0 || e.State != entry.Pending && e.State != entry.Retrying {
			t.Fatalf("%s with %d spent", e.State, e.Books.Spent)
		}
	}
	l.answer = l.office
	l.pass(16 * time.Minute)
	if n := l.count(entry.Sent); n != 20 {
		t.Errorf("%d of 20 sent", n)
	}
}

// swallowedWithin is how long 20 writes may take beside one that the network
// swallows: its batch is halved a few times, and it is passed by three times.
const swallowedWithin = 3 * time.Minute

func TestOneWriteThatTheNetworkSwallowsHoldsUpNobody(t *testing.T) {
	for name, swallow := range map[string]sw.Evidence{"200 HTML to it alone": strange(200, "<html>"), "it always times out": {TimedOut: true}} {
		for _, single := range []bool{false, true} {
			for place := range 21 {
				l := newLine(t)
				l.d = l.drainer("tab", single)
				keys := l.orders(21)
				poison := keys[place]
				l.answer = func(r exchange.Request) sw.Evidence {
					if strings.Contains(r.Body, poison) {
						return swallow
					}
					return l.office(r)
				}
				l.pass(swallowedWithin)
				if n := l.count(entry.Sent); n != 20 {
					t.Errorf("%s, at place %d, single %v: %d of 20 sent", name, place, single, n)
				}
				l.pass(30 * time.Minute)
				if e := l.entry(poison); e.Books.Spent != 0 || !e.State.Unsent() || e.Next == nil {
					t.Errorf("%s: the write itself is %s %s, spent %d", name, e.State, e.Reason, e.Books.Spent)
				}
			}
		}
	}
}

func TestAWriteThatIsPassedByIsShownAndStillTried(t *testing.T) {
	l := newLine(t)
	poison := l.save(wire.OpOrderCreate)
	l.answer = func(r exchange.Request) sw.Evidence {
		if strings.Contains(r.Body, poison) {
			return strange(200, "<html>")
		}
		return l.office(r)
	}
	for range 6 { // others come and go
		l.pass(5 * time.Minute)
		l.save(wire.OpOrderCreate)
		l.pass(5 * time.Minute)
	}
	l.want(poison, entry.Attention, sw.ReasonSwallowed, 0)
	if n := l.count(entry.Sent); n != 6 {
		t.Errorf("%d of 6 others sent", n)
	}
	l.answer = l.office
	l.pass(20 * time.Minute)
	l.want(poison, entry.Sent, "", 0)
}

func TestABadGatewayOnFridayAndADeploymentOnMondayParkNothing(t *testing.T) {
	l := newLine(t)
	keys := l.orders(5)
	l.answer = script(strange(502, "<html>"))
	l.rest()
	l.answer = script(sw.Evidence{}) // the weekend, out of coverage
	l.pass(3 * 24 * time.Hour)
	l.answer = script(ours(503, code(wire.CodeDraining)), strange(502, ""), strange(503, ""))
	l.pass(12 * time.Minute)
	for _, key := range keys {
		if s := l.entry(key).State; s != entry.Retrying && s != entry.Pending {
			t.Errorf("during the deployment: %s", s)
		}
	}
	if shown := l.holds().Shown("ana", "b1", l.now); shown != "" {
		t.Errorf("shown as %s", shown)
	}
	l.answer = l.office
	l.pass(16 * time.Minute)
	if n := l.count(entry.Sent); n != 5 {
		t.Errorf("%d of 5 sent", n)
	}
}

func TestAServerThatFailsForSixHoursHealsByItself(t *testing.T) {
	for _, n := range []int{1, 3, 20, 200} {
		for name, ev := range map[string]sw.Evidence{"503": ours(503, code(wire.CodeBusy)), "500": ours(500, code(wire.CodeInternal))} {
			l := newLine(t)
			l.orders(n)
			l.answer = script(ev)
			l.pass(31 * time.Minute)
			shown := l.holds().Shown("ana", "b1", l.now) != "" || l.count(entry.Attention) == n
			if !shown {
				t.Errorf("%d writes, %s: nobody is told after half an hour", n, name)
			}
			l.pass(6 * time.Hour)
			l.answer = l.office
			l.pass(20 * time.Minute)
			// One write alone, outside a hold, is parked for a person: the rest of
			// the device did not show that the server fails for all.
			parked := l.count(entry.Attention)
			if sent := l.count(entry.Sent); sent+parked != n || parked > 1 && n > 1 || parked == 1 && n > 1 && name == "503" {
				t.Errorf("%d writes, %s: %d sent, %d parked", n, name, sent, parked)
			}
		}
	}
}

func TestAServerThatFailsIsShownAlsoWhereOnlyQuestionsAreAsked(t *testing.T) {
	asks := map[string]func(*line){
		"for receipts of a restored office": func(l *line) {
			l.orders(2)
			l.rest()
			l.put(sw.Record(sw.RecordRecheck+"ana", sw.RecheckRecord{History: "H2"}))
		},
		"after a discarded write": func(l *line) {
			key := l.save(wire.OpOrderCreate)
			l.answer = script(sw.Evidence{})
			l.rest()
			l.apply(entry.GiveUp(key, l.now, sw.DiscardByRep))
			l.pass(time.Hour)
			l.answer = l.office
			l.pass(2 * time.Hour)
		},
	}
	for name, ask := range asks {
		l := newLine(t)
		ask(l)
		l.answer, l.luck, l.asked = script(ours(503, code(wire.CodeBusy))), 0, nil
		for len(l.asked) == 0 {
			l.pass(time.Minute)
		}
		l.pass(29 * time.Minute)
		if shown := l.holds().Shown("ana", "b1", l.now); shown != sw.ReasonFailing {
			t.Errorf("%s: %d questions failed, shown as %q: %+v", name, len(l.asked), shown, l.holds().Failing)
		}
	}
}

func TestBatchesAreCountedInRoundTrips(t *testing.T) {
	l := newLine(t)
	l.took = 300 * time.Millisecond
	for range 200 {
		l.save(wire.OpOrderCreate, func(e *entry.Entry) {
			says(e, fmt.Sprintf(`{"id":%q,"customer_id":%q,"placed_at":"2026-11-30T12:00:00Z","lines":[{"product_id":%q,"quantity":1,"unit_price_minor":100,"currency":"EUR"}]}`, e.Record, id1, id2))
		})
	}
	from := l.now
	l.rest()
	if n := l.count(entry.Sent); n != 200 || len(l.asked) > 3 || l.now-from > 900 {
		t.Errorf("%d sent in %d requests and %d ms", n, len(l.asked), l.now-from)
	}
}
