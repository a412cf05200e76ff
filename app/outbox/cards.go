package outbox

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/port"
	"waybill/app/sorting"
	"waybill/idbqueue/entry"
	"waybill/sw"
)

// CardsShown is how many writes a list shows before "show more": a weak phone
// draws ten of them in a tenth of a second, and while a drain runs it draws
// them again and again.
const CardsShown = 10

// urgency orders a list: what needs the rep, what was refused, what is in
// doubt, then what waits, the oldest first.
func urgency(c sw.Card) int {
	switch {
	case c.State == entry.Attention, c.State == entry.Conflict:
		return 0
	case c.State == entry.Rejected:
		return 1
	case c.InDoubt:
		return 2
	}
	return 3
}

// Sorted is the order in which unsent writes are shown.
func Sorted(cards []sw.Card) []sw.Card {
	return sorting.By(cards, func(a, b *sw.Card) int {
		if n := urgency(*a) - urgency(*b); n != 0 {
			return n
		}
		return int(a.Entry.Seq - b.Entry.Seq)
	})
}

// CardList shows writes below each other.
func CardList(p *port.Ports, cards []sw.Card) app.UI {
	return app.Div().Class("cards").Body(app.Range(cards).Slice(func(i int) app.UI {
		return &CardView{Ports: p, Card: cards[i]}
	}))
}

// UnsentSearched is how many unsent writes are looked through for customers.
const UnsentSearched = 500

// FirstOf is at most n of a list.
func FirstOf(cards []sw.Card, n int) []sw.Card { return cards[:min(n, len(cards))] }

// Needing are the writes that wait for a person.
func Needing(cards []sw.Card) []sw.Card {
	var out []sw.Card
	for _, c := range Sorted(cards) {
		switch c.State {
		case entry.Attention, entry.Conflict, entry.Rejected:
			out = append(out, c)
		}
	}
	return out
}
