package layout

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/port"
	"waybill/app/ui"
	"waybill/sw"
)

// UpdateNote offers a newer version. It never reloads by itself: what is typed
// here or in another tab comes first.
type UpdateNote struct {
	app.Compo
	Ports *port.Ports

	ready  bool
	later  bool
	failed bool
	stop   func()
}

// OnMount watches for a newer version.
func (u *UpdateNote) OnMount(ctx app.Context) { u.start(ctx) }

// OnPreRender does the same where components are tested.
func (u *UpdateNote) OnPreRender(ctx app.Context) { u.start(ctx) }

func (u *UpdateNote) start(ctx app.Context) {
	if u.Ports == nil {
		return
	}
	u.stop = u.Ports.Device.WatchUpdate(func() {
		ctx.Dispatch(func(app.Context) { u.ready = true })
	})
}

// OnDismount stops watching.
func (u *UpdateNote) OnDismount() {
	if u.stop != nil {
		u.stop()
	}
}

// Render is empty until a newer version waits.
func (u *UpdateNote) Render() app.UI {
	if !u.ready || u.later {
		return app.Div().Class("gone")
	}
	t := u.Ports.Words()
	return app.Div().Class("banner").DataSet("testid", "update-available").Attr("role", "status").Body(
		app.P().Text(t.UpdateReady),
		app.Div().Class("row").Body(
			ui.Button(t.UpdateApply, "update-apply", "primary", false, u.onApply),
			ui.Button(t.Later, "", "quiet", false, u.onLater),
		),
		ui.When(u.failed, func() app.UI { return ui.Note(ui.LookNeeds, t.UpdateFailed) }),
	)
}

func (u *UpdateNote) onLater(app.Context, app.Event) { u.later = true }

func (u *UpdateNote) onApply(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	ui.Act(ctx, func(c context.Context) error { return u.Ports.Device.Update(c) },
		func(_ app.Context, err error) { u.failed = err != nil })
}

// Lost says that writes of this device are gone: it had them, and its storage
// was emptied. An empty list would look as if all is well.
type Lost struct {
	app.Compo
	Ports *port.Ports

	bar sw.Bar
}

// OnMount follows the outbox.
func (l *Lost) OnMount(ctx app.Context) { l.start(ctx) }

// OnPreRender does the same where components are tested.
func (l *Lost) OnPreRender(ctx app.Context) { l.start(ctx) }

func (l *Lost) start(ctx app.Context) {
	if l.Ports != nil {
		ctx.ObserveState(ui.StateBar, &l.bar)
	}
}

// Render is empty while nothing is lost.
func (l *Lost) Render() app.UI {
	if l.bar.Lost == 0 {
		return app.Div().Class("gone")
	}
	t := l.Ports.Words()
	return app.Div().Class("banner", "look-needs").Attr("role", "alert").DataSet("testid", "writes-lost").Body(
		app.P().Text(t.Plural(l.Ports.Device, t.LostWrites, l.bar.Lost)),
		ui.Button(t.Close, "lost-noted", "quiet", false, l.onClose),
	)
}

// onClose notes on the device that the rep has read it; if that fails it is
// said again.
func (l *Lost) onClose(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	ui.Act(ctx, l.Ports.Mend.Noted, func(_ app.Context, err error) {
		if err == nil {
			l.bar.Lost = 0
		}
	})
}

// Broken says that something broke, and that the page goes on.
type Broken struct {
	app.Compo
	Ports *port.Ports

	what string
}

// OnMount follows what handlers and goroutines have caught.
func (b *Broken) OnMount(ctx app.Context) { b.start(ctx) }

// OnPreRender does the same where components are tested.
func (b *Broken) OnPreRender(ctx app.Context) { b.start(ctx) }

func (b *Broken) start(ctx app.Context) {
	if b.Ports != nil {
		ctx.ObserveState(ui.StateBroken, &b.what)
	}
}

// Render is empty while nothing broke.
func (b *Broken) Render() app.UI {
	if b.what == "" {
		return app.Div().Class("gone")
	}
	t := b.Ports.Words()
	return app.Div().Class("banner", "look-needs").Attr("role", "alert").Body(
		app.P().Text(t.BrokenText),
		app.Details().Body(app.Summary().Text(t.Details), app.Code().Text(b.what)),
		ui.Button(t.Close, "", "quiet", false, b.onClose),
	)
}

func (b *Broken) onClose(ctx app.Context, _ app.Event) { ctx.SetState(ui.StateBroken, "") }
