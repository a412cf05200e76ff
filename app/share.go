package app

import (
	"context"
	"errors"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/pdf"
	"waybill/server/wire"
	"waybill/sw"
)

// CustomerCopy offers a copy of a write for the customer: shown on the page,
// shared or saved as text or PDF, or printed. Until the office has confirmed,
// the copy says so.
type CustomerCopy struct {
	app.Compo
	Ports *Ports
	Card  sw.Card

	user   wire.User
	open   bool
	busy   bool
	report string
	failed bool
}

// CompoID keeps one write's open copy from becoming another's in a list.
func (s *CustomerCopy) CompoID() string { return "copy-" + s.Card.Entry.Key }

// OnMount learns who takes the order.
func (s *CustomerCopy) OnMount(ctx app.Context) { ctx.ObserveState(StateUser, &s.user) }

// OnPreRender does the same where components are tested.
func (s *CustomerCopy) OnPreRender(ctx app.Context) { ctx.ObserveState(StateUser, &s.user) }

// Render is one button, and the copy below it once it is asked for.
func (s *CustomerCopy) Render() app.UI {
	t := s.Ports.words()
	toggle := app.Button().Type("button").Class("btn", "quiet").DataSet("testid", "outbox-share").
		Aria("expanded", strconv.FormatBool(s.open)).Text(t.CustomerCopy).OnClick(s.onToggle)
	if !s.open {
		return app.Div().Class("copy").Body(toggle)
	}
	r := s.receipt()
	return app.Div().Class("copy", "open").Body(
		toggle,
		s.paper(t, r),
		app.Div().Class("row", "copy-acts").Body(app.FilterUIElems(
			button(s.label(t.ShareText, t.SaveText, ""), "copy-text", "", s.busy, s.onText),
			when(s.holds(r), func() app.UI { return button(s.label(t.SharePDF, t.SavePDF, pdfType), "copy-pdf", "", s.busy, s.onPDF) }),
			button(t.Print, "copy-print", "", s.busy, s.onPrint),
		)...),
		when(!s.holds(r), func() app.UI { return app.P().Class("hint").DataSet("testid", "copy-letters").Text(t.PDFLetters) }),
		app.P().Class(s.reportClass()).Attr("role", "status").DataSet("testid", "copy-report").Text(s.report),
	)
}

func (s *CustomerCopy) receipt() receipt { return receiptOf(s.Ports, s.Card, s.user.Name) }

// paper is the copy as the customer will see it, and what is printed.
func (s *CustomerCopy) paper(t *Words, r receipt) app.UI {
	look := LookNeutral
	if r.proved {
		look = LookSent
	}
	return app.Section().Class("paper").DataSet("testid", "copy-paper").Aria("label", t.CustomerCopy).Body(
		app.H2().Text(r.title),
		note(look, r.state),
		app.P().Body(app.Strong().Text(fill(t.Reference, "ref", r.ref))),
		app.Dl().Class("facts").Body(app.Range(r.facts).Slice(func(i int) app.UI { return fact(r.facts[i].label, r.facts[i].text) })),
		app.Ul().Class("plain").Body(app.Range(r.lines).Slice(func(i int) app.UI {
			l := r.lines[i]
			return app.Li().Body(
				app.Span().Dir("auto").Text(l.name),
				app.Span().Class("paper-line").Body(app.Span().Text(l.detail), app.Span().Text(l.amount)),
			)
		})),
		when(r.total != "", func() app.UI {
			return app.P().Class("total").Body(app.Span().Text(t.Total), app.Strong().Text(r.total))
		}),
	)
}

// holds says whether the PDF has every letter of the copy.
func (s *CustomerCopy) holds(r receipt) bool { return pdf.Holds(r.text(s.Ports.words())) }

const (
	pdfType  = "application/pdf"
	textType = "text/plain;charset=utf-8"
)

// label says what the button will really do on this device.
func (s *CustomerCopy) label(share, save, mime string) string {
	if s.Ports.Device.CanShare(mime) {
		return share
	}
	return save
}

func (s *CustomerCopy) reportClass() string {
	if s.failed {
		return "field-error"
	}
	return "hint"
}

func (s *CustomerCopy) onToggle(app.Context, app.Event) { s.open, s.report = !s.open, "" }

func (s *CustomerCopy) onText(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	r, t := s.receipt(), s.Ports.words()
	text := r.text(t)
	s.hand(ctx, Sheet{Title: r.title, Text: text}, File{"waybill-" + r.ref + ".txt", textType, []byte(text)})
}

func (s *CustomerCopy) onPDF(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	r := s.receipt()
	data, err := r.pdf(s.Ports.words())
	if err != nil {
		s.failed, s.report = true, s.Ports.words().PDFLetters
		return
	}
	f := File{"waybill-" + r.ref + ".pdf", pdfType, data}
	s.hand(ctx, Sheet{Title: r.title, File: &f}, f)
}

// hand opens the share sheet, and saves the file where there is none: a copy
// that was asked for always comes out somewhere.
func (s *CustomerCopy) hand(ctx app.Context, sheet Sheet, file File) {
	d, t := s.Ports.Device, s.Ports.words()
	s.busy, s.report, s.failed = true, "", false
	work(ctx, func(x context.Context) (string, error) {
		err := d.Share(x, sheet)
		switch {
		case err == nil:
			return t.Shared, nil
		case errors.Is(err, errClosed):
			return "", nil
		}
		return t.ExportDone, d.Save(file.Name, file.Mime, file.Data)
	}, func(_ app.Context, report string, err error) {
		s.busy, s.report, s.failed = false, report, err != nil
		if err != nil {
			s.report = t.CopyNotMade
		}
	})
}

func (s *CustomerCopy) onPrint(ctx app.Context, _ app.Event) {
	defer caught(ctx)
	s.Ports.Device.Print()
}
