package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/catalog"
	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/server/wire"
)

// PickMax is how many results a picker shows: more are not read on a phone,
// one more letter narrows faster than scrolling.
const PickMax = 8

// Pick says that a record was chosen in the picker with that id.
type Pick struct {
	ID    string
	Found port.Found
	Left  bool // the field was left for another: focus is where it belongs
}

// Picker finds one record by code, name or part of either. Enter takes the
// first match, arrows choose another.
type Picker struct {
	app.Compo
	Ports  *port.Ports
	Kind   wire.Kind
	ID     string
	TestID string
	Label  string
	Hint   string
	Error  string
	Chosen string       // what is chosen, as text
	Extra  []port.Found // unsent records, searched too
	First  []port.Found // shown before anything is typed

	text    string
	found   []port.Found
	open    bool
	active  int
	rev     int  // of the field's text
	waiting bool // Enter came before the copy was loaded
	stop    func()
}

// OnMount listens to its field, and to the copy that may still be loading.
func (p *Picker) OnMount(ctx app.Context) { p.start(ctx) }

// OnPreRender does the same where components are tested.
func (p *Picker) OnPreRender(ctx app.Context) { p.start(ctx) }

func (p *Picker) start(ctx app.Context) {
	if p.Ports == nil {
		return
	}
	ctx.Handle(ActionText, p.onText)
	ctx.Handle(ActionKey, p.onKey)
	ctx.Handle(ActionScan, p.onScan)
	p.stop = p.Ports.Catalogue.Watch(func() { ctx.Dispatch(p.onLoaded) })
}

// OnDismount stops listening.
func (p *Picker) OnDismount() {
	if p.stop != nil {
		p.stop()
	}
}

// Render shows the field and, while it is typed into, the matches.
func (p *Picker) Render() app.UI {
	t := p.Ports.Words()
	return app.Div().Class("picker").Body(
		&Field{
			ID: p.ID, TestID: p.TestID, Label: p.Label, Hint: p.Hint, Error: p.Error, Value: p.value(), Rev: p.rev,
			Kind: "text", Auto: "off", Holder: t.CodeOrName, List: p.ID + "-list", Open: p.open, Active: p.activeID(), Off: p.Ports == nil,
		},
		app.Ul().ID(p.ID+"-list").Class(p.listClass()).Attr("role", "listbox").Aria("label", p.Label).Body(
			app.Range(p.list()).Slice(func(i int) app.UI { return p.option(t, i) }),
		),
		When(p.Ports != nil && p.Ports.Device.CanScan(), func() app.UI { return &Scanner{Ports: p.Ports, ID: p.ID} }),
		When(p.open && p.text != "" && len(p.found) == 0, func() app.UI { return app.P().Class("hint").Attr("role", "status").Text(p.none(t)) }),
	)
}

func (p *Picker) listClass() string {
	if p.open && len(p.list()) > 0 {
		return "matches"
	}
	return "matches gone"
}

// value is what the field shows: the text while typing, else what is chosen.
func (p *Picker) value() string {
	if p.open || p.Chosen == "" {
		return p.text
	}
	return p.Chosen
}

func (p *Picker) none(t *i18n.Words) string {
	if f := p.Ports.Catalogue.Fresh(); f.At == 0 {
		return message.SayFresh(t, f, p.Ports.Device)
	}
	return t.NoMatch
}

func (p *Picker) list() []port.Found {
	if p.text == "" && p.open {
		return p.First
	}
	if !p.open {
		return nil
	}
	return p.found
}

func (p *Picker) activeID() string {
	if !p.open || p.active >= len(p.list()) {
		return ""
	}
	return p.ID + "-" + strconv.Itoa(p.active)
}

func (p *Picker) option(t *i18n.Words, i int) app.UI {
	f := p.list()[i]
	class := "match"
	if i == p.active {
		class = "match active"
	}
	return app.Li().ID(p.ID+"-"+strconv.Itoa(i)).Class(class).Attr("role", "option").
		Aria("selected", strconv.FormatBool(i == p.active)).Body(
		app.Span().Class("code").Dir("ltr").Text(f.Code),
		When(f.Unsent != "", func() app.UI { return app.Span().Class("tag").Text(t.NotSentYet) }),
		When(p.price(f) != "", func() app.UI { return app.Span().Class("price").Text(p.price(f)) }),
		app.Span().Class("name").Dir("auto").Text(f.Name),
		When(f.Last != nil, func() app.UI { return app.Span().Class("hint").Text(message.SayLast(p.Ports, f.Last)) }),
	).OnMouseDown(p.onTap(i), app.EventScope(p.ID, i))
}

