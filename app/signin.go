package app

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
)

// signIn is the page where a rep says who they are. It always shows the form.
type signIn struct {
	app.Compo
	page

	name, password string
	busy           bool
	failed         string
}

func newSignIn(p *Ports) app.Composer { return &signIn{page: newPage(p)} }

// OnMount listens to the fields.
func (s *signIn) OnMount(ctx app.Context) { s.start(ctx) }

// OnPreRender does the same where components are tested.
func (s *signIn) OnPreRender(ctx app.Context) { s.start(ctx) }

func (s *signIn) start(ctx app.Context) {
	ctx.Handle(ActionText, s.onText)
	ctx.Handle(ActionKey, s.onKey)
	s.begin(ctx, nil)
}

// Render shows name, password, and what went wrong.
func (s *signIn) Render() app.UI {
	off := s.ports == nil
	return s.frame(s.t.SignIn, "/signin",
		app.Form().Class("panel").Attr("novalidate", "true").OnSubmit(s.onSubmit).Body(
			&Field{ID: "signin-username", TestID: "signin-username", Label: s.t.UserName, Kind: "text", Auto: "username", Off: off},
			&Field{ID: "signin-password", TestID: "signin-password", Label: s.t.Password, Kind: "password", Auto: "current-password", Off: off},
			slot(s.failed != "", func() app.UI {
				return app.P().Class("note", "look-refused").Attr("role", "alert").DataSet("testid", "signin-error").Body(icon(glyphOctagon), app.Span().Text(s.failed))
			}),
			button(s.label(), "signin-submit", "primary wide", off || s.busy, s.onClick),
		),
	)
}

func (s *signIn) label() string {
	if s.busy {
		return s.t.SigningIn
	}
	return s.t.SignIn
}

func (s *signIn) onText(_ app.Context, a app.Action) {
	v, _ := a.Value.(TextTyped)
	switch v.ID {
	case "signin-username":
		s.name = v.Text
	case "signin-password":
		s.password = v.Text
	}
}

func (s *signIn) onKey(ctx app.Context, a app.Action) {
	k, _ := a.Value.(KeyPressed)
	switch {
	case k.ID == "signin-username" && k.Key == "Enter" && domText("signin-password", s.password) == "":
		focus(ctx, "signin-password")
	case k.Key == "Enter":
		s.send(ctx)
	}
}

func (s *signIn) onSubmit(ctx app.Context, e app.Event) {
	defer caught(ctx)
	e.PreventDefault()
	s.send(ctx)
}

func (s *signIn) onClick(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	s.send(ctx)
}

func (s *signIn) send(ctx app.Context) {
	if s.busy {
		return
	}
	name, password := domText("signin-username", s.name), domText("signin-password", s.password)
	if name == "" || password == "" {
		s.failed = s.t.SignInBoth
		return
	}
	s.busy, s.failed = true, ""
	work(ctx, func(x context.Context) (wire.Session, error) { return s.ports.Office.SignIn(x, name, password) },
		func(ctx app.Context, session wire.Session, err error) {
			s.busy = false
			if err != nil {
				s.failed = s.say(err)
				return
			}
			if session.User != nil {
				ctx.SetState(StateUser, *session.User)
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
		return s.t.SignInWrong
	case errors.As(err, &p) && p.Code == wire.CodeRateLimited:
		return s.t.SignInSlow
	case errors.As(err, &p):
		return sayRefusal(s.t, p)
	}
	return s.t.SignInNoAnswer
}
