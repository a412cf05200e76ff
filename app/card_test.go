//go:build !js

package app

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

// tapCard is a card whose context a test can press buttons with.
type tapCard struct {
	CardView
	ctx app.Context
}

func (t *tapCard) OnPreRender(ctx app.Context) {
	t.ctx = ctx
	t.CardView.OnPreRender(ctx)
}

func card(t *testing.T, w *world, c sw.Card) (*tapCard, string, app.TestEngine) {
	t.Helper()
	x := &tapCard{CardView: CardView{Ports: w.ports, Card: c}}
	html, e := show(t, x)
	return x, html, e
}

func anEntry(op wire.Op, body any) entry.Entry {
	b, err := wire.Encode(body)
	if err != nil {
		panic(err)
	}
	return entry.Entry{Key: "K1", Record: "R1", Ref: "K7Q2", Op: string(op), Title: "C-0001 Müller", Body: string(b), MadeAt: fakeNow}
}

func problem(p wire.Problem) *entry.Answer {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return &entry.Answer{At: fakeNow, Status: p.Status, Code: string(p.Code), RequestID: "req-7", Problem: string(b)}
}

func customer() entry.Entry {
	return anEntry(wire.OpCustomerCreate, wire.CustomerBody{ID: "R1", Code: "C-0002", Name: "Luna Nord"})
}

// The states of section 4 of the contract, and what a card must and must not
// say in each.
func TestACardSaysWhatHappenedAndOffersJustItsActs(t *testing.T) {
	sent := customer()
	sent.Receipt = &entry.Receipt{At: "2026-11-30T14:05:00Z", Number: "A-000123", ProvedAt: fakeNow}
	held := customer()
	held.Discard = &entry.Discard{At: fakeNow, Reason: sw.DiscardByRep, Held: true}
	refused := customer()
	refused.Answer = problem(wire.Problem{Status: 422, Code: wire.CodeValidationFailed, Errors: []wire.FieldError{{Field: "/name", Message: "is too long"}}})
	doubtful := customer()
	doubtful.State, doubtful.Doubt = entry.Retrying, true
	t1 := english()
	for _, c := range []struct {
		name  string
		card  sw.Card
		has   []string
		hasnt []string
	}{
		{
			"pending",
			sw.Card{Entry: customer(), State: entry.Pending, Acts: []sw.Act{sw.ActEdit, sw.ActDiscard}},
			[]string{t1.StatePending, t1.SavedHere, "outbox-edit", "outbox-discard"},
			[]string{"outbox-retry", t1.StateSent, t1.DoNotEnterAgain},
		},
		{
			"sending",
			sw.Card{Entry: customer(), State: entry.Pending, Sending: true},
			[]string{t1.StateSending},
			[]string{"outbox-edit", "outbox-discard"},
		},
		{
			"retrying with a time",
			sw.Card{Entry: customer(), State: entry.Retrying, NextAt: fakeNow + 30_000},
			[]string{t1.StateRetrying, "data-next-at=", "In 30 s."},
			[]string{t1.StateSent},
		},
		{
			"in doubt",
			sw.Card{Entry: doubtful, State: entry.Retrying, InDoubt: true, MayHaveArrived: true, Acts: []sw.Act{sw.ActCheck}},
			[]string{t1.StateDoubt, t1.DoubtText, t1.DoNotEnterAgain, "outbox-check"},
			[]string{"outbox-retry"},
		},
		{
			"attention: budget",
			sw.Card{Entry: customer(), State: entry.Attention, Reason: sw.ReasonBudget, Acts: []sw.Act{sw.ActRetry}},
			[]string{t1.StateAttention, "outbox-retry", `data-reason="budget"`},
			nil,
		},
		{
			"attention: signed out",
			sw.Card{Entry: customer(), State: entry.Attention, Reason: sw.ReasonSignedOut, Acts: []sw.Act{sw.ActSignIn}},
			[]string{t1.HoldSignedOut, `href="/signin"`},
			nil,
		},
		{
			"attention: update",
			sw.Card{Entry: customer(), State: entry.Attention, Reason: sw.ReasonUpdate, Acts: []sw.Act{sw.ActUpdate}},
			[]string{t1.HoldUpdate, t1.UpdateApply},
			nil,
		},
		{
			"attention: parent",
			sw.Card{Entry: customer(), State: entry.Attention, Reason: sw.ReasonParent, Parent: &entry.Entry{Title: "Luna"}, Acts: []sw.Act{sw.ActRepoint}},
			[]string{"Luna", "outbox-repoint"},
			nil,
		},
		{
			"rejected",
			sw.Card{Entry: refused, State: entry.Rejected, Acts: []sw.Act{sw.ActEdit, sw.ActRetry, sw.ActDiscard}},
			[]string{t1.StateRejected, "Name: is too long", "outbox-edit", t1.RetryUnchanged},
			[]string{t1.StateSent},
		},
		{
			"sent",
			sw.Card{Entry: sent, State: entry.Sent},
			[]string{t1.StateSent, "A-000123", "14:05", t1.ChainReceived},
			[]string{"outbox-edit", "outbox-discard", t1.DoNotEnterAgain},
		},
		{
			"discarded, but the office holds it",
			sw.Card{Entry: held, State: entry.Discarded, Acts: []sw.Act{sw.ActRestore}},
			[]string{t1.StateDiscarded, t1.DiscardHeld, "outbox-restore"},
			[]string{"outbox-discard\""},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, html, _ := card(t, newWorld(), c.card)
			wants(t, html, append(c.has, `data-id="R1"`, `data-op="customer.create"`, `data-state="`+string(c.card.State)+`"`)...)
			lacks(t, html, c.hasnt...)
		})
	}
}

