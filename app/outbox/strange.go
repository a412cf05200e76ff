package outbox

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/sw/client"
)

// StrangeView is a write that this version cannot read: shown as it is,
// exportable, and left alone. What a file brought can be forgotten, after a
// question; nothing else makes it go away.
type StrangeView struct {
	app.Compo
	Ports   *port.Ports
	Strange client.Strange

	asking bool
	busy   bool
	failed bool
}

// CompoID keeps one entry's open question from becoming another's in a list.
func (s *StrangeView) CompoID() string { return "strange-" + s.Strange.Key + string(s.Strange.Raw) }

// Render shows the bytes, and what is wrong with them where that is known.
func (s *StrangeView) Render() app.UI {
	t := s.Ports.Words()
	return app.Article().Class("card", "look-neutral").DataSet("testid", "outbox-strange").Body(
		app.P().Text(t.Strange),
		ui.When(s.Strange.Flaw != "", func() app.UI { return app.P().Class("hint").Text(message.SayFlaw(t, s.Strange.Flaw)) }),
		app.Details().Body(app.Summary().Text(t.Details), app.Pre().Dir("ltr").Text(string(s.Strange.Raw))),
		ui.When(s.Strange.Key != "" && !s.asking, func() app.UI { return ui.Button(t.Remove, "strange-remove", "quiet", s.busy, s.onRemove) }),
		ui.When(s.asking, func() app.UI {
			return app.Div().Class("ask").Attr("role", "group").Body(
				app.P().Text(t.StrangeAsk),
				ui.Button(t.Remove, "strange-remove-confirm", "danger", s.busy, s.onConfirm),
				ui.Button(t.Cancel, "", "quiet", s.busy, s.onCancel),
			)
		}),
		ui.When(s.failed, func() app.UI { return ui.Note(ui.LookNeeds, t.DidNotWork) }),
	)
}

func (s *StrangeView) onRemove(app.Context, app.Event) { s.asking = true }

func (s *StrangeView) onCancel(app.Context, app.Event) { s.asking = false }

func (s *StrangeView) onConfirm(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	s.busy = true
	ui.Act(ctx, func(x context.Context) error { return s.Ports.Carry.Forget(x, s.Strange.Key) }, func(_ app.Context, err error) {
		s.busy, s.asking, s.failed = false, false, err != nil
	})
}
