package catalog

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

// pull is one way through the changes to their end.
type pull struct {
	owner  string
	cursor string
	build  map[wire.Kind]*index
	whole  bool // from the beginning, and built aside
	done   progress
}

// nextPull goes on with a load that has broken off, or asks for what changed, or
// loads everything where there is nothing to start from. It runs under the lock.
func (c *catalogue) nextPull() *pull {
	switch {
	case c.begun != nil:
		return c.begun
	case c.meta.Cursor != "":
		return &pull{owner: c.owner, cursor: c.meta.Cursor, build: c.indexes}
	}
	return fromBeginning(c.owner)
}

// batch is a page of changes, or of a list, on its way into a copy.
type batch struct {
	records map[wire.Kind][]json.RawMessage
	gone    map[wire.Kind][]string
	cursor  string // behind it, empty: of a list
	more    bool
	done    progress // with it
}

func fromBeginning(owner string) *pull {
	return &pull{owner: owner, build: emptyIndexes(), whole: true}
}

// Pull asks for what changed, or loads everything where there is nothing to
// start from. The old copy stays usable until the new one is whole. A load that
// breaks off keeps its place: the next pull goes on there.
func (c *catalogue) Pull(ctx context.Context) error {
	c.pulling.Lock()
	defer c.pulling.Unlock()
	c.mu.Lock()
	owner := c.owner
	if owner == "" {
		c.mu.Unlock()
		return nil
	}
	p := c.nextPull()
	c.fresh.Pulling, c.fresh.Loaded, c.fresh.Total = true, p.done.loaded, p.done.total
	c.tell()
	c.mu.Unlock()

	err := c.pullChanges(ctx, p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owner == owner {
		c.fresh.Pulling, c.fresh.Err = false, err
		c.tell()
	}
	return err
}

// errOwner ends a pull whose user has changed meanwhile.
var errOwner = errors.New("app: another user has signed in")

// pullChanges follows the feed. One that is not there, or whose cursor has
// expired, is no reason to be without records: then all lists are read.
func (c *catalogue) pullChanges(ctx context.Context, p *pull) error {
	for {
		page, err := c.office.Changes(ctx, p.owner, p.cursor)
		var no *wire.Problem
		switch {
		case errors.As(err, &no) && no.Code == wire.CodeCursorExpired && p.cursor != "":
			return c.pullChanges(ctx, fromBeginning(p.owner))
		case errors.As(err, &no) && (no.Code == wire.CodeNoSuchRoute || no.Code == wire.CodeMethodNotAllowed):
			return c.pullLists(ctx, fromBeginning(p.owner))
		case err != nil:
			return err
		}
		b := batch{cursor: page.Cursor, more: page.More, done: p.done.add(len(page.Items), page.Left, page.More)}
		b.records, b.gone = sortChanges(page.Items)
		if err := c.take(ctx, p, b); err != nil {
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
// The place moves on only once the page is in.
func (c *catalogue) take(ctx context.Context, p *pull, b batch) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.owner != p.owner {
		return errOwner
	}
	for kind, list := range b.records {
		if ix := p.build[kind]; ix != nil {
			ix.put(list)
		}
	}
	for kind, ids := range b.gone {
		if ix := p.build[kind]; ix != nil {
			ix.drop(ids)
		}
	}
	p.cursor, p.done = b.cursor, b.done
	c.fresh.Loaded, c.fresh.Total = p.done.loaded, p.done.total
	if p.whole && c.fresh.At == 0 || !b.more {
		c.indexes = p.build
	}
	c.tell()
	if p.whole && b.more {
		if p.cursor != "" { // lists have none, and start again
			c.begun = p
		}
		return nil
	}
	meta := copyMeta{Owner: p.owner, Cursor: p.cursor, At: c.now()}
	if !b.more {
		c.meta, c.fresh.At, c.begun = meta, meta.At, nil
	}
	if p.whole {
		b.records, b.gone = all(p.build), nil
		if err := c.store.Drop(ctx); err != nil {
			c.unstored = true // the copy in memory is good; the old one is read next time
		}
	}
	c.keep(ctx, meta, b.records, b.gone)
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
func (c *catalogue) pullLists(ctx context.Context, p *pull) error {
	for i, kind := range wire.Kinds {
		for after, first := "", true; first || after != ""; first = false {
			page, err := c.office.Page(ctx, p.owner, kind, "", after)
			if err != nil {
				return err
			}
			after = page.After
			more := after != "" || i < len(wire.Kinds)-1
			b := batch{more: more, done: p.done.add(len(page.Items), 0, more), records: map[wire.Kind][]json.RawMessage{kind: page.Items}}
			if err := c.take(ctx, p, b); err != nil {
				return err
			}
		}
	}
	return nil
}

// progress is how far a load has come, in changes.
type progress struct {
	loaded int
	total  int // in all, 0: not known
}

// add counts a page of n changes, after which the office says that left are to
// come; 0 is an office that does not count. The first page says it for all that
// follow, so that the bar never runs backwards. A number that cannot be, or that
// the load has outrun, is as good as none.
func (p progress) add(n, left int, more bool) progress {
	first := p.loaded == 0
	p.loaded += n
	if total := p.loaded + left; first && left > 0 && total > 0 {
		p.total = total
	}
	if more && p.loaded >= p.total {
		p.total = 0
	}
	return p
}