func TestDiscardingAsksFirstAndSaysWhoWaits(t *testing.T) {
	w := newWorld()
	child := customer()
	child.Key, child.Parents = "K2", []string{"K1"}
	w.outbox.cards = []sw.Card{{Entry: child, State: entry.Pending}}
	x, _, e := card(t, w, sw.Card{Entry: customer(), State: entry.Pending, Acts: []sw.Act{sw.ActDiscard}})
	x.ctx.Dispatch(func(ctx app.Context) { x.onDiscard(ctx, app.Event{}) })
	html := again(e, x)
	wants(t, html, "outbox-discard-confirm", "1 order waits for this")
	if len(w.outbox.calls) != 0 {
		t.Fatalf("discarded before it was confirmed: %v", w.outbox.calls)
	}
	w.outbox.drafts["customer:K1"] = []byte(`{}`)
	x.ctx.Dispatch(func(ctx app.Context) { x.onDiscardConfirm(ctx, app.Event{}) })
	again(e, x)
	if w.outbox.drafts["customer:K1"] != nil {
		t.Error("what was typed of its correction stays")
	}
	if got := w.outbox.calls; len(got) != 1 || got[0] != "discard K1" {
		t.Fatalf("calls %v", got)
	}
}

func conflict(w *world, reason string, acts ...sw.Act) sw.Card {
	e := customer()
	e.Answer = problem(wire.Problem{Status: 409, Code: wire.CodeDuplicateCode, ExistingID: "01J0000000000000000000C002"})
	return sw.Card{Entry: e, State: entry.Conflict, Reason: reason, Acts: acts}
}

func TestAConflictShowsBothVersionsBeforeTheOfficesCanBeKept(t *testing.T) {
	w := newWorld()
	child := customer()
	child.Key, child.Parents, child.Title = "K2", []string{"K1"}, "order for Luna"
	w.outbox.cards = []sw.Card{{Entry: child, State: entry.Pending}}
	x, html, e := card(t, w, conflict(w, "duplicate_code", sw.ActTheirs, sw.ActEdit, sw.ActRetry, sw.ActDiscard))
	wants(t, html, "Luna Nord", "Café Luna", "differs", "order for Luna” then goes to C-0002 Café Luna")
	x.ctx.Dispatch(func(ctx app.Context) { x.onTheirs(ctx, app.Event{}) })
	again(e, x)
	if got := w.outbox.calls; len(got) != 1 || got[0] != "theirs K1 01J0000000000000000000C002" {
		t.Fatalf("the record that was shown must be the one that is kept: %v", got)
	}
}

