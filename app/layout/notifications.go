package layout

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/sw"
)

// Telling offers notices of what needs the rep while nobody looks at the app.
// The browser is asked only when the rep presses the button. Beside the outbox
// it shows while there is something to be told of and the rep has not answered
// yet; in the settings it always says how things stand.
type Telling struct {
	app.Compo
	Ports  *port.Ports
	Always bool

	bar    sw.Bar
	known  bool
	answer sw.Answered
	state  string // of the browser's permission
	busy   bool
	failed bool
}

// OnMount looks what was answered before.
func (n *Telling) OnMount(ctx app.Context) { n.start(ctx) }

// OnPreRender does the same where components are tested.
func (n *Telling) OnPreRender(ctx app.Context) { n.start(ctx) }

func (n *Telling) start(ctx app.Context) {
	if n.Ports == nil {
		return
	}
	ctx.ObserveState(ui.StateBar, &n.bar)
	ui.Work(ctx, n.Ports.Notices.Wish, func(_ app.Context, a sw.Answered, err error) {
		n.known, n.answer, n.state = err == nil, a, n.Ports.Device.Notices()
	})
}

// on says that the rep wants notices and the browser allows them.
func (n *Telling) on() bool { return n.answer == sw.AnsweredYes && n.state == port.NoticesGranted }

// fits says that this is the moment to offer them beside the outbox.
func (n *Telling) fits() bool {
	return n.bar.Unsent() > 0 && n.answer == "" && (n.state == port.NoticesAsk || n.state == port.NoticesGranted)
}

// Render is empty where nothing is to be offered or said.
func (n *Telling) Render() app.UI {
	if !n.known || !n.Always && !n.fits() {
		return app.Div().Class("gone")
	}
	t := n.Ports.Words()
	return app.Section().Class("panel").DataSet("testid", "notices").DataSet("state", n.shownState()).Body(
		app.H2().Text(t.Notifications),
		app.P().Text(n.say(t)),
		app.Div().Class("row").Body(app.FilterUIElems(
			ui.When(n.offers(), func() app.UI { return ui.Button(t.NotifyMe, "notices-on", "", n.busy, n.onYes) }),
			ui.When(n.on(), func() app.UI { return ui.Button(t.NotifyStop, "notices-off", "", n.busy, n.onNo) }),
			ui.When(!n.Always, func() app.UI { return ui.Button(t.NotNow, "notices-later", "quiet", n.busy, n.onNo) }),
		)...),
		ui.When(n.failed, func() app.UI { return ui.Note(ui.LookNeeds, t.DidNotWork) }),
	)
}

// offers says that pressing a button can turn notices on.
func (n *Telling) offers() bool {
	return !n.on() && (n.state == port.NoticesAsk || n.state == port.NoticesGranted)
}

func (n *Telling) shownState() string {
	switch {
	case n.on():
		return "on"
	case n.offers():
		return "off"
	}
	return n.state
}

func (n *Telling) say(t *i18n.Words) string {
	switch {
	case n.on():
		return t.NotifyOn
	case n.state == port.NoticesNone:
		return t.NotifyNone
	case n.state == port.NoticesDenied:
		return t.NotifyDenied
	}
	return t.NotifyOffer
}

func (n *Telling) onYes(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	n.set(ctx, func(x context.Context) (sw.Answered, error) {
		state, err := n.Ports.Device.AskNotices(x)
		if err != nil || state != port.NoticesGranted {
			return "", err // the browser's own answer is shown; the rep's is not put in its place
		}
		return sw.AnsweredYes, n.Ports.Notices.SetWish(x, sw.AnsweredYes, noticeWords(n.Ports.Words()))
	})
}

func (n *Telling) onNo(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	n.set(ctx, func(x context.Context) (sw.Answered, error) {
		return sw.AnsweredNo, n.Ports.Notices.SetWish(x, sw.AnsweredNo, sw.NoticeWords{})
	})
}

func (n *Telling) set(ctx app.Context, do func(context.Context) (sw.Answered, error)) {
	n.busy = true
	ui.Work(ctx, do, func(_ app.Context, a sw.Answered, err error) {
		n.busy, n.failed, n.state = false, err != nil, n.Ports.Device.Notices()
		if err == nil {
			n.answer = a
		}
	})
}

// noticeWords are the texts of a notice, for a worker without message files.
func noticeWords(t *i18n.Words) sw.NoticeWords {
	f := t.NoticeText
	forms := map[string]string{}
	for category, form := range map[string]string{"zero": f.Zero, "one": f.One, "two": f.Two, "few": f.Few, "many": f.Many, "other": f.Other} {
		if form != "" {
			forms[category] = form
		}
	}
	return sw.NoticeWords{Lang: t.Lang, Title: t.NoticeTitle, Forms: forms}
}
