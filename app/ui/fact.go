package ui

import (
	"net/url"
	"path"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func Fact(label, text string) app.UI {
	if text == "" {
		return nil
	}
	return app.Div().Body(app.Dt().Text(label), app.Dd().Dir("auto").Text(text))
}

// LastPart is the id in a page's address.
func LastPart(u *url.URL) string { return path.Base(u.Path) }
