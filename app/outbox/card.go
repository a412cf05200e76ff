package outbox

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// CardView is one write: what happened to it, what happens next and when, and
// what the rep can do about it.
type CardView struct {
	app.Compo
	Ports *port.Ports
	Card  sw.Card

	office     json.RawMessage // the office's record that it clashes with
	officeID   string
	officeGone bool // it could not be had
	children   []sw.Card
	asking     string // which act waits for a second tap
	busy       string // which act is under way
	failed     string
	details    bool
	pick       port.Found
}

// CompoID gives each write its own component: a list that moves must not hand
// one write's open question to another.
func (c *CardView) CompoID() string { return c.Card.Entry.Key }

// OnMount loads what the card needs beside the write.
func (c *CardView) OnMount(ctx app.Context) { c.start(ctx) }

// OnPreRender does the same where components are tested.
func (c *CardView) OnPreRender(ctx app.Context) { c.start(ctx) }

// OnUpdate follows the write: what was asked or failed belongs to the state
// that it was asked in.
func (c *CardView) OnUpdate(ctx app.Context) {
	defer ui.Caught(ctx)
	c.start(ctx)
}

func (c *CardView) start(ctx app.Context) {
	if c.Ports == nil {
		return
	}
	ctx.Handle(ui.ActionPick, c.onPick)
	ui.Empties(ctx, "data-next-at", "data-reason")
	if c.Card.State == entry.Conflict && c.office == nil {
		c.loadOffice(ctx)
	}
	if c.Card.Can(sw.ActTheirs) || c.Card.Can(sw.ActDiscard) {
		ui.Work(ctx, func(x context.Context) ([]sw.Card, error) { return c.Ports.Outbox.Children(x, c.Card.Entry.Key) },
			func(_ app.Context, children []sw.Card, _ error) { c.children = children })
	}
}

// loadOffice gets the record that the write clashes with: the answer may carry
// it, else the office is asked, else the local copy shows what it last was.
func (c *CardView) loadOffice(ctx app.Context) {
	kind, id, have := clash(c.Card.Entry)
	if have != nil {
		c.office, c.officeID = have, id
		return
	}
	ui.Work(ctx, func(x context.Context) (json.RawMessage, error) { return c.Ports.Office.Get(x, kind, id) },
		func(_ app.Context, rec json.RawMessage, err error) {
			c.officeGone = err != nil
			if err == nil {
				c.office, c.officeID = rec, id
			}
		})
}

// clash names the record that a conflict is with, and returns it where the
// answer carried it.
func clash(e entry.Entry) (kind wire.Kind, id string, rec json.RawMessage) {
	spec, _ := wire.Op(e.Op).Spec()
	if e.Answer == nil {
		return spec.Kind, e.Record, nil
	}
	p, _ := wire.Decode[wire.Problem](json.RawMessage(e.Answer.Problem))
	for _, raw := range []json.RawMessage{json.RawMessage(e.Answer.Current), p.Current} {
		meta, _ := wire.Decode[wire.Meta](raw)
		if meta.ID != "" && (p.ExistingID == "" || p.ExistingID == meta.ID) {
			return spec.Kind, meta.ID, raw
		}
	}
	return spec.Kind, i18n.First(p.ExistingID, e.Record), nil
}

