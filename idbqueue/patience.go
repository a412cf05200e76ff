package idbqueue

import (
	"context"
	"sync"
	"time"

	"waybill/idbqueue/idb"
)

// patience bounds how long a transaction may take: a browser that never ends
// one, as some do after the background, has lost the connection for all that we
// can tell. One timer watches over all of them, since setting one for each costs
// as much as a small transaction does.
type patience struct {
	limit time.Duration

	mu       sync.Mutex
	watching bool
	running  map[*waited]bool
}

// waited is a transaction under way. It is given up when the timer finds it a
// second time: after one limit at least, and two at most.
type waited struct {
	seen   bool
	giveUp context.CancelCauseFunc
}

var errHung = idb.Error{Name: "TimeoutError", Message: "the transaction never ended"}

// bound runs f, whose context ends when patience does; then the error is
// errHung.
func (p *patience) bound(ctx context.Context, f func(context.Context) error) error {
	bounded, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &waited{giveUp: cancel}
	p.begin(w)
	defer p.end(w)
	err := f(bounded)
	if err != nil && ctx.Err() == nil && bounded.Err() != nil {
		return context.Cause(bounded)
	}
	return err
}

func (p *patience) begin(w *waited) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running == nil {
		p.running = map[*waited]bool{}
	}
	p.running[w] = true
	if !p.watching {
		p.watching = true
		time.AfterFunc(p.limit, p.look)
	}
}

func (p *patience) end(w *waited) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.running, w)
}

// look gives up what it has seen before, and goes on while anything runs.
func (p *patience) look() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := range p.running {
		if w.seen {
			w.giveUp(errHung)
		}
		w.seen = true
	}
	p.watching = len(p.running) > 0
	if p.watching {
		time.AfterFunc(p.limit, p.look)
	}
}
