package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"waybill/server/store"
)

// reasonDraining is said while the server shuts down.
const reasonDraining store.Reason = "draining"

const (
	// readyFor is how long an answer holds: a balancer may ask as often as it
	// likes, and strangers may ask too.
	readyFor = 2 * time.Second
	// readyTime bounds one look. Whoever writes then would wait as long.
	readyTime = 3 * time.Second
)

// readiness knows whether a write would work now. It looks only when it is
// asked, by one write at a time.
type readiness struct {
	writable func(context.Context) error
	log      *slog.Logger

	mu      sync.Mutex
	looking chan struct{} // closed when the look under way has ended; nil: none is
	ended   time.Time     // of the last look; zero: there was none
	reason  store.Reason  // that it found; empty: none
}

// ask says why no write would work now, empty if one would.
func (r *readiness) ask(ctx context.Context) store.Reason {
	r.mu.Lock()
	if r.looking == nil && !r.ended.IsZero() && time.Since(r.ended) < readyFor {
		defer r.mu.Unlock()
		return r.reason
	}
	if r.looking == nil {
		r.looking = make(chan struct{})
		go r.look(context.WithoutCancel(ctx))
	}
	looking := r.looking
	r.mu.Unlock()
	patience := time.NewTimer(readyTime + time.Second)
	defer patience.Stop()
	select {
	case <-looking:
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.reason
	case <-patience.C: // a disk that hangs
	case <-ctx.Done():
	}
	return store.ReasonSlow
}

// look tries a write and notes what came of it. The log hears of each change.
func (r *readiness) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	err := r.tried(ctx)
	reason := reasonOf(err)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case reason == r.reason:
	case reason == "":
		r.log.Info("the database takes writes again")
	default:
		r.log.Error("the database takes no writes", "reason", reason, "error", err)
	}
	r.ended, r.reason = time.Now(), reason
	close(r.looking)
	r.looking = nil
}

// tried turns a panic into an error.
func (r *readiness) tried(ctx context.Context) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return r.writable(ctx)
}

func reasonOf(err error) store.Reason {
	var u *store.Unwritable
	switch {
	case err == nil:
		return ""
	case errors.As(err, &u):
		return u.Reason
	}
	return store.ReasonBroken
}

// health answers a health question. Strangers may ask: of the reason they learn
// one word.
func health(w http.ResponseWriter, reason store.Reason) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	answer := map[string]any{"status": "ok"}
	if reason != "" {
		w.Header().Set("Retry-After", "2")
		w.WriteHeader(http.StatusServiceUnavailable)
		answer = map[string]any{"status": "unavailable", "reason": reason}
	}
	body, _ := json.Marshal(answer) // texts always encode
	w.Write(body)
}
