package app

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/idbqueue/entry"
	"waybill/sw"
)

// cardsShown is how many writes a list shows before "show more": a weak phone
// draws ten of them in a tenth of a second, and while a drain runs it draws
// them again and again.
const cardsShown = 10

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

// sorted is the order in which unsent writes are shown.
func sorted(cards []sw.Card) []sw.Card {
	return sortedBy(cards, func(a, b *sw.Card) int {
		if n := urgency(*a) - urgency(*b); n != 0 {
			return n
		}
		return int(a.Entry.Seq - b.Entry.Seq)
	})
}

// sortedBy is a sorted copy; equal values come in any order. It sorts pointers:
// sorting is compiled anew for each kind of value, and once for all pointers.
func sortedBy[T any](list []T, order func(a, b *T) int) []T {
	pointers := make([]*T, len(list))
	for i := range list {
		pointers[i] = &list[i]
	}
	slices.SortFunc(pointers, order)
	out := make([]T, len(list))
	for i, p := range pointers {
		out[i] = *p
	}
	return out
}

// cardList shows writes below each other.
func cardList(p *Ports, cards []sw.Card) app.UI {
	return app.Div().Class("cards").Body(app.Range(cards).Slice(func(i int) app.UI {
		return &CardView{Ports: p, Card: cards[i]}
	}))
}
