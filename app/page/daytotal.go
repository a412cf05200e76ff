package page

import (
	"encoding/json"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/order"
	"waybill/app/outbox"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// dayTotal is a rep's day in money. Only what the office has counts; what is
// unsent stands beside it and is marked as not counted.
type dayTotal struct {
	proved  orderSum
	waiting orderSum // goes out by itself
	needs   orderSum // waits for the rep
	refused orderSum
	partial bool // more is unsent than was added up
}

// orderSum counts orders and adds their lines up, each currency apart.
type orderSum struct {
	n     int
	lines order.Draft
}

func (s *orderSum) add(lines []wire.OrderLine) {
	s.n++
	for _, l := range lines {
		s.lines.Lines = append(s.lines.Lines, order.Line{Quantity: l.Quantity, PriceMinor: l.UnitPriceMinor, Currency: l.Currency})
	}
}

// dayLooks is what a day's total is made from.
type dayLooks struct {
	user   string // whose day
	day    string // the device's local day
	dayOf  func(ms int64) string
	now    int64        // milliseconds
	office []port.Found // orders of the local copy
	sent   []sw.Card    // the latest receipts
	unsent []sw.Card
}

// totalOf adds a day up. An order that has something unsent here is not
// counted as proved, whatever the copy says of it: a refusal, a withdrawal or a
// restored office takes it out of the total at once.
func totalOf(l dayLooks) dayTotal {
	t := dayTotal{partial: len(l.unsent) >= outbox.UnsentSearched}
	seen := map[string]bool{}
	for _, c := range l.unsent {
		if c.Entry.Op != string(wire.OpOrderCreate) {
			continue
		}
		seen[c.Entry.Record] = true
		b, _ := wire.Decode[wire.OrderBody]([]byte(c.Entry.Body))
		t.group(c).add(b.Lines)
	}
	for _, f := range l.office {
		if o, ok := f.Record.(wire.Order); ok && !seen[o.ID] {
			seen[o.ID] = true // the office's word on it stands, counted or not
			if l.counts(o) {
				t.proved.add(linesOf(o))
			}
		}
	}
	for _, c := range l.sent {
		if r := c.Entry.Receipt; r == nil || r.Day != l.day || c.Entry.Op != string(wire.OpOrderCreate) || seen[c.Entry.Record] {
			continue
		}
		b, _ := wire.Decode[wire.OrderBody](json.RawMessage(c.Entry.Body))
		t.proved.add(b.Lines)
	}
	return t
}

// group is where an unsent order stands.
func (t *dayTotal) group(c sw.Card) *orderSum {
	switch c.State {
	case entry.Rejected:
		return &t.refused
	case entry.Attention, entry.Conflict:
		return &t.needs
	}
	return &t.waiting
}

// aDay is longer than any local day, for a first rough look.
const aDay = 26 * 60 * 60 * 1000

// counts says whether an order of the office is of this rep and this day, and
// stands. The office's time is that of its arrival: its proof.
func (l dayLooks) counts(o wire.Order) bool {
	if o.CreatedBy != l.user || o.State == wire.StateCancelled {
		return false
	}
	at := message.Millis(o.CreatedAt)
	return at > l.now-aDay && l.dayOf(at) == l.day
}

func linesOf(o wire.Order) []wire.OrderLine {
	lines := make([]wire.OrderLine, len(o.Lines))
	for i, l := range o.Lines {
		lines[i] = l.OrderLine
	}
	return lines
}

// panel shows the total, and beside it what does not count yet and why.
func (t dayTotal) panel(p *port.Ports) app.UI {
	w := p.Words()
	row := func(look ui.Look, g ui.Glyph, label string, s orderSum, testID string) app.UI {
		return ui.When(s.n > 0, func() app.UI {
			return app.P().Class("sum", "look-"+string(look)).DataSet("testid", testID).Body(
				ui.Icon(g), app.Span().Text(label), app.Span().Text(w.Plural(p.Device, w.OrdersCount, s.n)), app.Strong().Text(message.SayTotal(p, &s.lines)),
			)
		})
	}
	return app.Section().Class("panel").DataSet("testid", "day-total").Body(app.FilterUIElems(
		app.H2().Text(w.DayTotal),
		row(ui.LookSent, ui.GlyphCheck, w.DayReceived, t.proved, "day-proved"),
		ui.When(t.proved.n == 0, func() app.UI { return app.P().Class("hint").Text(w.DayNone) }),
		row(ui.LookWaiting, ui.GlyphClock, w.DayWaiting, t.waiting, "day-waiting"),
		row(ui.LookNeeds, ui.GlyphTriangle, w.DayNeeds, t.needs, "day-needs"),
		row(ui.LookRefused, ui.GlyphOctagon, w.DayRefused, t.refused, "day-refused"),
		ui.When(t.partial, func() app.UI {
			return app.P().Class("hint").Text(i18n.Fill(w.DayPartial, "n", order.Itoa(outbox.UnsentSearched)))
		}),
	)...)
}
