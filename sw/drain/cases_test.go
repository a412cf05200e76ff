//go:build !js

package drain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
	"waybill/sw/exchange"
)

// The field cases, each at the drain: what really happened to people, and what
// becomes of their work here.

func TestC01A200ThatIsNotTheOfficesKeepsTheWriteAndSpendsNothing(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = script(strange(200, "<html>Welcome to Hotel WiFi</html>"))
	l.rest()
	l.want(key, entry.Retrying, sw.ReasonIntercepted, 0)
	l.answer = script(strange(200, "{}"))
	l.pass(time.Minute)
	l.want(key, entry.Retrying, sw.ReasonIntercepted, 0)
	// The office's own envelope for another id: asked, not sent.
	l.answer = func(r exchange.Request) sw.Evidence {
		if r.Method == "GET" {
			return absence(r)
		}
		return ours(200, proof(id2, fp1))
	}
	l.asked = nil
	l.pass(15 * time.Minute)
	if got := l.paths(); len(got) < 2 || got[1] != "GET /orders/"+key {
		t.Errorf("asked %v", got)
	}
	if l.entry(key).State == entry.Sent {
		t.Error("another write's proof is taken")
	}
	l.answer = l.office
	l.pass(30 * time.Minute)
	l.want(key, entry.Sent, "", l.entry(key).Books.Spent)
}

func TestC02ARedirectIsNeverADelivery(t *testing.T) {
	followed := ours(200, proof(id2, fp1))
	followed.Redirected = true
	for _, ev := range []sw.Evidence{{Answered: true, Redirected: true}, strange(307, ""), strange(308, ""), followed} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		l.answer = script(ev)
		l.pass(time.Hour)
		l.want(key, entry.Retrying, sw.ReasonIntercepted, 0)
	}
}

func TestC04ReceivedIsAskedAboutAndNotPostedBlindly(t *testing.T) {
	for _, status := range []int{200, 202, 204} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		stored := false
		l.answer = func(r exchange.Request) sw.Evidence {
			if r.Method == "POST" {
				stored = true
				return ours(status, `{}`)
			}
			return ours(200, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, key, l.entry(key).Fingerprint))
		}
		l.rest()
		l.want(key, entry.Sent, "", 0)
		if got := l.paths(); !stored || len(got) != 2 || got[1] != "GET /orders/"+key {
			t.Errorf("%d: asked %v", status, got)
		}
	}
}

func TestC05AWaitThatCannotBeReadIsTheSchedules(t *testing.T) {
	l := newLine(t)
	l.save(wire.OpOrderCreate)
	l.answer = script(strange(503, ""))
	if wake := l.rest(); wake-l.now != 5000 {
		t.Errorf("without a readable wait: %d ms", wake-l.now)
	}
	asks := ours(503, code(wire.CodeOverloaded))
	asks.RetryAfter = "120"
	l.answer = script(asks)
	l.now += 5000
	if wake := l.rest(); wake-l.now < 120_000 || wake-l.now > 180_000 {
		t.Errorf("asked for 120 s: %d ms", wake-l.now)
	}
}

func TestC06ADateIsReadOnTheOfficesClockWhateverTheDevices(t *testing.T) {
	for _, skew := range []int64{0, -2 * 24 * 3600_000, 2 * 24 * 3600_000} {
		l := newLine(t)
		l.now += skew
		l.save(wire.OpOrderCreate)
		asks := ours(429, code(wire.CodeRateLimited))
		asks.RetryAfter, asks.Date = "Wed, 21 Oct 2026 07:28:00 GMT", "Wed, 21 Oct 2026 07:26:00 GMT"
		l.answer = script(asks)
		if wake := l.rest(); wake-l.now < 120_000 || wake-l.now > 180_000 {
			t.Errorf("on a clock %d ms off: %d ms", skew, wake-l.now)
		}
	}
}

