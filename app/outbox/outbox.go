package outbox

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/client"
)

// outbox is the page of all writes: what is unsent, what was sent, what was
// discarded. A write moves from one list to the next and never vanishes.
type outbox struct {
	app.Compo
	layout.Page
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

// New is the page of the outbox.
func New(p *port.Ports) app.Composer {
	return &outbox{Page: layout.NewPage(p), lists: map[entry.List]*shown{
		entry.ListUnsent: {limit: CardsShown}, entry.ListSent: {limit: CardsShown}, entry.ListDiscarded: {limit: CardsShown},
	}}
}

// OnMount follows the outbox.
func (o *outbox) OnMount(ctx app.Context) { o.start(ctx) }

// OnPreRender does the same where components are tested.
func (o *outbox) OnPreRender(ctx app.Context) { o.start(ctx) }

func (o *outbox) start(ctx app.Context) {
	o.Begin(ctx, func(ctx app.Context) {
		ctx.ObserveState(ui.StateBar, &o.bar)
		o.Watch(ctx, o.refresh)
	})
}

// refresh reads the three lists, each as far as it is shown.
func (o *outbox) refresh(ctx app.Context, done func()) {
	limits := map[entry.List]int{}
	for l, s := range o.lists {
		limits[l] = s.limit
	}
	ui.Work(ctx, func(x context.Context) (map[entry.List]*shown, error) {
		out := map[entry.List]*shown{}
		for l, limit := range limits {
			if l == entry.ListUnsent {
				limit = max(limit, UnsentSearched) // what needs the rep may be the oldest
			}
			cards, raw, err := o.Ports.Outbox.Cards(x, l, 0, limit)
			if err != nil {
				return nil, err
			}
			out[l] = &shown{cards, raw, limits[l]}
		}
		return out, nil
	}, func(_ app.Context, lists map[entry.List]*shown, err error) {
		defer done()
		if err != nil {
			o.failed = o.T.OutboxUnreadable
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
	t := o.T
	if !o.Known {
		return o.Frame(t.NavOutbox, "/outbox")
	}
	return o.Frame(t.NavOutbox, "/outbox",
		ui.When(o.bar.Others > 0, func() app.UI { return ui.Note(ui.LookNeutral, t.Plural(o.Ports.Device, t.Others, o.bar.Others)) }),
		ui.When(o.User.ID == "", o.AskSignIn),
		ui.When(o.bar.Unowned > 0 && o.User.ID != "", o.unowned),
		o.tools(),
		ui.OldNote(o.Ports, o.bar),
		ui.When(o.failed != "", func() app.UI { return ui.Note(ui.LookNeeds, o.failed) }),
		ui.Slot(o.User.ID != "", func() app.UI { return &layout.Telling{Ports: o.Ports} }),
		o.list(entry.ListUnsent, t.ListUnsent, t.NothingWaiting),
		o.list(entry.ListSent, t.ListSent, ""),
		o.list(entry.ListDiscarded, t.ListDiscarded, ""),
	)
}

func (o *outbox) unowned() app.UI {
	return app.Div().Class("panel").Body(
		app.P().Text(o.T.Plural(o.Ports.Device, o.T.Unowned, o.bar.Unowned)),
		ui.Button(o.T.Adopt, "outbox-adopt", "", o.busy != "", o.onAdopt),
	)
}

func (o *outbox) tools() app.UI {
	t := o.T
	label := t.SendNow
	if o.until > 0 {
		label = t.SendAnyway
	}
	return app.Div().Class("tools").Body(
		ui.Button(label, "outbox-drain-now", "primary", o.busy == "drain", o.onDrain),
		&Carrying{Ports: o.Ports},
		ui.When(o.until > 0, func() app.UI {
			return ui.Note(ui.LookWaiting, i18n.Fill(t.OfficeAskedUntil, "time", o.Ports.Device.Clock(o.until)))
		}),
		ui.When(o.report != "", func() app.UI { return app.P().Attr("role", "status").Text(o.report) }),
	)
}

func (o *outbox) list(l entry.List, title, empty string) app.UI {
	s := o.lists[l]
	cards := s.cards
	if l == entry.ListUnsent {
		cards = Sorted(cards)
	}
	more := len(cards)+len(s.raw) >= s.limit
	cards = FirstOf(cards, s.limit)
	if len(cards)+len(s.raw) == 0 {
		return ui.When(empty != "" && o.read, func() app.UI { return app.P().Class("empty").Text(empty) })
	}
	return app.Section().Class("list").Body(
		app.H2().Text(title),
		CardList(o.Ports, cards),
		app.Range(s.raw).Slice(func(i int) app.UI { return &StrangeView{Ports: o.Ports, Strange: s.raw[i]} }),
		ui.When(more, func() app.UI { return ui.Button(o.T.ShowMore, "", "", false, o.onMore(l), string(l)) }),
	)
}

func (o *outbox) onMore(l entry.List) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		defer ui.Caught(ctx)
		o.lists[l].limit *= 2
		o.refresh(ctx, func() {})
	}
}

func (o *outbox) onDrain(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	if o.busy != "" {
		return
	}
	o.busy, o.report = "drain", ""
	insist := o.until > 0
	ui.Work(ctx, func(x context.Context) (int64, error) { return o.Ports.Mend.SendNow(x, insist) },
		func(_ app.Context, until int64, err error) {
			o.busy, o.until = "", until
			if err != nil {
				o.report = o.T.DidNotWork
			}
		})
}

func (o *outbox) onAdopt(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	o.busy = "adopt"
	ui.Act(ctx, o.Ports.Mend.Adopt, func(_ app.Context, err error) {
		if o.busy = ""; err != nil {
			o.report = o.T.DidNotWork
		}
	})
}
