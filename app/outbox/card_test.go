//go:build !js

package outbox

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/app/ui"
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

func card(t *testing.T, w *apptest.World, c sw.Card) (*tapCard, string, app.TestEngine) {
	t.Helper()
	x := &tapCard{CardView: CardView{Ports: w.Ports, Card: c}}
	html, e := apptest.Show(t, x)
	return x, html, e
}

func problem(p wire.Problem) *entry.Answer {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return &entry.Answer{At: fake.Now, Status: p.Status, Code: string(p.Code), RequestID: "req-7", Problem: string(b)}
}

// The states of section 4 of the contract, and what a card must and must not
// say in each.
func TestACardSaysWhatHappenedAndOffersJustItsActs(t *testing.T) {
	sent := apptest.Customer()
	sent.Receipt = &entry.Receipt{At: "2026-11-30T14:05:00Z", Number: "A-000123", ProvedAt: fake.Now}
	held := apptest.Customer()
	held.Discard = &entry.Discard{At: fake.Now, Reason: sw.DiscardByRep, Held: true}
	refused := apptest.Customer()
	refused.Answer = problem(wire.Problem{Status: 422, Code: wire.CodeValidationFailed, Errors: []wire.FieldError{{Field: "/name", Message: "is too long"}}})
	doubtful := apptest.Customer()
	doubtful.State, doubtful.Doubt = entry.Retrying, true
	t1 := i18n.English()
	for _, c := range []struct {
		name  string
		card  sw.Card
		has   []string
		hasnt []string
	}{
		{
			"pending",
			sw.Card{Entry: apptest.Customer(), State: entry.Pending, Acts: []sw.Act{sw.ActEdit, sw.ActDiscard}},
			[]string{t1.StatePending, t1.SavedHere, "outbox-edit", "outbox-discard"},
			[]string{"outbox-retry", t1.StateSent, t1.DoNotEnterAgain},
		},
		{
			"sending",
			sw.Card{Entry: apptest.Customer(), State: entry.Pending, Sending: true},
			[]string{t1.StateSending},
			[]string{"outbox-edit", "outbox-discard"},
		},
		{
			"retrying with a time",
			sw.Card{Entry: apptest.Customer(), State: entry.Retrying, NextAt: fake.Now + 30_000},
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
			sw.Card{Entry: apptest.Customer(), State: entry.Attention, Reason: sw.ReasonBudget, Acts: []sw.Act{sw.ActRetry}},
			[]string{t1.StateAttention, "outbox-retry", `data-reason="budget"`},
			nil,
		},
		{
			"attention: signed out",
			sw.Card{Entry: apptest.Customer(), State: entry.Attention, Reason: sw.ReasonSignedOut, Acts: []sw.Act{sw.ActSignIn}},
			[]string{t1.HoldSignedOut, `href="/signin"`},
			nil,
		},
		{
			"attention: update",
			sw.Card{Entry: apptest.Customer(), State: entry.Attention, Reason: sw.ReasonUpdate, Acts: []sw.Act{sw.ActUpdate}},
			[]string{t1.HoldUpdate, t1.UpdateApply},
			nil,
		},
		{
			"attention: parent",
			sw.Card{Entry: apptest.Customer(), State: entry.Attention, Reason: sw.ReasonParent, Parent: &entry.Entry{Title: "Luna"}, Acts: []sw.Act{sw.ActRepoint}},
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
			_, html, _ := card(t, apptest.New(), c.card)
			apptest.Wants(t, html, append(c.has, `data-id="R1"`, `data-op="customer.create"`, `data-state="`+string(c.card.State)+`"`)...)
			apptest.Lacks(t, html, c.hasnt...)
		})
	}
}

func TestDiscardingAsksFirstAndSaysWhoWaits(t *testing.T) {
	w := apptest.New()
	child := apptest.Customer()
	child.Key, child.Parents = "K2", []string{"K1"}
	w.Outbox.Stored = []sw.Card{{Entry: child, State: entry.Pending}}
	x, _, e := card(t, w, sw.Card{Entry: apptest.Customer(), State: entry.Pending, Acts: []sw.Act{sw.ActDiscard}})
	x.ctx.Dispatch(func(ctx app.Context) { x.onDiscard(ctx, app.Event{}) })
	html := apptest.Again(e, x)
	apptest.Wants(t, html, "outbox-discard-confirm", "1 order waits for this")
	if len(w.Outbox.Calls) != 0 {
		t.Fatalf("discarded before it was confirmed: %v", w.Outbox.Calls)
	}
	w.Outbox.Kept["customer:K1"] = []byte(`{}`)
	x.ctx.Dispatch(func(ctx app.Context) { x.onDiscardConfirm(ctx, app.Event{}) })
	apptest.Again(e, x)
	if w.Outbox.Kept["customer:K1"] != nil {
		t.Error("what was typed of its correction stays")
	}
	if got := w.Outbox.Calls; len(got) != 1 || got[0] != "discard K1" {
		t.Fatalf("calls %v", got)
	}
}

