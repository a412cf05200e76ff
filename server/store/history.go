package store

import (
	"context"
	"encoding/hex"
	"strconv"
)

// numbersSkipped is how many numbers a restore leaves out. No office takes so
// many orders between two backups; a gap in the numbers harms nobody.
const numbersSkipped = 10_000

// RenewHistory makes the store count as restored: what clients know may be
// newer than what it has, so their cursors end and their receipts are asked
// for, and no number that may have been handed out is handed out again.
func (db *DB) RenewHistory(ctx context.Context) error {
	err := db.inTx(ctx, func(q querier) error { return db.renew(ctx, q, 0) })
	if err == nil {
		_, err = db.reload(ctx)
	}
	return err
}

// renew starts a new history behind every number up to above, and behind all
// that the store knows of. The running epoch goes on in it.
func (db *DB) renew(ctx context.Context, q querier, above int64) error {
	has, err := db.standing(ctx, q)
	if err != nil {
		return err
	}
	if err := db.skipTo(ctx, q, max(has.number, above)+numbersSkipped); err != nil {
		return err
	}
	var kept epochs
	if e := has.epochs.last(); e.n > 0 {
		kept = epochs{{e.n, e.id, has.at}}
	}
	return q.run(ctx, setMeta(metaHistory, token(8)), setMeta(metaEpochs, kept.String()))
}

// skipTo makes the running number go on after n, if it has not come so far.
func (db *DB) skipTo(ctx context.Context, q querier, n int64) error {
	steps := []step{setMeta(metaNumbers, numeral(n))}
	for _, statement := range db.d.setCounters {
		steps = append(steps, step{query: statement, args: []any{n}})
	}
	return q.run(ctx, steps...)
}

// standing is what a store holds: a mark of all of it, the epochs so far, and
// where it has lived.
type standing struct {
	mark
	epochs epochs
	key    []byte // of signatures
	home   home
	copied bool // it is a backup
}

// standing reads it. The head is read after the history that it belongs to.
func (db *DB) standing(ctx context.Context, q querier) (s standing, err error) {
	text := map[string]string{}
	pairs := func(r row) error {
		var key, value string
		err := r.Scan(&key, &value)
		text[key] = value
		return err
	}
	err = q.run(ctx,
		step{query: "SELECT key, value FROM meta", scan: pairs},
		step{query: db.d.feed.head, scan: func(r row) (err error) { s.at, err = scanPosition(r); return err }},
		step{query: "SELECT coalesce(max(number), 0) FROM orders", scan: func(r row) error { return r.Scan(&s.number) }},
	)
	if err != nil {
		return s, err
	}
	s.history, s.home = text[metaHistory], home(text[metaHome])
	_, s.copied = text[metaCopy]
	if skipped, err := strconv.ParseInt(text[metaNumbers], 10, 64); err == nil {
		s.number = max(s.number, skipped)
	}
	if s.key, err = hex.DecodeString(text[metaSigning]); err != nil {
		return s, err
	}
	s.epochs, err = parseEpochs(text[metaEpochs])
	s.epoch = s.epochs.last()
	s.epoch.start = position{}
	return s, err
}

// lockHome makes servers before one database draw conclusions one after the
// other, until the transaction ends.
func (db *DB) lockHome(ctx context.Context, q querier) error {
	return q.run(ctx,
		step{query: "INSERT INTO meta (key, value) VALUES ($1, '') ON CONFLICT (key) DO NOTHING", args: []any{metaHome}},
		step{query: "SELECT value FROM meta WHERE key = $1" + db.d.lock, args: []any{metaHome}, scan: func(row) error { return nil }})
}

// agrees says whether what somebody has seen follows from the store as it is. Of
// another history only the number counts: it was handed out, and must not be
// handed out again.
func (s standing) agrees(m mark) bool {
	if m.history != s.history {
		return m.number <= s.number
	}
	return s.epochs.hold(m.epoch, m.at, s.at)
}

// keepUp notices that another server before this database has renewed the
// history.
func (db *DB) keepUp(ctx context.Context) error {
	history, err := db.History(ctx)
	if err == nil && history != db.known.history() {
		_, err = db.reload(ctx)
	}
	return err
}

// reload reads again what this server knows.
func (db *DB) reload(ctx context.Context) (s standing, err error) {
	err = db.reading(ctx, func(q querier) error {
		s, err = db.reloadOn(ctx, q)
		return err
	})
	return s, err
}

func (db *DB) reloadOn(ctx context.Context, q querier) (standing, error) {
	before, _ := db.known.now()
	s, err := db.standing(ctx, q)
	if err == nil {
		db.known.learn(before, s)
	}
	return s, err
}
