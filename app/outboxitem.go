package app

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/sw"
)

// outboxItem is one write with all that is known of it. The address names it
// by its own key or by the record that it is about.
type outboxItem struct {
	app.Compo
	page
	id     string
	cards  []sw.Card
	loaded bool
	failed bool
}

func newOutboxItem(p *Ports) app.Composer { return &outboxItem{page: newPage(p)} }

// OnMount follows the write.
func (o *outboxItem) OnMount(ctx app.Context) { o.start(ctx) }

// OnPreRender does the same where components are tested.
func (o *outboxItem) OnPreRender(ctx app.Context) { o.start(ctx) }

func (o *outboxItem) start(ctx app.Context) {
	o.id = lastPart(ctx.Page().URL())
	o.begin(ctx, func(ctx app.Context) { o.watch(ctx, o.refresh) })
}

func (o *outboxItem) refresh(ctx app.Context, done func()) {
	work(ctx, o.find, func(_ app.Context, cards []sw.Card, err error) {
		defer done()
		o.loaded, o.failed = true, err != nil
		if err == nil {
			o.cards = cards
		}
	})
}

func (o *outboxItem) find(ctx context.Context) ([]sw.Card, error) {
	c, err := o.ports.Outbox.Card(ctx, o.id)
	switch {
	case err == nil:
		return []sw.Card{c}, nil
	case errors.Is(err, entry.ErrNotFound):
		return o.ports.Outbox.Find(ctx, o.id)
	}
	return nil, err
}

// Render shows the card, and the two versions where they clash.
func (o *outboxItem) Render() app.UI {
	t := o.t
	if !o.ready() {
		return o.frame(t.OneWrite, "/outbox/{id}")
	}
	return o.frame(t.OneWrite, "/outbox/{id}",
		link(t.BackToOutbox, "/outbox", "", "quiet"),
		cardList(o.ports, o.cards),
		when(o.failed, func() app.UI { return note(LookNeeds, t.OutboxUnreadable) }),
		when(o.loaded && !o.failed && len(o.cards) == 0, func() app.UI { return note(LookNeutral, t.NoSuchWrite) }),
		app.Range(o.cards).Slice(func(i int) app.UI { return o.body(o.cards[i]) }),
	)
}

// body shows what the write says, field by field.
func (o *outboxItem) body(c sw.Card) app.UI {
	if c.State == entry.Conflict {
		return nil // the card shows both versions
	}
	rows := compareOwn(o.t, c.Entry, reader{ports: o.ports})
	return app.Section().Class("panel").Body(
		app.H2().Text(o.t.WhatItSays),
		app.Dl().Class("facts").Body(app.Range(rows).Slice(func(i int) app.UI { return fact(rows[i].Label, rows[i].Mine) })),
	)
}
