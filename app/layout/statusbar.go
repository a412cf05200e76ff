package layout

import (
	"context"
	"errors"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/sw"
)

// StatusBar is on every page: how many writes wait, in which state, and what
// holds the device. Its numbers are absent until the outbox is open.
type StatusBar struct {
	app.Compo
	Ports *port.Ports

	bar     sw.Bar
	known   bool // the outbox is open
	failed  error
	low     int64 // free bytes, where they are few
	spaceAt int64 // when that was looked at
	look    ui.Once
	stop    func()
}

// OnMount shows the last look at once and watches for the next.
func (s *StatusBar) OnMount(ctx app.Context) { s.start(ctx) }

// OnPreRender does the same where components are tested.
func (s *StatusBar) OnPreRender(ctx app.Context) { s.start(ctx) }

func (s *StatusBar) start(ctx app.Context) {
	if s.Ports == nil {
		return
	}
	var last sw.Bar
	if ctx.GetState(ui.StateBar, &last); last != (sw.Bar{}) {
		s.bar, s.known = last, true
	}
	refresh := func() { ctx.Dispatch(s.refresh) }
	stops := []func(){s.Ports.Outbox.Watch(refresh), s.Ports.Device.WatchNetwork(refresh)}
	s.stop = func() {
		for _, stop := range stops {
			stop()
		}
	}
	s.refresh(ctx)
}

func (s *StatusBar) refresh(ctx app.Context) {
	defer ui.Caught(ctx)
	s.lookSpace(ctx)
	s.look.Run(func(done func()) {
		ui.Work(ctx, s.Ports.Outbox.Bar, func(ctx app.Context, b sw.Bar, err error) {
			defer done()
			s.take(ctx, b, err)
		})
	})
}

func (s *StatusBar) take(ctx app.Context, b sw.Bar, err error) {
	s.failed = err
	if errors.Is(err, context.Canceled) {
		return
	}
	if err == nil {
		if b.Sent != s.bar.Sent {
			s.absorb(ctx)
		}
		s.bar, s.known = b, true
		ctx.SetState(ui.StateBar, b)
		s.Ports.Device.Badge(b.NeedsPerson())
		if b.Untold {
			ui.Act(ctx, s.Ports.Notices.Told, nil)
		}
	}
	ui.Empties(ctx, "data-hold")
}

// absorbed is how many receipts are looked through after each proof.
const absorbed = 20

// absorb lets lists show at once what the office just proved to have.
func (s *StatusBar) absorb(ctx app.Context) {
	ui.Act(ctx, func(x context.Context) error {
		cards, _, err := s.Ports.Outbox.Cards(x, entry.ListSent, 0, absorbed)
		s.Ports.Catalogue.Absorb(x, cards)
		return err
	}, nil)
}

// OnDismount stops watching.
func (s *StatusBar) OnDismount() {
	if s.stop != nil {
		s.stop()
	}
}

// Render shows the bar as one link to the outbox, a sentence for screen
// readers that is spoken once a change, and a warning where saving is unsafe.
func (s *StatusBar) Render() app.UI {
	t := s.Ports.Words()
	bar := app.Section().Aria("label", t.Status).Class("status", "look-"+string(s.lookNow())).DataSet("testid", "statusbar")
	for k, v := range s.attrs() {
		bar = bar.Attr(k, v)
	}
	return bar.Body(
		app.A().Class("status-line").Href("/outbox").Body(
			ui.Icon(s.lookNow().Glyph()),
			app.Span().Class("status-text").Text(s.sentence(t)),
			app.Span().Class("counts").Body(s.counts(t)...),
		),
		app.P().Class("unseen").Attr("role", "status").Text(s.sentence(t)),
		ui.When(s.storage() != port.StorageOK || s.insecure() || s.low > 0, func() app.UI {
			return app.P().Class("warning").DataSet("testid", "storage-warning").Body(ui.Icon(ui.GlyphTriangle), app.Span().Text(s.warning(t)))
		}),
	)
}

