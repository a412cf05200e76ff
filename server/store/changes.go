package store

import (
	"context"
	"slices"
	"strings"

	"waybill/server/wire"
)

// change says that a record is new to an audience, or gone from it. The empty
// audience is everybody.
type change struct {
	kind     wire.Kind
	id       string
	audience string
	gone     bool
}

func changesOf[T wire.Record](kind wire.Kind, recs []T) []change {
	all := make([]change, len(recs))
	for i, r := range recs {
		owner, _ := ownerOf(r)
		all[i] = change{kind: kind, id: r.Base().ID, audience: owner}
	}
	return all
}

// record moves each change to the end of the sequence.
func (db *DB) record(ctx context.Context, q querier, changed []change) error {
	return q.run(ctx, db.changesSteps(q, changed, new(tip))...)
}

// changesSteps move each change to the end of the sequence, and tell the tip
// where that is. Changed twice in one transaction: the last one counts.
func (db *DB) changesSteps(q querier, changed []change, newest *tip) []step {
	last := map[change]bool{} // by all but gone
	for _, c := range changed {
		gone := c.gone
		c.gone = false
		last[c] = gone
	}
	rows := make([][]any, 0, len(last))
	for c, gone := range last {
		rows = append(rows, []any{string(c.kind), c.id, c.audience, bit(gone)})
	}
	t := db.d.feed.table
	t.scan = newest.scan
	return inserts(q, t, rows)
}

// feedSQL is how a dialect keeps and reads the changes feed.
type feedSQL struct {
	table table // its rows say where they were put
	// head yields the last position, or no row.
	head string
	// cols are kind, record_id, gone and the position of a row; order is by it.
	cols, order string
	// after says which rows come after ($1, $2), are safe to show and are the
	// reader's, $3, to see.
	after func(manager bool) string
}

// page yields the next $4 rows.
func (f feedSQL) page(manager bool) string {
	return "SELECT " + f.cols + " FROM changes WHERE " + f.after(manager) + " ORDER BY " + f.order + " LIMIT $4"
}

// left yields one row: how many rows all pages to come have together.
func (f feedSQL) left(manager bool) string {
	return "SELECT count(*) FROM changes WHERE " + f.after(manager)
}

var sqliteFeed = feedSQL{
	table: table{
		name: "changes", cols: "kind, record_id, audience, gone, seq", key: 3, expr: "(SELECT coalesce(max(seq), 0) + 1 FROM changes)",
		tail: ` ON CONFLICT (kind, record_id, audience)
		DO UPDATE SET gone = excluded.gone, seq = excluded.seq RETURNING 0, seq`,
	},
	head: "SELECT 0, coalesce(max(seq), 0) FROM changes",
	cols: "kind, record_id, gone, 0, seq", order: "seq",
	after: func(manager bool) string {
		// $1 is the transaction, which SQLite does not need: it has one writer.
		const after = "seq > $2 + $1 AND "
		if manager {
			return after + "gone = 0 AND $3 = $3"
		}
		return after + "audience IN ('', $3)"
	},
}

// cursor is a position in the feed of one user in one role of one history, with
// the epoch in which it was reached.
type cursor struct {
	history, role, user string
	epoch               epoch
	at                  position
}

func (c cursor) String() string {
	return strings.Join([]string{c.history, c.role, c.user, numeral(c.epoch.n), c.epoch.id, numeral(c.at.xid), numeral(c.at.seq)}, ".")
}

// parseCursor reads what was signed.
func parseCursor(text string) (c cursor, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 7 {
		return c, false
	}
	// Between history and number a mark has what a cursor has behind its user.
	m, ok := parseMark(strings.Join(slices.Concat(parts[:1], parts[3:], []string{"0"}), "."))
	return cursor{m.history, parts[1], parts[2], m.epoch, m.at}, ok
}

