package client

import (
	"sync"
	"time"
)

// A drain moves hundreds of writes a second, and each look of a page takes time
// from it, and from whoever types meanwhile.
const (
	gatherPause = 100 * time.Millisecond // of a first change: nobody sees a tenth of a second
	gatherRest  = 500 * time.Millisecond // between two looks, however much changes
)

// gather tells f of a burst of changes once, and of a stream now and then. It
// is safe for concurrent use.
type gather struct {
	f     func()
	mu    sync.Mutex
	timer *time.Timer // nil: nothing is to be told
	told  time.Time   // the latest
	ended bool
}

func (g *gather) changed() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.timer == nil && !g.ended {
		g.timer = time.AfterFunc(max(gatherPause, gatherRest-time.Since(g.told)), g.tell)
	}
}

func (g *gather) tell() {
	defer func() { _ = recover() }() // a page's panic must not end the program
	g.mu.Lock()
	g.timer, g.told = nil, time.Now()
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