func TestC07GatewayCodesAreNoVerdictAndWhatLandedIsAReplay(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	landed := false
	l.luck = 0.1 // so that ten answers come within the quarter of an hour of a budget
	codes := []int{520, 521, 522, 523, 524, 525, 527, 530, 598, 499}
	l.answer = func(r exchange.Request) sw.Evidence {
		if len(codes) == 0 {
			if landed {
				return ours(409, code(wire.CodeIDExists))
			}
			return accept(r.Path, []byte(r.Body))
		}
		status := codes[0]
		codes = codes[1:]
		landed = landed || status == 524
		return strange(status, "<html>")
	}
	for len(codes) > 0 {
		l.now = max(l.rest(), l.now)
		if s := l.entry(key).State; s != entry.Retrying {
			t.Fatalf("with %d codes to come it is %s", len(codes), s)
		}
	}
	l.pass(time.Hour)
	if e := l.entry(key); e.State != entry.Sent || e.Receipt.Code != "id_exists" {
		t.Errorf("%s %s, receipt %+v", e.State, e.Reason, e.Receipt)
	}
}

func TestC08AWriteThatIsTooLargeIsToldAtOnceAndHoldsUpNobody(t *testing.T) {
	l := newLine(t)
	small := l.orders(3)
	large := l.save(wire.OpOrderCreate, func(e *entry.Entry) {
		e.Body = `{"id":"` + e.Record + `","note":"` + strings.Repeat("x", 100_000) + `"}`
	})
	small = append(small, l.orders(2)...)
	l.answer = func(r exchange.Request) sw.Evidence {
		if len(r.Body) > 90_000 {
			return ours(413, code(wire.CodePayloadTooLarge))
		}
		return l.office(r)
	}
	l.pass(10 * time.Minute)
	for _, key := range small {
		l.want(key, entry.Sent, "", 0)
	}
	l.want(large, entry.Rejected, "payload_too_large", 1)
	// A 413 in a proxy's HTML is nobody's refusal: it surfaces with its budget.
	l.answer = func(r exchange.Request) sw.Evidence { return strange(413, "<html>") }
	l.apply(entry.Redo(large, l.now))
	l.pass(2 * time.Hour)
	l.want(large, entry.Attention, sw.ReasonBudget, l.entry(large).Books.Spent)
}

func TestC09ABlockOnTheWayIsNotTheOfficesRefusal(t *testing.T) {
	l := newLine(t)
	blocked := l.save(wire.OpOrderCreate)
	others := l.orders(4)
	l.answer = func(r exchange.Request) sw.Evidence {
		if strings.Contains(r.Body, blocked) {
			return strange(403, "<html>Blocked</html>")
		}
		return l.office(r)
	}
	l.pass(3 * time.Hour)
	for _, key := range others {
		l.want(key, entry.Sent, "", 0)
	}
	e := l.entry(blocked)
	if e.State != entry.Attention || e.Reason != sw.ReasonBudget || e.Answer.Status != 403 || e.Answer.Code != "" || e.Books.Spent < 5 {
		t.Errorf("%s %s after %+v, spent %d", e.State, e.Reason, e.Answer, e.Books.Spent)
	}
	l = newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = script(ours(403, code(wire.CodeForbidden)))
	l.rest()
	l.want(key, entry.Rejected, "forbidden", 1)
}

func TestC10AnAnswerThatWasCutIsRepeatedUnderTheSameID(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	cut := ours(201, proof(key, "x"))
	cut.Whole = false
	l.answer = script(cut, sw.Evidence{}, sw.Evidence{}, ours(409, code(wire.CodeIDExists)))
	l.pass(10 * time.Minute)
	l.want(key, entry.Sent, "", 0)
	for _, r := range l.asked {
		if sw.Read([]byte(r.Body)).ID != key || r.Fingerprint != l.entry(key).Fingerprint {
			t.Errorf("another id or version went out: %+v", r)
		}
	}
}