// cursorFor reads a reader's cursor; the empty text is the beginning. One that
// was signed is as good as a mark: ahead of the head it tells of a restore.
func (db *DB) cursorFor(ctx context.Context, a Actor, text string) (cursor, error) {
	is, key := db.known.now()
	start := cursor{history: is.history, role: a.Role, user: a.ID}
	if text == "" {
		return start, nil
	}
	inner, ok := unsigned(key, signedCursor, text)
	c, shaped := parseCursor(inner)
	if !ok || !shaped {
		return c, ErrCursor
	}
	if err := db.believe(ctx, mark{history: c.history, epoch: c.epoch, at: c.at}); err != nil {
		return c, err
	}
	is, _ = db.known.now()
	if c.history != is.history || c.role != a.Role || c.user != a.ID {
		return c, ErrCursor
	}
	return c, nil
}

// Changed is one item of the feed; Record is nil where the reader lost it.
type Changed struct {
	Kind   wire.Kind
	ID     string
	Record wire.Record
}

// Page is a page of the feed, Cursor the position behind it.
type Page struct {
	Items  []Changed
	Cursor string
	More   bool
	Left   int // changes to come after this page; counted on the first one only
}

// Changes returns up to limit changes after the cursor that the actor may see.
// [ErrCursor] means: start again from the empty cursor.
func (db *DB) Changes(ctx context.Context, a Actor, after string, limit int) (Page, error) {
	if err := db.keepUp(ctx); err != nil {
		return Page{}, err
	}
	at, err := db.cursorFor(ctx, a, after)
	if err != nil {
		return Page{}, err
	}
	var page Page
	err = db.reading(ctx, func(q querier) error {
		rows, err := db.feedPage(ctx, q, a, at, limit+1)
		if err != nil {
			return err
		}
		page = Page{More: len(rows) > limit}
		if page.More {
			rows = rows[:limit]
		}
		if len(rows) > 0 {
			at.at = rows[len(rows)-1].at
		}
		// Counting is linear in what is left: once for each load is cheap, for
		// each page of it would be quadratic.
		if after == "" && page.More {
			if page.Left, err = db.feedLeft(ctx, q, a, at); err != nil {
				return err
			}
		}
		page.Items, err = db.changed(ctx, q, a, rows)
		return err
	})
	// The epoch is looked at behind the reading: it is the one that was read in,
	// or a later one that holds all of it.
	is, key := db.known.now()
	at.epoch = is.epoch
	page.Cursor = signed(key, signedCursor, at.String())
	return page, err
}

// feedRow is one row of the table changes.
type feedRow struct {
	kind wire.Kind
	id   string
	gone bool
	at   position
}

func (db *DB) feedPage(ctx context.Context, q querier, a Actor, at cursor, limit int) ([]feedRow, error) {
	return ask(ctx, q, scanFeedRow, db.d.feed.page(a.Manager()), at.at.xid, at.at.seq, a.ID, limit)
}

func (db *DB) feedLeft(ctx context.Context, q querier, a Actor, at cursor) (int, error) {
	n, err := one(ask(ctx, q, scanInt, db.d.feed.left(a.Manager()), at.at.xid, at.at.seq, a.ID))
	return int(n), err
}

// changed puts the records beside the rows of a page.
func (db *DB) changed(ctx context.Context, q querier, a Actor, rows []feedRow) ([]Changed, error) {
	ids := map[wire.Kind][]string{}
	for _, r := range rows {
		ids[r.kind] = append(ids[r.kind], r.id)
	}
	recs := map[string]wire.Record{}
	for kind, list := range ids {
		found, err := db.byIDs(ctx, q, kind, list)
		if err != nil {
			return nil, err
		}
		for _, rec := range found {
			if whole(a, rec) {
				recs[string(kind)+rec.Base().ID] = rec
			}
		}
	}
	items := make([]Changed, len(rows))
	for i, r := range rows {
		items[i] = Changed{Kind: r.kind, ID: r.id}
		if !r.gone {
			items[i].Record = recs[string(r.kind)+r.id]
		}
	}
	return items, nil
}
