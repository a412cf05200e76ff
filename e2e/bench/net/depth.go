package main

import (
	"testing"
	"time"

	"waybill/e2e/bench/benchkit"
	"waybill/e2e/bench/slowlink"
)

// depth drains outboxes of very different size over the machine's own line:
// what is left is the work of phone and office.
func depth(t testing.TB, r *benchkit.Report) {
	r.Head("cost of a write by how many wait, no delay on the line")
	each := map[int]time.Duration{}
	for _, n := range []int{100, 1_000, 10_000} {
		orders := benchkit.Orders(n)
		ok := benchkit.Run(func(t testing.TB) {
			rep := benchkit.Arrive(t)
			rep.Phone.Offline(true)
			rep.Import(orders)
			d := rep.Drain(n, slowlink.Lines{}, 5*time.Minute)
			each[n] = d.Wall / time.Duration(n)
			r.Say("%6d waiting: %v, %.2f ms a write", n, d, float64(each[n].Microseconds())/1000)
			if got := rep.Stored(orders); got != n {
				r.Claim(false, "%d of %d orders are at the office", got, n)
			}
		})
		if !ok {
			t.FailNow()
		}
	}
	r.Claim(each[10_000] <= each[100]*3/2 || each[10_000] <= each[1_000]*3/2,
		"a write with 10,000 waiting costs no more than with 1,000: %.2f and %.2f ms",
		float64(each[10_000].Microseconds())/1000, float64(each[1_000].Microseconds())/1000)
}
