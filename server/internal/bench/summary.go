package main

import (
	"errors"
	"fmt"
	"time"
)

// summary collects lines and what did not hold.
type summary struct {
	lines  []string
	broken []error
}

func (s *summary) line(ok bool, format string, args ...any) {
	text, mark := fmt.Sprintf(format, args...), "holds "
	if !ok {
		mark = "BROKEN"
		s.broken = append(s.broken, errors.New(text))
	}
	s.lines = append(s.lines, mark+" "+text)
}

func (s *summary) ratio(name string, size int, direct, over float64) {
	s.line(over >= ratioMin*direct, "%-8s %3d order(s) a transaction: driver %7.0f/s, HTTP %7.0f/s, ratio %.2f (at least %.1f)", name, size, direct, over, over/direct, ratioMin)
}

func (s *summary) rush(name string, set settings, t *tally, missing, twice int, median, p99 time.Duration) {
	answers := t.verdicts + t.shed + t.internal
	for _, n := range t.other {
		answers += n
	}
	ok := t.internal == 0 && missing == 0 && twice == 0 && len(t.other) == 0 && t.verdicts > 0
	s.line(ok, "%-8s %d devices at once for %s: %d orders stored, %d x 500, %d missing, %d twice, other %v; p50 %s, p99 %s, shed %.1f%% of %d answers, %d still waiting at the end",
		name, set.devices, set.rush, len(t.stored), t.internal, missing, twice, t.other, median, p99, 100*float64(t.shed)/float64(max(1, answers)), answers, t.lost)
}

// print ends with an error if a bound does not hold.
func (s *summary) print() error {
	fmt.Println("\nHTTP and driver were measured in turns. Orders that wait at the same moment share a commit in the server; the driver commits each alone.")
	for _, l := range s.lines {
		fmt.Println(l)
	}
	if len(s.broken) > 0 {
		return fmt.Errorf("%d bounds do not hold", len(s.broken))
	}
	return nil
}
