package form

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/order"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/server/wire/money"
	"waybill/sw"
	"waybill/sw/client"
)

// formSpec says what a form of plain fields asks for and what it makes of it.
type formSpec struct {
	op      wire.Op
	path    string
	name    string // prefix of the test hooks, and name of the draft
	title   string
	list    string // where to go afterwards
	manager bool
	fields  []formField
	body    func(id string, texts map[string]string, f *recordForm) (body any, title string, errs []wire.FieldError)
	texts   func(raw []byte, f *recordForm) (id string, texts map[string]string)
}

type formField struct {
	id, pointer, label, kind, mode, auto, holder string
	max                                          int
	money, count                                 bool // read back before it counts
}

// recordForm is a form of plain fields: a customer or a product. Its id is
// made when it opens, so that however often save is pressed it is one write.
type recordForm struct {
	app.Compo
	layout.Page
	saver
	spec  formSpec
	texts map[string]string // by pointer
}

// formDraft is what survives of a half-typed form.
type formDraft struct {
	order.Head
	Texts map[string]string `json:"texts"`
}

// OnMount restores what was typed, or loads the write that is to be corrected.
func (f *recordForm) OnMount(ctx app.Context) { f.start(ctx) }

// OnPreRender does the same where components are tested.
func (f *recordForm) OnPreRender(ctx app.Context) { f.start(ctx) }

func (f *recordForm) start(ctx app.Context) {
	if f.Ports == nil {
		return
	}
	f.texts = map[string]string{}
	f.saver.init(&f.Page, f.spec.name)
	ctx.Handle(ui.ActionText, f.onText)
	ctx.Handle(ui.ActionKey, f.onKey)
	f.Begin(ctx, func(ctx app.Context) {
		f.saver.open(ctx, editKey(ctx), f.restore)
	})
}

// restore puts a draft, or the write that is corrected, into the fields.
func (f *recordForm) restore(_ app.Context, draft json.RawMessage, card *sw.Card) {
	if card != nil {
		_, f.texts = f.spec.texts([]byte(card.Entry.Body), f)
		f.errs = message.Refusals(card.Entry)
		if d, ok := wire.Decode[formDraft](draft); ok && d.Was != "" {
			f.texts = d.Texts
		}
		return
	}
	if d, ok := wire.Decode[formDraft](draft); ok && d.Key != "" {
		f.key = d.Key
		for k, v := range d.Texts {
			f.texts[k] = v
		}
	}
}

// Render shows the fields, or what was saved.
func (f *recordForm) Render() app.UI {
	t := f.T
	if !f.Ready() {
		return f.Frame(f.spec.title, f.spec.path)
	}
	if f.spec.manager && f.User.Role != wire.RoleManager {
		return f.Frame(f.spec.title, f.spec.path, ui.Note(ui.LookNeutral, t.ManagersOnly))
	}
	if f.saved != nil {
		return f.Frame(f.spec.title, f.spec.path, f.savedPanel(f.spec.name+"-saved", f.onNew))
	}
	return f.Frame(f.spec.title, f.spec.path,
		f.head(),
		app.Form().Class("panel").Attr("novalidate", "true").OnSubmit(f.onSubmit).Body(
			app.Range(f.spec.fields).Slice(func(i int) app.UI { return f.field(f.spec.fields[i]) }),
			f.foot(f.spec.name+"-save", f.onSave),
		),
	)
}

func (f *recordForm) field(x formField) app.UI {
	hint := ""
	switch {
	case x.money:
		hint = f.echo(x)
	case x.count:
		hint = f.echoCount(x)
	}
	return &ui.Field{
		ID: x.id, TestID: x.id, Label: x.label, Hint: hint, Error: f.errorIn(x.pointer, f.texts[x.pointer], x.max), Value: f.texts[x.pointer],
		Kind: orText(x.kind), Mode: x.mode, Auto: x.auto, Holder: x.holder, Max: x.max, Off: f.full(),
	}
}

// echo reads an amount back before it counts.
func (f *recordForm) echo(x formField) string {
	text := f.texts[x.pointer]
	if text == "" {
		return ""
	}
	currency := f.texts["/currency"]
	if currency == "" {
		currency = currencyOf(f.Ports)
	}
	minor, err := money.Parse(text, money.Decimals(currency), f.T.DecimalPoint())
	if err != nil {
		return f.T.SayAmount(err)
	}
	return i18n.Fill(f.T.ReadAs, "amount", f.Ports.Money(minor, currency))
}

// echoCount reads a number back where it was not typed plainly.
func (f *recordForm) echoCount(x formField) string {
	text := strings.TrimSpace(f.texts[x.pointer])
	n, err := order.ParseQuantity(text, f.T.DecimalPoint())
	if err != nil || text == order.Itoa(n) {
		return ""
	}
	return i18n.Fill(f.T.ReadAs, "amount", f.T.Number(n))
}

func orText(kind string) string {
	if kind == "" {
		return "text"
	}
	return kind
}

func (f *recordForm) onText(ctx app.Context, a app.Action) {
	defer ui.Caught(ctx)
	v, _ := a.Value.(ui.TextTyped)
	i := slices.IndexFunc(f.spec.fields, func(x formField) bool { return x.id == v.ID })
	if i < 0 || f.saved != nil {
		return
	}
	p := f.spec.fields[i].pointer
	f.texts[p] = v.Text
	f.forgive(p)
	f.keepDraft(ctx, formDraft{f.saver.draftHead(), f.texts})
}

func (f *recordForm) onKey(ctx app.Context, a app.Action) {
	defer ui.Caught(ctx)
	k, _ := a.Value.(ui.KeyPressed)
	i := slices.IndexFunc(f.spec.fields, func(x formField) bool { return x.id == k.ID })
	switch {
	case i < 0 || k.Key != "Enter":
	case i < len(f.spec.fields)-1:
		ui.Focus(ctx, f.spec.fields[i+1].id)
	default:
		f.save(ctx)
	}
}

func (f *recordForm) onSubmit(ctx app.Context, e app.Event) {
	defer ui.Caught(ctx)
	e.PreventDefault()
	f.save(ctx)
}

func (f *recordForm) onSave(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	f.save(ctx)
}

func (f *recordForm) onNew(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	f.texts = map[string]string{}
	f.again()
}

func (f *recordForm) save(ctx app.Context) {
	for _, x := range f.spec.fields {
		f.texts[x.pointer] = wire.StripBad(ui.DomText(x.id, f.texts[x.pointer]), x.kind == "area")
	}
	f.submit(ctx, func() (client.Draft, []wire.FieldError) {
		body, title, errs := f.spec.body(f.record(), f.texts, f)
		return client.Draft{Key: f.key, Op: f.spec.op, Record: f.record(), Body: body, Title: title}, errs
	})
}
