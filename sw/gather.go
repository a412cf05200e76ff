package sw

import (
	"sync"
	"time"
)

// gatherPause is how long changes are gathered before the pages are told: a
// drain moves hundreds of writes a second, and each look of a page takes time
// from it. Nobody sees a tenth of a second.
const gatherPause = 100 * time.Millisecond

// gather tells f of a burst of changes once. It is safe for concurrent use.
type gather struct {
	f     func()
	mu    sync.Mutex
	timer *time.Timer // nil: nothing is to be told
	ended bool
}

func (g *gather) changed() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.timer == nil && !g.ended {
		g.timer = time.AfterFunc(gatherPause, g.tell)
	}
}

func (g *gather) tell() {
	defer func() { _ = recover() }() // a page's panic must not end the program
	g.mu.Lock()
	g.timer = nil
	ended := g.ended
	g.mu.Unlock()
	if !ended {
		g.f()
	}
}

func (g *gather) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ended = true
	if g.timer != nil {
		g.timer.Stop()
	}
}