// panics is a sender whose first exchange ends in a panic.
type panics struct {
	*line
	left int
}

func (p *panics) Send(ctx context.Context, r exchange.Request) sw.Evidence {
	if p.left--; p.left >= 0 {
		panic("the transport")
	}
	return p.line.Send(ctx, r)
}

func TestC11NothingStaysBusyForEver(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.d.Sender = &panics{l, 1}
	run := NewRun(l.d, nil, nil)
	if report := run.step(l.ctx); report.Again {
		report = run.step(l.ctx)
		_ = report
	}
	for range 3 {
		run.step(l.ctx)
	}
	l.now += 10 * 60_000 // the page was suspended meanwhile
	l.pass(5 * time.Minute)
	l.want(key, entry.Sent, "", 0)
	if !l.entry(key).Doubted {
		t.Error("an attempt that nobody ended left no doubt")
	}
}

func TestC12AnEndedSessionHoldsAllAndSpendsNothing(t *testing.T) {
	l := newLine(t)
	keys := l.orders(7)
	l.answer = script(ours(401, code(wire.CodeUnauthenticated)))
	if wake := l.rest(); wake != 0 {
		t.Errorf("a timer is set for %d: only a person ends this", wake-l.now)
	}
	l.pass(24 * time.Hour)
	if len(l.asked) != 1 {
		t.Errorf("%d requests, want one", len(l.asked))
	}
	for _, key := range keys {
		if e := l.entry(key); e.Books.Spent != 0 || !e.State.Unsent() {
			t.Errorf("%s spent %d", e.State, e.Books.Spent)
		}
	}
	l.d = l.drainer("another start", false)
	l.rest()
	if len(l.asked) != 1 {
		t.Error("a new start asks in spite of the hold")
	}
	l.put(sw.Record(entry.RecordUser, sw.User{ID: "ana", Store: "S", SignedInAt: 2}))
	l.answer = l.office
	l.pass(time.Minute)
	if n := l.count(entry.Sent); n != 7 {
		t.Errorf("%d sent after the sign-in", n)
	}
}

func TestC13AKillAtAnyStepLosesNothingAndDoublesNothing(t *testing.T) {
	for step := 1; step < 60; step++ {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		stored := map[string]int{}
		l.answer = func(r exchange.Request) sw.Evidence {
			id := sw.Read([]byte(r.Body)).ID
			if stored[id]++; stored[id] > 1 {
				return ours(409, code(wire.CodeIDExists))
			}
			return accept(r.Path, []byte(r.Body))
		}
		n := 0
		died := errors.New("the device died")
		l.mem.Fail(func(idbqueue.Op) error {
			if n++; n >= step {
				return died
			}
			return nil
		})
		for range 20 {
			if _, err := l.d.Step(l.ctx); err != nil {
				break
			}
		}
		l.mem.Fail(nil)
		l.box = l.mem.Reopen()
		l.d = l.drainer("after the crash", false)
		if e := l.entry(key); e.Body == "" {
			t.Fatalf("step %d: the write is lost", step)
		}
		l.pass(10 * time.Minute)
		l.want(key, entry.Sent, "", 0)
	}
}

func TestC14WhatIsRecordedIsRun(t *testing.T) {
	for name, sleep := range map[string]func(l *line){
		"no event at all":                nil,
		"asleep for two hours":           func(l *line) { l.now += 2 * 3600_000 },
		"the clock goes back a day":      func(l *line) { l.now -= 24 * 3600_000 },
		"the clock goes back to 1970":    func(l *line) { l.now = 1000 },
		"the wait was set by a far year": func(l *line) { l.now -= 400 * 24 * 3600_000 },
	} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		l.answer = script(ours(503, code(wire.CodeBusy)), ours(500, code(wire.CodeInternal)))
		l.pass(time.Minute)
		if sleep != nil {
			sleep(l)
		}
		l.answer = l.office
		l.pass(31 * time.Minute)
		if e := l.entry(key); e.State != entry.Sent {
			t.Errorf("%s: %s, next %+v, holds %+v", name, e.State, e.Next, l.holds().Device)
		}
	}
}

