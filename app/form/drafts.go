package form

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/order"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
)

// openDraft is a half-typed form of a tab that is gone.
type openDraft struct {
	name  string
	key   string // of its write: made when the form was opened
	at    int64  // when it was typed last (milliseconds)
	draft json.RawMessage
}

// tabDrafts is the draft of this tab, and those that no tab has open.
type tabDrafts struct {
	name   string // of this tab's
	draft  json.RawMessage
	others []openDraft // the newest first
}

// tabDraft names a tab's draft of a form. Where tabs cannot be told apart they
// share one.
func tabDraft(form, tab string) string {
	if tab == "" {
		return form
	}
	return form + "@" + tab
}

// loadDrafts finds this tab's draft of a form. A tab that has none goes on with
// the newest of those that nobody has open: after a kill it is what was being
// typed. A draft whose write was saved already is forgotten.
func loadDrafts(ctx context.Context, p *port.Ports, form string) (tabDrafts, error) {
	tab, open := p.Device.Tab(ctx)
	mine := tabDrafts{name: tabDraft(form, tab)}
	all, err := p.Drafts.Drafts(ctx, form)
	if err != nil {
		return mine, err
	}
	for name, draft := range all {
		_, of, _ := strings.Cut(name, "@")
		if name != mine.name && slices.Contains(open, of) {
			continue // it is being typed in another tab
		}
		d, _ := wire.Decode[order.Head](draft)
		if d.Key == "" {
			continue
		}
		if _, err := p.Outbox.Card(ctx, d.Key); err == nil {
			err = p.Drafts.SaveDraft(ctx, name, nil)
			if err != nil {
				return mine, err
			}
			continue
		}
		if name == mine.name {
			mine.draft = draft
		} else {
			mine.others = append(mine.others, openDraft{name, d.Key, d.LastTyped(), draft})
		}
	}
	slices.SortFunc(mine.others, func(a, b openDraft) int { return cmp.Compare(b.at, a.at) })
	if mine.draft == nil && len(mine.others) > 0 {
		err = mine.adopt(ctx, p.Drafts)
	}
	return mine, err
}

// adopt makes the newest of the others this tab's draft.
func (m *tabDrafts) adopt(ctx context.Context, drafts port.Drafts) error {
	newest := m.others[0]
	m.draft, m.others = newest.draft, m.others[1:]
	if err := drafts.SaveDraft(ctx, m.name, newest.draft); err != nil {
		return err
	}
	return drafts.SaveDraft(ctx, newest.name, nil)
}

// swap puts what this tab has typed aside and takes another draft in its place.
// Nothing is removed before it stands where it goes.
func swap(ctx context.Context, drafts port.Drafts, form, mine string, chosen openDraft) error {
	typed, err := drafts.LoadDraft(ctx, mine)
	if err != nil {
		return err
	}
	if typed != nil {
		if err := drafts.SaveDraft(ctx, tabDraft(form, port.NewID()), typed); err != nil {
			return err
		}
	}
	if err := drafts.SaveDraft(ctx, mine, chosen.draft); err != nil {
		return err
	}
	return drafts.SaveDraft(ctx, chosen.name, nil)
}

// otherDrafts offers what was being typed in tabs that are gone.
func (s *saver) otherDrafts() app.UI {
	t := s.pg.T
	return app.Section().Class("panel").DataSet("testid", "drafts").Body(
		app.H2().Text(t.DraftsHead),
		app.Range(s.others).Slice(func(i int) app.UI {
			d := s.others[i]
			return ui.Button(i18n.Fill(t.DraftContinue, "what", sayDraft(s.pg.Ports, d)), "draft-continue", "", false, s.onContinue(d), d.name)
		}),
	)
}

// onContinue puts another draft in this tab's place, and opens the form anew
// with it.
func (s *saver) onContinue(d openDraft) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		defer ui.Caught(ctx)
		writer, drafts, form := s.drafts, s.pg.Ports.Drafts, s.name
		ui.Act(ctx, func(x context.Context) error {
			writer.end()
			return swap(x, drafts, form, writer.name, d)
		}, func(ctx app.Context, err error) {
			if err != nil {
				s.failed = s.sayFailed(err)
				return
			}
			ctx.Reload()
		})
	}
}

// sayDraft names a draft: when it was begun, and what can be read of it.
func sayDraft(p *port.Ports, d openDraft) string {
	said := ""
	if begun := order.KeyTime(d.key); begun != 0 {
		said = p.Device.Clock(begun)
	}
	texts, _ := wire.Decode[struct {
		Customer order.Party       `json:"customer"`
		Note     string            `json:"note"`
		By       string            `json:"by"`
		Texts    map[string]string `json:"texts"`
	}](d.draft)
	for _, text := range []string{
		message.CodeName(texts.Customer.Code, texts.Customer.Name), texts.By, texts.Texts["/code"], texts.Texts["/name"], texts.Note,
	} {
		if text = strings.TrimSpace(text); text != "" {
			said += " · " + text
		}
	}
	return strings.TrimPrefix(said, " · ")
}
