package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Button makes a button. go-app writes disabled="false", which a browser reads
// as disabled, so the attribute is there only where it is meant.
func Button(label, testID, class string, off bool, click app.EventHandler, scope ...any) app.HTMLButton {
	b := app.Button().Type("button").Class(strings.TrimSpace("btn " + class)).Text(label)
	if testID != "" {
		b = b.DataSet("testid", testID)
	}
	if off {
		return b.Disabled(true)
	}
	return b.OnClick(click, app.EventScope(append([]any{testID, label}, scope...)...))
}

// Link is a button that leads to another page.
func Link(label, href, testID, class string) app.HTMLA {
	a := app.A().Class(strings.TrimSpace("btn " + class)).Href(href).Text(label)
	if testID != "" {
		a = a.DataSet("testid", testID)
	}
	return a
}

// Note is one sentence in one of the looks.
func Note(look Look, text string) app.UI {
	return app.P().Class("note", "look-"+string(look)).Body(Icon(look.Glyph()), app.Span().Text(text))
}

// When renders nothing where the condition does not hold.
func When(ok bool, f func() app.UI) app.UI {
	if !ok {
		return nil
	}
	return f()
}

// Slot is when for what has fields after it: it keeps its place. go-app pairs
// children by position, so one that comes or goes would make the fields behind
// it anew, under the fingers of whoever types there.
func Slot(ok bool, f func() app.UI) app.UI {
	if !ok {
		return app.Div().Class("gone")
	}
	return app.Div().Body(f())
}

// DomText reads a field as the DOM has it. Password stores and some browsers
// fill fields without an input event; then Go knows less than the page shows.
func DomText(id, known string) string {
	if app.IsServer {
		return known
	}
	el := app.Window().GetElementByID(id)
	if !el.Truthy() {
		return known
	}
	return el.Get("value").String()
}

// Focus moves the keyboard to a field: at once, so that the next key goes
// there, or after the next rendering if the field is not there yet.
func Focus(ctx app.Context, id string) {
	if el := app.Window().GetElementByID(id); el.Truthy() {
		el.Call("focus")
		return
	}
	ctx.Defer(func(app.Context) {
		if el := app.Window().GetElementByID(id); el.Truthy() {
			el.Call("focus")
		}
	})
}

// reveal scrolls an element into view, no further than needed.
func reveal(ctx app.Context, id string) {
	ctx.Defer(func(app.Context) {
		if el := app.Window().GetElementByID(id); el.Truthy() {
			el.Call("scrollIntoView", map[string]any{"block": "nearest"})
		}
	})
}

// FocusWrong leads to the first field that needs correcting, once it is marked.
func FocusWrong(ctx app.Context) {
	ctx.Defer(func(app.Context) {
		if app.IsServer {
			return
		}
		el := app.Window().Get("document").Call("querySelector", `[aria-invalid="true"]`)
		if el.Truthy() {
			el.Call("focus")
		}
	})
}

// Empties sets attributes that exist with an empty value: go-app leaves those
// out, and a reader of the page expects them to be there.
func Empties(ctx app.Context, names ...string) {
	ctx.Defer(func(ctx app.Context) {
		el := ctx.JSSrc()
		if !el.Truthy() {
			return
		}
		for _, name := range names {
			if !el.Call("hasAttribute", name).Truthy() {
				el.Call("setAttribute", name, "")
			}
		}
	})
}