func conflict(w *apptest.World, reason string, acts ...sw.Act) sw.Card {
	e := apptest.Customer()
	e.Answer = problem(wire.Problem{Status: 409, Code: wire.CodeDuplicateCode, ExistingID: "01J0000000000000000000C002"})
	return sw.Card{Entry: e, State: entry.Conflict, Reason: reason, Acts: acts}
}

func TestAConflictShowsBothVersionsBeforeTheOfficesCanBeKept(t *testing.T) {
	w := apptest.New()
	child := apptest.Customer()
	child.Key, child.Parents, child.Title = "K2", []string{"K1"}, "order for Luna"
	w.Outbox.Stored = []sw.Card{{Entry: child, State: entry.Pending}}
	x, html, e := card(t, w, conflict(w, "duplicate_code", sw.ActTheirs, sw.ActEdit, sw.ActRetry, sw.ActDiscard))
	apptest.Wants(t, html, "Luna Nord", "Café Luna", "differs", "order for Luna” then goes to C-0002 Café Luna")
	x.ctx.Dispatch(func(ctx app.Context) { x.onTheirs(ctx, app.Event{}) })
	apptest.Again(e, x)
	if got := w.Outbox.Calls; len(got) != 1 || got[0] != "theirs K1 01J0000000000000000000C002" {
		t.Fatalf("the record that was shown must be the one that is kept: %v", got)
	}
}

func TestWithoutTheOfficesVersionNothingCanBeKept(t *testing.T) {
	w := apptest.New()
	w.Office.Fails(fake.ErrNoAnswer)
	_, html, _ := card(t, w, conflict(w, "duplicate_code", sw.ActTheirs))
	apptest.Wants(t, html, i18n.English().OfficeUnknown)
	if !strings.Contains(apptest.Tag(html, "outbox-keep-theirs"), "disabled") {
		t.Fatal("the office's version can be kept without having been seen")
	}
}

func TestMineInsteadIsOnlineOnlyAndSaysWhyBefore(t *testing.T) {
	w := apptest.New()
	w.Device.Offline = true
	_, html, _ := card(t, w, conflict(w, sw.ReasonEarlier, sw.ActTheirs, sw.ActMine))
	apptest.Wants(t, html, i18n.English().OnlineOnlyMine)
	if !strings.Contains(apptest.Tag(html, "outbox-mine"), "disabled") {
		t.Fatal("offered without a connection")
	}
	w.Device.Offline = false
	_, html, _ = card(t, w, conflict(w, sw.ReasonEarlier, sw.ActTheirs, sw.ActMine))
	apptest.Wants(t, html, i18n.English().MineExplains)
	if strings.Contains(apptest.Tag(html, "outbox-mine"), "disabled") {
		t.Fatal("not offered with a connection")
	}
}

// D03: a card says what is known of a cancel, and what is left to do.
func TestACardSaysWhatBecameOfACancel(t *testing.T) {
	t1 := i18n.English()
	w := apptest.New()
	w.Device.Offline = true
	c := conflict(w, sw.ReasonEarlier, sw.ActTheirs, sw.ActMine)
	c.Entry.CancelBy = fake.Now
	_, html, _ := card(t, w, c)
	apptest.Wants(t, html, t1.ConflictCancelling)
	c = conflict(w, sw.ReasonEarlier, sw.ActMine, sw.ActDiscard)
	c.Cancelled = true
	_, html, _ = card(t, w, c)
	apptest.Wants(t, html, t1.ConflictCancelled)
	apptest.Lacks(t, html, t1.OnlineOnlyMine)
	apptest.Lacks(t, apptest.Tag(html, "outbox-mine"), "disabled") // what is cancelled needs no answer
	c.State, c.Reason, c.Acts = entry.Attention, sw.ReasonCancelled, []sw.Act{sw.ActRetry, sw.ActEdit, sw.ActDiscard}
	_, html, _ = card(t, w, c)
	apptest.Wants(t, html, t1.AttentionCancelled)
	apptest.Wants(t, html, t1.SendAsNew)
}

