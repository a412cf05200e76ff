package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// TextTyped says that the text of a field has changed.
type TextTyped struct{ ID, Text string }

// Field is a labelled input. The text belongs to the browser while somebody
// types: a rendering that sets it would lose a keystroke or break an input
// method. Go writes it only where the parent changes Value to something that
// was not typed.
type Field struct {
	app.Compo
	ID     string // also the id of the input
	TestID string
	Label  string
	Hint   string
	Error  string // why it needs correcting, empty: it does not
	Value  string
	Rev    int    // raised by the parent: Value counts, whatever was typed
	Kind   string // input type, "area" for several lines
	Mode   string // inputmode
	Auto   string // autocomplete
	Holder string // placeholder
	Max    int    // characters as the contract counts them, 0: no limit
	Steps  bool   // arrows up and down are told to the parent
	Off    bool
	List   string // id of the list box that it drives
	Open   bool   // the list box shows
	Active string // id of the active option

	first string   // Value when mounted
	was   string   // Value when last updated
	rev   int      // Rev when last updated
	typed string   // what the browser shows, as far as known
	told  []string // texts that the parent was told of and has not given back
}

// OnInit remembers the first text: it is written with the element.
func (f *Field) OnInit() {
	f.first, f.was, f.typed, f.rev = f.Value, f.Value, f.Value, f.Rev
}

// OnUpdate writes the text where the parent has changed it.
func (f *Field) OnUpdate(ctx app.Context) {
	defer Caught(ctx)
	if f.own() {
		return
	}
	f.typed, f.told = f.Value, nil
	if el := app.Window().GetElementByID(f.ID); el.Truthy() {
		el.Set("value", f.Value)
	}
}

// own says that Value is no news: unchanged, or the echo of something typed,
// while more may have been typed since.
func (f *Field) own() bool {
	changed, forced := f.Value != f.was, f.Rev != f.rev
	f.was, f.rev = f.Value, f.Rev
	if forced {
		return false
	}
	if i := slices.Index(f.told, f.Value); i >= 0 {
		f.told = f.told[i+1:]
		return true
	}
	return !changed || f.Value == f.typed
}

// toldMax bounds what a parent that never answers is waited for.
const toldMax = 64

// Render shows label, input, hint and error, tied together for screen readers.
func (f *Field) Render() app.UI {
	return app.Div().Class("field").Body(
		app.Label().For(f.ID).Text(f.Label),
		f.input(),
		When(f.Hint != "", func() app.UI { return app.P().Class("hint").ID(f.ID + "-hint").Text(f.Hint) }),
		When(f.Error != "", func() app.UI {
			return app.P().Class("field-error").ID(f.ID+"-error").DataSet("field", f.ID).Body(Icon(GlyphOctagon), app.Span().Text(f.Error))
		}),
	)
}

func (f *Field) input() app.UI {
	var in app.UI
	if f.Kind == "area" {
		a := app.Textarea().ID(f.ID).Rows(3).OnInput(f.onInput).OnChange(f.onInput)
		for k, v := range f.attrs() {
			a = a.Attr(k, v)
		}
		in = a
	} else {
		i := app.Input().ID(f.ID).OnInput(f.onInput).OnChange(f.onInput).OnKeyDown(f.onKey).OnBlur(f.onBlur)
		for k, v := range f.attrs() {
			i = i.Attr(k, v)
		}
		in = i
	}
	return in
}

func (f *Field) attrs() map[string]string {
	a := map[string]string{}
	set := func(k, v string) {
		if v != "" {
			a[k] = v
		}
	}
	set("value", f.first)
	set("data-testid", f.TestID)
	set("inputmode", f.Mode)
	set("autocomplete", f.Auto)
	set("placeholder", f.Holder)
	if f.Kind != "area" {
		set("type", f.Kind)
	}
	if f.Max > 0 {
		a["maxlength"] = strconv.Itoa(MaxUnits(f.Max))
	}
	if f.Off {
		a["disabled"] = "true"
	}
	f.describe(a, set)
	return a
}

// MaxUnits is how many UTF-16 units a field takes, which is what a browser
// counts. A text of max characters always fits, and what a browser cuts from a
// paste is still too long: it is said, never silently shortened to fit.
func MaxUnits(max int) int { return 2*max + 2 }

func (f *Field) describe(a map[string]string, set func(k, v string)) {
	switch {
	case f.Error != "":
		a["aria-invalid"] = "true"
		set("aria-describedby", f.ID+"-error")
	case f.Hint != "":
		set("aria-describedby", f.ID+"-hint")
	}
	if f.List != "" {
		a["role"] = "combobox"
		a["aria-autocomplete"] = "list"
		a["aria-controls"] = f.List
		a["aria-expanded"] = strconv.FormatBool(f.Open)
		set("aria-activedescendant", f.Active)
	}
}

func (f *Field) onInput(ctx app.Context, _ app.Event) {
	defer Caught(ctx)
	text := ctx.JSSrc().Get("value").String()
	if text == f.typed {
		return // a change event when the field is left says nothing new
	}
	f.typed = text
	if f.told = append(f.told, f.typed); len(f.told) > toldMax {
		f.told = f.told[1:]
	}
	ctx.NewActionWithValue(ActionText, TextTyped{f.ID, f.typed})
}

// keyLeave stands for leaving a field that drives a list.
const keyLeave = "Leave"

func (f *Field) onBlur(ctx app.Context, _ app.Event) {
	defer Caught(ctx)
	if f.List != "" {
		ctx.NewActionWithValue(ActionKey, KeyPressed{f.ID, keyLeave})
	}
}

// KeyPressed says that Enter, an arrow or Escape was pressed in a field, or
// that it was left.
type KeyPressed struct{ ID, Key string }

func (f *Field) onKey(ctx app.Context, e app.Event) {
	defer Caught(ctx)
	// Enter that ends an input method's composition is not a command.
	if e.Get("isComposing").Truthy() {
		return
	}
	switch key := e.Get("key").String(); key {
	case "Enter":
		e.PreventDefault()
		ctx.NewActionWithValue(ActionKey, KeyPressed{f.ID, key})
	case "ArrowDown", "ArrowUp", "Escape":
		if f.List != "" || f.Steps && key != "Escape" {
			e.PreventDefault()
			ctx.NewActionWithValue(ActionKey, KeyPressed{f.ID, key})
		}
	}
}
