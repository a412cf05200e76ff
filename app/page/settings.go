package page

import (
	"context"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/outbox"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/sw"
)

// settings says what this device keeps, whether the browser will keep it, and
// which version runs; and it carries unsent work to another device.
type settings struct {
	app.Compo
	layout.Page
	bar       sw.Bar
	fresh     port.Freshness
	persisted bool
	usage     int64
	quota     int64
	unknown   bool // the browser does not say
	asked     bool
	copied    string
	pulled    string // what came of the latest wish to bring the copy up to date
}

// NewSettings is the page of settings.
func NewSettings(p *port.Ports) app.Composer { return &settings{Page: layout.NewPage(p)} }

// OnMount asks the browser about its storage.
func (s *settings) OnMount(ctx app.Context) { s.start(ctx) }

// OnPreRender does the same where components are tested.
func (s *settings) OnPreRender(ctx app.Context) { s.start(ctx) }

func (s *settings) start(ctx app.Context) {
	s.Begin(ctx, func(ctx app.Context) {
		ctx.ObserveState(ui.StateBar, &s.bar)
		s.Watch(ctx, func(_ app.Context, done func()) {
			defer done()
			s.fresh = s.Ports.Catalogue.Fresh()
		})
		s.askStorage(ctx)
	})
}

type storageAnswer struct {
	persisted    bool
	usage, quota int64
}

func (s *settings) askStorage(ctx app.Context) {
	ui.Work(ctx, func(x context.Context) (storageAnswer, error) {
		p, u, q, err := s.Ports.Device.Storage(x)
		return storageAnswer{p, u, q}, err
	}, func(_ app.Context, a storageAnswer, err error) {
		s.asked, s.unknown = true, err != nil
		s.persisted, s.usage, s.quota = a.persisted, a.usage, a.quota
	})
}

// Render shows storage, device, version, export and diagnostics.
func (s *settings) Render() app.UI {
	t := s.T
	if !s.Known {
		return s.Frame(t.NavSettings, "/settings")
	}
	return s.Frame(t.NavSettings, "/settings",
		ui.When(s.User.ID == "", s.AskSignIn),
		app.Section().Class("panel").Body(
			app.H2().Text(t.Storage),
			app.P().Text(s.sayStorage()),
			ui.When(s.quota > 0, func() app.UI {
				return app.P().Class("hint").Text(i18n.Fill(t.StorageUsed, "used", message.Megabytes(s.usage), "quota", message.Megabytes(s.quota)))
			}),
			ui.When(s.asked && !s.unknown && !s.persisted, func() app.UI { return ui.Button(t.StorageAsk, "storage-ask", "", s.User.ID == "", s.onPersist) }),
			&layout.OfflineNote{Ports: s.Ports, Always: true},
			ui.OldNote(s.Ports, s.bar),
			ui.When(!s.Ports.Device.Secure(), func() app.UI { return ui.Note(ui.LookNeeds, t.StorageInsecure) }),
		),
		app.Section().Class("panel").Body(
			app.H2().Text(t.ThisDevice),
			app.P().Text(s.sayCopy()),
			copyNote(s.Ports, s.bar),
			clockNote(s.Ports, s.bar),
			app.P().Text(message.SayBar(t, s.bar, s.Ports.Device)),
			app.P().Class("hint").Text(message.SayFresh(t, s.fresh, s.Ports.Device)),
			ui.Button(t.PullNow, "pull-now", "", s.User.ID == "" || s.fresh.Pulling, s.onPull),
			ui.Loading(t, s.fresh),
			app.P().Class("hint").Attr("role", "status").DataSet("testid", "pull-report").Text(s.pulled),
		),
		ui.When(s.User.ID != "", func() app.UI {
			return &PasswordForm{Ports: s.Ports, User: s.User.Name, Online: s.Ports.Device.Online()}
		}),
		app.Section().Class("panel").Body(
			app.H2().Text(t.Carry),
			app.P().Text(t.CarryText),
			&outbox.Carrying{Ports: s.Ports},
		),
		ui.When(s.User.ID != "", func() app.UI { return &layout.Telling{Ports: s.Ports, Always: true} }),
		app.Section().Class("panel").Body(
			app.H2().Text(t.Version),
			app.P().Body(app.Code().Text(i18n.First(s.Ports.Build, "–"))),
			app.Details().Body(app.Summary().Text(t.Diagnostics), app.Pre().Dir("ltr").Text(s.diagnostics())),
			ui.Button(t.Copy, "", "quiet", false, s.onCopy),
			ui.When(s.copied != "", func() app.UI { return app.P().Attr("role", "status").Text(s.copied) }),
		),
	)
}

