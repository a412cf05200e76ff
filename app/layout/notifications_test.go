//go:build !js

package layout

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/apptest"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/sw"
)

// tapTelling is the offer whose context a test can press buttons with.
type tapTelling struct {
	Telling
	ctx app.Context
}

func (t *tapTelling) OnPreRender(ctx app.Context) {
	t.ctx = ctx
	ctx.SetState(ui.StateBar, t.Ports.Outbox.(*fake.Outbox).Status)
	t.Telling.OnPreRender(ctx)
}

func TestNoticesAreAskedForByATapAndNeverBefore(t *testing.T) {
	w := apptest.New()
	w.Outbox.Status.Rejected, w.Device.Noticed, w.Device.Granted = 1, port.NoticesAsk, port.NoticesGranted
	x := &tapTelling{Telling: Telling{Ports: w.Ports}}
	html, e := apptest.Show(t, x)
	apptest.Wants(t, html, i18n.English().NotifyOffer, `data-testid="notices-on"`)
	if w.Device.Asked != 0 {
		t.Fatal("the browser was asked with no tap")
	}
	apptest.Press(e, x.ctx, x.onYes)
	if w.Device.Asked != 1 || w.Outbox.Answer != sw.AnsweredYes || w.Outbox.Words.Forms["other"] != i18n.English().NoticeText.Other {
		t.Fatalf("asked %d times, kept %q with %+v", w.Device.Asked, w.Outbox.Answer, w.Outbox.Words)
	}
	apptest.Lacks(t, app.HTMLString(x), i18n.English().NotifyOffer)
}

func TestNoticesAreOfferedBesideTheOutboxOnlyWhereItMakesSense(t *testing.T) {
	for name, c := range map[string]struct {
		bar    sw.Bar
		answer sw.Answered
		state  string
		offer  bool
	}{
		"something waits":         {sw.Bar{Pending: 1}, "", port.NoticesAsk, true},
		"allowed by another rep":  {sw.Bar{Pending: 1}, "", port.NoticesGranted, true},
		"nothing waits":           {sw.Bar{Sent: 3}, "", port.NoticesAsk, false},
		"not now":                 {sw.Bar{Pending: 1}, sw.AnsweredNo, port.NoticesAsk, false},
		"on":                      {sw.Bar{Pending: 1}, sw.AnsweredYes, port.NoticesGranted, false},
		"switched off there":      {sw.Bar{Pending: 1}, "", port.NoticesDenied, false},
		"a browser that has none": {sw.Bar{Pending: 1}, "", port.NoticesNone, false},
	} {
		w := apptest.New()
		w.Outbox.Status, w.Outbox.Answer, w.Device.Noticed = c.bar, c.answer, c.state
		html, _ := apptest.Show(t, &tapTelling{Telling: Telling{Ports: w.Ports}})
		if offered := apptest.Tag(html, "notices") != ""; offered != c.offer {
			t.Errorf("%s: offered %v, want %v", name, offered, c.offer)
		}
	}
}

func TestTheSettingsAlwaysSayHowNoticesStand(t *testing.T) {
	t1 := i18n.English()
	for state, says := range map[string]string{port.NoticesNone: t1.NotifyNone, port.NoticesDenied: t1.NotifyDenied, port.NoticesAsk: t1.NotifyOffer} {
		w := apptest.New()
		w.Device.Noticed = state
		html, _ := apptest.Show(t, &tapTelling{Telling: Telling{Ports: w.Ports, Always: true}})
		apptest.Wants(t, html, app.HTMLString(app.P().Text(says)))
	}
	w := apptest.New()
	w.Device.Noticed, w.Outbox.Answer = port.NoticesGranted, sw.AnsweredYes
	x := &tapTelling{Telling: Telling{Ports: w.Ports, Always: true}}
	html, e := apptest.Show(t, x)
	apptest.Wants(t, html, t1.NotifyOn)
	apptest.Press(e, x.ctx, x.onNo)
	if w.Outbox.Answer != sw.AnsweredNo {
		t.Error("notices cannot be switched off")
	}
}

func TestAnAllowanceThatTheBrowserRefusesIsNoAnswerOfTheReps(t *testing.T) {
	w := apptest.New()
	w.Outbox.Status.Rejected, w.Device.Noticed, w.Device.Granted = 1, port.NoticesAsk, port.NoticesDenied
	x := &tapTelling{Telling: Telling{Ports: w.Ports, Always: true}}
	_, e := apptest.Show(t, x)
	apptest.Press(e, x.ctx, x.onYes)
	if w.Outbox.Answer != "" {
		t.Errorf("kept %q", w.Outbox.Answer)
	}
	apptest.Wants(t, app.HTMLString(x), app.HTMLString(app.P().Text(i18n.English().NotifyDenied)))
}

func TestTheBarNotesWhatTheRepHasSeenAndTheBadgeCountsWhatNeedsThem(t *testing.T) {
	w := apptest.New()
	w.Outbox.Status = sw.Bar{Pending: 9, Attention: 1, Conflict: 2, Rejected: 3, Untold: true, Online: true, Storage: port.StorageOK}
	apptest.Show(t, &StatusBar{Ports: w.Ports})
	if len(w.Outbox.Calls) != 1 || w.Outbox.Calls[0] != "told" {
		t.Errorf("calls %v, want the note that the rep saw it", w.Outbox.Calls)
	}
	if w.Device.Badged != 6 {
		t.Errorf("the badge says %d, want the 6 that need the rep", w.Device.Badged)
	}
}
