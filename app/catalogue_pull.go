package app

import (
	"context"
	"encoding/json"
	"errors"

	"waybill/server/wire"
)

// pullEvery is how old the copy may be before a page brings it up to date.
const pullEvery = 2 * 60 * 1000

func (c *catalogue) old() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return !c.fresh.Pulling && c.now()-c.fresh.At > pullEvery
}

// Pull asks for what changed, or loads everything where there is nothing to
// start from. The old copy stays usable until the new one is whole.
func (c *catalogue) Pull(ctx context.Context) error {
	c.pulling.Lock()
	defer c.pulling.Unlock()
	c.mu.Lock()
	owner, cursor := c.owner, c.meta.Cursor
	if owner == "" {
		c.mu.Unlock()
		return nil
	}
	c.fresh.Pulling, c.fresh.Loaded = true, 0
	c.tell()
	c.mu.Unlock()

	err := c.pullChanges(ctx, owner, cursor)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fresh.Pulling, c.fresh.Err = false, err
	c.tell()
	return err
}

// errOwner ends a pull whose user has changed meanwhile.
var errOwner = errors.New("app: another user has signed in")

// pullChanges follows the feed. One that is not there, or whose cursor has
// expired, is no reason to be without records: then all lists are read.
func (c *catalogue) pullChanges(ctx context.Context, owner, cursor string) error {
	build := c.indexes
	whole := cursor == ""
	if whole {
		build = emptyIndexes()
	}
	for {
		page, err := c.office.Changes(ctx, cursor)
		var p *wire.Problem
		switch {
		case errors.As(err, &p) && p.Code == wire.CodeCursorExpired && cursor != "":
			return c.pullChanges(ctx, owner, "")
		case errors.As(err, &p) && (p.Code == wire.CodeNoSuchRoute || p.Code == wire.CodeMethodNotAllowed):
			return c.pullLists(ctx, owner)
		case err != nil:
			return err
		}
		cursor = page.Cursor
		records, gone := sortChanges(page.Items)
		if err := c.take(ctx, owner, build, records, gone, copyMeta{Owner: owner, Cursor: cursor, At: c.now()}, whole, page.More); err != nil {
			return err
		}
		if !page.More {
			return nil
		}
	}
}

func sortChanges(items []wire.Change) (map[wire.Kind][]json.RawMessage, map[wire.Kind][]string) {
	records, gone := map[wire.Kind][]json.RawMessage{}, map[wire.Kind][]string{}
	for _, x := range items {
		if x.Deleted {
			gone[x.Kind] = append(gone[x.Kind], x.ID)
			continue
		}
		records[x.Kind] = append(records[x.Kind], x.Record)
	}
	return records, gone
}

// take puts a page in. A first load is built aside and shown when it is whole;
// until then the records so far are shown only if there was nothing before.
func (c *catalogue) take(ctx context.Context, owner string, build map[wire.Kind]*index, records map[wire.Kind][]json.RawMessage,
	gone map[wire.Kind][]string, meta copyMeta, whole, more bool,
) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owner != owner {
		return errOwner
	}
	for kind, list := range records {
		if ix := build[kind]; ix != nil {
			ix.put(list)
			c.fresh.Loaded += len(list)
		}
	}
	for kind, ids := range gone {
		if ix := build[kind]; ix != nil {
			ix.drop(ids)
		}
	}
	if whole && c.fresh.At == 0 || !more {
		c.indexes = build
	}
	c.tell()
	if whole && more {
		return nil
	}
	if !more {
		c.meta, c.fresh.At = meta, meta.At
	}
	if whole {
		records, gone = all(build), nil
		if err := c.store.Drop(ctx); err != nil {
			c.unstored = true // the copy in memory is good; the old one is read next time
		}
	}
	c.keep(ctx, meta, records, gone)
	return nil
}

func all(build map[wire.Kind]*index) map[wire.Kind][]json.RawMessage {
	out := map[wire.Kind][]json.RawMessage{}
	for kind, ix := range build {
		for _, r := range ix.rows {
			out[kind] = append(out[kind], r.raw)
		}
	}
	return out
}

// pullLists reads every list from its first page to its last.
func (c *catalogue) pullLists(ctx context.Context, owner string) error {
	build := emptyIndexes()
	for i, kind := range wire.Kinds {
		for after, first := "", true; first || after != ""; first = false {
			page, err := c.office.Page(ctx, kind, "", after)
			if err != nil {
				return err
			}
			after = page.After
			more := after != "" || i < len(wire.Kinds)-1
			records := map[wire.Kind][]json.RawMessage{kind: page.Items}
			if err := c.take(ctx, owner, build, records, nil, copyMeta{Owner: owner, At: c.now()}, true, more); err != nil {
				return err
			}
		}
	}
	return nil
}
