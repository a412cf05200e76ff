package storetest

import (
	"fmt"
	"slices"
	"sync"

	"waybill/server/store"
	"waybill/server/wire"
)

// together applies n calls at once and returns how often each outcome came.
func (o office) together(n int, call func(i int) []store.Write) map[string]int {
	o.Helper()
	var (
		mu    sync.Mutex
		wg    sync.WaitGroup
		start = make(chan struct{})
		seen  = map[string]int{}
	)
	for i := range n {
		wg.Go(func() {
			<-start
			results, err := o.Apply(o.Context(), now, call(i))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				seen["error"]++
				o.Error(err)
				return
			}
			for _, r := range results {
				seen[outcome(r)]++
			}
		})
	}
	close(start)
	wg.Wait()
	return seen
}

func (o office) outcomes(got, want map[string]int) {
	o.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		o.Errorf("outcomes %v, want %v", got, want)
	}
}

func parallelEqual(o office) {
	got := o.together(20, func(int) []store.Write { return []store.Write{order(1)} })
	o.outcomes(got, map[string]int{"placed": 1, "id_exists": 19})
	got = o.together(20, func(int) []store.Write { return []store.Write{customer(9, "C-9")} })
	o.outcomes(got, map[string]int{"active": 1, "duplicate_code": 19})
	if n := o.count(wire.KindOrders); n != 1 {
		o.Errorf("%d orders", n)
	}
}

func parallelCodes(o office) {
	got := o.together(20, func(i int) []store.Write { return []store.Write{customer(100+i, "SAME")} })
	o.outcomes(got, map[string]int{"active": 1, "duplicate_code": 19})
	got = o.together(20, func(i int) []store.Write {
		return []store.Write{order(1, func(b *wire.OrderBody) { b.Note = fmt.Sprint(i) })}
	})
	o.outcomes(got, map[string]int{"placed": 1, "id_reused": 19})
}

func parallelMissing(o office) {
	got := o.together(10, func(i int) []store.Write {
		return []store.Write{order(i, func(b *wire.OrderBody) { b.CustomerID = customerID(99) })}
	})
	o.outcomes(got, map[string]int{"foreign_key": 10})
}

// crossing: transitions of the same two rows in opposite order, in batches,
// are what makes a database find deadlocks.
func crossing(o office) {
	lines := []wire.OrderLine{{ProductID: productID(1), Quantity: 1, Currency: "EUR"}, {ProductID: productID(2), Quantity: 1, Currency: "EUR"}}
	got := o.together(20, func(i int) []store.Write {
		mine := slices.Clone(lines)
		if i%2 == 1 {
			slices.Reverse(mine)
		}
		writes := []store.Write{order(i, func(b *wire.OrderBody) { b.Lines = mine }), customer(200, "X"), customer(201, "Y")}
		if i%2 == 1 {
			slices.Reverse(writes)
		}
		return writes
	})
	o.outcomes(got, map[string]int{"placed": 20, "active": 2, "duplicate_code": 38})
}

func parallelBatches(o office) {
	got := o.together(8, func(i int) []store.Write {
		var writes []store.Write
		for n := range 20 {
			writes = append(writes, order((n+i*7)%20+1))
		}
		return writes
	})
	o.outcomes(got, map[string]int{"placed": 20, "id_exists": 140})
	if n := o.count(wire.KindOrders); n != 20 {
		o.Errorf("%d orders", n)
	}
}
