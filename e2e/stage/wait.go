package stage

import (
	"context"
	"testing"
	"time"

	"waybill/e2e/faultproxy"
)

// glance is how often a condition outside the browser is looked at. Inside a
// page, changes are observed.
const glance = 20 * time.Millisecond

// Wait blocks until ok, or fails the test with what state says. ok must have
// an end of its own.
func Wait(t testing.TB, what string, ok func() bool, state ...func() string) {
	t.Helper()
	begun := time.Now()
	defer func() { note(t, what, time.Since(begun), Patience) }()
	for tick := time.Tick(glance); !ok(); <-tick {
		if time.Since(begun) > Patience {
			for _, s := range state {
				t.Log(s())
			}
			t.Fatalf("waited %s in vain: %s", Patience, what)
		}
	}
}

// WaitHits blocks until ok accepts the requests with this method and path, and
// returns them, or those that there are when the patience ends, and an error.
func WaitHits(t testing.TB, net *faultproxy.Proxy, method, pattern string, ok func([]faultproxy.Hit) bool) ([]faultproxy.Hit, error) {
	t.Helper()
	begun := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	defer cancel()
	hits, err := net.Wait(ctx, method, pattern, ok)
	note(t, method+" "+pattern, time.Since(begun), Patience)
	return hits, err
}
