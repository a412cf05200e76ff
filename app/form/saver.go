package form

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/layout"
	"waybill/app/order"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

// errOtherContent says that a write of this form's key is already stored with
// other content: another tab saved its own version of the same draft.
var errOtherContent = errors.New("app: saved before with other content")

// saver is what every form does: it keeps a draft, saves once however often it
// is asked, and says "saved" only when the write is durable.
type saver struct {
	pg      *layout.Page
	name    string // of the form
	own     string // name of this tab's draft of it
	others  []openDraft
	key     string // of the write, made when the form opens
	editing *sw.Card
	busy    bool
	errs    []wire.FieldError
	failed  string
	saved   *entry.Entry
	bar     sw.Bar
	drafts  *draftWriter
}

func (s *saver) init(pg *layout.Page, name string) {
	s.pg, s.name, s.key = pg, name, port.NewID()
}

// editKey is the write that the page's address asks to correct.
func editKey(ctx app.Context) string { return ctx.Page().URL().Query().Get("edit") }

// open loads the draft, or the write that is to be corrected, and hands it to
// restore. A draft whose write was saved already is forgotten.
func (s *saver) open(ctx app.Context, edit string, restore func(app.Context, json.RawMessage, *sw.Card)) {
	ctx.ObserveState(ui.StateBar, &s.bar)
	s.pg.Waits = true
	type found struct {
		draft json.RawMessage
		card  *sw.Card
		mine  tabDrafts
	}
	form := s.name
	ui.Work(ctx, func(x context.Context) (f found, err error) {
		if edit != "" {
			tab, _ := s.pg.Ports.Device.Tab(x)
			f.mine.name = tabDraft(form, tab)
			f.draft, f.card, err = s.loadEdit(x, edit, form+":"+edit)
			return f, err
		}
		f.mine, err = loadDrafts(x, s.pg.Ports, form)
		f.draft = f.mine.draft
		return f, err
	}, func(ctx app.Context, f found, err error) {
		s.pg.Waits = false
		s.own, s.others = f.mine.name, f.mine.others
		name := s.own
		if edit != "" {
			name = form + ":" + edit
		}
		s.drafts = &draftWriter{drafts: s.pg.Ports.Drafts, name: name}
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

// loadEdit loads the write that is corrected, and what was typed of its
// correction. That counts only while the write is what it was then.
func (s *saver) loadEdit(ctx context.Context, edit, name string) (json.RawMessage, *sw.Card, error) {
	c, err := s.pg.Ports.Outbox.Card(ctx, edit)
	if err != nil {
		return nil, nil, err
	}
	draft, err := s.pg.Ports.Drafts.LoadDraft(ctx, name)
	if err != nil || draft == nil {
		return nil, &c, nil // the write itself is enough to go on from
	}
	d, _ := wire.Decode[struct{ Key, Was string }](draft)
	if d.Key != c.Entry.Key || d.Was != c.Entry.Fingerprint {
		return nil, &c, s.pg.Ports.Drafts.SaveDraft(ctx, name, nil)
	}
	return draft, &c, nil
}

// was is the fingerprint of the write that is corrected, empty for a new one.
func (s *saver) was() string {
	if s.editing == nil {
		return ""
	}
	return s.editing.Entry.Fingerprint
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
func (s *saver) submit(ctx app.Context, make func() (client.Draft, []wire.FieldError)) {
	if s.busy || s.saved != nil || s.pg.Ports == nil {
		return
	}
	d, errs := make()
	s.errs, s.failed = errs, ""
	if len(errs) > 0 {
		s.failed = s.pg.T.Plural(s.pg.Ports.Device, s.pg.T.CorrectFields, len(errs))
		ui.FocusWrong(ctx)
		return
	}
	s.busy = true
	edit := s.editing != nil
	ui.Work(ctx, func(x context.Context) (entry.Entry, error) { return s.store(x, d, edit) },
		func(ctx app.Context, e entry.Entry, err error) {
			s.busy = false
			if errors.Is(err, errOtherContent) {
				s.key = port.NewID()
			}
			if err != nil {
				s.failed = s.sayFailed(err)
				return
			}
			s.saved = &e
		})
}

// store runs off the UI goroutine and finishes even if the page is left.
func (s *saver) store(ctx context.Context, d client.Draft, edit bool) (entry.Entry, error) {
	p := s.pg.Ports
	if edit {
		if err := p.Mend.Edit(ctx, d.Key, d.Body, d.Title, d.Parents); err != nil {
			return entry.Entry{}, err
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
	a, okA := wire.Decode[map[string]any]([]byte(stored))
	b, okB := wire.Decode[map[string]any](fresh)
	for _, m := range []map[string]any{a, b} {
		for _, k := range []string{"placed_at", "delivered_at", "failed_at"} {
			delete(m, k)
		}
	}
	return okA && okB && reflect.DeepEqual(a, b)
}

// again opens the form for the next write.
func (s *saver) again() {
	s.key, s.editing, s.saved, s.errs, s.failed = port.NewID(), nil, nil, nil, ""
	s.drafts = &draftWriter{drafts: s.pg.Ports.Drafts, name: s.own}
}

// draftHead is what a draft of this form begins with.
func (s *saver) draftHead() order.Head {
	return order.Head{Key: s.key, Was: s.was(), TypedAt: s.pg.Ports.Device.Now()}
}

// keepDraft stores what is typed.
func (s *saver) keepDraft(ctx app.Context, draft any) {
	if s.drafts == nil || s.saved != nil {
		return
	}
	if b, err := json.Marshal(draft); err == nil {
		s.drafts.keep(ctx, b)
	}
}