func TestWithoutTheOfficesVersionNothingCanBeKept(t *testing.T) {
	w := newWorld()
	w.office.fails(errNoAnswer)
	_, html, _ := card(t, w, conflict(w, "duplicate_code", sw.ActTheirs))
	wants(t, html, english().OfficeUnknown)
	if !strings.Contains(tag(html, "outbox-keep-theirs"), "disabled") {
		t.Fatal("the office's version can be kept without having been seen")
	}
}

func TestMineInsteadIsOnlineOnlyAndSaysWhyBefore(t *testing.T) {
	w := newWorld()
	w.device.offline = true
	_, html, _ := card(t, w, conflict(w, sw.ReasonEarlier, sw.ActTheirs, sw.ActMine))
	wants(t, html, english().OnlineOnlyMine)
	if !strings.Contains(tag(html, "outbox-mine"), "disabled") {
		t.Fatal("offered without a connection")
	}
	w.device.offline = false
	_, html, _ = card(t, w, conflict(w, sw.ReasonEarlier, sw.ActTheirs, sw.ActMine))
	wants(t, html, english().MineExplains)
	if strings.Contains(tag(html, "outbox-mine"), "disabled") {
		t.Fatal("not offered with a connection")
	}
}

// D03: a card says what is known of a cancel, and what is left to do.
func TestACardSaysWhatBecameOfACancel(t *testing.T) {
	t1 := english()
	w := newWorld()
	w.device.offline = true
	c := conflict(w, sw.ReasonEarlier, sw.ActTheirs, sw.ActMine)
	c.Entry.CancelBy = fakeNow
	_, html, _ := card(t, w, c)
	wants(t, html, t1.ConflictCancelling)
	c = conflict(w, sw.ReasonEarlier, sw.ActMine, sw.ActDiscard)
	c.Cancelled = true
	_, html, _ = card(t, w, c)
	wants(t, html, t1.ConflictCancelled)
	lacks(t, html, t1.OnlineOnlyMine)
	lacks(t, tag(html, "outbox-mine"), "disabled") // what is cancelled needs no answer
	c.State, c.Reason, c.Acts = entry.Attention, sw.ReasonCancelled, []sw.Act{sw.ActRetry, sw.ActEdit, sw.ActDiscard}
	_, html, _ = card(t, w, c)
	wants(t, html, t1.AttentionCancelled)
	wants(t, html, t1.SendAsNew)
}

// moved is a delivery's report that clashes with the office's record of it.
func moved(op wire.Op, body any, office wire.Dispatch) sw.Card {
	e := anEntry(op, body)
	current, _ := json.Marshal(office)
	e.Answer = problem(wire.Problem{Status: 409, Code: wire.CodeInvalidTransition, Current: current})
	return sw.Card{Entry: e, State: entry.Conflict, Reason: "invalid_transition", Acts: []sw.Act{sw.ActSame, sw.ActRetry, sw.ActDiscard}}
}

// officeDispatch is what the office has in the end: D22.
func officeDispatch(state string) wire.Dispatch {
	d := fakeRecords()[wire.KindDispatches][1].(wire.Dispatch)
	if d.State = state; state == wire.StateFailed {
		d.DeliveredAt, d.ReceivedBy, d.FailedAt, d.Reason = "", "", "2026-11-30T10:15:00Z", "Nobody there"
	}
	return d
}

var (
	reportDelivered = wire.DeliverBody{DeliveredAt: "2026-11-30T11:00:00Z", ReceivedBy: "Frau Adler"}
	reportFailed    = wire.FailBody{FailedAt: "2026-11-30T11:00:00Z", Reason: "Closed"}
)

func TestD22ThatLooksLikeMineIsOfferedOnlyWhereBothEndedAlike(t *testing.T) {
	t1 := english()
	for _, c := range []struct {
		op     wire.Op
		body   any
		office string
		same   bool
	}{
		{wire.OpDispatchDeliver, reportDelivered, wire.StateDelivered, true},
		{wire.OpDispatchFail, reportFailed, wire.StateFailed, true},
		{wire.OpDispatchDeliver, reportDelivered, wire.StateFailed, false},
		{wire.OpDispatchFail, reportFailed, wire.StateDelivered, false},
		{wire.OpDispatchDeliver, reportDelivered, wire.StateOut, false},
	} {
		w := newWorld()
		w.office.fails(errNoAnswer) // the answer itself has the record
		_, html, _ := card(t, w, moved(c.op, c.body, officeDispatch(c.office)))
		wants(t, html, "outbox-retry", t1.ConflictMoved, t1.recordState(c.office), t1.Differs)
		apart := fill(t1.ConflictApart, "mine", t1.op(c.op), "office", t1.recordState(c.office))
		if c.same {
			wants(t, html, "outbox-same")
			lacks(t, html, apart)
		} else {
			wants(t, html, apart)
			lacks(t, html, "outbox-same")
		}
	}
}

