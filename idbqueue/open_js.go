package idbqueue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"waybill/idbqueue/idb"
)

// DatabaseName is the outbox's database. It is only ever upgraded, and never
// deleted by code.
const DatabaseName = "waybill-outbox"

// Notice is something that the page should say.
type Notice string

// The notices.
const (
	NoticeBlocked  Notice = "blocked"  // close the other tab: it keeps an older version open
	NoticeOutdated Notice = "outdated" // reload: another tab needs a newer version
	NoticeWiped    Notice = "wiped"    // the store was deleted under us and made anew
	NoticeNewer    Notice = "newer"    // the database is newer than this version: update the app
)

// Options say what to open. The zero value opens the outbox itself.
type Options struct {
	Name    string // of the database; empty: DatabaseName
	ReadsOp func(op string) bool
	// Free wins space once ballast and old receipts are gone: it drops the
	// cache. nil: there is none.
	Free func(context.Context) error
	// Notice hears what the page should say. It must not block.
	Notice func(Notice)

	openLimit time.Duration
	pauses    []time.Duration
	txLimit   time.Duration
	fault     func(Op) error
}

// How long an open may take before it is given up, and the pauses between
// tries: the app starts within seconds whatever the browser does.
const openLimit = 4 * time.Second

// txLimit is far above the longest transaction, a mending of 10,000 entries on a
// slow phone.
const txLimit = time.Minute

var openPauses = []time.Duration{100 * time.Millisecond, time.Second}

// Open opens the outbox of this device and tries whether it really stores.
// Errors: ErrNone where there is no usable IndexedDB, ErrDamaged where it does
// not open after a few tries, ErrBlocked where the context ended while another
// tab kept it closed. Space that is short is no error here: what waits can
// still be read, and a save will say ErrQuota.
func Open(ctx context.Context, o Options) (*Outbox, error) {
	if o.Name == "" {
		o.Name = DatabaseName
	}
	if o.openLimit == 0 {
		o.openLimit, o.pauses, o.txLimit = openLimit, openPauses, txLimit
	}
	if o.Notice == nil {
		o.Notice = func(Notice) {}
	}
	g := &idbEngine{o: o}
	if err := g.start(ctx); err != nil {
		return nil, failed("open", err)
	}
	box := &Outbox{eng: g, readsOp: o.ReadsOp, free: o.Free, fresh: g.fresh}
	if err := box.Probe(ctx); err != nil && !errors.Is(err, ErrQuota) {
		_ = box.Close()
		return nil, failed("open", fmt.Errorf("%w: %w", ErrNone, err))
	}
	return box, nil
}

// open opens one connection, trying again where that may help.
func (g *idbEngine) open(ctx context.Context) (*idb.DB, error) {
	for try := 0; ; try++ {
		db, err := g.openOnce(ctx)
		if err == nil || ctx.Err() != nil || !worthRetry(err) {
			return db, err
		}
		if try >= len(g.o.pauses) {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		select {
		case <-time.After(g.o.pauses[try]):
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
		if db, err = g.openAt(ctx, 0); err == nil {
			g.o.Notice(NoticeNewer)
		}
	}
	if err != nil {
		return nil, err
	}
	whole, err := complete(ctx, db)
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
	limit := time.AfterFunc(g.o.openLimit, func() { cancel(context.DeadlineExceeded) })
	defer limit.Stop()
	defer g.blocked.Store(false)
	db, err := idb.Open(limited, idb.Options{
		Name: g.o.Name, Version: version,
		Upgrade: func(u *idb.Upgrade, from int) error {
			limit.Stop()
			g.fresh = from == 0
			return upgrade(u)
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

// complete looks whether everything that the outbox needs is really there.
func complete(ctx context.Context, db *idb.DB) (bool, error) {
	stores := []string{storeEntries, storeRecords, storeDrafts, storeMeta}
	for _, s := range stores {
		if !db.Has(s) {
			return false, nil
		}
	}
	whole := true
	err := db.Run(ctx, idb.ReadOnly, stores[:1], func(tx *idb.Tx) error {
		for _, ix := range indexes {
			whole = whole && tx.Store(storeEntries).Has(ix)
		}
		return nil
	})
	return whole, err
}
