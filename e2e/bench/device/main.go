// Command device shows what a weak device costs: a page in Chromium with its
// processor throttled 4 and 6 times, and what a long day leaves in its memory.
// Run it from a folder beside bin/, after
// `make build`.
package main

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"waybill/e2e/bench/benchkit"
	"waybill/e2e/bench/slowlink"
	"waybill/e2e/stage"
)

// What is claimed: a save is durable before a thumb has left the glass, four
// times throttled.
const (
	saveMax  = 100 // milliseconds
	taskMax  = 200 // while orders go out, for whoever types
	saveRate = 4
	saves    = 7
	drained  = 200
)

func main() {
	var r benchkit.Report
	ok := true
	for _, part := range []struct {
		name string
		run  func(testing.TB, *benchkit.Report)
	}{
		{"device", device},
		{"memory", memory},
	} {
		if len(os.Args) > 1 && os.Args[1] != part.name {
			continue
		}
		fmt.Fprintf(os.Stderr, "bench-device: %s …\n", part.name)
		ok = benchkit.Run(func(t testing.TB) { part.run(t, &r) }) && ok
	}
	stage.CloseBrowser()
	os.Exit(r.End(os.Stdout, "bench-device", ok))
}

func device(t testing.TB, r *benchkit.Report) {
	rep := benchkit.Arrive(t)
	rep.TypeOrder("C-0200", "P-0500") // once customers and products are on the phone
	rep.TapSave()
	rep.Phone.Offline(true)
	r.Head("from the tap on Save until the order is durable, %d orders each", saves)
	typed := 0 // no order twice: the app asks whether that is meant
	for _, rate := range []float64{1, 4, 6} {
		var took []float64
		for range saves {
			typed++
			rep.TypeOrder(fmt.Sprintf("C-%04d", typed), fmt.Sprintf("P-%04d", typed))
			throttle(t, rep, rate)
			took = append(took, rep.TapSave())
			throttle(t, rep, 1)
		}
		slices.Sort(took)
		middle, worst := took[len(took)/2], took[len(took)-1]
		if rate == saveRate {
			r.Claim(middle <= saveMax, "throttled %.0f times: %.0f ms, at worst %.0f (at most %d)", rate, middle, worst, saveMax)
			continue
		}
		r.Say("throttled %.0f times: %.0f ms, at worst %.0f", rate, middle, worst)
	}
	r.Head("the longest task of the page while %d orders go out", drained)
	rep.Import(benchkit.Orders(drained))
	throttle(t, rep, saveRate)
	stage.Eval[bool](rep.Tab, `(globalThis.longest = 0, new PerformanceObserver((list) => {
		for (const task of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, task.duration);
	}).observe({ entryTypes: ["longtask"] }), true)`)
	rep.Phone.Offline(false)
	rep.Line.Shape(slowlink.Lines{})
	rep.UntilShown(fmt.Sprintf("b.sent >= %d", drained), stage.Patience*4)
	longest := stage.Eval[float64](rep.Tab, "globalThis.longest")
	r.Claim(longest <= taskMax, "throttled %d times: %.0f ms (at most %d)", saveRate, longest, taskMax)
}

func throttle(t testing.TB, rep *benchkit.Rep, rate float64) {
	t.Helper()
	benchkit.Throttle(rep.Tab, rate)
}
