package app

import (
	"encoding/json"
	"strings"

	"waybill/app/pdf"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

// receipt is the customer's copy of a write. The page, the text and the PDF
// are made from the same values, so that they say the same.
type receipt struct {
	title  string
	ref    string // the short reference: it never changes
	state  string // what the office has said of it, or that it has not yet
	proved bool
	facts  []receiptFact
	lines  []receiptLine
	total  string
}

type receiptFact struct{ label, text string }

// receiptLine is one line of an order.
type receiptLine struct{ name, detail, amount string }

// receiptOf makes the copy of a write that by has taken.
func receiptOf(p *Ports, c sw.Card, by string) receipt {
	t, e := p.words(), c.Entry
	r := receipt{title: t.op(wire.Op(e.Op)), ref: e.Ref}
	r.state, r.proved = sayProof(p, c)
	r.fact(t.SavedOn, p.Device.Stamp(e.MadeAt))
	r.fact(t.TakenBy, by)
	order, ok := read[wire.OrderBody]([]byte(e.Body))
	if wire.Op(e.Op) != wire.OpOrderCreate || !ok {
		for _, d := range compareOwn(t, e, reader{ports: p}) {
			r.fact(d.Label, d.Mine)
		}
		return r
	}
	r.order(p, e, order)
	return r
}

func (r *receipt) fact(label, text string) {
	if text != "" {
		r.facts = append(r.facts, receiptFact{label, text})
	}
}

func (r *receipt) order(p *Ports, e entry.Entry, b wire.OrderBody) {
	t, n := p.words(), reader{ports: p}
	// An id says nothing to a customer; the title was made with the name.
	customer := n.name(wire.KindCustomers, b.CustomerID)
	if customer == b.CustomerID {
		customer = e.Title
	}
	r.fact(t.Customer, customer)
	r.fact(t.DeliverOn, n.day(b.DeliverOn))
	r.fact(t.Note, b.Note)
	var d orderDraft
	for _, l := range b.Lines {
		d.Lines = append(d.Lines, lineItem{Quantity: l.Quantity, PriceMinor: l.UnitPriceMinor, Currency: l.Currency})
		sum := "–"
		if v, fits := times(l.UnitPriceMinor, l.Quantity); fits {
			sum = n.money(v, l.Currency)
		}
		r.lines = append(r.lines, receiptLine{n.name(wire.KindProducts, l.ProductID), sayLine(t, l, n), sum})
	}
	r.total = sayTotal(p, &d)
}

// sayProof says what is proved of a write, with the whole date: a copy is read
// on another day.
func sayProof(p *Ports, c sw.Card) (text string, proved bool) {
	t := p.words()
	if c.Reason == sw.ReasonCancelled || orderState(p, c.Entry.Record) == wire.StateCancelled {
		return t.RecordCancelled, false
	}
	switch {
	case c.State == entry.Sent && c.Entry.Receipt != nil:
		return saySent(t, c, stamped{p.Device}), true
	case c.State == entry.Rejected:
		return t.StateRejected, false
	}
	return t.NotConfirmed, false
}

// stamped is a clock that always names the day.
type stamped struct{ Device }

func (s stamped) Clock(ms int64) string { return s.Stamp(ms) }

// text is the copy for a message.
func (r receipt) text(t *Words) string {
	out := []string{r.title + " – " + t.CustomerCopy, strings.ToUpper(r.state), "", fill(t.Reference, "ref", r.ref)}
	if r.proved {
		out[1] = r.state
	}
	for _, f := range r.facts {
		out = append(out, fill(t.FieldSays, "field", f.label, "text", f.text))
	}
	out = append(out, "")
	for _, l := range r.lines {
		out = append(out, l.name, "  "+l.detail+" = "+l.amount)
	}
	if r.total != "" {
		out = append(out, "", fill(t.FieldSays, "field", t.Total, "text", r.total))
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// pdf is the copy as a file. Errors: [pdf.ErrLetters].
func (r receipt) pdf(t *Words) ([]byte, error) {
	title := r.title + " – " + t.CustomerCopy
	lines := []pdf.Line{
		{Text: title, Style: pdf.Head},
		{Text: r.state, Style: pdf.Strong},
		{},
		{Text: fill(t.Reference, "ref", r.ref), Style: pdf.Strong},
	}
	for _, f := range r.facts {
		// A note keeps its own lines.
		for i, part := range strings.Split(f.text, "\n") {
			if i == 0 {
				part = fill(t.FieldSays, "field", f.label, "text", part)
			}
			lines = append(lines, pdf.Line{Text: part})
		}
	}
	for _, l := range r.lines {
		lines = append(lines, pdf.Line{Style: pdf.Small}, pdf.Line{Text: l.name}, pdf.Line{Text: l.detail, Right: l.amount})
	}
	if r.total != "" {
		lines = append(lines, pdf.Line{}, pdf.Line{Text: t.Total, Right: r.total, Style: pdf.Strong})
	}
	return pdf.Write(title, t.Lang, fill(t.Reference, "ref", r.ref)+" · "+r.state, lines)
}

// cardOfOrder is an order of the office as if it had just been sent from here:
// its copy is the same on every device of the rep.
func cardOfOrder(o wire.Order) sw.Card {
	b := wire.OrderBody{ID: o.ID, CustomerID: o.CustomerID, PlacedAt: o.PlacedAt, DeliverOn: o.DeliverOn, Note: o.Note}
	for _, l := range o.Lines {
		b.Lines = append(b.Lines, l.OrderLine)
	}
	body, err := json.Marshal(b)
	if err != nil {
		body = nil
	}
	return sw.Card{State: entry.Sent, Entry: entry.Entry{
		Key: o.ID, Record: o.ID, Ref: client.Ref(o.ID), Op: string(wire.OpOrderCreate), Title: o.Number, Body: string(body), State: entry.Sent,
		MadeAt: millis(o.PlacedAt), Receipt: &entry.Receipt{At: o.CreatedAt, Number: o.Number},
	}}
}