func (s *settings) sayStorage() string {
	switch {
	case s.bar.Storage == port.StorageOff && s.bar.Fault == sw.FaultDamaged:
		return s.T.StorageDamaged
	case s.bar.Storage == port.StorageOff:
		return s.T.StorageOff
	case !s.asked, s.unknown:
		return s.T.StorageUnknown
	case s.persisted:
		return s.T.StorageKept
	}
	return s.T.StorageAtRisk
}

// sayCopy says which of the two copies this is: a browser tab and the home
// screen do not share what they keep on some phones.
func (s *settings) sayCopy() string {
	if s.Ports.Device.Standalone() {
		return s.T.CopyHome
	}
	return s.T.CopyTab
}

// diagnostics has nothing personal in it: counts, versions, states.
func (s *settings) diagnostics() string {
	b := s.bar
	d := s.Ports.Device
	lines := []string{
		"build " + s.Ports.Build, "contract " + strconv.Itoa(wire.Contract), "time " + message.Rfc3339(d.Now()), "locale " + d.Locale(),
		"online " + strconv.FormatBool(d.Online()) + " answered " + strconv.FormatBool(b.Online),
		"secure " + strconv.FormatBool(d.Secure()) + " standalone " + strconv.FormatBool(d.Standalone()),
		"storage " + i18n.First(b.Storage, "?") + " fault " + i18n.First(string(b.Fault), "none") + " persisted " + strconv.FormatBool(s.persisted) + " used " + message.Megabytes(s.usage) + " of " + message.Megabytes(s.quota),
		"pending " + strconv.Itoa(b.Pending) + " retrying " + strconv.Itoa(b.Retrying) + " attention " + strconv.Itoa(b.Attention) +
			" conflict " + strconv.Itoa(b.Conflict) + " rejected " + strconv.Itoa(b.Rejected) + " sent today " + strconv.Itoa(b.Sent),
		"hold " + i18n.First(b.Hold, "none") + " since " + message.Rfc3339(b.Since) + " until " + message.Rfc3339(b.Until), "oldest " + message.Rfc3339(b.Oldest),
		"offline start " + s.offlineStart(),
		"copy " + message.Rfc3339(s.fresh.At) + " " + s.copyCounts(),
	}
	return strings.Join(lines, "\n")
}

// offlineStart is for a technician: the state, and each fault as it was found.
func (s *settings) offlineStart() string {
	o := s.Ports.Device.OfflineStart()
	text := o.State
	for _, f := range []*port.FileFault{o.Fault, o.Newer, o.Core} {
		if f != nil {
			text += "; " + f.File + " " + f.Why + " " + f.Detail
		}
	}
	return text
}

func (s *settings) copyCounts() string {
	var parts []string
	for _, k := range wire.Kinds {
		parts = append(parts, string(k)+" "+strconv.Itoa(s.fresh.Counts[k]))
	}
	return strings.Join(parts, " ")
}

func (s *settings) onPersist(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	ui.Work(ctx, s.Ports.Device.Persist, func(ctx app.Context, _ bool, _ error) { s.askStorage(ctx) })
}

func (s *settings) onPull(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	s.pulled = ""
	ui.Act(ctx, s.Ports.Catalogue.Pull, func(_ app.Context, err error) {
		s.fresh, s.pulled = s.Ports.Catalogue.Fresh(), s.T.PullDone
		if err != nil {
			s.pulled = s.T.PullFailed
		}
	})
}

func (s *settings) onCopy(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	text := s.diagnostics()
	ui.Act(ctx, func(x context.Context) error { return s.Ports.Device.Copy(x, text) }, func(_ app.Context, err error) {
		if s.copied = s.T.Copied; err != nil {
			s.copied = s.T.CopyFailed
		}
	})
}
