//go:build !js

package drain

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// narrow is a line on which answers of more than so many records do not arrive.
func narrow(most int, office func(exchange.Request) sw.Evidence) func(exchange.Request) sw.Evidence {
	return func(r exchange.Request) sw.Evidence {
		if strings.Count(r.Path, ",") >= most {
			return sw.Evidence{TimedOut: true}
		}
		return office(r)
	}
}

// strict is an office that refuses a list with an id that is none.
func strict(office func(exchange.Request) sw.Evidence) func(exchange.Request) sw.Evidence {
	return func(r exchange.Request) sw.Evidence {
		if r.Method == "GET" && strings.Contains(r.Path, "no-ulid") {
			return ours(400, code(wire.CodeMalformed))
		}
		return office(r)
	}
}

// odd gives a write an id that is none.
func odd(e *entry.Entry) {
	e.Record = "no-ulid"
	says(e, `{"id":"no-ulid"}`)
}

// sent are so many receipts, those after odd with an id that is none among them.
func sent(l *line, n int, change ...func(*entry.Entry)) (keys []string) {
	keys = l.orders(n / 2)
	for _, f := range change {
		keys = append(keys, l.save(wire.OpOrderCreate, f))
	}
	keys = append(keys, l.orders(n-len(keys))...)
	l.rest()
	return keys
}

// Case D05: whatever asks for many ids asks for fewer until the answers come.
func TestAQuestionShrinksUntilItsAnswerArrives(t *testing.T) {
	const many = 150
	for name, c := range map[string]struct {
		before func(l *line) []string
		right  func(e entry.Entry) bool
	}{
		"receipts that a restored office does not hold": {
			func(l *line) []string {
				keys := sent(l, many)
				l.put(sw.Record(sw.RecordRecheck+"ana", sw.RecheckRecord{History: "H2"}))
				return keys
			},
			func(e entry.Entry) bool { return e.State == entry.Attention && e.Reason == sw.ReasonRestored },
		},
		"discarded writes that were in doubt": {
			func(l *line) []string {
				keys := l.orders(many)
				l.inDoubt(keys, func(key string) { l.apply(entry.GiveUp(key, l.now, sw.DiscardByRep)) })
				return keys
			},
			func(e entry.Entry) bool { return e.Looks > 0 },
		},
		"writes that are asked for before they go out again": {
			func(l *line) []string {
				keys := l.orders(many)
				l.inDoubt(keys, func(key string) { l.apply(entry.Recheck(key, l.now)) })
				return keys
			},
			func(e entry.Entry) bool { return e.State == entry.Sent },
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLine(t)
			keys := c.before(l)
			l.asked, l.answer = nil, narrow(40, l.office)
			l.pass(3 * 24 * time.Hour)
			questions, wrong := 0, 0
			for _, r := range l.asked {
				if r.Method == "GET" {
					questions++
				}
			}
			for _, key := range keys {
				if !c.right(l.entry(key)) {
					wrong++
				}
			}
			if wrong > 0 || questions > 20 {
				t.Errorf("after 3 days and %d questions %d of %d are not as they should be", questions, wrong, many)
			}
		})
	}
}

// inDoubt gives each write an attempt without an answer, and lets a day pass.
func (l *line) inDoubt(keys []string, then func(key string)) {
	l.t.Helper()
	fence, err := l.box.Acquire(l.ctx, "tab", idbqueue.At(l.now), 60_000, l.now)
	if err != nil {
		l.t.Fatal(err)
	}
	for _, key := range keys {
		if _, err := l.box.Claim(l.ctx, fence, "ana", l.now+60_000, []entry.Move{entry.Claim(key, 1, l.now, l.now+30_000, false)}); err != nil {
			l.t.Fatal(err)
		}
		if _, err := l.box.Settle(l.ctx, fence, []entry.Move{entry.End(key, 1, l.now, entry.Ending{
			To: entry.Retrying, Reason: sw.ReasonNoAnswer, Doubtful: true, Next: sw.WaitFrom(l.now, 0),
		})}); err != nil {
			l.t.Fatal(err)
		}
	}
	l.now += 24 * time.Hour.Milliseconds()
	for _, key := range keys {
		then(key)
	}
}

