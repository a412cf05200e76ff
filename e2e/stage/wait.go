package stage

import (
	"testing"
	"time"
)

// glance is how often a condition outside the browser is looked at. Inside a
// page, changes are observed.
const glance = 20 * time.Millisecond

// Wait blocks until ok, or fails the test with what state says.
func Wait(t testing.TB, what string, ok func() bool, state ...func() string) {
	t.Helper()
	deadline := time.Now().Add(Patience)
	for tick := time.Tick(glance); !ok(); <-tick {
		if time.Now().After(deadline) {
			for _, s := range state {
				t.Log(s())
			}
			t.Fatalf("waited %s in vain: %s", Patience, what)
		}
	}
}
