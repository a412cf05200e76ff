package form

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/receipt"
	"waybill/app/ui"
	"waybill/sw"
)

// savedPanel stands in the form's place once the write is durable. It shows
// what was read back from the store, and follows the write from there.
func (s *saver) savedPanel(testID string, next app.EventHandler, more ...app.UI) app.UI {
	t := s.pg.T
	e := s.saved
	return app.Section().Class("panel", "saved").DataSet("testid", testID).DataSet("id", e.Record).Body(
		app.Div().Attr("role", "status").Body(
			app.H2().Body(ui.Icon(ui.GlyphClock), app.Span().Text(s.savedTitle())),
			app.P().Class("saved-what").Body(app.Strong().Text(message.TitleOf(t, *e)), app.Span().Class("ref").Dir("ltr").Text(e.Ref)),
		),
		app.Div().Body(app.FilterUIElems(more...)...),
		&SavedState{Ports: s.pg.Ports, Key: e.Key},
		app.Div().Class("row").Body(
			ui.Button(t.Another, s.name+"-new", "primary", false, next),
			ui.Link(t.SeeInOutbox, "/outbox/"+e.Key, "", ""),
		),
	)
}

// savedTitle claims no more than is true: where nothing can be saved, the write
// lives as long as the page.
func (s *saver) savedTitle() string {
	if s.bar.Storage == port.StorageOff {
		return s.pg.T.TakenTitle
	}
	return s.pg.T.SavedTitle
}

// SavedState follows a write that was just saved.
type SavedState struct {
	app.Compo
	Ports *port.Ports
	Key   string

	card  *sw.Card
	look  ui.Once
	stops []func()
}

// OnMount watches the write.
func (s *SavedState) OnMount(ctx app.Context) { s.start(ctx) }

// OnPreRender does the same where components are tested.
func (s *SavedState) OnPreRender(ctx app.Context) { s.start(ctx) }

func (s *SavedState) start(ctx app.Context) {
	s.stops = append(s.stops, s.Ports.Outbox.Watch(func() { ctx.Dispatch(s.refresh) }))
	s.refresh(ctx)
}

func (s *SavedState) refresh(ctx app.Context) {
	defer ui.Caught(ctx)
	s.look.Run(func(done func()) {
		ui.Work(ctx, func(x context.Context) (sw.Card, error) { return s.Ports.Outbox.Card(x, s.Key) },
			func(_ app.Context, c sw.Card, err error) {
				defer done()
				if err == nil {
					s.card = &c
				}
			})
	})
}

// OnDismount stops watching.
func (s *SavedState) OnDismount() {
	for _, stop := range s.stops {
		stop()
	}
}

// Render says where the write stands.
func (s *SavedState) Render() app.UI {
	t := s.Ports.Words()
	if s.card == nil {
		return app.Div()
	}
	return app.Div().Body(
		app.Div().Attr("role", "status").Body(ui.Note(ui.LookOf(*s.card), message.SayCard(t, *s.card, s.Ports.Device))),
		&receipt.CustomerCopy{Ports: s.Ports, Card: *s.card},
	)
}
