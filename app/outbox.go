package app

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/client"
)

// outbox is the page of all writes: what is unsent, what was sent, what was
// discarded. A write moves from one list to the next and never vanishes.
type outbox struct {
	app.Compo
	page
	bar    sw.Bar
	lists  map[entry.List]*shown
	read   bool // the lists have been read: before that nothing is said of them
	failed string
	until  int64 // the office asked to wait until then; a second tap insists
	busy   string
	report string
}

// shown is one list as far as it is shown.
type shown struct {
	cards []sw.Card
	raw   []client.Strange
	limit int
}

func newOutbox(p *Ports) app.Composer {
	return &outbox{page: newPage(p), lists: map[entry.List]*shown{
		entry.ListUnsent: {limit: cardsShown}, entry.ListSent: {limit: cardsShown}, entry.ListDiscarded: {limit: cardsShown},
	}}
}

// OnMount follows the outbox.
func (o *outbox) OnMount(ctx app.Context) { o.start(ctx) }

// OnPreRender does the same where components are tested.
func (o *outbox) OnPreRender(ctx app.Context) { o.start(ctx) }

func (o *outbox) start(ctx app.Context) {
	o.begin(ctx, func(ctx app.Context) {
		ctx.ObserveState(StateBar, &o.bar)
		o.watch(ctx, o.refresh)
	})
}

// refresh reads the three lists, each as far as it is shown.
func (o *outbox) refresh(ctx app.Context, done func()) {
	limits := map[entry.List]int{}
	for l, s := range o.lists {
		limits[l] = s.limit
	}
	work(ctx, func(x context.Context) (map[entry.List]*shown, error) {
		out := map[entry.List]*shown{}
		for l, limit := range limits {
			if l == entry.ListUnsent {
				limit = max(limit, unsentSearched) // what needs the rep may be the oldest
			}
			cards, raw, err := o.ports.Outbox.Cards(x, l, 0, limit)
			if err != nil {
				return nil, err
			}
			out[l] = &shown{cards, raw, limits[l]}
		}
		return out, nil
	}, func(_ app.Context, lists map[entry.List]*shown, err error) {
		defer done()
		if err != nil {
			o.failed = o.t.OutboxUnreadable
			return
		}
		o.failed, o.read = "", true
		for l, s := range lists {
			s.limit = max(s.limit, o.lists[l].limit)
			o.lists[l] = s
		}
	})
}

// Render shows the lists and what can be done with all of them.
func (o *outbox) Render() app.UI {
	t := o.t
	if !o.known {
		return o.frame(t.NavOutbox, "/outbox")
	}
	return o.frame(t.NavOutbox, "/outbox",
		when(o.bar.Others > 0, func() app.UI { return note(LookNeutral, t.n(o.ports.Device, t.Others, o.bar.Others)) }),
		when(o.user.ID == "", o.askSignIn),
		when(o.bar.Unowned > 0 && o.user.ID != "", o.unowned),
		o.tools(),
		oldNote(o.ports, o.bar),
		when(o.failed != "", func() app.UI { return note(LookNeeds, o.failed) }),
		slot(o.user.ID != "", func() app.UI { return &Telling{Ports: o.ports} }),
		o.list(entry.ListUnsent, t.ListUnsent, t.NothingWaiting),
		o.list(entry.ListSent, t.ListSent, ""),
		o.list(entry.ListDiscarded, t.ListDiscarded, ""),
	)
}

// oldAfter is when a write has waited too long to be left to itself: browsers
// may empty what is not used for a week.
const oldAfter = 2 * 24 * 60 * 60 * 1000

// oldNote warns of writes that have waited too long, with their count and age.
func oldNote(p *Ports, b sw.Bar) app.UI {
	return when(b.Unsent() > 0 && b.Oldest > 0 && p.Device.Now()-b.Oldest > oldAfter, func() app.UI {
		t := p.words()
		return note(LookNeeds, fill(t.n(p.Device, t.OldWrites, b.Unsent()), "time", p.Device.Clock(b.Oldest)))
	})
}

func (o *outbox) unowned() app.UI {
	return app.Div().Class("panel").Body(
		app.P().Text(o.t.n(o.ports.Device, o.t.Unowned, o.bar.Unowned)),
		button(o.t.Adopt, "outbox-adopt", "", o.busy != "", o.onAdopt),
	)
}

func (o *outbox) tools() app.UI {
	t := o.t
	label := t.SendNow
	if o.until > 0 {
		label = t.SendAnyway
	}
	return app.Div().Class("tools").Body(
		button(label, "outbox-drain-now", "primary", o.busy == "drain", o.onDrain),
		&Carrying{Ports: o.ports},
		when(o.until > 0, func() app.UI {
			return note(LookWaiting, fill(t.OfficeAskedUntil, "time", o.ports.Device.Clock(o.until)))
		}),
		when(o.report != "", func() app.UI { return app.P().Attr("role", "status").Text(o.report) }),
	)
}

func (o *outbox) list(l entry.List, title, empty string) app.UI {
	s := o.lists[l]
	cards := s.cards
	if l == entry.ListUnsent {
		cards = sorted(cards)
	}
	more := len(cards)+len(s.raw) >= s.limit
	cards = firstOf(cards, s.limit)
	if len(cards)+len(s.raw) == 0 {
		return when(empty != "" && o.read, func() app.UI { return app.P().Class("empty").Text(empty) })
	}
	return app.Section().Class("list").Body(
		app.H2().Text(title),
		cardList(o.ports, cards),
		app.Range(s.raw).Slice(func(i int) app.UI { return &StrangeView{Ports: o.ports, Strange: s.raw[i]} }),
		when(more, func() app.UI { return button(o.t.ShowMore, "", "", false, o.onMore(l), string(l)) }),
	)
}

func (o *outbox) onMore(l entry.List) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		defer caught(ctx)
		o.lists[l].limit *= 2
		o.refresh(ctx, func() {})
	}
}

func (o *outbox) onDrain(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	if o.busy != "" {
		return
	}
	o.busy, o.report = "drain", ""
	insist := o.until > 0
	work(ctx, func(x context.Context) (int64, error) { return o.ports.Mend.SendNow(x, insist) },
		func(_ app.Context, until int64, err error) {
			o.busy, o.until = "", until
			if err != nil {
				o.report = o.t.DidNotWork
			}
		})
}

func (o *outbox) onAdopt(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	o.busy = "adopt"
	act(ctx, o.ports.Mend.Adopt, func(_ app.Context, err error) {
		if o.busy = ""; err != nil {
			o.report = o.t.DidNotWork
		}
	})
}
