package idbqueue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"waybill/idbqueue/entry"
	"waybill/idbqueue/idb"
)

// tuning is how patient the engine is, and what tests make it suffer.
type tuning struct {
	openLimit time.Duration
	pauses    []time.Duration
	txLimit   time.Duration
	stretch   time.Duration
	fault     func(Op) error
}

// openLimit and openPauses: the app starts within seconds whatever the browser
// does. txLimit is far above the longest transaction, a mending of 10,000
// entries on a slow phone.
const (
	openLimit = 4 * time.Second
	txLimit   = time.Minute
)

var openPauses = []time.Duration{100 * time.Millisecond, time.Second}

func usual() tuning {
	return tuning{openLimit: openLimit, pauses: openPauses, txLimit: txLimit, stretch: stretch}
}

// Open opens the outbox of this device and tries whether it really stores.
// Errors: ErrNone where there is no usable IndexedDB, ErrDamaged where it does
// not open after a few tries, ErrBlocked where the context ended while another
// tab kept it closed. Space that is short is no error here: what waits can
// still be read, and a save will say ErrQuota.
func Open(ctx context.Context, o Options) (*Outbox, error) { return openTuned(ctx, o, usual()) }

func openTuned(ctx context.Context, o Options, how tuning) (*Outbox, error) {
	if o.Name == "" {
		o.Name = DatabaseName
	}
	if o.Notice == nil {
		o.Notice = func(Notice) {}
	}
	g := &idbEngine{o: o, how: how, patience: patience{limit: how.txLimit}}
	if err := g.start(ctx); err != nil {
		return nil, failed("open", err)
	}
	box := &Outbox{eng: g, readsOp: o.ReadsOp, free: o.Free, fresh: g.fresh}
	if err := g.stores(ctx, box); err != nil {
		_ = box.Close()
		return nil, failed("open", err)
	}
	return box, nil
}

// stores says whether what is written stays. A full disk is no proof against it.
func (g *idbEngine) stores(ctx context.Context, box *Outbox) error {
	switch err := box.Probe(ctx, g.o.Holder); {
	case err == nil, errors.Is(err, entry.ErrQuota):
		return nil
	case ctx.Err() != nil, errors.Is(err, entry.ErrOutdated):
		return err
	default:
		return fmt.Errorf("%w: %w", entry.ErrNone, err)
	}
}

// open opens one connection, trying again where that may help.
func (g *idbEngine) open(ctx context.Context) (*idb.DB, error) {
	for try := 0; ; try++ {
		db, err := g.openOnce(ctx)
		if err == nil || ctx.Err() != nil || !worthRetry(err) {
			return db, err
		}
		if try >= len(g.how.pauses) {
			return nil, fmt.Errorf("%w: %w", entry.ErrDamaged, err)
		}
		select {
		case <-time.After(g.how.pauses[try]):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// openOnce opens at the version that the code knows; a newer database is opened
// as it is. One that lacks something it should have is completed.
func (g *idbEngine) openOnce(ctx context.Context) (*idb.DB, error) {
	db, err := g.openAt(ctx, schemaVersion)
	if errors.Is(err, idb.ErrVersion) {
		db, err = g.openAt(ctx, 0)
	}
	if err != nil {
		return nil, err
	}
	whole, newer, err := g.look(ctx, db)
	if newer {
		g.o.Notice(NoticeNewer)
	}
	if err != nil || whole {
		return db, err
	}
	next := db.Version() + 1
	db.Close()
	return g.openAt(ctx, next)
}

// openAt bounds one open request. The bound does not hold while another tab
// blocks it, nor while an upgrade works.
func (g *idbEngine) openAt(ctx context.Context, version int) (*idb.DB, error) {
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	limit := time.AfterFunc(g.how.openLimit, func() { cancel(context.DeadlineExceeded) })
	defer limit.Stop()
	defer g.blocked.Store(false)
	db, err := idb.Open(limited, idb.Options{
		Name: g.o.Name, Version: version,
		Upgrade: func(u *idb.Upgrade, from int) error {
			limit.Stop()
			g.fresh = from == 0
			if err := upgrade(u); err != nil || !g.fresh {
				return err
			}
			return markMaker(u.Tx, g.o.Holder)
		},
		Blocked: func() {
			limit.Stop()
			g.blocked.Store(true)
			g.o.Notice(NoticeBlocked)
		},
		Outdated: g.outdate, Lost: func() {},
	})
	if err != nil && limited.Err() != nil {
		return nil, context.Cause(limited)
	}
	return db, err
}

// look sees whether everything that the outbox needs is really there, whether a
// newer version has been here, and who made the database.
func (g *idbEngine) look(ctx context.Context, db *idb.DB) (whole, newer bool, err error) {
	for _, s := range stores {
		if !db.Has(s) {
			return false, false, nil
		}
	}
	whole = true
	err = db.Run(ctx, idb.ReadOnly, stores, func(tx *idb.Tx) error {
		for _, ix := range indexes {
			whole = whole && tx.Store(storeEntries).Has(ix)
		}
		v, err := tx.Store(storeMeta).Get(schemaName).Await()
		if err != nil {
			return err
		}
		newer = !v.IsUndefined() && isNewer(stringified(v))
		v, err = tx.Store(storeMeta).Get(makerName).Await()
		g.maker = string(stringified(v))
		return err
	})
	return whole, newer, err
}
