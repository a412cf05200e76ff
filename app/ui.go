package app

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// button makes a button. go-app writes disabled="false", which a browser reads
// as disabled, so the attribute is there only where it is meant.
func button(label, testID, class string, off bool, click app.EventHandler, scope ...any) app.HTMLButton {
	b := app.Button().Type("button").Class(strings.TrimSpace("btn " + class)).Text(label)
	if testID != "" {
		b = b.DataSet("testid", testID)
	}
	if off {
		return b.Disabled(true)
	}
	return b.OnClick(click, app.EventScope(append([]any{testID, label}, scope...)...))
}

// link is a button that leads to another page.
func link(label, href, testID, class string) app.HTMLA {
	a := app.A().Class(strings.TrimSpace("btn " + class)).Href(href).Text(label)
	if testID != "" {
		a = a.DataSet("testid", testID)
	}
	return a
}

// note is one sentence in one of the looks.
func note(look Look, text string) app.UI {
	return app.P().Class("note", "look-"+string(look)).Body(icon(look.glyph()), app.Span().Text(text))
}

// when renders nothing where the condition does not hold.
func when(ok bool, f func() app.UI) app.UI {
	if !ok {
		return nil
	}
	return f()
}

// slot is when for what has fields after it: it keeps its place. go-app pairs
// children by position, so one that comes or goes would make the fields behind
// it anew, under the fingers of whoever types there.
func slot(ok bool, f func() app.UI) app.UI {
	if !ok {
		return app.Div().Class("gone")
	}
	return app.Div().Body(f())
}

// fill puts values into a message's {placeholders}: fill(m, "n", "3").
func fill(message string, pairs ...string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		message = strings.ReplaceAll(message, "{"+pairs[i]+"}", pairs[i+1])
	}
	return message
}

// domText reads a field as the DOM has it. Password stores and some browsers
// fill fields without an input event; then Go knows less than the page shows.
func domText(id, known string) string {
	if app.IsServer {
		return known
	}
	el := app.Window().GetElementByID(id)
	if !el.Truthy() {
		return known
	}
	return el.Get("value").String()
}

// focus moves the keyboard to a field: at once, so that the next key goes
// there, or after the next rendering if the field is not there yet.
func focus(ctx app.Context, id string) {
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

// focusWrong leads to the first field that needs correcting, once it is marked.
func focusWrong(ctx app.Context) {
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

// empties sets attributes that exist with an empty value: go-app leaves those
// out, and a reader of the page expects them to be there.
func empties(ctx app.Context, names ...string) {
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

// first is the first text that is not empty.
func first(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s
		}
	}
	return ""
}
