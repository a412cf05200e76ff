package main

import (
	"fmt"
	"slices"
	"testing"

	"waybill/e2e/bench/benchkit"
	"waybill/e2e/stage"
)

const (
	first  = 20  // after these the browser has what it keeps anyway
	growth = 100 // from so many starts on, something is said of growth
)

// ready is when the core called, by the clock that all of a browser's pages and
// workers share; it waits for a core that is still starting.
const ready = `(async () => {
	for (;;) {
		const [mark] = performance.getEntriesByName("waybill-core");
		if (mark) return performance.timeOrigin + mark.startTime;
		await new Promise((again) => setTimeout(again, 5));
	}
})()`

// post asks for a drain, which starts the worker and in it the core.
const post = `navigator.serviceWorker.getRegistration().then((r) => {
	r.active.postMessage({ type: "drain" });
	return performance.timeOrigin + performance.now();
})`

// cores starts the worker's core again and again, each time in a worker that
// the browser had stopped, and looks at time and memory.
func cores(t testing.TB, r *benchkit.Report, starts int) {
	rep := benchkit.Arrive(t)
	var took []float64
	var early int64
	for n := range starts {
		took = append(took, coreStart(t, rep))
		if n+1 == first {
			early = rep.Phone.Memory()
		}
	}
	late := rep.Phone.Memory()
	middle, worst := spread(took)
	r.Head("the worker's core: from the message to ready, %d starts in a row, each in a stopped worker", starts)
	r.Claim(middle <= coreMax, "%.0f ms, at worst %.0f (median at most %d)", middle, worst, coreMax)
	if starts < growth {
		return
	}
	// The fastest of many: the machine may be busy with something else for some.
	quarter := starts / 4
	begin, end := slices.Min(took[:quarter]), slices.Min(took[starts-quarter:])
	r.Claim(end <= slowerMax*begin, "the fastest of the last %d: %.0f ms, of the first %d: %.0f ms (at most %.1f times)", quarter, end, quarter, begin, slowerMax)
	r.Claim(float64(late) <= growthMax*float64(early), "memory of the browser after %d starts: %d MB, after %d: %d MB (at most %.2f times)",
		starts, late>>20, first, early>>20, growthMax)
}

func coreStart(t testing.TB, rep *benchkit.Rep) float64 {
	t.Helper()
	rep.Phone.StopWorkers()
	from := stage.Eval[float64](rep.Tab, post)
	var at float64
	if _, err := fmt.Sscan(rep.Phone.InWorker(ready), &at); err != nil {
		t.Fatal(err)
	}
	return at - from
}
