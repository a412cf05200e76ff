package layout

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/app/ui"
)

// OfflineNote says whether the app starts on this device with no network, and
// if not, which file is missing and why. In the settings it always says so, on
// the first page only what is wrong.
type OfflineNote struct {
	app.Compo
	Ports  *port.Ports
	Always bool

	start port.OfflineStart
	stop  func()
}

// OnMount follows what the page's script finds.
func (o *OfflineNote) OnMount(ctx app.Context) { o.follow(ctx) }

// OnPreRender does the same where components are tested.
func (o *OfflineNote) OnPreRender(ctx app.Context) { o.follow(ctx) }

func (o *OfflineNote) follow(ctx app.Context) {
	if o.Ports == nil {
		return
	}
	look := func(app.Context) { o.start = o.Ports.Device.OfflineStart() }
	look(ctx)
	o.stop = o.Ports.Device.WatchOfflineStart(func() { ctx.Dispatch(look) })
}

// OnDismount stops following.
func (o *OfflineNote) OnDismount() {
	if o.stop != nil {
		o.stop()
	}
}

// Render is empty on the first page while all is well, and on an insecure
// address, of which the status bar speaks.
func (o *OfflineNote) Render() app.UI {
	if o.Ports == nil || !o.Ports.Device.Secure() || !o.Always && o.start.State != port.OfflineNo {
		return app.Div().Class("gone")
	}
	t := o.Ports.Words()
	return app.Div().DataSet("testid", "offline-start").DataSet("state", o.start.State).Body(app.FilterUIElems(
		o.whether(t),
		o.trouble(t, t.NewerNotStored, o.start.Newer),
		o.trouble(t, t.CoreNotStored, o.start.Core),
	)...)
}

func (o *OfflineNote) whether(t *i18n.Words) app.UI {
	switch o.start.State {
	case port.OfflineYes:
		return app.P().Text(t.OfflineYes)
	case port.OfflineNo:
		return ui.Note(ui.LookNeeds, t.Join(t.OfflineNo, sayFault(t, o.start.Fault)))
	}
	return app.P().Text(t.OfflineSoon)
}

// trouble is a sentence and its cause, only in the settings.
func (o *OfflineNote) trouble(t *i18n.Words, text string, f *port.FileFault) app.UI {
	return ui.When(o.Always && f != nil, func() app.UI { return ui.Note(ui.LookNeeds, t.Join(text, sayFault(t, f))) })
}

// sayFault says what is wrong with a file, in words for the rep, with what a
// technician needs to know.
func sayFault(t *i18n.Words, f *port.FileFault) string {
	if f == nil {
		return ""
	}
	text := t.FileUnknown
	switch f.Why {
	case "altered":
		text = t.FileAltered
	case "status":
		text = t.FileStatus
	case "unreachable":
		text = t.FileUnreachable
	case "full":
		text = t.FileFull
	case "policy":
		text = t.FilePolicy
	case "worker":
		text = t.FileWorker
	case "unsupported":
		text = t.FileUnsupported
	}
	return i18n.Fill(text, "file", f.File, "detail", i18n.First(f.Detail, "–"))
}
