package main

import (
	_ "embed" // the page's half
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"waybill/e2e/bench/benchkit"
	"waybill/e2e/stage"
)

//go:embed lapse.js
var lapseScript string

// A long day of a rep who takes far more orders than anybody does, all of them
// in its first half: what grows in the second leaks. The page's time passes
// faster between them; it is never loaded anew.
const (
	dayHours  = 8
	dayOrders = 1000
	dayParts  = 8
	dayTimes  = 120
	growthMax = 1.1 // of the second half of the day
)

// weight is what a page holds after a collection of garbage.
type weight struct{ heap, wasm int }

func (w weight) String() string {
	return fmt.Sprintf("JavaScript %.1f MB, Go %.1f MB", float64(w.heap)/1e6, float64(w.wasm)/1e6)
}

func weigh(t testing.TB, rep *benchkit.Rep) weight {
	t.Helper()
	stage.Call(rep.Tab, heapprofiler.CollectGarbage, cdp.Empty{})
	used := stage.Call(rep.Tab, runtime.GetHeapUsage, cdp.Empty{})
	return weight{heap: int(used.UsedSize), wasm: int(stage.Eval[float64](rep.Tab, "goMemory.buffer.byteLength"))}
}

// mostOf is the largest of each.
func mostOf(all []weight) (most weight) {
	for _, w := range all {
		most.heap, most.wasm = max(most.heap, w.heap), max(most.wasm, w.wasm)
	}
	return most
}

// memory lets a page live through a day.
func memory(t testing.TB, r *benchkit.Report) {
	rep := benchkit.Arrive(t)
	stage.Call(rep.Tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: lapseScript})
	rep.Tab.Go("/outbox")
	rep.UntilShown("b.pending + b.retrying == 0", stage.Patience)
	stage.Eval[bool](rep.Tab, "globalThis.sameLoad = true")
	r.Head("the page after %d orders and %d hours, never loaded anew", dayOrders, dayHours)
	var weights []weight
	for part := range dayParts {
		if part < dayParts/2 {
			orders := benchkit.Orders(dayOrders / (dayParts / 2))
			rep.Hand(orders)
			arrived(t, rep, orders)
		}
		hours(rep, dayHours*time.Hour/dayParts)
		weights = append(weights, weigh(t, rep))
		r.Say("after %d orders and %d h: %v", min(dayOrders, 2*(part+1)*dayOrders/dayParts), (part+1)*dayHours/dayParts, weights[part])
	}
	// What a heap weighs goes up and down by what the page was about to do: a
	// leak shows as one half that lies above the other.
	first, second := mostOf(weights[:dayParts/2]), mostOf(weights[dayParts/2:])
	grown := func(a, b int) float64 { return float64(b) / float64(a) }
	r.Claim(grown(first.heap, second.heap) <= growthMax, "JavaScript's heap at its largest in the second half: %.2f times the first half's (at most %.2f)", grown(first.heap, second.heap), growthMax)
	r.Claim(grown(first.wasm, second.wasm) <= growthMax, "Go's memory, likewise: %.2f times (at most %.2f)", grown(first.wasm, second.wasm), growthMax)
}

// arrived waits until the office has all of them and the page shows it.
func arrived(t testing.TB, rep *benchkit.Rep, orders []benchkit.Order) {
	t.Helper()
	for deadline := time.Now().Add(4 * stage.Patience); rep.Stored(orders) < len(orders); {
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d orders are at the office", rep.Stored(orders), len(orders))
		}
	}
	rep.UntilShown("b.pending + b.retrying + b.attention == 0", stage.Patience)
}

// hours pass on the page, which is turned over now and then, as a rep does.
func hours(rep *benchkit.Rep, d time.Duration) {
	stage.Eval[bool](rep.Tab, fmt.Sprintf("lapse(%d)", dayTimes))
	until := time.Now().Add(d / dayTimes)
	for time.Now().Before(until) {
		for _, path := range []string{"/", "/orders", "/outbox"} {
			stage.Eval[bool](rep.Tab, fmt.Sprintf(`(document.querySelector('a[href=%q]').click(), true)`, path))
			rep.Tab.Until(fmt.Sprintf(`location.pathname == %q && bar()`, path))
			time.Sleep(time.Second) // two minutes there
			if !stage.Eval[bool](rep.Tab, "globalThis.sameLoad === true") {
				rep.T.Fatalf("the page was loaded anew on its way to %s", path)
			}
		}
	}
	stage.Eval[bool](rep.Tab, "lapse(1)")
}
