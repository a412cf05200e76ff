package app

import (
	"context"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/server/wire"
	"waybill/sw"
)

// settings says what this device keeps, whether the browser will keep it, and
// which version runs; and it carries unsent work to another device.
type settings struct {
	app.Compo
	page
	bar       sw.Bar
	fresh     Freshness
	persisted bool
	usage     int64
	quota     int64
	unknown   bool // the browser does not say
	asked     bool
	copied    string
	pulled    string // what came of the latest wish to bring the copy up to date
}

func newSettings(p *Ports) app.Composer { return &settings{page: newPage(p)} }

// OnMount asks the browser about its storage.
func (s *settings) OnMount(ctx app.Context) { s.start(ctx) }

// OnPreRender does the same where components are tested.
func (s *settings) OnPreRender(ctx app.Context) { s.start(ctx) }

func (s *settings) start(ctx app.Context) {
	s.begin(ctx, func(ctx app.Context) {
		ctx.ObserveState(StateBar, &s.bar)
		s.watch(ctx, func(_ app.Context, done func()) {
			defer done()
			s.fresh = s.ports.Catalogue.Fresh()
		})
		s.askStorage(ctx)
	})
}

type storageAnswer struct {
	persisted    bool
	usage, quota int64
}

func (s *settings) askStorage(ctx app.Context) {
	work(ctx, func(x context.Context) (storageAnswer, error) {
		p, u, q, err := s.ports.Device.Storage(x)
		return storageAnswer{p, u, q}, err
	}, func(_ app.Context, a storageAnswer, err error) {
		s.asked, s.unknown = true, err != nil
		s.persisted, s.usage, s.quota = a.persisted, a.usage, a.quota
	})
}

// Render shows storage, device, version, export and diagnostics.
func (s *settings) Render() app.UI {
	t := s.t
	if !s.known {
		return s.frame(t.NavSettings, "/settings")
	}
	return s.frame(t.NavSettings, "/settings",
		when(s.user.ID == "", s.askSignIn),
		app.Section().Class("panel").Body(
			app.H2().Text(t.Storage),
			app.P().Text(s.sayStorage()),
			when(s.quota > 0, func() app.UI {
				return app.P().Class("hint").Text(fill(t.StorageUsed, "used", megabytes(s.usage), "quota", megabytes(s.quota)))
			}),
			when(s.asked && !s.unknown && !s.persisted, func() app.UI { return button(t.StorageAsk, "storage-ask", "", s.user.ID == "", s.onPersist) }),
			&OfflineNote{Ports: s.ports, Always: true},
			oldNote(s.ports, s.bar),
			when(!s.ports.Device.Secure(), func() app.UI { return note(LookNeeds, t.StorageInsecure) }),
		),
		app.Section().Class("panel").Body(
			app.H2().Text(t.ThisDevice),
			app.P().Text(s.sayCopy()),
			copyNote(s.ports, s.bar),
			clockNote(s.ports, s.bar),
			app.P().Text(sayBar(t, s.bar, s.ports.Device)),
			app.P().Class("hint").Text(sayFresh(t, s.fresh, s.ports.Device)),
			button(t.PullNow, "pull-now", "", s.user.ID == "" || s.fresh.Pulling, s.onPull),
			loading(t, s.fresh),
			app.P().Class("hint").Attr("role", "status").DataSet("testid", "pull-report").Text(s.pulled),
		),
		when(s.user.ID != "", func() app.UI {
			return &PasswordForm{Ports: s.ports, User: s.user.Name, Online: s.ports.Device.Online()}
		}),
		app.Section().Class("panel").Body(
			app.H2().Text(t.Carry),
			app.P().Text(t.CarryText),
			&Carrying{Ports: s.ports},
		),
		when(s.user.ID != "", func() app.UI { return &Telling{Ports: s.ports, Always: true} }),
		app.Section().Class("panel").Body(
			app.H2().Text(t.Version),
			app.P().Body(app.Code().Text(first(s.ports.Build, "–"))),
			app.Details().Body(app.Summary().Text(t.Diagnostics), app.Pre().Dir("ltr").Text(s.diagnostics())),
			button(t.Copy, "", "quiet", false, s.onCopy),
			when(s.copied != "", func() app.UI { return app.P().Attr("role", "status").Text(s.copied) }),
		),
	)
}

