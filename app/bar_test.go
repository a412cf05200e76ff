//go:build !js

package app

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

func TestTheStatusBarCarriesItsNumbersOnlyOnceTheOutboxIsOpen(t *testing.T) {
	w := newWorld()
	w.outbox.bar = sw.Bar{Pending: 1, Retrying: 2, Attention: 3, Conflict: 4, Rejected: 5, Sent: 6, Online: true, Hold: sw.ReasonFailing, Storage: storageOK}
	html, _ := show(t, &StatusBar{Ports: w.ports})
	wants(t, tag(html, "statusbar"), `data-pending="1"`, `data-retrying="2"`, `data-attention="3"`, `data-conflict="4"`,
		`data-rejected="5"`, `data-sent="6"`, "data-online", `data-hold="failing"`, `data-storage="ok"`)
	w.outbox.barErr = entry.ErrNone
	html, _ = show(t, &StatusBar{Ports: w.ports})
	lacks(t, tag(html, "statusbar"), "data-pending", "data-sent")
	wants(t, html, `data-storage="off"`, `data-testid="storage-warning"`, english().StorageOff)
}

func TestStorageTroublesAreSaidByTheirCause(t *testing.T) {
	t1 := english()
	for err, says := range map[error]string{
		entry.ErrBlocked: t1.StorageBlocked, entry.ErrOutdated: t1.StorageOutdated, entry.ErrQuota: t1.StorageFull, entry.ErrDamaged: t1.StorageDamaged, entry.ErrNone: t1.StorageOff,
	} {
		w := newWorld()
		w.outbox.barErr = err
		html, _ := show(t, &StatusBar{Ports: w.ports})
		wants(t, html, says)
	}
	w := newWorld()
	w.outbox.bar.Storage = storageVolatile
	html, _ := show(t, &StatusBar{Ports: w.ports})
	wants(t, html, t1.StorageVolatile)
}

// tapSignOut is the button whose context a test can press with.
type tapSignOut struct {
	SignOut
	ctx app.Context
}

func (t *tapSignOut) OnPreRender(ctx app.Context) {
	t.ctx = ctx
	ctx.SetState(StateBar, t.Ports.Outbox.(*fakeOutbox).bar)
	t.SignOut.OnPreRender(ctx)
}

func TestSignOutWarnsWithTheCountAndLetsItHappen(t *testing.T) {
	w := newWorld()
	w.outbox.bar.Pending, w.outbox.bar.Rejected = 1, 1
	s := &tapSignOut{SignOut: SignOut{Ports: w.ports}}
	_, e := show(t, s)
	press(e, s.ctx, s.onAsk)
	wants(t, app.HTMLString(s), "2 writes are still on this phone only.", english().SignOutKeep)
	if len(w.office.calls) != 0 {
		t.Fatal("signed out before the warning was answered")
	}
	press(e, s.ctx, s.onSignOut)
	if len(w.office.calls) != 1 {
		t.Fatal("the answer did not sign out")
	}
}

func TestSignOutCountsWhatWasSavedAMomentAgo(t *testing.T) {
	w := newWorld()
	s := &tapSignOut{SignOut: SignOut{Ports: w.ports}}
	_, e := show(t, s)
	w.outbox.bar.Pending = 1 // the status bar has not looked since
	press(e, s.ctx, s.onAsk)
	if len(w.office.calls) != 0 {
		t.Fatal("signed out past a write that was just saved")
	}
}

func TestSignOutWithNothingUnsentIsOneTap(t *testing.T) {
	w := newWorld()
	s := &tapSignOut{SignOut: SignOut{Ports: w.ports}}
	_, e := show(t, s)
	press(e, s.ctx, s.onAsk)
	if len(w.office.calls) != 1 {
		t.Fatal("asked for nothing")
	}
}

func TestLostWritesAreSaidUntilTheRepHasReadIt(t *testing.T) {
	w := newWorld()
	w.outbox.bar.Lost = 3
	d := newToday(w.ports).(*today)
	html, _ := show(t, d)
	wants(t, html, `data-testid="writes-lost"`, "3 writes may be lost")
	html, _ = show(t, newToday(newWorld().ports))
	lacks(t, html, "writes-lost")
}

func TestAnotherUsersWritesAreCountedAndNotShown(t *testing.T) {
	w := newWorld()
	w.outbox.bar.Others = 3
	html, _ := show(t, newOutbox(w.ports))
	wants(t, html, "3 writes of another user wait here.")
	lacks(t, html, "outbox-item")
}

func TestSendNowSaysUntilWhenTheOfficeAskedAndInsistsOnTheSecondTap(t *testing.T) {
	w := newWorld()
	w.outbox.until = fakeNow + 60_000
	o := newOutbox(w.ports).(*outbox)
	_, e := show(t, o)
	press(e, o.ctx, o.onDrain)
	wants(t, app.HTMLString(o), "The office asked to wait until 12:01", english().SendAnyway)
	press(e, o.ctx, o.onDrain)
	if got := w.outbox.calls; len(got) != 2 || got[1] != "send insist" {
		t.Fatalf("calls %v", got)
	}
}

