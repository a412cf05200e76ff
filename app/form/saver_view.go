package form

import (
	"errors"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw/client"
)

// errorOf says what is wrong with a field, empty if nothing is.
func (s *saver) errorOf(pointer string) string {
	i := slices.IndexFunc(s.errs, func(e wire.FieldError) bool { return e.Field == pointer })
	if i < 0 {
		return ""
	}
	return message.SayField(s.pg.T, s.errs[i])
}

// errorIn is errorOf for a text of at most max characters. Too long a text is
// said while it is typed: the browser does not cut it.
func (s *saver) errorIn(pointer, text string, max int) string {
	if n := wire.Length(wire.CleanText(text)); max > 0 && n > max {
		return i18n.Fill(s.pg.T.TooLong, "have", s.pg.T.Number(int64(n)), "limit", s.pg.T.Number(int64(max)))
	}
	return s.errorOf(pointer)
}

// forgive takes a field's error away once it is typed into.
func (s *saver) forgive(pointer string) {
	s.errs = slices.DeleteFunc(slices.Clone(s.errs), func(e wire.FieldError) bool { return e.Field == pointer })
}

// full says that the outbox takes no more: said before anything is typed.
func (s *saver) full() bool { return s.editing == nil && s.bar.Unsent() >= entry.UnsentMax }

// head says what must be known before typing.
func (s *saver) head() app.UI {
	t := s.pg.T
	return app.Div().Body(
		ui.Slot(s.full(), func() app.UI { return ui.Note(ui.LookNeeds, t.OutboxFull) }),
		ui.Slot(s.editing != nil, func() app.UI { return ui.Note(ui.LookNeutral, t.Correcting) }),
		ui.Slot(len(s.others) > 0, s.otherDrafts),
	)
}

// foot is what went wrong, what more is to be seen at any time, and the button
// that saves.
func (s *saver) foot(testID string, save app.EventHandler, more ...app.UI) app.UI {
	t := s.pg.T
	label := t.Save
	switch {
	case s.busy:
		label = t.Saving
	case s.editing != nil:
		label = t.SaveAndSend
	case s.bar.Storage == port.StorageOff: // nothing is saved here
		label = t.SendNow
	}
	off := s.pg.Ports == nil || s.busy || s.full() || !s.pg.Ready()
	return app.Div().Class("foot").Body(
		ui.Slot(s.failed != "", func() app.UI {
			return app.P().Class("note", "look-refused").Attr("role", "alert").DataSet("testid", "form-error").Body(ui.Icon(ui.GlyphOctagon), app.Span().Text(s.failed))
		}),
		app.Div().Body(app.FilterUIElems(more...)...),
		ui.Button(label, testID, "primary wide", off, save),
	)
}

// sayFailed says why nothing was saved; what is typed stays where it is.
func (s *saver) sayFailed(err error) string {
	t := s.pg.T
	var p *wire.Problem
	switch {
	case errors.As(err, &p):
		return message.SayRefusal(t, p)
	case errors.Is(err, errOtherContent):
		return t.SavedElsewhere
	case errors.Is(err, client.ErrSignedOut):
		return t.NotSavedNobody
	case errors.Is(err, entry.ErrFull):
		return t.OutboxFull
	case errors.Is(err, entry.ErrTooLarge):
		return t.TooLarge
	case errors.Is(err, entry.ErrOpenRecord):
		return t.OpenRecord
	case errors.Is(err, entry.ErrFrozen):
		return t.BeingSent
	case errors.Is(err, entry.ErrIllegal), errors.Is(err, entry.ErrStale), errors.Is(err, entry.ErrNotFound):
		return t.MovedOn
	case errors.Is(err, entry.ErrQuota):
		return t.NotSavedFull
	}
	return t.NotSaved
}