func (s *settings) sayStorage() string {
	switch {
	case s.bar.Storage == storageOff && s.bar.Fault == sw.FaultDamaged:
		return s.t.StorageDamaged
	case s.bar.Storage == storageOff:
		return s.t.StorageOff
	case !s.asked, s.unknown:
		return s.t.StorageUnknown
	case s.persisted:
		return s.t.StorageKept
	}
	return s.t.StorageAtRisk
}

// sayCopy says which of the two copies this is: a browser tab and the home
// screen do not share what they keep on some phones.
func (s *settings) sayCopy() string {
	if s.ports.Device.Standalone() {
		return s.t.CopyHome
	}
	return s.t.CopyTab
}

func megabytes(n int64) string {
	if n >= 1<<30 {
		return strconv.FormatFloat(float64(n)/(1<<30), 'f', 1, 64) + " GB"
	}
	return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MB"
}

// diagnostics has nothing personal in it: counts, versions, states.
func (s *settings) diagnostics() string {
	b := s.bar
	d := s.ports.Device
	lines := []string{
		"build " + s.ports.Build, "contract " + strconv.Itoa(wire.Contract), "time " + rfc3339(d.Now()), "locale " + d.Locale(),
		"online " + strconv.FormatBool(d.Online()) + " answered " + strconv.FormatBool(b.Online),
		"secure " + strconv.FormatBool(d.Secure()) + " standalone " + strconv.FormatBool(d.Standalone()),
		"storage " + first(b.Storage, "?") + " fault " + first(string(b.Fault), "none") + " persisted " + strconv.FormatBool(s.persisted) + " used " + megabytes(s.usage) + " of " + megabytes(s.quota),
		"pending " + strconv.Itoa(b.Pending) + " retrying " + strconv.Itoa(b.Retrying) + " attention " + strconv.Itoa(b.Attention) +
			" conflict " + strconv.Itoa(b.Conflict) + " rejected " + strconv.Itoa(b.Rejected) + " sent today " + strconv.Itoa(b.Sent),
		"hold " + first(b.Hold, "none") + " since " + rfc3339(b.Since) + " until " + rfc3339(b.Until), "oldest " + rfc3339(b.Oldest),
		"offline start " + s.offlineStart(),
		"copy " + rfc3339(s.fresh.At) + " " + s.copyCounts(),
	}
	return strings.Join(lines, "\n")
}

// offlineStart is for a technician: the state, and each fault as it was found.
func (s *settings) offlineStart() string {
	o := s.ports.Device.OfflineStart()
	text := o.State
	for _, f := range []*FileFault{o.Fault, o.Newer, o.Core} {
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
	defer caught(ctx)
	work(ctx, s.ports.Device.Persist, func(ctx app.Context, _ bool, _ error) { s.askStorage(ctx) })
}

func (s *settings) onPull(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	s.pulled = ""
	act(ctx, s.ports.Catalogue.Pull, func(_ app.Context, err error) {
		s.fresh, s.pulled = s.ports.Catalogue.Fresh(), s.t.PullDone
		if err != nil {
			s.pulled = s.t.PullFailed
		}
	})
}

func (s *settings) onCopy(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	text := s.diagnostics()
	act(ctx, func(x context.Context) error { return s.ports.Device.Copy(x, text) }, func(_ app.Context, err error) {
		if s.copied = s.t.Copied; err != nil {
			s.copied = s.t.CopyFailed
		}
	})
}