func TestD22WithoutTheOfficesRecordNothingLooksLikeMine(t *testing.T) {
	w := newWorld()
	w.office.fails(errNoAnswer)
	c := moved(wire.OpDispatchDeliver, reportDelivered, officeDispatch(wire.StateDelivered))
	c.Entry.Answer, c.Reason = nil, sw.ReasonUnclear
	_, html, _ := card(t, w, c)
	wants(t, html, english().OfficeUnknown, "outbox-retry")
	lacks(t, html, "outbox-same")
}

func TestD22ThatLooksLikeMineAsksBeforeItFiles(t *testing.T) {
	w := newWorld()
	x, _, eng := card(t, w, moved(wire.OpDispatchDeliver, reportDelivered, officeDispatch(wire.StateDelivered)))
	x.ctx.Dispatch(func(ctx app.Context) { x.onSame(ctx, app.Event{}) })
	wants(t, again(eng, x), "outbox-same-confirm", english().SameAsk)
	if len(w.outbox.calls) != 0 {
		t.Fatalf("filed before it was confirmed: %v", w.outbox.calls)
	}
	x.ctx.Dispatch(func(ctx app.Context) { x.onSameConfirm(ctx, app.Event{}) })
	again(eng, x)
	if got := w.outbox.calls; len(got) != 1 || got[0] != "same K1" {
		t.Fatalf("calls %v", got)
	}
}

// What gives the rep's work up: theirs, that looks like mine, discard.
func TestD22TheFirstButtonNeverGivesTheRepsWorkUp(t *testing.T) {
	order := anEntry(wire.OpOrderCreate, wire.OrderBody{ID: "R1"})
	for name, c := range map[string]sw.Card{
		"equal":     moved(wire.OpDispatchDeliver, reportDelivered, officeDispatch(wire.StateDelivered)),
		"apart":     moved(wire.OpDispatchDeliver, reportDelivered, officeDispatch(wire.StateFailed)),
		"code":      conflict(nil, "duplicate_code", sw.ActTheirs, sw.ActEdit, sw.ActRetry, sw.ActDiscard),
		"earlier":   conflict(nil, sw.ReasonEarlier, sw.ActTheirs),
		"order":     {Entry: order, State: entry.Conflict, Reason: sw.ReasonEarlier, Acts: []sw.Act{sw.ActTheirs, sw.ActMine}},
		"pending":   {Entry: order, State: entry.Pending, Acts: []sw.Act{sw.ActEdit, sw.ActDiscard}},
		"attention": {Entry: order, State: entry.Attention, Acts: []sw.Act{sw.ActRetry, sw.ActEdit, sw.ActDiscard}},
	} {
		_, html, _ := card(t, newWorld(), c)
		_, acts, _ := strings.Cut(html, `class="row acts"`)
		for _, giving := range []string{"outbox-keep-theirs", "outbox-same", "outbox-discard"} {
			if strings.Contains(tag(acts, giving), "primary") {
				t.Errorf("%s: %s is the blue button", name, giving)
			}
			if first := testIDs(acts)[0]; first == giving && len(c.Acts) > 1 {
				t.Errorf("%s: %s is the first button", name, giving)
			}
		}
	}
}

func testIDs(html string) (ids []string) {
	for _, m := range regexp.MustCompile(`data-testid="([^"]+)"`).FindAllStringSubmatch(html, -1) {
		ids = append(ids, m[1])
	}
	return ids
}

