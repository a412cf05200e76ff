package sim

import (
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// Summary adds up many runs.
type Summary struct {
	Seeds  int
	Failed []Failure
	Result
}

// Failure is a seed that broke a promise; the seed tells its story again.
type Failure struct {
	Seed       uint64
	Violations []string
}

// Many runs seeds first to first+n-1 on all processors. each, if it is not nil,
// hears of every seed that is done, one at a time.
func Many(first uint64, n int, o Options, each func(Summary)) Summary {
	seeds := make(chan uint64)
	var mu sync.Mutex
	var wg sync.WaitGroup
	sum := Summary{Result: Result{Faults: map[string]int{}}}
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := range seeds {
				r := Run(seed, o)
				mu.Lock()
				sum.add(seed, r)
				if each != nil {
					each(sum)
				}
				mu.Unlock()
			}
		})
	}
	for i := range n {
		seeds <- first + uint64(i)
	}
	close(seeds)
	wg.Wait()
	slices.SortFunc(sum.Failed, func(a, b Failure) int { return int(a.Seed) - int(b.Seed) })
	return sum
}

func (s *Summary) add(seed uint64, r Result) {
	s.Seeds++
	s.Writes, s.Sent, s.Requests, s.Probes = s.Writes+r.Writes, s.Sent+r.Sent, s.Requests+r.Requests, s.Probes+r.Probes
	s.Replays, s.Batches, s.Kills = s.Replays+r.Replays, s.Batches+r.Batches, s.Kills+r.Kills
	for name, n := range r.Faults {
		s.Faults[name] += n
	}
	if len(r.Violations) > 0 {
		s.Failed = append(s.Failed, Failure{seed, r.Violations})
		s.Violations = append(s.Violations, r.Violations...)
	}
}

// Print writes the summary; its last line holds the count of violations.
func (s Summary) Print(out io.Writer, took time.Duration) {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(s.Faults)) {
		names = append(names, fmt.Sprintf("%s %d", name, s.Faults[name]))
	}
	fmt.Fprintf(out, "faults: %s, kills %d\n", strings.Join(names, ", "), s.Kills)
	for _, f := range s.Failed[:min(len(s.Failed), 20)] {
		fmt.Fprintf(out, "seed %d: %s\n", f.Seed, f.Violations[0])
	}
	fmt.Fprintf(out, "seeds: %d in %s, writes: %d, sent: %d, requests: %d, probes: %d, batches: %d, replays: %d, violations: %d\n",
		s.Seeds, took.Round(time.Second), s.Writes, s.Sent, s.Requests, s.Probes, s.Batches, s.Replays, len(s.Violations))
}