func TestC15AChildWaitsForItsParentAndForNothingElse(t *testing.T) {
	l := newLine(t)
	parent := l.save(wire.OpCustomerCreate)
	child := l.save(wire.OpOrderCreate, func(e *entry.Entry) { e.Parents = []string{parent} })
	other := l.save(wire.OpOrderCreate)
	refusals := 3
	l.d.window.Off = true
	l.answer = func(r exchange.Request) sw.Evidence {
		if strings.HasSuffix(r.Path, "/customers") && refusals > 0 {
			refusals--
			return ours(500, code(wire.CodeInternal))
		}
		return l.office(r)
	}
	l.rest()
	l.want(other, entry.Sent, "", 0)
	l.want(child, entry.Pending, "", 0)
	l.pass(30 * time.Minute)
	l.want(parent, entry.Sent, "", 3)
	l.want(child, entry.Sent, "", 0)
}

func TestC15AChildOfARefusedParentIsShownAndCanBeRepointed(t *testing.T) {
	l := newLine(t)
	parent := l.save(wire.OpCustomerCreate)
	child := l.save(wire.OpOrderCreate, func(e *entry.Entry) { e.Parents = []string{parent} })
	l.answer = func(r exchange.Request) sw.Evidence {
		if strings.HasSuffix(r.Path, "/customers") {
			return ours(409, code(wire.CodeDuplicateCode))
		}
		return l.office(r)
	}
	l.pass(5 * time.Minute)
	l.want(parent, entry.Conflict, "duplicate_code", 1)
	v := sw.View{Owner: "ana", Now: l.now, Known: map[string]entry.Entry{parent: l.entry(parent)}}
	card := sw.CardOf(l.entry(child), v)
	if card.State != entry.Attention || card.Reason != sw.ReasonParent || card.Parent.Key != parent || !card.Can(sw.ActRepoint) {
		t.Errorf("%s %s %v", card.State, card.Reason, card.Acts)
	}
	body := `{"id":"` + child + `","customer_id":"C1"}`
	l.apply(entry.Edit(child, l.now, body, fingerprint.Of([]byte(body)), "", nil))
	l.pass(time.Minute)
	l.want(child, entry.Sent, "", 0)
}

// slowSender lets others act while an exchange is under way.
type slowSender struct {
	*line
	during func()
}

func (s *slowSender) Send(ctx context.Context, r exchange.Request) sw.Evidence {
	if f := s.during; f != nil {
		s.during = nil
		f()
	}
	return s.line.Send(ctx, r)
}

func TestC16TwoDrainersHaveOneRequestUnderWay(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	second := l.drainer("the worker", false)
	l.took = 20 * time.Second
	l.d.Sender = &slowSender{l, func() {
		for range 5 {
			if report, err := second.Step(l.ctx); err != nil || !report.Busy && report.Again {
				t.Errorf("the second drainer: %+v, %v", report, err)
			}
		}
	}}
	l.rest()
	l.want(key, entry.Sent, "", 0)
	if len(l.asked) != 1 {
		t.Errorf("requests: %v", l.paths())
	}
}

func TestC17SendingIsNotForEver(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.d.Sender = &panics{l, 1}
	func() {
		defer func() { _ = recover() }()
		l.rest()
	}()
	e := l.entry(key)
	if e.Open == nil || e.State != entry.Pending {
		t.Fatalf("%s %+v", e.State, e.Open)
	}
	if c := sw.CardOf(e, sw.View{Owner: "ana", Now: e.Open.Deadline}); c.State != entry.Retrying || c.Sending {
		t.Errorf("past its deadline it shows %s, sending %v", c.State, c.Sending)
	}
	if b := sw.BarOf(sw.View{Owner: "ana", Now: e.Open.Deadline, Open: []entry.Entry{e}, Totals: entry.Totals{Pending: 1}}); b.Retrying != 1 || b.Pending != 0 {
		t.Errorf("the bar: %+v", b)
	}
	l.box = l.mem.Reopen()
	l.d = l.drainer("next start", false)
	l.answer = script(sw.Evidence{}, ours(409, code(wire.CodeIDExists)))
	l.now = e.Open.Deadline
	l.pass(10 * time.Minute)
	l.want(key, entry.Sent, "", 0)
}