func TestAnIDThatCannotBeAskedForHidesNoOther(t *testing.T) {
	for name, c := range map[string]struct {
		before func(l *line) []string
		right  func(e entry.Entry) bool
	}{
		"receipts": {
			func(l *line) []string {
				keys := sent(l, 20, odd)
				l.put(sw.Record(sw.RecordRecheck+"ana", sw.RecheckRecord{History: "H2"}))
				return keys
			},
			func(e entry.Entry) bool { return e.State == entry.Attention },
		},
		"look-ups": {
			func(l *line) []string {
				keys := append([]string{l.save(wire.OpOrderCreate, odd)}, l.orders(19)...)
				l.inDoubt(keys, func(key string) { l.apply(entry.GiveUp(key, l.now, sw.DiscardByRep)) })
				return keys
			},
			func(e entry.Entry) bool { return e.Looks > 0 },
		},
		"writes in doubt": {
			func(l *line) []string {
				keys := append([]string{l.save(wire.OpOrderCreate, odd)}, l.orders(19)...)
				l.inDoubt(keys, func(key string) { l.apply(entry.Recheck(key, l.now)) })
				return keys
			},
			func(e entry.Entry) bool { return e.State == entry.Sent && e.Books.Spent == 0 },
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLine(t)
			keys := c.before(l)
			l.asked, l.answer = nil, strict(l.office)
			l.pass(time.Minute)
			asked := len(l.asked)
			for _, key := range keys {
				if e := l.entry(key); e.Record != "no-ulid" && !c.right(e) {
					t.Errorf("after a minute and %d requests %s is %s, %d spent, %d looks", asked, key[20:], e.State, e.Books.Spent, e.Looks)
				}
			}
			l.pass(3 * 24 * time.Hour)
			if again := len(l.asked) - asked; again > 40 {
				t.Errorf("asked %d times in three days for what cannot be asked for", again)
			}
		})
	}
}

// A receipt whose answer has not come is not forgotten.
func TestAReceiptThatCouldNotBeAskedForIsAskedForLater(t *testing.T) {
	for name, op := range map[string]wire.Op{"a create": wire.OpOrderCreate, "a transition": wire.OpDispatchDeliver} {
		l := newLine(t)
		key := l.save(op)
		others := l.orders(3)
		l.rest()
		l.put(sw.Record(sw.RecordRecheck+"ana", sw.RecheckRecord{History: "H2"}))
		mute := true
		l.answer = func(r exchange.Request) sw.Evidence {
			if mute && strings.Contains(r.Path, key) {
				return sw.Evidence{}
			}
			return l.office(r)
		}
		l.pass(2 * time.Hour)
		for _, other := range others {
			l.want(other, entry.Attention, sw.ReasonRestored, 0)
		}
		mute = false
		l.pass(3 * 24 * time.Hour)
		if e := l.entry(key); e.State != entry.Attention || e.Reason != sw.ReasonRestored {
			t.Errorf("%s is %s %q: %v", name, e.State, e.Reason, l.paths())
		}
	}
}

func TestTheBoundOfAQuestionCountsItsIDs(t *testing.T) {
	l := newLine(t)
	keys := l.orders(100)
	l.inDoubt(keys, func(key string) { l.apply(entry.Recheck(key, l.now)) })
	l.asked = nil
	l.answer = func(r exchange.Request) sw.Evidence {
		if e := l.entry(keys[0]); r.Method == "GET" && e.Open.Deadline < l.now+r.Bound.Milliseconds() {
			t.Errorf("the question may travel for %v, the attempt is over after %d ms", r.Bound, e.Open.Deadline-l.now)
		}
		return l.office(r)
	}
	l.rest()
	if first := l.asked[0]; first.Method != "GET" || first.Bound != sw.Bound(100*sw.ExchangeChunk, 0) {
		t.Errorf("%s is given %v for 100 records", first.Method, first.Bound)
	}
}

func TestTheSizeOfAQuestion(t *testing.T) {
	var h sw.Holds
	for i, step := range []struct {
		ids   int
		whole bool
		next  int
	}{
		{100, false, 50},
		{50, false, 25},
		{7, true, 25}, // a small one says nothing of a large one
		{25, true, 50},
		{50, true, 100},
		{100, true, 100},
		{3, false, 1},
		{1, false, 1},
		{1, true, 2},
	} {
		if h = h.AfterQuestion(step.ids, step.whole); h.AsksNext() != step.next {
			t.Errorf("step %d: the next question names %d, want %d", i, h.AsksNext(), step.next)
		}
	}
	// It is kept with the holds: a page that lives for a minute learns too.
	raw, _ := json.Marshal(sw.Holds{}.AfterQuestion(100, false))
	var kept sw.Holds
	if json.Unmarshal(raw, &kept); kept.AsksNext() != 50 {
		t.Errorf("kept is %s", raw)
	}
	if (sw.Holds{Asks: 1000}).AsksNext() != wire.IDsMax || (sw.Holds{Asks: -1}).AsksNext() != wire.IDsMax {
		t.Error("a number that is none is believed")
	}
}

func TestAHoldMetInARecheckEndsIt(t *testing.T) {
	l := newLine(t)
	l.save(wire.OpOrderCreate)
	l.save(wire.OpCustomerCreate)
	l.rest()
	l.put(sw.Record(sw.RecordRecheck+"ana", sw.RecheckRecord{History: "H2"}))
	busy := ours(503, code(wire.CodeBusy))
	busy.RetryAfter = "30"
	l.asked, l.answer = nil, script(busy)
	if l.rest(); len(l.asked) != 1 {
		t.Errorf("it goes on to ask: %v", l.paths())
	}
	l.answer = l.office
	if l.pass(time.Hour); l.count(entry.Attention) != 2 {
		t.Errorf("%d of 2 are missing there: %v", l.count(entry.Attention), l.paths())
	}
}
