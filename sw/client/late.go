package client

import (
	"context"
	"encoding/json"
	"sync"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

// Late is an outbox that may still be opening: every method waits for it. A
// page is drawn before its database answers.
type Late struct {
	ready chan struct{}
	once  sync.Once
	shelf Shelf

	stuck   chan struct{} // closed when opening is known to hang
	stuckBy error
	hang    sync.Once
}

// NewLate makes an outbox that opens later.
func NewLate() *Late { return &Late{ready: make(chan struct{}), stuck: make(chan struct{})} }

// Stuck says why opening does not go on: until it does, methods fail with err.
func (l *Late) Stuck(err error) {
	l.hang.Do(func() {
		l.stuckBy = err
		close(l.stuck)
	})
}

// Opened ends the waiting. Only the first call counts.
func (l *Late) Opened(s Shelf) {
	l.once.Do(func() {
		l.shelf = s
		close(l.ready)
	})
}

func (l *Late) wait(ctx context.Context) (Shelf, error) {
	select {
	case <-l.ready:
		return l.shelf, nil
	default:
	}
	select {
	case <-l.ready:
		return l.shelf, nil
	case <-l.stuck:
		return nil, l.stuckBy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// opened runs f on the outbox once it is open.
func opened[T any](ctx context.Context, l *Late, f func(Shelf) (T, error)) (T, error) {
	s, err := l.wait(ctx)
	if err != nil {
		var none T
		return none, err
	}
	return f(s)
}

// lateDo is opened for methods that return only an error.
func lateDo(ctx context.Context, l *Late, f func(Shelf) error) error {
	_, err := opened(ctx, l, func(s Shelf) (struct{}, error) { return struct{}{}, f(s) })
	return err
}

var _ Shelf = (*Late)(nil)

func (l *Late) Add(ctx context.Context, e entry.Entry) (entry.Entry, error) {
	return opened(ctx, l, func(s Shelf) (entry.Entry, error) { return s.Add(ctx, e) })
}

func (l *Late) Apply(ctx context.Context, moves ...entry.Move) error {
	return lateDo(ctx, l, func(s Shelf) error { return s.Apply(ctx, moves...) })
}

func (l *Late) Look(ctx context.Context, owner string, now int64, limit int) (entry.Snapshot, error) {
	return opened(ctx, l, func(s Shelf) (entry.Snapshot, error) { return s.Look(ctx, owner, now, limit) })
}

func (l *Late) Get(ctx context.Context, key string) (entry.Entry, error) {
	return opened(ctx, l, func(s Shelf) (entry.Entry, error) { return s.Get(ctx, key) })
}

func (l *Late) Find(ctx context.Context, owner, record string) ([]entry.Entry, error) {
	return opened(ctx, l, func(s Shelf) ([]entry.Entry, error) { return s.Find(ctx, owner, record) })
}

func (l *Late) Page(ctx context.Context, owner string, list entry.List, before int64, limit int) ([]entry.Listed, error) {
	return opened(ctx, l, func(s Shelf) ([]entry.Listed, error) { return s.Page(ctx, owner, list, before, limit) })
}

func (l *Late) Children(ctx context.Context, owner string) ([]entry.Entry, error) {
	return opened(ctx, l, func(s Shelf) ([]entry.Entry, error) { return s.Children(ctx, owner) })
}

func (l *Late) Recent(ctx context.Context, since int64) ([]entry.Entry, error) {
	return opened(ctx, l, func(s Shelf) ([]entry.Entry, error) { return s.Recent(ctx, since) })
}

func (l *Late) Export(ctx context.Context, owner string) ([]json.RawMessage, error) {
	return opened(ctx, l, func(s Shelf) ([]json.RawMessage, error) { return s.Export(ctx, owner) })
}

func (l *Late) Import(ctx context.Context, owner string, now int64, all []idbqueue.Brought) (idbqueue.Imported, error) {
	return opened(ctx, l, func(s Shelf) (idbqueue.Imported, error) { return s.Import(ctx, owner, now, all) })
}

func (l *Late) Remove(ctx context.Context, key string) error {
	return lateDo(ctx, l, func(s Shelf) error { return s.Remove(ctx, key) })
}

func (l *Late) Records(ctx context.Context, names ...string) (map[string]json.RawMessage, error) {
	return opened(ctx, l, func(s Shelf) (map[string]json.RawMessage, error) { return s.Records(ctx, names...) })
}

func (l *Late) Drafts(ctx context.Context, owner string) (map[string]json.RawMessage, error) {
	return opened(ctx, l, func(s Shelf) (map[string]json.RawMessage, error) { return s.Drafts(ctx, owner) })
}

func (l *Late) Put(ctx context.Context, records ...entry.Record) error {
	return lateDo(ctx, l, func(s Shelf) error { return s.Put(ctx, records...) })
}

func (l *Late) PutFor(ctx context.Context, owner string, records ...entry.Record) error {
	return lateDo(ctx, l, func(s Shelf) error { return s.PutFor(ctx, owner, records...) })
}

// Watch is told from the moment the outbox is open.
func (l *Late) Watch(f func()) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		select {
		case <-l.ready:
		case <-ctx.Done():
			return
		}
		end := l.shelf.Watch(f)
		see(f) // it is open: there is something to see
		<-ctx.Done()
		end()
	}()
	return cancel
}

// see calls f, whose panic must not end the program.
func see(f func()) {
	defer func() { _ = recover() }()
	f()
}
