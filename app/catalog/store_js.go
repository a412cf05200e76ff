package catalog

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"waybill/app/device"
	"waybill/idbqueue/idb"
	"waybill/server/wire"
)

// The disposable database. Dropping it loses nothing.
const (
	copyName    = "waybill-cache"
	copyVersion = 1
	copyRecords = "records" // a JSON text under "<kind>/<id>"
	copyMetas   = "meta"    // a JSON text under "meta"
	copyMetaKey = "meta"
)

// idbCopy keeps the copy in IndexedDB. Every failure is the copy's alone: what
// is in memory stays usable.
type idbCopy struct {
	mu sync.Mutex
	db *idb.DB
}

func newCopyStore() copyStore { return &idbCopy{} }

// copyOpenLimit bounds an open that another page of the browser keeps waiting:
// without the copy a page shows what the outbox has, and asks the office.
const copyOpenLimit = 3 * time.Second

func (c *idbCopy) open(ctx context.Context) (*idb.DB, error) {
	ctx, cancel := context.WithTimeout(ctx, copyOpenLimit)
	defer cancel()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.db != nil && !c.db.Closed() {
		return c.db, nil
	}
	db, err := idb.Open(ctx, idb.Options{Name: copyName, Version: copyVersion, Upgrade: func(u *idb.Upgrade, _ int) error {
		for _, store := range []string{copyRecords, copyMetas} {
			if u.HasStore(store) {
				continue
			}
			if err := u.CreateStore(store, ""); err != nil {
				return err
			}
		}
		return nil
	}})
	if err != nil {
		return nil, err
	}
	c.db = db
	return db, nil
}

// Load reads the copy in one look. Another owner's is dropped unread.
func (c *idbCopy) Load(ctx context.Context, owner string) (copyMeta, map[wire.Kind][]json.RawMessage, error) {
	db, err := c.open(ctx)
	if err != nil {
		return copyMeta{}, nil, err
	}
	var meta copyMeta
	records := map[wire.Kind][]json.RawMessage{}
	err = db.Run(ctx, idb.ReadOnly, []string{copyRecords, copyMetas}, func(tx *idb.Tx) error {
		v, err := tx.Store(copyMetas).Get(copyMetaKey).Await()
		if err != nil {
			return err
		}
		if meta, _ = wire.Decode[copyMeta]([]byte(device.Str(v, nil))); v.IsUndefined() || meta.Owner != owner {
			return nil
		}
		for _, kind := range wire.Kinds {
			if records[kind], err = loadKind(tx, kind); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && meta.Owner != owner && meta.Owner != "" {
		return copyMeta{}, nil, c.Drop(ctx)
	}
	return meta, records, err
}

// loadKind reads a kind's records as one text: one crossing for all of them is
// much cheaper than one for each.
func loadKind(tx *idb.Tx, kind wire.Kind) ([]json.RawMessage, error) {
	r, err := idb.Between(string(kind)+"/", string(kind)+"0") // '0' follows '/'
	if err != nil {
		return nil, err
	}
	all, err := tx.Store(copyRecords).GetAll(r, 0).Await()
	if err != nil {
		return nil, err
	}
	joined := device.Str(all.Call("join", ","))
	list, _ := wire.Decode[[]json.RawMessage]([]byte("[" + joined + "]"))
	return list, nil
}

// copyStretch is how long a transaction of many records works before the page
// may turn to whoever types.
const copyStretch = 30 * time.Millisecond

// Put stores records and meta together.
func (c *idbCopy) Put(ctx context.Context, meta copyMeta, records map[wire.Kind][]json.RawMessage, gone map[wire.Kind][]string) error {
	db, err := c.open(ctx)
	if err != nil {
		return err
	}
	text, err := json.Marshal(meta)
	if err != nil {
		return err
	}
	return db.Run(ctx, idb.ReadWrite, []string{copyRecords, copyMetas}, func(tx *idb.Tx) error {
		store := tx.Store(copyRecords)
		breath := idb.Breath{Every: copyStretch}
		breath.Taken()
		for kind, list := range records {
			for _, raw := range list {
				if err := breath.Take(tx.Store(copyMetas)); err != nil {
					return err
				}
				m, ok := wire.Decode[wire.Meta](raw)
				if !ok {
					continue
				}
				if err := store.Put(string(raw), string(kind)+"/"+m.ID); err != nil {
					return err
				}
			}
		}
		for kind, ids := range gone {
			for _, id := range ids {
				if err := store.Delete(string(kind) + "/" + id); err != nil {
					return err
				}
			}
		}
		return tx.Store(copyMetas).Put(string(text), copyMetaKey)
	})
}

// Drop empties the copy.
func (c *idbCopy) Drop(ctx context.Context) error {
	db, err := c.open(ctx)
	if err != nil {
		return err
	}
	return db.Run(ctx, idb.ReadWrite, []string{copyRecords, copyMetas}, func(tx *idb.Tx) error {
		if err := tx.Store(copyRecords).Clear(); err != nil {
			return err
		}
		return tx.Store(copyMetas).Clear()
	})
}
