package main

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/e2e/bench/benchkit"
	"waybill/e2e/bench/slowlink"
)

// A line that is hardly one.
const (
	badTrip = 2 * time.Second
	badUp   = 50_000 // bytes a second: 400 kbit/s
	badDown = 50_000
	badLoss = 0.02
	badSeed = 9
)

const ordersLossy = 1000

// losses sends many orders over a line that loses 2 % of the answers, the
// second batch's surely, after the office has stored what was asked.
func losses(t testing.TB, r *benchkit.Report) {
	orders := benchkit.Orders(ordersLossy)
	rep := benchkit.Arrive(t)
	rep.Phone.Offline(true)
	rep.Import(orders)
	rep.Line.Lose(lossy())
	d := rep.Drain(len(orders), slowlink.RoundTrip(badTrip, badUp, badDown), 10*time.Minute)
	r.Head("%d orders, round trip %v, %d KB/s, %.0f %% of the answers lost", len(orders), badTrip, badUp/1000, badLoss*100)
	r.Say("batches:  %v, %d answers lost", d, d.Lost)
	r.Claim(d.Lost > 0, "answers got lost: %d", d.Lost)
	all := len(rep.Office.As("ana").List("orders"))
	r.Claim(rep.Stored(orders) == len(orders), "every order is at the office as it was written")
	r.Claim(all == len(orders), "the office has %d orders, of %d", all, len(orders))
}

func lossy() func(*http.Request) bool {
	random := rand.New(rand.NewPCG(badSeed, badSeed))
	var mu sync.Mutex
	batches := 0
	return func(r *http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		if strings.HasSuffix(r.URL.Path, "/batch") {
			batches++
		}
		return batches == 2 && strings.HasSuffix(r.URL.Path, "/batch") || random.Float64() < badLoss
	}
}
