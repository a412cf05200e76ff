package idbqueue

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"waybill/idbqueue/entry"
	"waybill/idbqueue/idb"
)

// idbEngine is the engine on IndexedDB. It keeps one connection and gets
// another when that is lost.
type idbEngine struct {
	o       Options
	how     tuning
	fresh   bool        // the latest open made the database
	maker   string      // the holder that made the database, of the latest open
	blocked atomic.Bool // another tab keeps the open waiting

	mu       sync.Mutex
	db       *idb.DB
	opening  *openingOnce
	refused  error // why there will be no other connection
	watchers []*func()
	channel  *channel
	patience patience
}

// openingOnce is an open under way that everybody waits for together.
type openingOnce struct {
	done chan struct{}
	db   *idb.DB
	err  error
}

func (g *idbEngine) start(ctx context.Context) error {
	if _, err := g.connection(ctx); err != nil {
		g.refuse(entry.ErrGone) // a connection that comes late is closed
		return err
	}
	g.channel = openChannel(g.o.Name, g.notify)
	return nil
}

// connection returns the open connection or opens one; callers who come while
// that is under way share it.
func (g *idbEngine) connection(ctx context.Context) (*idb.DB, error) {
	g.mu.Lock()
	if g.refused != nil || (g.db != nil && !g.db.Closed()) {
		defer g.mu.Unlock()
		return g.db, g.refused
	}
	once := g.opening
	if once == nil {
		once = &openingOnce{done: make(chan struct{})}
		g.opening = once
		// The open outlives the caller who happened to ask first.
		go g.openFor(context.WithoutCancel(ctx), once)
	}
	g.mu.Unlock()
	select {
	case <-once.done:
		return once.db, once.err
	case <-ctx.Done():
		if g.blocked.Load() {
			return nil, fmt.Errorf("%w: %w", entry.ErrBlocked, ctx.Err())
		}
		return nil, ctx.Err()
	}
}

func (g *idbEngine) openFor(ctx context.Context, once *openingOnce) {
	again, maker := g.db != nil, g.maker
	g.fresh = false
	db, err := g.guardedOpen(ctx)
	g.mu.Lock()
	once.db, once.err = db, storageFailure(err, true)
	g.opening = nil
	switch {
	case err != nil:
	case g.refused != nil: // closed, or outdated, meanwhile
		db.Close()
		once.db, once.err = nil, g.refused
	default:
		g.db = db
	}
	// Another tab may have been quicker in making it anew.
	wiped := once.err == nil && again && (g.fresh || g.maker != maker)
	g.mu.Unlock()
	close(once.done)
	if wiped {
		g.say(NoticeWiped)
	}
}

// guardedOpen makes a panic an error: this goroutine has no caller.
func (g *idbEngine) guardedOpen(ctx context.Context) (db *idb.DB, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic at open: %v", entry.ErrStorage, p)
		}
	}()
	return g.open(ctx)
}

// outdate hears that another context wants another version. A deletion (0) is
// no reason to stop: the store will be made anew, and that will be said.
func (g *idbEngine) outdate(to int) {
	if to == 0 {
		return
	}
	g.refuse(entry.ErrOutdated)
	g.say(NoticeOutdated)
}

// say gives notice, and lets watchers look again: what they show is no longer
// so, and no change will tell them.
func (g *idbEngine) say(n Notice) {
	g.o.Notice(n)
	go g.tell(g.notify)
}

func (g *idbEngine) refuse(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.refused == nil {
		g.refused = err
	}
}

func (g *idbEngine) update(ctx context.Context, fn func(tx) error) error {
	wrote := false
	err := g.run(ctx, idb.ReadWrite, func(t *idbTx) error {
		err := fn(t)
		wrote = t.wrote
		return err
	})
	if err == nil && wrote {
		go g.tell(g.channel.post, g.notify) // whoever waits for the commit goes first
	}
	return err
}

// tell lets others know; a watcher's panic must not end the program.
func (g *idbEngine) tell(ways ...func()) {
	defer func() { _ = recover() }()
	for _, way := range ways {
		way()
	}
}

func (g *idbEngine) view(ctx context.Context, fn func(tx) error) error {
	return g.run(ctx, idb.ReadOnly, func(t *idbTx) error { return fn(t) })
}

// run is one transaction. If the connection turns out to be lost, it is opened
// again and the whole transaction is done once more.
func (g *idbEngine) run(ctx context.Context, mode idb.Mode, fn func(*idbTx) error) error {
	for try := 0; ; try++ {
		db, err := g.connection(ctx)
		if err != nil {
			return err
		}
		t := &idbTx{write: mode == idb.ReadWrite, redone: try > 0, fault: g.how.fault, breath: idb.Breath{Every: g.how.stretch}}
		err = g.patience.bound(ctx, func(ctx context.Context) error { return db.Run(ctx, mode, stores, t.running(fn)) })
		if !lost(err) || try > 0 {
			return storageFailure(err, false)
		}
		db.Close() // so that the next try opens another
	}
}

var stores = []string{storeEntries, storeRecords, storeDrafts, storeMeta}

func (g *idbEngine) watch(f func()) (stop func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.watchers = append(g.watchers, &f)
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.watchers = slices.DeleteFunc(g.watchers, func(w *func()) bool { return w == &f })
	}
}

func (g *idbEngine) notify() {
	g.mu.Lock()
	watchers := slices.Clone(g.watchers)
	g.mu.Unlock()
	for _, f := range watchers {
		(*f)()
	}
}

func (g *idbEngine) close() error {
	g.refuse(entry.ErrGone)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.db != nil {
		g.db.Close()
	}
	g.channel.close()
	g.watchers = nil
	return nil
}