// moved is a delivery's report that clashes with the office's record of it.
func moved(op wire.Op, body any, office wire.Dispatch) sw.Card {
	e := apptest.AnEntry(op, body)
	current, _ := json.Marshal(office)
	e.Answer = problem(wire.Problem{Status: 409, Code: wire.CodeInvalidTransition, Current: current})
	return sw.Card{Entry: e, State: entry.Conflict, Reason: "invalid_transition", Acts: []sw.Act{sw.ActSame, sw.ActRetry, sw.ActDiscard}}
}

// officeDispatch is what the office has in the end: D22.
func officeDispatch(state string) wire.Dispatch {
	d := fake.Records()[wire.KindDispatches][1].(wire.Dispatch)
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
	t1 := i18n.English()
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
		w := apptest.New()
		w.Office.Fails(fake.ErrNoAnswer) // the answer itself has the record
		_, html, _ := card(t, w, moved(c.op, c.body, officeDispatch(c.office)))
		apptest.Wants(t, html, "outbox-retry", t1.ConflictMoved, t1.RecordStateName(c.office), t1.Differs)
		apart := i18n.Fill(t1.ConflictApart, "mine", t1.OpName(c.op), "office", t1.RecordStateName(c.office))
		if c.same {
			apptest.Wants(t, html, "outbox-same")
			apptest.Lacks(t, html, apart)
		} else {
			apptest.Wants(t, html, apart)
			apptest.Lacks(t, html, "outbox-same")
		}
	}
}

func TestD22WithoutTheOfficesRecordNothingLooksLikeMine(t *testing.T) {
	w := apptest.New()
	w.Office.Fails(fake.ErrNoAnswer)
	c := moved(wire.OpDispatchDeliver, reportDelivered, officeDispatch(wire.StateDelivered))
	c.Entry.Answer, c.Reason = nil, sw.ReasonUnclear
	_, html, _ := card(t, w, c)
	apptest.Wants(t, html, i18n.English().OfficeUnknown, "outbox-retry")
	apptest.Lacks(t, html, "outbox-same")
}

func TestD22ThatLooksLikeMineAsksBeforeItFiles(t *testing.T) {
	w := apptest.New()
	x, _, eng := card(t, w, moved(wire.OpDispatchDeliver, reportDelivered, officeDispatch(wire.StateDelivered)))
	x.ctx.Dispatch(func(ctx app.Context) { x.onSame(ctx, app.Event{}) })
	apptest.Wants(t, apptest.Again(eng, x), "outbox-same-confirm", i18n.English().SameAsk)
	if len(w.Outbox.Calls) != 0 {
		t.Fatalf("filed before it was confirmed: %v", w.Outbox.Calls)
	}
	x.ctx.Dispatch(func(ctx app.Context) { x.onSameConfirm(ctx, app.Event{}) })
	apptest.Again(eng, x)
	if got := w.Outbox.Calls; len(got) != 1 || got[0] != "same K1" {
		t.Fatalf("calls %v", got)
	}
}

