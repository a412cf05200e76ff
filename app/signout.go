package app

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
	"waybill/sw"
)

// SignOut is the sign-out button and its guard. With unsent work it first says
// how much stays on this device, and offers to send it or to save it as a file.
type SignOut struct {
	app.Compo
	Ports *Ports

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
	ctx.ObserveState(StateBar, &s.bar)
	ctx.ObserveState(StateUser, &s.user)
}

// Render shows one button, or the guard. The test hook moves with the button
// that signs out.
func (s *SignOut) Render() app.UI {
	t := s.Ports.words()
	if !s.asking {
		return app.Div().Class("signout").Body(
			app.Span().Class("who").Text(s.user.Name),
			button(t.SignOut, "signout", "quiet", s.Ports == nil, s.onAsk),
		)
	}
	return app.Div().Class("guard").Attr("role", "alertdialog").Aria("labelledby", "guard-title").Body(
		app.P().ID("guard-title").Text(t.n(s.Ports.Device, t.SignOutGuard, s.bar.Unsent())),
		app.Div().Class("row").Body(
			button(t.SendNow, "", "primary", false, s.onSend),
			button(t.SaveAsFile, "", "", false, s.onFile),
			button(t.SignOutKeep, "signout", "", false, s.onSignOut),
			button(t.Cancel, "", "quiet", false, s.onCancel),
		),
		when(s.failed != "", func() app.UI { return note(LookNeeds, s.failed) }),
	)
}

// onAsk counts in the outbox itself: the bar may still show the look before the
// latest save. A count that cannot be had is asked about like unsent work.
func (s *SignOut) onAsk(ctx app.Context, e app.Event) {
	defer caught(ctx)
	work(ctx, s.Ports.Outbox.Bar, func(ctx app.Context, b sw.Bar, err error) {
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
	defer caught(ctx)
	work(ctx, func(c context.Context) (int64, error) { return s.Ports.Mend.SendNow(c, false) },
		func(ctx app.Context, _ int64, err error) { s.asking = err != nil })
}

func (s *SignOut) onFile(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	exportFile(ctx, s.Ports, func(ctx app.Context, err error) {
		if err != nil {
			s.failed = sayExport(s.Ports.words(), err)
		}
	})
}

func (s *SignOut) onSignOut(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	act(ctx, s.Ports.Office.SignOut, func(ctx app.Context, err error) {
		if err != nil {
			s.failed, s.asking = s.Ports.words().SignOutFailed, true
			return
		}
		ctx.SetState(StateUser, wire.User{})
		ctx.SetState(StateBar, sw.Bar{})
		ctx.Navigate("/signin")
	})
}

// exportFile offers the unsent work as a file.
func exportFile(ctx app.Context, p *Ports, then func(app.Context, error)) {
	act(ctx, func(c context.Context) error {
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

// sayExport says what came of an export.
func sayExport(t *Words, err error) string {
	switch {
	case errors.Is(err, errPart):
		return t.ExportPart
	case err != nil:
		return t.ExportFailed
	}
	return t.ExportDone
}
