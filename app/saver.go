package app

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue"
	"waybill/server/wire"
	"waybill/sw"
)

// errOtherContent says that a write of this form's key is already stored with
// other content: another tab saved its own version of the same draft.
var errOtherContent = errors.New("app: saved before with other content")

// saver is what every form does: it keeps a draft, saves once however often it
// is asked, and says "saved" only when the write is durable.
type saver struct {
	pg      *page
	name    string // of the draft
	key     string // of the write, made when the form opens
	editing *sw.Card
	busy    bool
	errs    []wire.FieldError
	failed  string
	saved   *idbqueue.Entry
	bar     sw.Bar
	drafts  *draftWriter
}

func (s *saver) init(pg *page, name string) {
	s.pg, s.name, s.key = pg, name, newID()
}

// editKey is the write that the page's address asks to correct.
func editKey(ctx app.Context) string { return ctx.Page().URL().Query().Get("edit") }

// open loads the draft, or the write that is to be corrected, and hands it to
// restore. A draft whose write was saved already is forgotten.
func (s *saver) open(ctx app.Context, edit string, restore func(app.Context, json.RawMessage, *sw.Card)) {
	ctx.ObserveState(StateBar, &s.bar)
	if edit != "" {
		s.name += ":" + edit
	}
	s.drafts = &draftWriter{drafts: s.pg.ports.Drafts, name: s.name}
	s.pg.waits = true
	type found struct {
		draft json.RawMessage
		card  *sw.Card
	}
	work(ctx, func(x context.Context) (found, error) {
		draft, card, err := s.load(x, edit)
		return found{draft, card}, err
	}, func(ctx app.Context, f found, err error) {
		s.pg.waits = false
		if err != nil {
			s.failed = s.sayFailed(err)
			return
		}
		if f.card != nil {
			s.editing, s.key = f.card, f.card.Entry.Key
		}
		restore(ctx, f.draft, f.card)
	})
}

func (s *saver) load(ctx context.Context, edit string) (json.RawMessage, *sw.Card, error) {
	if edit != "" {
		c, err := s.pg.ports.Outbox.Card(ctx, edit)
		if err != nil {
			return nil, nil, err
		}
		return nil, &c, nil
	}
	draft, err := s.pg.ports.Drafts.LoadDraft(ctx, s.name)
	if err != nil || draft == nil {
		return nil, nil, err
	}
	d, _ := read[struct {
		Key string `json:"key"`
	}](draft)
	if d.Key == "" {
		return nil, nil, nil
	}
	if _, err := s.pg.ports.Outbox.Card(ctx, d.Key); err == nil {
		return nil, nil, s.pg.ports.Drafts.SaveDraft(ctx, s.name, nil)
	}
	return draft, nil, nil
}

// record is the client id that the form's write carries.
func (s *saver) record() string {
	if s.editing != nil {
		return s.editing.Entry.Record
	}
	return s.key
}

// submit saves what make makes. From the first tap until the outcome the form
// is inert; afterwards the form is gone, so one form makes one write.
func (s *saver) submit(ctx app.Context, make func() (sw.Draft, []wire.FieldError)) {
	if s.busy || s.saved != nil || s.pg.ports == nil {
		return
	}
	d, errs := make()
	s.errs, s.failed = errs, ""
	if len(errs) > 0 {
		s.failed = s.pg.t.n(s.pg.ports.Device, s.pg.t.CorrectFields, len(errs))
		focusWrong(ctx)
		return
	}
	s.busy = true
	edit := s.editing != nil
	work(ctx, func(x context.Context) (idbqueue.Entry, error) { return s.store(x, d, edit) },
		func(ctx app.Context, e idbqueue.Entry, err error) {
			s.busy = false
			if errors.Is(err, errOtherContent) {
				s.key = newID()
			}
			if err != nil {
				s.failed = s.sayFailed(err)
				return
			}
			s.saved = &e
		})
}

// store runs off the UI goroutine and finishes even if the page is left.
func (s *saver) store(ctx context.Context, d sw.Draft, edit bool) (idbqueue.Entry, error) {
	p := s.pg.ports
	if edit {
		if err := p.Mend.Edit(ctx, d.Key, d.Body, d.Title, d.Parents); err != nil {
			return idbqueue.Entry{}, err
		}
		s.drafts.finish(ctx)
		c, err := p.Outbox.Card(ctx, d.Key)
		return c.Entry, err
	}
	e, err := p.Outbox.Save(ctx, d)
	if err != nil {
		return e, err
	}
	if !sameBody(e.Body, d.Body) {
		return e, errOtherContent
	}
	s.drafts.finish(ctx)
	return e, nil
}

// sameBody compares content but for the time of saving: pressing twice is no
// other content.
func sameBody(stored string, body any) bool {
	fresh, err := wire.Encode(body)
	if err != nil {
		return false
	}
	a, okA := read[map[string]any]([]byte(stored))
	b, okB := read[map[string]any](fresh)
	for _, m := range []map[string]any{a, b} {
		for _, k := range []string{"placed_at", "delivered_at", "failed_at"} {
			delete(m, k)
		}
	}
	return okA && okB && reflect.DeepEqual(a, b)
}