// What gives the rep's work up: theirs, that looks like mine, discard.
func TestD22TheFirstButtonNeverGivesTheRepsWorkUp(t *testing.T) {
	order := apptest.AnEntry(wire.OpOrderCreate, wire.OrderBody{ID: "R1"})
	for name, c := range map[string]sw.Card{
		"equal":     moved(wire.OpDispatchDeliver, reportDelivered, officeDispatch(wire.StateDelivered)),
		"apart":     moved(wire.OpDispatchDeliver, reportDelivered, officeDispatch(wire.StateFailed)),
		"code":      conflict(nil, "duplicate_code", sw.ActTheirs, sw.ActEdit, sw.ActRetry, sw.ActDiscard),
		"earlier":   conflict(nil, sw.ReasonEarlier, sw.ActTheirs),
		"order":     {Entry: order, State: entry.Conflict, Reason: sw.ReasonEarlier, Acts: []sw.Act{sw.ActTheirs, sw.ActMine}},
		"pending":   {Entry: order, State: entry.Pending, Acts: []sw.Act{sw.ActEdit, sw.ActDiscard}},
		"attention": {Entry: order, State: entry.Attention, Acts: []sw.Act{sw.ActRetry, sw.ActEdit, sw.ActDiscard}},
	} {
		_, html, _ := card(t, apptest.New(), c)
		_, acts, _ := strings.Cut(html, `class="row acts"`)
		for _, giving := range []string{"outbox-keep-theirs", "outbox-same", "outbox-discard"} {
			if strings.Contains(apptest.Tag(acts, giving), "primary") {
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
	w := apptest.New()
	x, _, _ := card(t, w, sw.Card{Entry: apptest.Customer(), State: entry.Attention, Acts: []sw.Act{sw.ActRetry, sw.ActDiscard}})
	x.ctx.Dispatch(func(ctx app.Context) {
		x.onRetry(ctx, app.Event{})
		x.onRetry(ctx, app.Event{})
	})
	apptest.Again(app.NewTestEngine(), x)
	if x.busy != "retry" && len(w.Outbox.Calls) > 1 {
		t.Fatalf("pressed twice, done twice: %v", w.Outbox.Calls)
	}
}

func TestAFailedActSaysWhatIsKnown(t *testing.T) {
	t1 := i18n.English()
	for _, c := range []struct {
		name string
		err  error
		do   func(*tapCard, app.Context)
		says string
	}{
		{"frozen", entry.ErrFrozen, func(x *tapCard, ctx app.Context) { x.onRetry(ctx, app.Event{}) }, t1.BeingSent},
		{"moved on", entry.ErrStale, func(x *tapCard, ctx app.Context) { x.onTheirs(ctx, app.Event{}) }, t1.MovedOn},
		{"disk", entry.ErrQuota, func(x *tapCard, ctx app.Context) { x.onRetry(ctx, app.Event{}) }, t1.NotSaved},
		{"lost answer", fake.ErrNoAnswer, func(x *tapCard, ctx app.Context) { x.onMine(ctx, app.Event{}) }, t1.NotKnown},
		{"cancelled there", client.ErrCancelled, func(x *tapCard, ctx app.Context) { x.onTheirs(ctx, app.Event{}) }, t1.KeepCancelled},
		{"may be cancelled yet", client.ErrCancelling, func(x *tapCard, ctx app.Context) { x.onTheirs(ctx, app.Event{}) }, "Your cancel may still reach the office."},
		{"unknown there", client.ErrNoAnswer, func(x *tapCard, ctx app.Context) { x.onTheirs(ctx, app.Event{}) }, t1.KeepNotKnown},
		{"refused", &wire.Problem{Title: "No such record"}, func(x *tapCard, ctx app.Context) { x.onMine(ctx, app.Event{}) }, "No such record"},
		{"other", errors.New("?"), func(x *tapCard, ctx app.Context) { x.onRetry(ctx, app.Event{}) }, t1.DidNotWork},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := apptest.New()
			w.Outbox.ActErr = c.err
			x, _, e := card(t, w, conflict(w, sw.ReasonEarlier, sw.ActTheirs, sw.ActMine, sw.ActRetry))
			x.ctx.Dispatch(func(ctx app.Context) { c.do(x, ctx) })
			apptest.Wants(t, apptest.Again(e, x), c.says)
		})
	}
}

func TestAChildOfARefusedParentIsRepointedToWhatWasPicked(t *testing.T) {
	w := apptest.New()
	x, _, e := card(t, w, sw.Card{Entry: apptest.Customer(), State: entry.Attention, Reason: sw.ReasonParent, Acts: []sw.Act{sw.ActRepoint}})
	x.ctx.Dispatch(func(ctx app.Context) { x.onRepoint(ctx, app.Event{}) })
	html := apptest.Again(e, x)
	if !strings.Contains(apptest.Tag(html, "outbox-repoint-confirm"), "disabled") {
		t.Fatal("can be confirmed before a customer is picked")
	}
	x.ctx.NewActionWithValue(ui.ActionPick, ui.Pick{ID: "repoint-K1", Found: port.Found{ID: "C9", Code: "C-0009", Name: "Nine"}})
	apptest.Lacks(t, apptest.Tag(apptest.Again(e, x), "outbox-repoint-confirm"), "disabled")
	x.ctx.Dispatch(func(ctx app.Context) { x.onRepointConfirm(ctx, app.Event{}) })
	apptest.Again(e, x)
	if got := w.Outbox.Calls; len(got) != 1 || got[0] != "repoint K1 C9 " {
		t.Fatalf("calls %v", got)
	}
}

func TestDetailsNameCodeTimeAndRequestAndNothingOfTheCustomer(t *testing.T) {
	e := apptest.Customer()
	e.Answer = problem(wire.Problem{Status: 503, Code: wire.CodeBusy})
	text := detailText(i18n.For("en"), sw.Card{Entry: e, State: entry.Retrying})
	apptest.Wants(t, text, "503 busy", "req-7", "K7Q2")
	apptest.Lacks(t, text, "Luna", "Müller")
}