func (s *StatusBar) attrs() map[string]string {
	a := map[string]string{"data-storage": s.storage()}
	if !s.known {
		if s.failed == nil {
			return nil
		}
		return a
	}
	b := s.bar
	for name, n := range map[string]int{
		"data-pending": b.Pending, "data-retrying": b.Retrying, "data-attention": b.Attention,
		"data-conflict": b.Conflict, "data-rejected": b.Rejected, "data-sent": b.Sent,
	} {
		a[name] = strconv.Itoa(n)
	}
	a["data-online"] = strconv.FormatBool(b.Online)
	a["data-hold"] = b.Hold
	return a
}

func (s *StatusBar) lookNow() ui.Look {
	if !s.known {
		return ui.LookNeutral
	}
	return ui.LookOfBar(s.bar)
}

// storage is what saving is worth here: a failed look at the outbox is off,
// whatever the last one said.
func (s *StatusBar) storage() string {
	switch {
	case errors.Is(s.failed, entry.ErrStorage):
		return port.StorageOff
	case s.known && s.bar.Storage != "":
		return s.bar.Storage
	}
	return port.StorageOK
}

func (s *StatusBar) warning(t *i18n.Words) string {
	switch {
	case s.insecure():
		return t.StorageInsecure
	case s.storage() == port.StorageVolatile:
		return t.StorageVolatile
	case s.storage() == port.StorageOK:
		return i18n.Fill(t.StorageLow, "free", message.Megabytes(s.low))
	case s.bar.Fault == sw.FaultDamaged, errors.Is(s.failed, entry.ErrDamaged):
		return t.StorageDamaged
	case errors.Is(s.failed, entry.ErrBlocked):
		return t.StorageBlocked
	case errors.Is(s.failed, entry.ErrOutdated):
		return t.StorageOutdated
	case errors.Is(s.failed, entry.ErrQuota):
		return t.StorageFull
	}
	return t.StorageOff
}

// insecure: without https a browser starts no app offline.
func (s *StatusBar) insecure() bool { return s.Ports != nil && !s.Ports.Device.Secure() }

// Space is looked at now and then; below spaceLow there may be none left for
// the next order.
const (
	spaceLow   = 20 << 20 // bytes
	spaceEvery = 60_000   // milliseconds
)

func (s *StatusBar) lookSpace(ctx app.Context) {
	d := s.Ports.Device
	if s.spaceAt != 0 && d.Now()-s.spaceAt < spaceEvery {
		return
	}
	s.spaceAt = d.Now()
	ui.Work(ctx, func(x context.Context) (free int64, err error) {
		_, usage, quota, err := d.Storage(x)
		if err == nil && quota == 0 { // it does not say
			err = port.ErrNoBrowser
		}
		return max(quota-usage, 1), err
	}, func(_ app.Context, free int64, err error) {
		if s.low = 0; err == nil && free < spaceLow {
			s.low = free
		}
	})
}

func (s *StatusBar) sentence(t *i18n.Words) string {
	if !s.known {
		return t.Opening
	}
	return message.SayBar(t, s.bar, s.Ports.Device)
}

// counts are the states with their numbers, each with its own shape.
func (s *StatusBar) counts(t *i18n.Words) []app.UI {
	if !s.known {
		return nil
	}
	b := s.bar
	var out []app.UI
	for _, c := range []struct {
		n     int
		look  ui.Look
		g     ui.Glyph
		label string
	}{
		{b.Rejected, ui.LookRefused, ui.GlyphOctagon, t.CountRejected},
		{b.Conflict, ui.LookNeeds, ui.GlyphApart, t.CountConflict},
		{b.Attention, ui.LookNeeds, ui.GlyphTriangle, t.CountAttention},
		{b.Retrying, ui.LookWaiting, ui.GlyphAgain, t.CountRetrying},
		{b.Pending, ui.LookWaiting, ui.GlyphClock, t.CountPending},
		{b.Sent, ui.LookSent, ui.GlyphCheck, t.CountSent},
	} {
		if c.n == 0 {
			continue
		}
		out = append(out, app.Span().Class("count", "look-"+string(c.look)).Title(c.label).Body(
			ui.Icon(c.g),
			app.Span().Class("num").Text(strconv.Itoa(c.n)),
			app.Span().Class("unseen").Text(" "+c.label),
		))
	}
	return out
}
