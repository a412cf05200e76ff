package page

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
)

// signIn is the page where a rep says who they are. It always shows the form.
type signIn struct {
	app.Compo
	layout.Page

	name, password string
	busy           bool
	failed         string
}

// NewSignIn is the page of sign-in.
func NewSignIn(p *port.Ports) app.Composer { return &signIn{Page: layout.NewPage(p)} }

// OnMount listens to the fields.
func (s *signIn) OnMount(ctx app.Context) { s.start(ctx) }

// OnPreRender does the same where components are tested.
func (s *signIn) OnPreRender(ctx app.Context) { s.start(ctx) }

func (s *signIn) start(ctx app.Context) {
	ctx.Handle(ui.ActionText, s.onText)
	ctx.Handle(ui.ActionKey, s.onKey)
	s.Begin(ctx, nil)
}

// Render shows name, password, and what went wrong.
func (s *signIn) Render() app.UI {
	off := s.Ports == nil
	return s.Frame(s.T.SignIn, "/signin",
		app.Form().Class("panel").Attr("novalidate", "true").OnSubmit(s.onSubmit).Body(
			&ui.Field{ID: "signin-username", TestID: "signin-username", Label: s.T.UserName, Kind: "text", Auto: "username", Off: off},
			&ui.Field{ID: "signin-password", TestID: "signin-password", Label: s.T.Password, Kind: "password", Auto: "current-password", Off: off},
			ui.Slot(s.failed != "", func() app.UI {
				return app.P().Class("note", "look-refused").Attr("role", "alert").DataSet("testid", "signin-error").Body(ui.Icon(ui.GlyphOctagon), app.Span().Text(s.failed))
			}),
			ui.Button(s.label(), "signin-submit", "primary wide", off || s.busy, s.onClick),
		),
	)
}

func (s *signIn) label() string {
	if s.busy {
		return s.T.SigningIn
	}
	return s.T.SignIn
}

func (s *signIn) onText(_ app.Context, a app.Action) {
	v, _ := a.Value.(ui.TextTyped)
	switch v.ID {
	case "signin-username":
		s.name = v.Text
	case "signin-password":
		s.password = v.Text
	}
}

func (s *signIn) onKey(ctx app.Context, a app.Action) {
	k, _ := a.Value.(ui.KeyPressed)
	switch {
	case k.ID == "signin-username" && k.Key == "Enter" && ui.DomText("signin-password", s.password) == "":
		ui.Focus(ctx, "signin-password")
	case k.Key == "Enter":
		s.send(ctx)
	}
}

func (s *signIn) onSubmit(ctx app.Context, e app.Event) {
	defer ui.Caught(ctx)
	e.PreventDefault()
	s.send(ctx)
}

func (s *signIn) onClick(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	s.send(ctx)
}

func (s *signIn) send(ctx app.Context) {
	if s.busy {
		return
	}
	name, password := ui.DomText("signin-username", s.name), ui.DomText("signin-password", s.password)
	if name == "" || password == "" {
		s.failed = s.T.SignInBoth
		return
	}
	s.busy, s.failed = true, ""
	ui.Work(ctx, func(x context.Context) (wire.Session, error) { return s.Ports.Office.SignIn(x, name, password) },
		func(ctx app.Context, session wire.Session, err error) {
			s.busy = false
			if err != nil {
				s.failed = s.say(err)
				return
			}
			if session.User != nil {
				ctx.SetState(ui.StateUser, *session.User)
			}
			ctx.Navigate("/")
		})
}

// say tells a wrong password from an office that cannot be reached: the second
// is nobody's fault and needs a network.
func (s *signIn) say(err error) string {
	var p *wire.Problem
	switch {
	case errors.As(err, &p) && (p.Code == wire.CodeBadCredentials || p.Code == wire.CodeUnauthenticated):
		return s.T.SignInWrong
	case errors.As(err, &p) && p.Code == wire.CodeRateLimited:
		return s.T.SignInSlow
	case errors.As(err, &p):
		return message.SayRefusal(s.T, p)
	}
	return s.T.SignInNoAnswer
}
