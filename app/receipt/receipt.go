package receipt

import (
	"encoding/json"
	"strings"

	"waybill/app/i18n"
	"waybill/app/message"
	"waybill/app/order"
	"waybill/app/port"
	"waybill/app/receipt/pdf"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

// receipt is the customer's copy of a write. The page, the text and the PDF
// are made from the same values, so that they say the same.
type receipt struct {
	title  string
	Ref    string // the short reference: it never changes
	state  string // what the office has said of it, or that it has not yet
	Proved bool
	facts  []receiptFact
	Lines  []receiptLine
	Total  string
}

type receiptFact struct{ label, text string }

// receiptLine is one line of an order.
type receiptLine struct{ name, detail, amount string }

// ReceiptOf makes the copy of a write that by has taken.
func ReceiptOf(p *port.Ports, c sw.Card, by string) receipt {
	t, e := p.Words(), c.Entry
	r := receipt{title: t.OpName(wire.Op(e.Op)), Ref: e.Ref}
	r.state, r.Proved = sayProof(p, c)
	r.fact(t.SavedOn, p.Device.Stamp(e.MadeAt))
	r.fact(t.TakenBy, by)
	order, ok := wire.Decode[wire.OrderBody]([]byte(e.Body))
	if wire.Op(e.Op) != wire.OpOrderCreate || !ok {
		for _, d := range message.CompareOwn(t, e, message.Reader{Ports: p}) {
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

func (r *receipt) order(p *port.Ports, e entry.Entry, b wire.OrderBody) {
	t, n := p.Words(), message.Reader{Ports: p}
	// An id says nothing to a customer; the title was made with the name.
	customer := n.Name(wire.KindCustomers, b.CustomerID)
	if customer == b.CustomerID {
		customer = e.Title
	}
	r.fact(t.Customer, customer)
	r.fact(t.DeliverOn, n.Day(b.DeliverOn))
	r.fact(t.Note, b.Note)
	var d order.Draft
	for _, l := range b.Lines {
		d.Lines = append(d.Lines, order.Line{Quantity: l.Quantity, PriceMinor: l.UnitPriceMinor, Currency: l.Currency})
		sum := "–"
		if v, fits := order.Times(l.UnitPriceMinor, l.Quantity); fits {
			sum = n.Money(v, l.Currency)
		}
		r.Lines = append(r.Lines, receiptLine{n.Name(wire.KindProducts, l.ProductID), message.SayLine(t, l, n), sum})
	}
	r.Total = message.SayTotal(p, &d)
}

// sayProof says what is proved of a write, with the whole date: a copy is read
// on another day.
func sayProof(p *port.Ports, c sw.Card) (text string, proved bool) {
	t := p.Words()
	if c.Reason == sw.ReasonCancelled || message.OrderState(p, c.Entry.Record) == wire.StateCancelled {
		return t.RecordCancelled, false
	}
	switch {
	case c.State == entry.Sent && c.Entry.Receipt != nil:
		return message.SaySent(t, c, stamped{p.Device}), true
	case c.State == entry.Rejected:
		return t.StateRejected, false
	}
	return t.NotConfirmed, false
}

// stamped is a clock that always names the day.
type stamped struct{ port.Device }

func (s stamped) Clock(ms int64) string { return s.Stamp(ms) }

// text is the copy for a message.
func (r receipt) text(t *i18n.Words) string {
	out := []string{r.title + " – " + t.CustomerCopy, strings.ToUpper(r.state), "", i18n.Fill(t.Reference, "ref", r.Ref)}
	if r.Proved {
		out[1] = r.state
	}
	for _, f := range r.facts {
		out = append(out, i18n.Fill(t.FieldSays, "field", f.label, "text", f.text))
	}
	out = append(out, "")
	for _, l := range r.Lines {
		out = append(out, l.name, "  "+l.detail+" = "+l.amount)
	}
	if r.Total != "" {
		out = append(out, "", i18n.Fill(t.FieldSays, "field", t.Total, "text", r.Total))
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// pdf is the copy as a file. Errors: [pdf.ErrLetters].
func (r receipt) pdf(t *i18n.Words) ([]byte, error) {
	title := r.title + " – " + t.CustomerCopy
	lines := []pdf.Line{
		{Text: title, Style: pdf.Head},
		{Text: r.state, Style: pdf.Strong},
		{},
		{Text: i18n.Fill(t.Reference, "ref", r.Ref), Style: pdf.Strong},
	}
	for _, f := range r.facts {
		// A note keeps its own lines.
		for i, part := range strings.Split(f.text, "\n") {
			if i == 0 {
				part = i18n.Fill(t.FieldSays, "field", f.label, "text", part)
			}
			lines = append(lines, pdf.Line{Text: part})
		}
	}
	for _, l := range r.Lines {
		lines = append(lines, pdf.Line{Style: pdf.Small}, pdf.Line{Text: l.name}, pdf.Line{Text: l.detail, Right: l.amount})
	}
	if r.Total != "" {
		lines = append(lines, pdf.Line{}, pdf.Line{Text: t.Total, Right: r.Total, Style: pdf.Strong})
	}
	return pdf.Write(title, t.Lang, i18n.Fill(t.Reference, "ref", r.Ref)+" · "+r.state, lines)
}

// CardOfOrder is an order of the office as if it had just been sent from here:
// its copy is the same on every device of the rep.
func CardOfOrder(o wire.Order) sw.Card {
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
		MadeAt: message.Millis(o.PlacedAt), Receipt: &entry.Receipt{At: o.CreatedAt, Number: o.Number},
	}}
}