func TestAWriteThatThisVersionCannotReadIsShownAsItIs(t *testing.T) {
	w := newWorld()
	w.outbox.raw = append(w.outbox.raw, client.Strange{Raw: []byte(`{"op":"order.fly","x":1}`)})
	html, _ := show(t, newOutbox(w.ports))
	wants(t, html, english().Strange, `{"op":"order.fly","x":1}`)
}

func TestSigningInTellsAWrongPasswordFromAnOfficeThatDoesNotAnswer(t *testing.T) {
	t1 := english()
	for _, c := range []struct {
		office *fakeOffice
		says   string
	}{
		{&fakeOffice{refuse: &wire.Problem{Code: wire.CodeBadCredentials, Status: 401}}, t1.SignInWrong},
		{&fakeOffice{refuse: &wire.Problem{Code: wire.CodeRateLimited, Status: 429}}, t1.SignInSlow},
		{&fakeOffice{err: errNoAnswer}, t1.SignInNoAnswer},
	} {
		w := newWorld()
		w.ports.Office = c.office
		s := newSignIn(w.ports).(*signIn)
		_, e := show(t, s)
		typeIn(s.ctx, "signin-username", "ana")
		typeIn(s.ctx, "signin-password", "x")
		e.ConsumeAll()
		press(e, s.ctx, s.onClick)
		wants(t, app.HTMLString(s), `data-testid="signin-error"`, c.says)
	}
}

func TestOnlineOnlyActionsSayWhyBeforeAnythingIsConfirmed(t *testing.T) {
	t1 := english()
	w := newWorld()
	w.device.offline = true
	o := &order{page: newPage(w.ports)}
	_, e := show(t, o)
	o.id = "O1"
	o.ctx.Dispatch(o.ask)
	e.ConsumeAll()
	html := app.HTMLString(o)
	wants(t, html, t1.OnlineOnlyCancel)
	wants(t, tag(html, "order-cancel"), " disabled")
	d := newDispatch(w.ports).(*dispatch)
	_, e = show(t, d)
	d.recordID = "D1"
	d.ctx.Dispatch(d.ask)
	e.ConsumeAll()
	html = app.HTMLString(d)
	wants(t, html, t1.OnlineOnlyPhoto)
	wants(t, tag(html, "dispatch-photo"), " disabled")
	lacks(t, tag(html, "dispatch-deliver"), " disabled") // that is queued
}

func TestALostAnswerToACancelIsSaidAsNotKnown(t *testing.T) {
	w := newWorld()
	o := &order{page: newPage(w.ports)}
	_, e := show(t, o)
	o.id = "O1"
	o.ctx.Dispatch(o.ask)
	e.ConsumeAll()
	w.office.fails(errNoAnswer)
	press(e, o.ctx, o.onCancel)
	html := app.HTMLString(o)
	wants(t, html, english().NotKnown)
	lacks(t, html, english().CancelDone)
	w.office.fails(nil)
	press(e, o.ctx, o.onCancel)
	wants(t, app.HTMLString(o), english().CancelDone)
}

func TestADeliveryIsQueuedWithoutAnIdAndOnlyOneAtATime(t *testing.T) {
	w := newWorld()
	d := newDispatch(w.ports).(*dispatch)
	_, e := show(t, d)
	d.recordID = "D1"
	d.ctx.Dispatch(d.ask)
	e.ConsumeAll()
	press(e, d.ctx, d.onDeliver)
	wants(t, app.HTMLString(d), english().FieldMissing)
	typeIn(d.ctx, idReceivedBy, "Weber")
	e.ConsumeAll()
	press(e, d.ctx, d.onDeliver)
	if len(w.outbox.cards) != 1 {
		t.Fatal("not saved")
	}
	c := w.outbox.cards[0]
	body, _ := read[map[string]any]([]byte(c.Entry.Body))
	if c.Entry.Record != "D1" || body["id"] != nil || body["client_id"] != nil || body["received_by"] != "Weber" {
		t.Fatalf("saved %+v %v", c.Entry, body)
	}
	d.saved = nil
	d.ctx.Dispatch(func(ctx app.Context) { d.refresh(ctx, func() {}) })
	e.ConsumeAll()
	lacks(t, app.HTMLString(d), `data-testid="dispatch-deliver"`, `data-testid="dispatch-fail"`)
}

func TestAPhotoThatFailsSaysWhatIsKnown(t *testing.T) {
	t1 := english()
	for err, says := range map[error]string{nil: t1.PhotoDone, errNoAnswer: t1.PhotoNotKnown} {
		w := newWorld()
		d := newDispatch(w.ports).(*dispatch)
		_, e := show(t, d)
		d.recordID = "D1"
		d.ctx.Dispatch(d.ask)
		e.ConsumeAll()
		w.office.fails(err)
		press(e, d.ctx, d.onPhoto)
		wants(t, app.HTMLString(d), says)
	}
}
