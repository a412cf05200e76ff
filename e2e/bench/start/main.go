// Command start shows what a start costs: the worker's core 200 times in a row,
// and the page on a phone that has never seen it and on one that has, as fast
// as this machine is and four times throttled. Run it from a folder beside bin/,
// after `make build`.
//
// The line is this machine's own, so a first load is what the device makes of
// it; what a mobile line adds is bytes (see the README) over its speed.
package main

import (
	"flag"
	"os"
	"slices"
	"testing"

	"waybill/e2e/bench/benchkit"
	"waybill/e2e/stage"
)

// What is claimed, in milliseconds but for the memory. Each has room for a
// machine that is busy with something else.
const (
	coreMax   = 400  // the core in a worker that was stopped, median
	growthMax = 1.15 // memory after all starts over memory after the first ones
	slowerMax = 1.5  // the last quarter's fastest over the first one's
)

// pageMax is for the median from the navigation to a status bar with numbers.
var pageMax = map[string]map[float64]float64{
	"cold": {1: 2000, 4: 6000},
	"warm": {1: 1000, 4: 2500},
}

func main() {
	starts := flag.Int("starts", 200, "how often the worker's core is started; below 100 nothing is said of growth")
	flag.Parse()
	var r benchkit.Report
	ok := benchkit.Run(func(t testing.TB) { cores(t, &r, *starts) }) && benchkit.Run(func(t testing.TB) { pages(t, &r) })
	stage.CloseBrowser()
	os.Exit(r.End(os.Stdout, "bench-start", ok))
}

// spread is the middle and the worst of some measurements.
func spread(took []float64) (middle, worst float64) {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[len(sorted)/2], sorted[len(sorted)-1]
}
