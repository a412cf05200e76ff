package ui

import (
	"net/url"
	"path"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Fact is a label and its text, nothing where the text is empty.
func Fact(label, text string) app.UI {
	if text == "" {
		return nil
	}
	return app.Div().Body(app.Dt().Text(label), app.Dd().Dir("auto").Text(text))
}

// LastPart is the id in a page's address.
func LastPart(u *url.URL) string { return path.Base(u.Path) }
