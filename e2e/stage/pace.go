package stage

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// slowest is the step of this run that came nearest to its end.
var slowest struct {
	sync.Mutex
	what, test  string
	took, limit time.Duration
}

// note remembers a step if it came nearer to its end than all before.
func note(t testing.TB, what string, took, limit time.Duration) {
	s := &slowest
	s.Lock()
	defer s.Unlock()
	if s.limit == 0 || float64(took)/float64(limit) > float64(s.took)/float64(s.limit) {
		s.what, s.test, s.took, s.limit = what, t.Name(), took, limit
	}
}

// SlowestStep says how near the steps of this run came to their end, for the
// last line of a run.
func SlowestStep() string {
	s := &slowest
	s.Lock()
	defer s.Unlock()
	if s.limit == 0 {
		return "slowest step: none was taken"
	}
	return fmt.Sprintf("slowest step: %.1f s of %.0f s in %s (%s)", s.took.Seconds(), s.limit.Seconds(), s.test, s.what)
}