// Render shows the card with everything a reader of the page may need as
// attributes.
func (c *CardView) Render() app.UI {
	t := c.Ports.Words()
	e := c.Card.Entry
	card := app.Article().Class("card", "look-"+string(ui.LookOf(c.Card))).DataSet("testid", "outbox-item")
	for k, v := range map[string]string{
		"data-id": e.Record, "data-key": e.Key, "data-op": e.Op, "data-state": string(c.Card.State),
		"data-attempts": strconv.Itoa(e.Books.Spent), "data-next-at": message.Rfc3339(c.Card.NextAt), "data-reason": c.Card.Reason,
	} {
		card = card.Attr(k, v)
	}
	return card.Body(
		app.Header().Class("card-head").Body(
			ui.Icon(ui.GlyphOf(c.Card)),
			app.Div().Class("card-title").Body(
				app.H2().Body(app.A().Href("/outbox/"+e.Key).Text(message.TitleOf(t, e))),
				app.P().Class("card-state").Body(
					app.Strong().Text(message.SayState(t, c.Card, c.Ports.Device)),
					app.Span().Class("ref").Dir("ltr").Text(e.Ref),
					app.Span().Class("age").Text(i18n.Fill(t.SavedAt, "time", c.Ports.Device.Clock(e.MadeAt))),
				),
			),
		),
		app.P().Class("card-say").Text(message.SayCard(t, c.Card, c.Ports.Device)),
		ui.When(c.Card.InDoubt && e.State.Unsent(), func() app.UI { return app.P().Class("do-not").Text(t.DoNotEnterAgain) }),
		ui.When(c.counts(), func() app.UI { return &Countdown{Ports: c.Ports, At: c.Card.NextAt} }),
		ui.When(c.Card.State == entry.Rejected, func() app.UI { return c.reasons(t) }),
		ui.When(c.Card.State == entry.Conflict, func() app.UI { return c.versions(t) }),
		ui.When(c.Card.State == entry.Sent, func() app.UI { return chain(t, e, c.Ports) }),
		ui.When(c.Card.State == entry.Sent && message.OrderState(c.Ports, e.Record) == wire.StateCancelled, func() app.UI {
			return ui.Note(ui.LookNeeds, t.SentCancelled)
		}),
		c.acts(t),
		ui.When(c.failed != "", func() app.UI { return ui.Note(ui.LookNeeds, c.failed) }),
		ui.When(c.details, func() app.UI { return c.detailList(t) }),
	)
}

// counts says whether a countdown tells the truth: it goes out by itself then.
func (c *CardView) counts() bool {
	return c.Card.NextAt > 0 && !c.Card.Sending && c.Card.State.Unsent()
}

// reasons lists the office's reasons by field, in the words of the form.
func (c *CardView) reasons(t *i18n.Words) app.UI {
	errs := message.Refusals(c.Card.Entry)
	if len(errs) == 0 {
		return nil
	}
	return app.Ul().Class("reasons").Body(app.Range(errs).Slice(func(i int) app.UI {
		return app.Li().Text(i18n.Fill(t.FieldSays, "field", i18n.FieldName(t, wire.Op(c.Card.Entry.Op), errs[i].Field), "text", message.SayField(t, errs[i])))
	}))
}

// versions shows both versions side by side, and what keeping the office's
// would change.
func (c *CardView) versions(t *i18n.Words) app.UI {
	if c.office == nil {
		text := t.OfficeLoading
		if c.officeGone {
			text = t.OfficeUnknown
		}
		return ui.Note(ui.LookNeutral, text)
	}
	op := wire.Op(c.Card.Entry.Op)
	return app.Div().Class("versions").Body(
		ui.When(c.Card.Can(sw.ActSame) && !c.same(), func() app.UI {
			return ui.Note(ui.LookNeeds, i18n.Fill(t.ConflictApart, "mine", t.OpName(op), "office", t.RecordStateName(officeState(c.office))))
		}),
		&Versions{Ports: c.Ports, Rows: message.Compare(t, op, json.RawMessage(c.Card.Entry.Body), c.office, message.Reader{Ports: c.Ports})},
		app.Range(c.moving()).Slice(func(i int) app.UI {
			return app.P().Class("hint").Text(i18n.Fill(t.ChildMoves, "what", c.children[i].Entry.Title, "to", message.RecordTitle(c.Ports, c.office)))
		}),
	)
}

// moving are the children that keeping the office's record would re-point.
func (c *CardView) moving() []sw.Card {
	if c.Card.Can(sw.ActTheirs) {
		return c.children
	}
	return nil
}
