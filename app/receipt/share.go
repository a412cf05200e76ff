package receipt

import (
	"context"
	"errors"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/app/receipt/pdf"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/sw"
)

// CustomerCopy offers a copy of a write for the customer: shown on the page,
// shared or saved as text or PDF, or printed. Until the office has confirmed,
// the copy says so.
type CustomerCopy struct {
	app.Compo
	Ports *port.Ports
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
func (s *CustomerCopy) OnMount(ctx app.Context) { ctx.ObserveState(ui.StateUser, &s.user) }

// OnPreRender does the same where components are tested.
func (s *CustomerCopy) OnPreRender(ctx app.Context) { ctx.ObserveState(ui.StateUser, &s.user) }

// Render is one button, and the copy below it once it is asked for.
func (s *CustomerCopy) Render() app.UI {
	t := s.Ports.Words()
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
			ui.Button(s.label(t.ShareText, t.SaveText, ""), "copy-text", "", s.busy, s.onText),
			ui.When(s.holds(r), func() app.UI {
				return ui.Button(s.label(t.SharePDF, t.SavePDF, pdfType), "copy-pdf", "", s.busy, s.onPDF)
			}),
			ui.Button(t.Print, "copy-print", "", s.busy, s.onPrint),
		)...),
		ui.When(!s.holds(r), func() app.UI { return app.P().Class("hint").DataSet("testid", "copy-letters").Text(t.PDFLetters) }),
		app.P().Class(s.reportClass()).Attr("role", "status").DataSet("testid", "copy-report").Text(s.report),
	)
}

func (s *CustomerCopy) receipt() receipt { return ReceiptOf(s.Ports, s.Card, s.user.Name) }

// paper is the copy as the customer will see it, and what is printed.
func (s *CustomerCopy) paper(t *i18n.Words, r receipt) app.UI {
	look := ui.LookNeutral
	if r.Proved {
		look = ui.LookSent
	}
	return app.Section().Class("paper").DataSet("testid", "copy-paper").Aria("label", t.CustomerCopy).Body(
		app.H2().Text(r.title),
		ui.Note(look, r.state),
		app.P().Body(app.Strong().Text(i18n.Fill(t.Reference, "ref", r.Ref))),
		app.Dl().Class("facts").Body(app.Range(r.facts).Slice(func(i int) app.UI { return ui.Fact(r.facts[i].label, r.facts[i].text) })),
		app.Ul().Class("plain").Body(app.Range(r.Lines).Slice(func(i int) app.UI {
			l := r.Lines[i]
			return app.Li().Body(
				app.Span().Dir("auto").Text(l.name),
				app.Span().Class("paper-line").Body(app.Span().Text(l.detail), app.Span().Text(l.amount)),
			)
		})),
		ui.When(r.Total != "", func() app.UI {
			return app.P().Class("total").Body(app.Span().Text(t.Total), app.Strong().Text(r.Total))
		}),
	)
}

// holds says whether the PDF has every letter of the copy.
func (s *CustomerCopy) holds(r receipt) bool { return pdf.Holds(r.text(s.Ports.Words())) }

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
	defer ui.Caught(ctx)
	r, t := s.receipt(), s.Ports.Words()
	text := r.text(t)
	s.hand(ctx, port.Sheet{Title: r.title, Text: text}, port.File{Name: "waybill-" + r.Ref + ".txt", Mime: textType, Data: []byte(text)})
}

func (s *CustomerCopy) onPDF(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	r := s.receipt()
	data, err := r.pdf(s.Ports.Words())
	if err != nil {
		s.failed, s.report = true, s.Ports.Words().PDFLetters
		return
	}
	f := port.File{Name: "waybill-" + r.Ref + ".pdf", Mime: pdfType, Data: data}
	s.hand(ctx, port.Sheet{Title: r.title, File: &f}, f)
}

// hand opens the share sheet, and saves the file where there is none: a copy
// that was asked for always comes out somewhere.
func (s *CustomerCopy) hand(ctx app.Context, sheet port.Sheet, file port.File) {
	d, t := s.Ports.Device, s.Ports.Words()
	s.busy, s.report, s.failed = true, "", false
	ui.Work(ctx, func(x context.Context) (string, error) {
		err := d.Share(x, sheet)
		switch {
		case err == nil:
			return t.Shared, nil
		case errors.Is(err, port.ErrClosed):
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
	defer ui.Caught(ctx)
	s.Ports.Device.Print()
}
