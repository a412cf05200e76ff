package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/sw"
)

// OldNote warns of writes that have waited too long, with their count and age.
func OldNote(p *port.Ports, b sw.Bar) app.UI {
	return When(b.Unsent() > 0 && b.Oldest > 0 && p.Device.Now()-b.Oldest > OldAfter, func() app.UI {
		t := p.Words()
		return Note(LookNeeds, i18n.Fill(t.Plural(p.Device, t.OldWrites, b.Unsent()), "time", p.Device.Clock(b.Oldest)))
	})
}

// OldAfter is when a write has waited too long to be left to itself: browsers
// may empty what is not used for a week.
const OldAfter = 2 * 24 * 60 * 60 * 1000

// Loading shows how far the first load has come: of all that there is where the
// office has said it. A load that has broken off stays where it is.
func Loading(t *i18n.Words, f port.Freshness) app.UI {
	if f.At != 0 || !f.Pulling && f.Loaded == 0 {
		return nil
	}
	text := i18n.Fill(t.CopyLoaded, "n", t.Number(int64(f.Loaded)))
	bar := app.Elem("progress").Aria("label", t.CopyLoading)
	if f.Total > 0 {
		text = i18n.Fill(t.CopyLoadedOf, "n", t.Number(int64(f.Loaded)), "total", t.Number(int64(f.Total)))
		bar = bar.Attr("max", strconv.Itoa(f.Total)).Attr("value", strconv.Itoa(f.Loaded)).Aria("valuetext", text)
	}
	return app.Div().Body(
		// A bar without an end says that something moves.
		When(f.Pulling || f.Total > 0, func() app.UI { return bar }),
		app.P().Class("hint").DataSet("testid", "copy-loaded").Text(text),
	)
}

// NotHere is shown in place of a record that this device does not have: while
// the copy is not whole, with what becomes of it.
func NotHere(p *port.Ports) app.UI {
	t, f := p.Words(), p.Catalogue.Fresh()
	return app.Div().Body(
		Note(LookNeutral, t.NotOnDevice),
		When(f.At == 0, func() app.UI { return app.P().Class("hint").Text(message.SayFresh(t, f, p.Device)) }),
	)
}