func TestC18ReasonsSurviveARestartAndStrangeEntriesHoldUpNobody(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = script(ours(422, `{"code":"validation_failed","errors":[{"field":"/note","message":"a"},{"field":"/lines/6/quantity","message":"b"}]}`))
	l.rest()
	l.mem.ReadsOp = func(op string) bool { _, known := wire.Op(op).Spec(); return known }
	l.mem.PutRaw(json.RawMessage(`{"key":"01HZX3M1N2P3Q4R5S6T7OLD001","owner":"ana","op":"order.create","state":7,"seq":900}`))
	l.mem.PutRaw(json.RawMessage(`{"key":"01HZX3M1N2P3Q4R5S6T7NEW001","owner":"ana","op":"visit.create","record":"R","state":"pending","seq":901,"next":{"setAt":0,"delayMs":0}}`))
	l.box = l.mem.Reopen()
	if _, err := l.box.Check(l.ctx); err != nil {
		t.Fatal(err)
	}
	l.d = l.drainer("next start", false)
	var p wire.Problem
	if err := json.Unmarshal([]byte(l.entry(key).Answer.Problem), &p); err != nil || len(p.Errors) != 2 || p.Errors[1].Field != "/lines/6/quantity" {
		t.Errorf("the reasons: %+v, %v", p.Errors, err)
	}
	other := l.save(wire.OpOrderCreate)
	l.answer = l.office
	l.pass(time.Minute)
	l.want(other, entry.Sent, "", 0)
	page, err := l.box.Page(l.ctx, "ana", entry.ListUnsent, 0, 10)
	if err != nil || len(page) != 3 {
		t.Fatalf("%d on the list, %v", len(page), err)
	}
	for _, row := range page {
		if row.Entry == nil && len(row.Raw) == 0 {
			t.Error("an entry that cannot be read cannot be shown raw either")
		}
	}
}