// onTap answers mousedown: a click would come after the field has lost focus.
func (p *Picker) onTap(i int) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		defer Caught(ctx)
		e.PreventDefault()
		p.take(ctx, i, false)
	}
}

func (p *Picker) price(f port.Found) string {
	if v, ok := f.Record.(wire.Product); ok {
		return p.Ports.Money(v.PriceMinor, v.Currency) + " / " + v.Unit
	}
	return ""
}

func (p *Picker) onText(ctx app.Context, a app.Action) {
	defer Caught(ctx)
	if v, ok := a.Value.(TextTyped); ok && v.ID == p.ID {
		p.text, p.open, p.active, p.waiting = v.Text, true, 0, false
		p.search()
	}
}

// onScan takes a code that the camera has read as if it had been typed.
func (p *Picker) onScan(ctx app.Context, a app.Action) {
	defer Caught(ctx)
	if v, ok := a.Value.(TextTyped); ok && v.ID == p.ID {
		p.text, p.open, p.active = v.Text, true, 0
		p.rev++
		p.search()
		p.leave(ctx)
		p.open = p.text != ""
	}
}

// search puts what this customer orders first, then what else matches. What is
// closed takes no new orders and is not offered.
func (p *Picker) search() {
	found := append(catalog.Matching(p.First, p.text), catalog.Matching(p.Extra, p.text)...)
	for limit := PickMax; ; limit *= 8 {
		all := p.Ports.Catalogue.Search(p.Kind, p.text, limit)
		open := slices.DeleteFunc(slices.Clone(all), func(f port.Found) bool {
			return closed(f) || slices.ContainsFunc(p.First, func(x port.Found) bool { return x.ID == f.ID })
		})
		if len(all) < limit || len(open)+len(found) >= PickMax {
			p.found = catalog.Best(append(found, open...), PickMax)
			return
		}
	}
}

// closed says that the office takes no new orders for it.
func closed(f port.Found) bool {
	switch v := f.Record.(type) {
	case wire.Customer:
		return v.State == wire.StateInactive
	case wire.Product:
		return v.State == wire.StateInactive
	}
	return false
}

func (p *Picker) onLoaded(ctx app.Context) {
	defer Caught(ctx)
	if !p.open || p.text == "" {
		return
	}
	p.search()
	if p.waiting && len(p.found) > 0 {
		p.take(ctx, 0, false)
	}
}

func (p *Picker) onKey(ctx app.Context, a app.Action) {
	defer Caught(ctx)
	k, ok := a.Value.(KeyPressed)
	if !ok || k.ID != p.ID {
		return
	}
	switch n := len(p.list()); {
	case k.Key == "Escape":
		p.open = false
	case k.Key == keyLeave:
		p.leave(ctx)
	case k.Key == "ArrowDown" && !p.open:
		p.open = true
	case k.Key == "ArrowDown" && n > 0:
		p.active = (p.active + 1) % n
		reveal(ctx, p.activeID())
	case k.Key == "ArrowUp" && n > 0:
		p.active = (p.active + n - 1) % n
		reveal(ctx, p.activeID())
	case k.Key == "Enter" && p.open:
		p.waiting = n == 0
		p.take(ctx, p.active, false)
	}
}

// leave closes the list. A code that was typed in full is a choice.
func (p *Picker) leave(ctx app.Context) {
	if p.open && len(p.found) > 0 && p.found[0].Rank == catalog.RankCode {
		p.take(ctx, 0, true)
		return
	}
	p.open = false
}

func (p *Picker) take(ctx app.Context, i int, left bool) {
	list := p.list()
	if i < 0 || i >= len(list) {
		return
	}
	f := list[i]
	p.open, p.text, p.found, p.waiting = false, "", nil, false
	p.rev++
	ctx.NewActionWithValue(ActionPick, Pick{p.ID, f, left})
}
