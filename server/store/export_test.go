package store

import (
	"context"
	"strings"

	"modernc.org/sqlite"
)

// Exec runs a bare statement, for faults that no caller could cause.
func (db *DB) Exec(ctx context.Context, statement string) error {
	return db.begun(ctx, func(q querier) error {
		return exec(ctx, q, statement)
	})
}

// Settle waits until no transaction is open that is older than what is
// committed now. SQLite has none.
func (db *DB) Settle(ctx context.Context) error {
	if db.d.countsSeq {
		return nil
	}
	last, err := one(collectOn(ctx, db, "SELECT pg_current_xact_id()::text::bigint"))
	for open := int64(0); err == nil && open <= last; {
		open, err = one(collectOn(ctx, db, "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"))
	}
	return err
}

// Forget makes a store know no more than it holds, as after a start.
func (db *DB) Forget(ctx context.Context) error {
	db.known.mu.Lock()
	db.known.is = mark{}
	db.known.mu.Unlock()
	_, err := db.reload(ctx)
	return err
}

// MarkBeyond is a mark of a store that has more than this server knows of.
func MarkBeyond(db *DB) string {
	m, key := db.known.now()
	m.at.seq++
	return signed(key, signedMark, m.String())
}

func collectOn(ctx context.Context, db *DB, query string) (n []int64, err error) {
	err = db.reading(ctx, func(q querier) error {
		n, err = ask(ctx, q, scanInt, query)
		return err
	})
	return n, err
}

// Begun runs statements in one transaction and calls f before it commits.
func (db *DB) Begun(ctx context.Context, f func(exec func(string) error) error) error {
	return db.begun(ctx, func(q querier) error {
		return f(func(statement string) error {
			return exec(ctx, q, statement)
		})
	})
}

// VerifySQLite opens a bare connection and holds it to what a file must be.
func VerifySQLite(ctx context.Context, path string) error {
	conn, err := new(sqlite.Driver).Open(path)
	if err != nil {
		return err
	}
	defer conn.Close()
	return verifySQLite(ctx, conn, false)
}

// FeedPlans are how PostgreSQL reads the feed's head and its pages, by name.
func (db *DB) FeedPlans(ctx context.Context) (map[string]string, error) {
	plans := map[string]string{}
	err := db.reading(ctx, func(q querier) error {
		f, page := db.d.feed, []any{0, 0, "a", 10}
		for name, s := range map[string]step{
			"head": {query: f.head}, "rep": {query: f.page(false), args: page}, "manager": {query: f.page(true), args: page},
		} {
			lines, err := ask(ctx, q, func(r row) (line string, err error) { err = r.Scan(&line); return line, err }, "EXPLAIN "+s.query, s.args...)
			if err != nil {
				return err
			}
			plans[name] = strings.Join(lines, "\n")
		}
		return nil
	})
	return plans, err
}
