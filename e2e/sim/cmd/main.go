// Command cmd runs the seeded world: many seeds with a summary, or one seed
// with its whole story.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"waybill/e2e/sim"
)

func main() {
	debug.SetGCPercent(800) // a world is small, and gone within milliseconds
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("sim", flag.ContinueOnError)
	seeds := flags.Int("seeds", 2000, "how many seeds")
	first := flags.Uint64("first", 1, "the first of them")
	seed := flags.Uint64("seed", 0, "tell the story of this one seed")
	old := flags.Bool("old", false, "copies of requests live for days instead of 50 s")
	crowd := flags.Bool("many", false, "hundreds of writes instead of a dozen")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *seed != 0 {
		return tell(*seed, sim.Options{Old: *old, Many: *crowd, Tell: true}, out)
	}
	return many(*first, *seeds, sim.Options{Old: *old, Many: *crowd}, out)
}

// tell repeats one seed exactly.
func tell(seed uint64, o sim.Options, out io.Writer) error {
	r := sim.Run(seed, o)
	fmt.Fprint(out, r.Log)
	fmt.Fprintf(out, "seed: %d, writes: %d, sent: %d, requests: %d, violations: %d\n", seed, r.Writes, r.Sent, r.Requests, len(r.Violations))
	return broken(len(r.Violations))
}

func many(first uint64, seeds int, o sim.Options, out io.Writer) error {
	began := time.Now()
	last := began
	told := 0
	sum := sim.Many(first, seeds, o, func(s sim.Summary) {
		for ; told < len(s.Failed); told++ { // at once: the rest may take an hour
			fmt.Fprintf(out, "seed %d: %s\n", s.Failed[told].Seed, s.Failed[told].Violations[0])
		}
		if time.Since(last) < 5*time.Second {
			return
		}
		last = time.Now()
		fmt.Fprintf(out, "%d of %d seeds, %d requests, %d violations, %s\n", s.Seeds, seeds, s.Requests, len(s.Violations),
			time.Since(began).Round(time.Second))
	})
	sum.Print(out, time.Since(began))
	return broken(len(sum.Violations))
}

func broken(violations int) error {
	if violations > 0 {
		return fmt.Errorf("%d promises were broken; make sim SEED=… tells a seed's story", violations)
	}
	return nil
}
