package layout

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/sw"
)

// SignOut is the sign-out button and its guard. With unsent work it first says
// how much stays on this device, and offers to send it or to save it as a file.
type SignOut struct {
	app.Compo
	Ports *port.Ports

	bar    sw.Bar
	user   wire.User
	asking bool
	failed string
}

// OnMount follows the outbox and the user.
func (s *SignOut) OnMount(ctx app.Context) { s.start(ctx) }

// OnPreRender does the same where components are tested.
func (s *SignOut) OnPreRender(ctx app.Context) { s.start(ctx) }

func (s *SignOut) start(ctx app.Context) {
	if s.Ports == nil {
		return
	}
	ctx.ObserveState(ui.StateBar, &s.bar)
	ctx.ObserveState(ui.StateUser, &s.user)
}

// Render shows one button, or the guard. The test hook moves with the button
// that signs out.
func (s *SignOut) Render() app.UI {
	t := s.Ports.Words()
	if !s.asking {
		return app.Div().Class("signout").Body(
			app.Span().Class("who").Text(s.user.Name),
			ui.Button(t.SignOut, "signout", "quiet", s.Ports == nil, s.onAsk),
		)
	}
	return app.Div().Class("guard").Attr("role", "alertdialog").Aria("labelledby", "guard-title").Body(
		app.P().ID("guard-title").Text(t.Plural(s.Ports.Device, t.SignOutGuard, s.bar.Unsent())),
		app.Div().Class("row").Body(
			ui.Button(t.SendNow, "", "primary", false, s.onSend),
			ui.Button(t.SaveAsFile, "", "", false, s.onFile),
			ui.Button(t.SignOutKeep, "signout", "", false, s.onSignOut),
			ui.Button(t.Cancel, "", "quiet", false, s.onCancel),
		),
		ui.When(s.failed != "", func() app.UI { return ui.Note(ui.LookNeeds, s.failed) }),
	)
}

// onAsk counts in the outbox itself: the bar may still show the look before the
// latest save. A count that cannot be had is asked about like unsent work.
func (s *SignOut) onAsk(ctx app.Context, e app.Event) {
	defer ui.Caught(ctx)
	ui.Work(ctx, s.Ports.Outbox.Bar, func(ctx app.Context, b sw.Bar, err error) {
		if err == nil && b.Unsent() == 0 {
			s.onSignOut(ctx, e)
			return
		}
		if err == nil {
			s.bar = b
		}
		s.asking = true
	})
}

func (s *SignOut) onCancel(ctx app.Context, _ app.Event) { s.asking = false }

func (s *SignOut) onSend(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	ui.Work(ctx, func(c context.Context) (int64, error) { return s.Ports.Mend.SendNow(c, false) },
		func(ctx app.Context, _ int64, err error) { s.asking = err != nil })
}

func (s *SignOut) onFile(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	ExportFile(ctx, s.Ports, func(ctx app.Context, err error) {
		if err != nil {
			s.failed = SayExport(s.Ports.Words(), err)
		}
	})
}

func (s *SignOut) onSignOut(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	ui.Act(ctx, s.Ports.Office.SignOut, func(ctx app.Context, err error) {
		if err != nil {
			s.failed, s.asking = s.Ports.Words().SignOutFailed, true
			return
		}
		ctx.SetState(ui.StateUser, wire.User{})
		ctx.SetState(ui.StateBar, sw.Bar{})
		ctx.Navigate("/signin")
	})
}

// ExportFile offers the unsent work as a file.
func ExportFile(ctx app.Context, p *port.Ports, then func(app.Context, error)) {
	ui.Act(ctx, func(c context.Context) error {
		data, damage := p.Carry.Export(c)
		if len(data) == 0 && damage != nil {
			return damage
		}
		if err := p.Device.Save("waybill-"+p.Device.Today()+".json", "application/json", data); err != nil {
			return err
		}
		if damage != nil {
			return errPart
		}
		return nil
	}, then)
}

// errPart says that the file was saved and holds only what could be read.
var errPart = errors.New("app: a part of the store could not be read")

// SayExport says what came of an export.
func SayExport(t *i18n.Words, err error) string {
	switch {
	case errors.Is(err, errPart):
		return t.ExportPart
	case err != nil:
		return t.ExportFailed
	}
	return t.ExportDone
}
