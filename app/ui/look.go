package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/port"
	"waybill/idbqueue/entry"
	"waybill/sw"
)

// Look is one of six: nine inner states are shown as six, each with a shape, a
// colour and words of its own. Colour is the last of the three.
type Look string

// The looks, from the least to the most urgent.
const (
	LookSent    Look = "sent"
	LookNeutral Look = "neutral"
	LookWaiting Look = "waiting"
	LookDoubt   Look = "doubt"
	LookRefused Look = "refused"
	LookNeeds   Look = "needs"
)

// LookOf is the look of a write.
func LookOf(c sw.Card) Look {
	switch c.State {
	case entry.Attention, entry.Conflict:
		return LookNeeds
	case entry.Rejected:
		return LookRefused
	case entry.Sent:
		return LookSent
	case entry.Discarded:
		return LookNeutral
	}
	if c.MayHaveArrived && !c.Sending {
		return LookDoubt
	}
	return LookWaiting
}

// LookOfBar is the look of its most urgent member. Being offline is no fault,
// so it is neutral and never red.
func LookOfBar(b sw.Bar) Look {
	switch {
	case b.Attention+b.Conflict > 0 || b.Storage == port.StorageOff:
		return LookNeeds
	case b.Rejected > 0:
		return LookRefused
	case !b.Online || b.Hold == sw.ReasonNoAnswer:
		return LookNeutral
	case b.Unsent() > 0:
		return LookWaiting
	}
	return LookSent
}

// Glyph is the shape that goes with a look: colour alone says nothing.
func (l Look) Glyph() Glyph {
	switch l {
	case LookSent:
		return GlyphCheck
	case LookWaiting:
		return GlyphClock
	case LookDoubt:
		return glyphQuestion
	case LookRefused:
		return GlyphOctagon
	case LookNeeds:
		return GlyphTriangle
	}
	return glyphCloud
}

// GlyphOf is the shape on a card: within one look, shapes tell states apart.
func GlyphOf(c sw.Card) Glyph {
	switch {
	case c.State == entry.Conflict:
		return GlyphApart
	case c.State == entry.Discarded:
		return glyphBin
	case c.Sending:
		return glyphUp
	case c.State == entry.Retrying && !c.MayHaveArrived:
		return GlyphAgain
	}
	return LookOf(c).Glyph()
}

// Glyph is the inside of an SVG icon.
type Glyph string

// The shapes: circle, dashed circle, triangle, octagon, filled circle, cloud.
const (
	GlyphClock    Glyph = `<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>`
	glyphUp       Glyph = `<circle cx="12" cy="12" r="9"/><path d="M12 16.5v-9m-3.5 3.5L12 7.5l3.5 3.5"/>`
	GlyphAgain    Glyph = `<circle cx="12" cy="12" r="9"/><path d="M15.5 9.5a4.3 4.3 0 1 0 .6 3.6m-.3-5.6v2.6h-2.6"/>`
	glyphQuestion Glyph = `<circle cx="12" cy="12" r="9" stroke-dasharray="3.2 2.4"/><path d="M9.7 9.6a2.4 2.4 0 1 1 3.4 2.2c-.8.4-1.1.9-1.1 1.7m0 3v.1"/>`
	GlyphTriangle Glyph = `<path d="M12 3.5 22 20.5H2z"/><path d="M12 10v5m0 2.6v.1"/>`
	GlyphApart    Glyph = `<path d="M12 3.5 22 20.5H2z"/><path d="M10.8 15.2H7m1.6-1.8L6.8 15.2l1.8 1.8m4.6-1.8H17m-1.6-1.8 1.8 1.8-1.8 1.8"/>`
	GlyphOctagon  Glyph = `<path class="fill" d="M8 2.5h8L21.5 8v8L16 21.5H8L2.5 16V8z"/><path class="over" d="m8.8 8.8 6.4 6.4m0-6.4-6.4 6.4"/>`
	GlyphCheck    Glyph = `<circle class="fill" cx="12" cy="12" r="9.5"/><path class="over" d="m7.8 12.4 2.9 2.9 5.6-6.2"/>`
	glyphCheck2   Glyph = `<circle class="fill" cx="12" cy="12" r="9.5"/><path class="over" d="m5.6 12.4 2.6 2.6 4.8-5.4m-1.6 5 .5.4 5.2-5.8"/>`
	glyphCloud    Glyph = `<path d="M7 18.5h10a4 4 0 0 0 .6-8A6 6 0 0 0 6.200 11 3.800 3.800 0 0 0 7 18.500zM4 4l16 17"/>`
	glyphPencil   Glyph = `<path d="M4 20l1-4L16.500 4.500l3 3L8 19z"/>`
	glyphBin      Glyph = `<path d="M5 7h14M10 4h4M7 7l1 13h8l1-13M10.500 10.500v6m3-6v6"/>`
	GlyphHome     Glyph = `<path d="M4 11.500 12 4l8 7.500V20h-5.500v-5h-5v5H4z"/>`
	GlyphPaper    Glyph = `<path d="M6 3.500h9l3.500 3.500v13.500H6zM9 11h6.500M9 15h6.500M9 7h3"/>`
	GlyphTruck    Glyph = `<path d="M2.500 6h11v10h-11zM13.500 10h4l4 3.500V16h-8z"/><circle cx="7" cy="17.500" r="2"/><circle cx="17" cy="17.500" r="2"/>`
	GlyphPeople   Glyph = `<circle cx="9" cy="8.500" r="3.500"/><path d="M2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M15.500 5.300a3.500 3.500 0 0 1 0 6.400m2.500 2.800c2 .8 3.200 2.700 3.500 5.500"/>`
	GlyphBox      Glyph = `<path d="M3.500 7.500 12 3l8.500 4.500v9L12 21l-8.500-4.500zM3.500 7.500 12 12l8.500-4.500M12 12v9"/>`
	GlyphOut      Glyph = `<path d="M3.500 13.500 6.500 5h11l3 8.500V20h-17zM3.500 13.500H9l1 2.500h4l1-2.500h5.500M12 5.500v5m-2.300-2.300L12 10.500l2.300-2.300"/>`
	GlyphGear     Glyph = `<circle cx="12" cy="12" r="3.200"/><path d="M12 2.800v3m0 12.400v3M2.800 12h3m12.400 0h3M5.500 5.500l2.100 2.100m8.800 8.800 2.100 2.100m0-13-2.100 2.100m-8.800 8.800-2.100 2.100"/>`
	glyphPlus     Glyph = `<path d="M12 4.500v15M4.500 12h15"/>`
)

// Icon draws a shape. It is decoration: words beside it say the same.
func Icon(g Glyph) app.UI {
	return app.Raw(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">` + string(g) + `</svg>`)
}
