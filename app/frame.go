package app

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// frame is what surrounds every page: heading, status bar, body, navigation.
func (p *page) frame(title, path string, body ...app.UI) app.UI {
	t := p.t
	return app.Div().Class("page").Body(
		app.A().Class("skip").Href("#main").Text(t.SkipToContent),
		app.Header().Class("top").Body(
			app.H1().Text(title),
			when(path != "/signin", func() app.UI { return &SignOut{Ports: p.ports} }),
		),
		&StatusBar{Ports: p.ports},
		app.Aside().Aria("label", t.Notices).Body(&UpdateNote{Ports: p.ports}, &Broken{Ports: p.ports}, &Lost{Ports: p.ports}, &StoreNote{Ports: p.ports}),
		app.Main().ID("main").Attr("tabindex", "-1").Body(p.content(path, body)...),
		&NavBar{Ports: p.ports, Path: path},
	)
}

// content is the page's body, or why it is not shown.
func (p *page) content(path string, body []app.UI) []app.UI {
	switch {
	case path == "/signin": // always shows the form
	case p.ports == nil, !p.known, p.waits:
		return []app.UI{skeleton()}
	case p.user.ID == "" && path != "/settings" && path != "/outbox":
		return []app.UI{p.askSignIn()}
	}
	return app.FilterUIElems(body...)
}

func (p *page) askSignIn() app.UI {
	return app.Section().Class("panel").Body(
		app.H2().Text(p.t.SignInFirst),
		app.P().Text(p.t.SignInFirstText),
		link(p.t.SignIn, "/signin", "", "primary"),
	)
}

// skeleton stands where content will be: shapes only, nothing to press.
func skeleton() app.UI {
	row := func() app.UI { return app.Div().Class("bone") }
	return app.Div().Class("skeleton").Aria("hidden", "true").Body(row(), row(), row())
}
