//go:build !js

package app

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/sw"
)

// tapTelling is the offer whose context a test can press buttons with.
type tapTelling struct {
	Telling
	ctx app.Context
}

func (t *tapTelling) OnPreRender(ctx app.Context) {
	t.ctx = ctx
	ctx.SetState(StateBar, t.Ports.Outbox.(*fakeOutbox).bar)
	t.Telling.OnPreRender(ctx)
}

func TestNoticesAreAskedForByATapAndNeverBefore(t *testing.T) {
	w := newWorld()
	w.outbox.bar.Rejected, w.device.notices, w.device.granted = 1, noticesAsk, noticesGranted
	x := &tapTelling{Telling: Telling{Ports: w.ports}}
	html, e := show(t, x)
	wants(t, html, english().NotifyOffer, `data-testid="notices-on"`)
	if w.device.asked != 0 {
		t.Fatal("the browser was asked with no tap")
	}
	press(e, x.ctx, x.onYes)
	if w.device.asked != 1 || w.outbox.answer != sw.AnsweredYes || w.outbox.words.Forms["other"] != english().NoticeText.Other {
		t.Fatalf("asked %d times, kept %q with %+v", w.device.asked, w.outbox.answer, w.outbox.words)
	}
	lacks(t, app.HTMLString(x), english().NotifyOffer)
}

func TestNoticesAreOfferedBesideTheOutboxOnlyWhereItMakesSense(t *testing.T) {
	for name, c := range map[string]struct {
		bar    sw.Bar
		answer sw.Answered
		state  string
		offer  bool
	}{
		"something waits":         {sw.Bar{Pending: 1}, "", noticesAsk, true},
		"allowed by another rep":  {sw.Bar{Pending: 1}, "", noticesGranted, true},
		"nothing waits":           {sw.Bar{Sent: 3}, "", noticesAsk, false},
		"not now":                 {sw.Bar{Pending: 1}, sw.AnsweredNo, noticesAsk, false},
		"on":                      {sw.Bar{Pending: 1}, sw.AnsweredYes, noticesGranted, false},
		"switched off there":      {sw.Bar{Pending: 1}, "", noticesDenied, false},
		"a browser that has none": {sw.Bar{Pending: 1}, "", noticesNone, false},
	} {
		w := newWorld()
		w.outbox.bar, w.outbox.answer, w.device.notices = c.bar, c.answer, c.state
		html, _ := show(t, &tapTelling{Telling: Telling{Ports: w.ports}})
		if offered := tag(html, "notices") != ""; offered != c.offer {
			t.Errorf("%s: offered %v, want %v", name, offered, c.offer)
		}
	}
}

func TestTheSettingsAlwaysSayHowNoticesStand(t *testing.T) {
	t1 := english()
	for state, says := range map[string]string{noticesNone: t1.NotifyNone, noticesDenied: t1.NotifyDenied, noticesAsk: t1.NotifyOffer} {
		w := newWorld()
		w.device.notices = state
		html, _ := show(t, &tapTelling{Telling: Telling{Ports: w.ports, Always: true}})
		wants(t, html, app.HTMLString(app.P().Text(says)))
	}
	w := newWorld()
	w.device.notices, w.outbox.answer = noticesGranted, sw.AnsweredYes
	x := &tapTelling{Telling: Telling{Ports: w.ports, Always: true}}
	html, e := show(t, x)
	wants(t, html, t1.NotifyOn)
	press(e, x.ctx, x.onNo)
	if w.outbox.answer != sw.AnsweredNo {
		t.Error("notices cannot be switched off")
	}
}

func TestAnAllowanceThatTheBrowserRefusesIsNoAnswerOfTheReps(t *testing.T) {
	w := newWorld()
	w.outbox.bar.Rejected, w.device.notices, w.device.granted = 1, noticesAsk, noticesDenied
	x := &tapTelling{Telling: Telling{Ports: w.ports, Always: true}}
	_, e := show(t, x)
	press(e, x.ctx, x.onYes)
	if w.outbox.answer != "" {
		t.Errorf("kept %q", w.outbox.answer)
	}
	wants(t, app.HTMLString(x), app.HTMLString(app.P().Text(english().NotifyDenied)))
}

func TestTheBarNotesWhatTheRepHasSeenAndTheBadgeCountsWhatNeedsThem(t *testing.T) {
	w := newWorld()
	w.outbox.bar = sw.Bar{Pending: 9, Attention: 1, Conflict: 2, Rejected: 3, Untold: true, Online: true, Storage: storageOK}
	show(t, &StatusBar{Ports: w.ports})
	if len(w.outbox.calls) != 1 || w.outbox.calls[0] != "told" {
		t.Errorf("calls %v, want the note that the rep saw it", w.outbox.calls)
	}
	if w.device.badge != 6 {
		t.Errorf("the badge says %d, want the 6 that need the rep", w.device.badge)
	}
}
