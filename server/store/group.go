package store

import (
	"context"
	"errors"
	"sync"
	"time"
)

// group lets calls that wait for their turn share the next transaction: one
// commit, one trip to the disk, one look for all of them. Each write keeps the
// verdict that it would have got alone, as in a batch.
//
// There is no goroutine behind it. A call that finds a free lane leads: it
// carries out whatever waits, its own writes among it, and hands the lane to
// the next call that waits.
type group struct {
	mu      sync.Mutex
	lanes   int // transactions at a time
	busy    int
	waiting []*call
}

// call is one Apply that waits.
type call struct {
	now     time.Time
	writes  []Write
	results []Result
	err     error
	done    chan struct{} // closed once it has its answer
	lead    chan struct{} // one token: the lane is yours
}

// groupMax bounds the writes of one shared transaction; it is no longer than
// that of a full batch.
const groupMax = 100

// groupTime bounds a shared transaction: it must not end with the patience of
// the one client that happens to lead.
const groupTime = 45 * time.Second

// errLeader is what calls get whose leader broke down: nobody knows.
var errLeader = errors.New("store: the transaction was given up")

// apply queues the writes and returns their results.
func (g *group) apply(ctx context.Context, now time.Time, writes []Write, run func(ctx context.Context, now time.Time, writes []Write) ([]Result, error)) ([]Result, error) {
	c := &call{now: now, writes: writes, done: make(chan struct{}), lead: make(chan struct{}, 1)}
	g.join(c)
	select {
	case <-c.done:
	case <-c.lead:
		g.leads(ctx, c, run)
	case <-ctx.Done():
		if !g.leave(c) {
			// It is being carried out, or was just asked to lead: see it through.
			select {
			case <-c.done:
			case <-c.lead:
				g.leads(ctx, c, run)
			}
		} else {
			return nil, errors.Join(ErrBusy, ctx.Err())
		}
	}
	return c.results, c.err
}

// join queues a call; it leads at once if a lane is free.
func (g *group) join(c *call) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = append(g.waiting, c)
	if g.busy < g.lanes {
		g.busy++
		g.next()
	}
}

// next asks the first call that waits to lead, or frees the lane. The lock is
// held.
func (g *group) next() {
	for _, c := range g.waiting {
		select {
		case c.lead <- struct{}{}:
			return
		default: // it was asked to lead another lane
		}
	}
	g.busy--
}

// leave takes a call out that nobody carries out yet and that was not asked to
// lead.
func (g *group) leave(c *call) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, w := range g.waiting {
		if w == c && len(c.lead) == 0 {
			g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
			return true
		}
	}
	return false
}

// take removes the calls of the next transaction from the queue: the leader's
// and those behind it, as far as they fit.
func (g *group) take(leader *call) []*call {
	g.mu.Lock()
	defer g.mu.Unlock()
	taken, n := []*call{leader}, len(leader.writes)
	rest := g.waiting[:0:0]
	for _, c := range g.waiting {
		switch {
		case c == leader:
		case n+len(c.writes) <= groupMax && len(c.lead) == 0:
			taken, n = append(taken, c), n+len(c.writes)
		default:
			rest = append(rest, c)
		}
	}
	g.waiting = rest
	return taken
}

// leads carries out one shared transaction. Whatever happens, a panic too,
// every call in it gets an answer and the lane goes on.
func (g *group) leads(ctx context.Context, leader *call, run func(ctx context.Context, now time.Time, writes []Write) ([]Result, error)) {
	taken := g.take(leader)
	results, err := []Result(nil), errLeader
	defer func() {
		for _, c := range taken {
			n := len(c.writes)
			if c.err = err; err == nil {
				c.results, results = results[:n:n], results[n:]
			}
			close(c.done)
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		g.next()
	}()
	var writes []Write
	for _, c := range taken {
		writes = append(writes, c.writes...)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), groupTime)
	defer cancel()
	results, err = run(ctx, leader.now, writes)
}
