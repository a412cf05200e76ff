package app

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/sw"
)

// Telling offers notices of what needs the rep while nobody looks at the app.
// The browser is asked only when the rep presses the button. Beside the outbox
// it shows while there is something to be told of and the rep has not answered
// yet; in the settings it always says how things stand.
type Telling struct {
	app.Compo
	Ports  *Ports
	Always bool

	bar    sw.Bar
	known  bool
	answer sw.Answered
	state  string // of the browser's permission
	busy   bool
	failed bool
}

// What a browser says to notices.
const (
	noticesNone    = "none"    // it has none
	noticesAsk     = "default" // it was not asked yet
	noticesGranted = "granted"
	noticesDenied  = "denied"
)

// OnMount looks what was answered before.
func (n *Telling) OnMount(ctx app.Context) { n.start(ctx) }

// OnPreRender does the same where components are tested.
func (n *Telling) OnPreRender(ctx app.Context) { n.start(ctx) }

func (n *Telling) start(ctx app.Context) {
	if n.Ports == nil {
		return
	}
	ctx.ObserveState(StateBar, &n.bar)
	work(ctx, n.Ports.Notices.Wish, func(_ app.Context, a sw.Answered, err error) {
		n.known, n.answer, n.state = err == nil, a, n.Ports.Device.Notices()
	})
}

// on says that the rep wants notices and the browser allows them.
func (n *Telling) on() bool { return n.answer == sw.AnsweredYes && n.state == noticesGranted }

// fits says that this is the moment to offer them beside the outbox.
func (n *Telling) fits() bool {
	return n.bar.Unsent() > 0 && n.answer == "" && (n.state == noticesAsk || n.state == noticesGranted)
}

// Render is empty where nothing is to be offered or said.
func (n *Telling) Render() app.UI {
	if !n.known || !n.Always && !n.fits() {
		return app.Div().Class("gone")
	}
	t := n.Ports.words()
	return app.Section().Class("panel").DataSet("testid", "notices").DataSet("state", n.shownState()).Body(
		app.H2().Text(t.Notifications),
		app.P().Text(n.say(t)),
		app.Div().Class("row").Body(app.FilterUIElems(
			when(n.offers(), func() app.UI { return button(t.NotifyMe, "notices-on", "", n.busy, n.onYes) }),
			when(n.on(), func() app.UI { return button(t.NotifyStop, "notices-off", "", n.busy, n.onNo) }),
			when(!n.Always, func() app.UI { return button(t.NotNow, "notices-later", "quiet", n.busy, n.onNo) }),
		)...),
		when(n.failed, func() app.UI { return note(LookNeeds, t.DidNotWork) }),
	)
}

// offers says that pressing a button can turn notices on.
func (n *Telling) offers() bool {
	return !n.on() && (n.state == noticesAsk || n.state == noticesGranted)
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

func (n *Telling) say(t *Words) string {
	switch {
	case n.on():
		return t.NotifyOn
	case n.state == noticesNone:
		return t.NotifyNone
	case n.state == noticesDenied:
		return t.NotifyDenied
	}
	return t.NotifyOffer
}

func (n *Telling) onYes(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	n.set(ctx, func(x context.Context) (sw.Answered, error) {
		state, err := n.Ports.Device.AskNotices(x)
		if err != nil || state != noticesGranted {
			return "", err // the browser's own answer is shown; the rep's is not put in its place
		}
		return sw.AnsweredYes, n.Ports.Notices.SetWish(x, sw.AnsweredYes, noticeWords(n.Ports.words()))
	})
}

func (n *Telling) onNo(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	n.set(ctx, func(x context.Context) (sw.Answered, error) {
		return sw.AnsweredNo, n.Ports.Notices.SetWish(x, sw.AnsweredNo, sw.NoticeWords{})
	})
}

func (n *Telling) set(ctx app.Context, do func(context.Context) (sw.Answered, error)) {
	n.busy = true
	work(ctx, do, func(_ app.Context, a sw.Answered, err error) {
		n.busy, n.failed, n.state = false, err != nil, n.Ports.Device.Notices()
		if err == nil {
			n.answer = a
		}
	})
}

// noticeWords are the texts of a notice, for a worker without message files.
func noticeWords(t *Words) sw.NoticeWords {
	f := t.NoticeText
	forms := map[string]string{}
	for category, form := range map[string]string{"zero": f.Zero, "one": f.One, "two": f.Two, "few": f.Few, "many": f.Many, "other": f.Other} {
		if form != "" {
			forms[category] = form
		}
	}
	return sw.NoticeWords{Lang: t.Lang, Title: t.NoticeTitle, Forms: forms}
}
