// Command net shows what a bad network costs: the same 200 orders through the
// same slow line as batches, as single writes, and as a common queue replays
// them; a line that also loses answers; and what a write costs with many others
// waiting. Run it from a folder beside bin/, after `make build`.
package main

import (
	"fmt"
	"os"
	"testing"

	"waybill/e2e/bench/benchkit"
	"waybill/e2e/stage"
)

func main() {
	var r benchkit.Report
	ok := true
	for _, part := range []struct {
		name string
		run  func(testing.TB, *benchkit.Report)
	}{
		{"modes", modes},
		{"losses", losses},
		{"depth", depth},
		{"batch", batch}, // the first number of modes, for whoever works on it
	} {
		if len(os.Args) > 1 && os.Args[1] != part.name || len(os.Args) == 1 && part.name == "batch" {
			continue
		}
		fmt.Fprintf(os.Stderr, "bench-net: %s …\n", part.name)
		ok = benchkit.Run(func(t testing.TB) { part.run(t, &r) }) && ok
	}
	stage.CloseBrowser()
	os.Exit(r.End(os.Stdout, "bench-net", ok))
}