// again opens the form for the next write.
func (s *saver) again() {
	s.key, s.editing, s.saved, s.errs, s.failed = newID(), nil, nil, nil, ""
	s.name, _, _ = strings.Cut(s.name, ":")
	s.drafts = &draftWriter{drafts: s.pg.ports.Drafts, name: s.name}
}

// keepDraft stores what is typed.
func (s *saver) keepDraft(ctx app.Context, draft any) {
	if s.drafts == nil || s.editing != nil || s.saved != nil {
		return
	}
	if b, err := json.Marshal(draft); err == nil {
		s.drafts.keep(ctx, b)
	}
}

// errorOf says what is wrong with a field, in the user's words where the
// reason is plain.
func (s *saver) errorOf(pointer, text string) string {
	i := slices.IndexFunc(s.errs, func(e wire.FieldError) bool { return e.Field == pointer })
	switch {
	case i < 0:
		return ""
	case strings.TrimSpace(text) == "":
		return s.pg.t.FieldMissing
	}
	return s.errs[i].Message
}

// forgive takes a field's error away once it is typed into.
func (s *saver) forgive(pointer string) {
	s.errs = slices.DeleteFunc(slices.Clone(s.errs), func(e wire.FieldError) bool { return e.Field == pointer })
}

// full says that the outbox takes no more: said before anything is typed.
func (s *saver) full() bool { return s.editing == nil && s.bar.Unsent() >= idbqueue.UnsentMax }

// head says what must be known before typing.
func (s *saver) head() app.UI {
	t := s.pg.t
	return app.Div().Body(
		slot(s.full(), func() app.UI { return note(LookNeeds, t.OutboxFull) }),
		slot(s.editing != nil, func() app.UI { return note(LookNeutral, t.Correcting) }),
	)
}

// foot is what went wrong, and the button that saves.
func (s *saver) foot(testID string, save app.EventHandler) app.UI {
	t := s.pg.t
	label := t.Save
	switch {
	case s.busy:
		label = t.Saving
	case s.editing != nil:
		label = t.SaveAndSend
	}
	off := s.pg.ports == nil || s.busy || s.full() || !s.pg.ready()
	return app.Div().Class("foot").Body(
		slot(s.failed != "", func() app.UI {
			return app.P().Class("note", "look-refused").Attr("role", "alert").DataSet("testid", "form-error").Body(icon(glyphOctagon), app.Span().Text(s.failed))
		}),
		button(label, testID, "primary wide", off, save),
	)
}

// savedPanel stands in the form's place once the write is durable. It shows
// what was read back from the store, and follows the write from there.
func (s *saver) savedPanel(testID string, next app.EventHandler, more ...app.UI) app.UI {
	t := s.pg.t
	e := s.saved
	return app.Section().Class("panel", "saved").DataSet("testid", testID).DataSet("id", e.Record).Attr("role", "status").Body(
		app.H2().Body(icon(glyphClock), app.Span().Text(t.SavedTitle)),
		app.P().Class("saved-what").Body(app.Strong().Text(titleOf(t, *e)), app.Span().Class("ref").Dir("ltr").Text(e.Ref)),
		app.Div().Body(app.FilterUIElems(more...)...),
		&SavedState{Ports: s.pg.ports, Key: e.Key},
		app.Div().Class("row").Body(
			button(t.Another, s.name+"-new", "primary", false, next),
			link(t.SeeInOutbox, "/outbox/"+e.Key, "", ""),
		),
	)
}

// sayFailed says why nothing was saved; what is typed stays where it is.
func (s *saver) sayFailed(err error) string {
	t := s.pg.t
	var p *wire.Problem
	switch {
	case errors.As(err, &p):
		return fill(t.OfficeRefused, "text", p.Title)
	case errors.Is(err, errOtherContent):
		return t.SavedElsewhere
	case errors.Is(err, sw.ErrSignedOut):
		return t.NotSavedNobody
	case errors.Is(err, idbqueue.ErrFull):
		return t.OutboxFull
	case errors.Is(err, idbqueue.ErrTooLarge):
		return t.TooLarge
	case errors.Is(err, idbqueue.ErrOpenRecord):
		return t.OpenRecord
	case errors.Is(err, idbqueue.ErrFrozen):
		return t.BeingSent
	case errors.Is(err, idbqueue.ErrIllegal), errors.Is(err, idbqueue.ErrStale), errors.Is(err, idbqueue.ErrNotFound):
		return t.MovedOn
	case errors.Is(err, idbqueue.ErrQuota):
		return t.NotSavedFull
	}
	return t.NotSaved
}

// SavedState follows a write that was just saved.
type SavedState struct {
	app.Compo
	Ports *Ports
	Key   string

	card  *sw.Card
	look  once
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
	defer caught(ctx)
	s.look.run(func(done func()) {
		work(ctx, func(x context.Context) (sw.Card, error) { return s.Ports.Outbox.Card(x, s.Key) },
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
	t := s.Ports.words()
	if s.card == nil {
		return note(LookWaiting, t.SavedHere)
	}
	return note(lookOf(*s.card), sayCard(t, *s.card, s.Ports.Device))
}
