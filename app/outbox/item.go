package outbox

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/sw"
)

// outboxItem is one write with all that is known of it. The address names it
// by its own key or by the record that it is about.
type outboxItem struct {
	app.Compo
	layout.Page
	id     string
	cards  []sw.Card
	loaded bool
	failed bool
}

// NewItem is the page of one write.
func NewItem(p *port.Ports) app.Composer { return &outboxItem{Page: layout.NewPage(p)} }

// OnMount follows the write.
func (o *outboxItem) OnMount(ctx app.Context) { o.start(ctx) }

// OnPreRender does the same where components are tested.
func (o *outboxItem) OnPreRender(ctx app.Context) { o.start(ctx) }

func (o *outboxItem) start(ctx app.Context) {
	o.id = ui.LastPart(ctx.Page().URL())
	o.Begin(ctx, func(ctx app.Context) { o.Watch(ctx, o.refresh) })
}

func (o *outboxItem) refresh(ctx app.Context, done func()) {
	ui.Work(ctx, o.find, func(_ app.Context, cards []sw.Card, err error) {
		defer done()
		o.loaded, o.failed = true, err != nil
		if err == nil {
			o.cards = cards
		}
	})
}

func (o *outboxItem) find(ctx context.Context) ([]sw.Card, error) {
	c, err := o.Ports.Outbox.Card(ctx, o.id)
	switch {
	case err == nil:
		return []sw.Card{c}, nil
	case errors.Is(err, entry.ErrNotFound):
		return o.Ports.Outbox.Find(ctx, o.id)
	}
	return nil, err
}

// Render shows the card, and the two versions where they clash.
func (o *outboxItem) Render() app.UI {
	t := o.T
	if !o.Ready() {
		return o.Frame(t.OneWrite, "/outbox/{id}")
	}
	return o.Frame(t.OneWrite, "/outbox/{id}",
		ui.Link(t.BackToOutbox, "/outbox", "", "quiet"),
		CardList(o.Ports, o.cards),
		ui.When(o.failed, func() app.UI { return ui.Note(ui.LookNeeds, t.OutboxUnreadable) }),
		ui.When(o.loaded && !o.failed && len(o.cards) == 0, func() app.UI { return ui.Note(ui.LookNeutral, t.NoSuchWrite) }),
		app.Range(o.cards).Slice(func(i int) app.UI { return o.body(o.cards[i]) }),
	)
}

// body shows what the write says, field by field.
func (o *outboxItem) body(c sw.Card) app.UI {
	if c.State == entry.Conflict {
		return nil // the card shows both versions
	}
	rows := message.CompareOwn(o.T, c.Entry, message.Reader{Ports: o.Ports})
	return app.Section().Class("panel").Body(
		app.H2().Text(o.T.WhatItSays),
		app.Dl().Class("facts").Body(app.Range(rows).Slice(func(i int) app.UI { return ui.Fact(rows[i].Label, rows[i].Mine) })),
	)
}
