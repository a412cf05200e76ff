package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
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
	now      time.Time
	writes   []Write
	results  []Result
	err      error
	patience context.Context // over: it is not carried out any more
	end      time.Time       // of its request; zero: none
	done     chan struct{}   // closed once it has its answer
	lead     chan struct{}   // one token: the lane is yours
}

// groupMax bounds the writes of one shared transaction; it is no longer than
// that of a full batch.
const groupMax = 100

// groupTime bounds a shared transaction of requests that have no end of their
// own.
const groupTime = 45 * time.Second

// leadMin is what must be left of a request's time for it to be carried out. A
// lock is waited for as long, and a client that asks again is better off than
// one whose write is cut short.
const leadMin = 5 * time.Second

// carrier carries out one transaction.
type carrier func(ctx context.Context, now time.Time, writes []Write) ([]Result, error)

// apply queues the writes and returns their results.
func (g *group) apply(ctx context.Context, now time.Time, writes []Write, run carrier) ([]Result, error) {
	c := &call{now: now, writes: writes, patience: ctx, done: make(chan struct{}), lead: make(chan struct{}, 1)}
	if end, ends := ctx.Deadline(); ends {
		var cancel context.CancelFunc
		c.end = end
		c.patience, cancel = context.WithDeadline(ctx, end.Add(-leadMin))
		defer cancel()
	}
	g.join(c)
	patience := c.patience.Done()
	for {
		select {
		case <-c.done:
			return c.results, c.err
		case <-c.lead:
			g.leads(ctx, c, run)
		case <-patience:
			if g.leave(c) {
				return nil, c.late()
			}
			patience = nil // it is under way: see it through
		}
	}
}

// late is why a call is not carried out whose time is nearly over.
func (c *call) late() error { return errors.Join(ErrBusy, c.patience.Err()) }

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

// next takes the first call that waits out of the queue and asks it to lead, or
// frees the lane. The lock is held.
func (g *group) next() {
	g.shed()
	if len(g.waiting) == 0 {
		g.busy--
		return
	}
	c := g.waiting[0]
	g.waiting = g.waiting[1:]
	c.lead <- struct{}{}
}

// shed answers every call that has waited too long. The lock is held.
func (g *group) shed() {
	g.waiting = slices.DeleteFunc(g.waiting, func(c *call) bool {
		over := c.patience.Err() != nil
		if over {
			c.err = c.late()
			close(c.done)
		}
		return over
	})
}

// leave takes a call out that still waits; false means that it leads or that
// somebody carries it out.
func (g *group) leave(c *call) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, c)
	if i < 0 {
		return false
	}
	g.waiting = slices.Delete(g.waiting, i, i+1)
	return true
}

// take returns the calls of the next transaction: the leader's and, out of the
// queue, those that fit behind it.
func (g *group) take(leader *call) []*call {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shed()
	taken, n := []*call{leader}, len(leader.writes)
	var rest []*call
	for _, c := range g.waiting {
		if n+len(c.writes) > groupMax {
			rest = append(rest, c)
			continue
		}
		taken, n = append(taken, c), n+len(c.writes)
	}
	g.waiting = rest
	return taken
}

// leads carries out one shared transaction, answers every call in it and hands
// the lane on.
func (g *group) leads(ctx context.Context, leader *call, run carrier) {
	taken := g.take(leader)
	ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), end(taken))
	defer cancel()
	if err := run.together(ctx, leader.now, taken); err != nil && len(taken) > 1 && !errors.Is(err, ErrBusy) {
		// Something is broken, and nobody says in whose writes: each call finds
		// out for itself, and the others are not harmed.
		for _, c := range taken {
			_ = run.together(ctx, c.now, []*call{c}) // the call has its own error
		}
	}
	for _, c := range taken {
		close(c.done)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.next()
}

// end is when a shared transaction must be over: with the first of its requests
// to end, because "not there" is believed of a write that was asked about after
// its minute. Each of them has enough left, see [leadMin].
func end(calls []*call) time.Time {
	first := time.Now().Add(groupTime)
	for _, c := range calls {
		if !c.end.IsZero() && c.end.Before(first) {
			first = c.end
		}
	}
	return first
}

// together gives the calls their results, or all of them the same error. A
// panic is an error too: it must not end with the lane taken.
func (run carrier) together(ctx context.Context, now time.Time, calls []*call) (err error) {
	var writes []Write
	for _, c := range calls {
		writes = append(writes, c.writes...)
	}
	results, err := run.guarded(ctx, now, writes)
	for _, c := range calls {
		n := len(c.writes)
		if c.err = err; err == nil {
			c.results, results = results[:n:n], results[n:]
		}
	}
	return err
}

func (run carrier) guarded(ctx context.Context, now time.Time, writes []Write) (results []Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanic, v, debug.Stack())
		}
	}()
	return run(ctx, now, writes)
}

// errPanic is a panic of ours on its way to the log.
var errPanic = errors.New("store: panic")