func TestAnActUnderWayMakesAllButtonsInert(t *testing.T) {
	w := newWorld()
	x, _, _ := card(t, w, sw.Card{Entry: customer(), State: entry.Attention, Acts: []sw.Act{sw.ActRetry, sw.ActDiscard}})
	x.ctx.Dispatch(func(ctx app.Context) {
		x.onRetry(ctx, app.Event{})
		x.onRetry(ctx, app.Event{})
	})
	again(app.NewTestEngine(), x)
	if x.busy != "retry" && len(w.outbox.calls) > 1 {
		t.Fatalf("pressed twice, done twice: %v", w.outbox.calls)
	}
}

func TestAFailedActSaysWhatIsKnown(t *testing.T) {
	t1 := english()
	for _, c := range []struct {
		name string
		err  error
		do   func(*tapCard, app.Context)
		says string
	}{
		{"frozen", entry.ErrFrozen, func(x *tapCard, ctx app.Context) { x.onRetry(ctx, app.Event{}) }, t1.BeingSent},
		{"moved on", entry.ErrStale, func(x *tapCard, ctx app.Context) { x.onTheirs(ctx, app.Event{}) }, t1.MovedOn},
		{"disk", entry.ErrQuota, func(x *tapCard, ctx app.Context) { x.onRetry(ctx, app.Event{}) }, t1.NotSaved},
		{"lost answer", errNoAnswer, func(x *tapCard, ctx app.Context) { x.onMine(ctx, app.Event{}) }, t1.NotKnown},
		{"cancelled there", client.ErrCancelled, func(x *tapCard, ctx app.Context) { x.onTheirs(ctx, app.Event{}) }, t1.KeepCancelled},
		{"may be cancelled yet", client.ErrCancelling, func(x *tapCard, ctx app.Context) { x.onTheirs(ctx, app.Event{}) }, "Your cancel may still reach the office."},
		{"unknown there", client.ErrNoAnswer, func(x *tapCard, ctx app.Context) { x.onTheirs(ctx, app.Event{}) }, t1.KeepNotKnown},
		{"refused", &wire.Problem{Title: "No such record"}, func(x *tapCard, ctx app.Context) { x.onMine(ctx, app.Event{}) }, "No such record"},
		{"other", errors.New("?"), func(x *tapCard, ctx app.Context) { x.onRetry(ctx, app.Event{}) }, t1.DidNotWork},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			w.outbox.actErr = c.err
			x, _, e := card(t, w, conflict(w, sw.ReasonEarlier, sw.ActTheirs, sw.ActMine, sw.ActRetry))
			x.ctx.Dispatch(func(ctx app.Context) { c.do(x, ctx) })
			wants(t, again(e, x), c.says)
		})
	}
}

func TestAChildOfARefusedParentIsRepointedToWhatWasPicked(t *testing.T) {
	w := newWorld()
	x, _, e := card(t, w, sw.Card{Entry: customer(), State: entry.Attention, Reason: sw.ReasonParent, Acts: []sw.Act{sw.ActRepoint}})
	x.ctx.Dispatch(func(ctx app.Context) { x.onRepoint(ctx, app.Event{}) })
	html := again(e, x)
	if !strings.Contains(tag(html, "outbox-repoint-confirm"), "disabled") {
		t.Fatal("can be confirmed before a customer is picked")
	}
	x.ctx.NewActionWithValue(ActionPick, Pick{ID: "repoint-K1", Found: Found{ID: "C9", Code: "C-0009", Name: "Nine"}})
	lacks(t, tag(again(e, x), "outbox-repoint-confirm"), "disabled")
	x.ctx.Dispatch(func(ctx app.Context) { x.onRepointConfirm(ctx, app.Event{}) })
	again(e, x)
	if got := w.outbox.calls; len(got) != 1 || got[0] != "repoint K1 C9 " {
		t.Fatalf("calls %v", got)
	}
}

func TestDetailsNameCodeTimeAndRequestAndNothingOfTheCustomer(t *testing.T) {
	e := customer()
	e.Answer = problem(wire.Problem{Status: 503, Code: wire.CodeBusy})
	text := detailText(wordsFor("en"), sw.Card{Entry: e, State: entry.Retrying})
	wants(t, text, "503 busy", "req-7", "K7Q2")
	lacks(t, text, "Luna", "Müller")
}