func TestC19AProbeThatComesTooEarlyProvesNothing(t *testing.T) {
	l := newLine(t)
	l.took = 200 * time.Millisecond
	key := l.save(wire.OpOrderCreate)
	began := l.now
	l.answer = func(r exchange.Request) sw.Evidence {
		committed := l.now-began >= 8000 // the first attempt runs on at the office
		switch {
		case r.Method == "GET" && committed:
			return ours(200, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q}`, key, l.entry(key).Fingerprint))
		case r.Method == "GET":
			return absence(r)
		case len(l.asked) == 1:
			l.now += 5000
			return sw.Evidence{}
		}
		return ours(409, code(wire.CodeDuplicateCode))
	}
	l.luck = 0.01 // it retries almost at once
	l.pass(6 * time.Second)
	if e := l.entry(key); e.State != entry.Retrying || !e.Probe {
		t.Fatalf("after an early 404: %s %s", e.State, e.Reason)
	}
	l.pass(2 * time.Minute)
	l.want(key, entry.Sent, "", 0)
	if n := slices.Index(l.paths()[2:], "POST /orders"); n >= 0 {
		t.Errorf("posted again while the question was open: %v", l.paths())
	}
}

func TestC19NoBadAnswerToAProbeSettlesAnything(t *testing.T) {
	stale := ours(404, `{"code":"not_found","id":"%s"}`)
	stale.Age = "12"
	for name, bad := range map[string]sw.Evidence{
		"401": ours(401, code(wire.CodeUnauthenticated)), "403": ours(403, code(wire.CodeForbidden)),
		"429": ours(429, code(wire.CodeRateLimited)), "500": ours(500, code(wire.CodeInternal)),
		"HTML": strange(200, "<html>"), "stale": stale, "nobody": {},
	} {
		l := newLine(t)
		key := l.save(wire.OpOrderCreate)
		l.answer = func(r exchange.Request) sw.Evidence {
			if r.Method == "GET" {
				ev := bad
				ev.Body = []byte(strings.ReplaceAll(string(bad.Body), "%s", key))
				return ev
			}
			return ours(409, code(wire.CodeDuplicateCode))
		}
		l.rest()
		e := l.entry(key)
		if e.State != entry.Retrying || e.Led == nil || !e.Probe {
			t.Errorf("%s: %s, waiting answer %v", name, e.State, e.Led)
		}
		l.asked = nil
		l.put(sw.Record(entry.RecordUser, sw.User{ID: "ana", Store: "S", SignedInAt: 2}))
		l.pass(20 * time.Minute)
		if got := l.paths(); len(got) == 0 || got[0] != "GET /orders/"+key {
			t.Errorf("%s: the next turn is %v", name, got)
		}
	}
}

func TestC20AClashInsideTheRequestIsNotAReplay(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = func(r exchange.Request) sw.Evidence {
		if r.Method == "GET" {
			return absence(r)
		}
		return ours(422, `{"code":"validation_failed","errors":[{"field":"/lines/1","message":"is equal to line 1"}]}`)
	}
	l.rest()
	l.want(key, entry.Rejected, "validation_failed", 1)
}

func TestC21AnEditAfterALostAnswerIsNeverSentWithTheOldContentAtTheOffice(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	first := l.entry(key).Fingerprint
	l.answer = script(sw.Evidence{})
	l.rest()
	body := `{"id":"` + key + `","n":8}`
	l.apply(entry.Edit(key, l.now, body, fingerprint.Of([]byte(body)), "", nil))
	l.answer = func(r exchange.Request) sw.Evidence {
		if r.Method == "GET" {
			return ours(200, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q,"n":5}`, key, first))
		}
		return ours(409, code(wire.CodeIDReused))
	}
	l.pass(10 * time.Minute)
	e := l.entry(key)
	if e.State != entry.Conflict || e.Reason != sw.ReasonEarlier || e.Body != body || !strings.Contains(e.Answer.Current, `"n":5`) || !e.Doubt {
		t.Errorf("%s %s, office %s, mine %s", e.State, e.Reason, e.Answer.Current, e.Body)
	}
	if c := sw.CardOf(e, sw.View{Owner: "ana", Now: l.now}); !c.Can(sw.ActTheirs) || !c.Can(sw.ActMine) || c.Can(sw.ActRetry) {
		t.Errorf("it offers %v", c.Acts)
	}
}

func TestC22RightsThatMovedAreARefusalAndNoTotal(t *testing.T) {
	l := newLine(t)
	key := l.save(wire.OpOrderCreate)
	l.answer = script(ours(403, code(wire.CodeForbidden)))
	l.rest()
	l.want(key, entry.Rejected, "forbidden", 1)
	// Variant: it was stored before the move, and its creator still sees that.
	l = newLine(t)
	key = l.save(wire.OpOrderCreate)
	l.answer = func(r exchange.Request) sw.Evidence {
		switch {
		case r.Method == "GET":
			return ours(200, fmt.Sprintf(`{"id":%q,"created_by":"ana","fingerprint":%q,"state":"placed"}`, key, l.entry(key).Fingerprint))
		case len(l.asked) == 1:
			return sw.Evidence{}
		}
		return ours(403, code(wire.CodeForbidden))
	}
	l.pass(5 * time.Minute)
	l.want(key, entry.Sent, "", 0)
}
