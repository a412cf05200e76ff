package layout

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/ui"
)

// Frame is what surrounds every page: heading, status bar, body, navigation.
func (p *Page) Frame(title, path string, body ...app.UI) app.UI {
	t := p.T
	return app.Div().Class("page").Body(
		app.A().Class("skip").Href("#main").Text(t.SkipToContent),
		app.Header().Class("top").Body(
			app.H1().Text(title),
			ui.When(path != "/signin", func() app.UI { return &SignOut{Ports: p.Ports} }),
		),
		&StatusBar{Ports: p.Ports},
		app.Aside().Aria("label", t.Notices).Body(&UpdateNote{Ports: p.Ports}, &Broken{Ports: p.Ports}, &Lost{Ports: p.Ports}, &StoreNote{Ports: p.Ports}),
		app.Main().ID("main").Attr("tabindex", "-1").Body(p.content(path, body)...),
		&NavBar{Ports: p.Ports, Path: path},
	)
}

// content is the page's body, or why it is not shown.
func (p *Page) content(path string, body []app.UI) []app.UI {
	switch {
	case path == "/signin": // always shows the form
	case p.Ports == nil, !p.Known, p.Waits:
		return []app.UI{skeleton()}
	case p.User.ID == "" && path != "/settings" && path != "/outbox":
		return []app.UI{p.AskSignIn()}
	}
	return app.FilterUIElems(body...)
}

// AskSignIn stands in place of a page that only a signed-in user may see.
func (p *Page) AskSignIn() app.UI {
	return app.Section().Class("panel").Body(
		app.H2().Text(p.T.SignInFirst),
		app.P().Text(p.T.SignInFirstText),
		ui.Link(p.T.SignIn, "/signin", "", "primary"),
	)
}

// skeleton stands where content will be: shapes only, nothing to press.
func skeleton() app.UI {
	row := func() app.UI { return app.Div().Class("bone") }
	return app.Div().Class("skeleton").Aria("hidden", "true").Body(row(), row(), row())
}
