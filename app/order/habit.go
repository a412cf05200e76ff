package order

import (
	"waybill/app/sorting"
	"waybill/server/wire"
)

// habit is a product that a customer orders: its line in the latest order that
// has it, and in how many orders it is.
type habit struct {
	Line  wire.OrderLine
	times int
	seen  int // how many others came before, looking back
}

// Habits are the products of a customer's orders, which come newest first: the
// ones of the latest order in its order, then the others by how often they were
// ordered.
func Habits(orders []wire.Order) []habit {
	var all []habit
	at := map[string]int{}
	latest := 0
	for i, o := range orders {
		for _, l := range o.Lines {
			n, known := at[l.ProductID]
			if !known {
				n = len(all)
				at[l.ProductID] = n
				all = append(all, habit{Line: l.OrderLine, seen: n})
			}
			all[n].times++
		}
		if i == 0 {
			latest = len(all)
		}
	}
	return append(all[:latest:latest], sorting.By(all[latest:], func(a, b *habit) int {
		if a.times != b.times {
			return b.times - a.times
		}
		return a.seen - b.seen
	})...)
}
