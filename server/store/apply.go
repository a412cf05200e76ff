package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// looksMax bounds how often a call looks again. Each violation means that
// another write has been committed meanwhile, which the next look finds; a
// batch may meet a few of them.
const looksMax = 4

// Apply gives each write its verdict and stores what was accepted, in one
// transaction with one commit. A refused write leaves nothing and harms no
// other. An error means that none of them is known to be stored.
//
// Calls that wait at the same time share a transaction, see [group].
func (db *DB) Apply(ctx context.Context, now time.Time, writes []Write) ([]Result, error) {
	results, err := db.together.apply(ctx, now, writes, db.apply)
	if err == nil && len(results) == 1 && results[0].Err != nil {
		return nil, results[0].Err // alone, a bug is the call's own error
	}
	return results, err
}

// apply carries out one transaction.
func (db *DB) apply(ctx context.Context, now time.Time, writes []Write) (results []Result, err error) {
	for range looksMax {
		results, err = db.applyAll(ctx, now, writes)
		if err == nil {
			return results, nil
		}
		if !db.d.classify(err).race() {
			break
		}
	}
	if len(writes) > 1 && db.secondLook(err) {
		return db.applyEach(ctx, now, writes)
	}
	return nil, unexplained(db, err)
}

// secondLook says whether an error may be answered by looking again, or by
// finding out which write of a batch it belongs to.
func (db *DB) secondLook(err error) bool {
	c := db.d.classify(err)
	return c.race() || c == classIntegrity
}

// unexplained marks a violation that another look did not answer: a bug, and
// loud.
func unexplained(db *DB, err error) error {
	if db.d.classify(err).race() {
		return fmt.Errorf("store: a violation that no look-up explains: %w", err)
	}
	return err
}

// applyAll is the ordinary path: one look for all, one statement a table.
func (db *DB) applyAll(ctx context.Context, now time.Time, writes []Write) (results []Result, err error) {
	err = db.growing(ctx, func(q querier, newest *tip) error {
		results, err = db.lookDecidePut(ctx, q, now, writes, newest)
		return err
	})
	return results, err
}

// growing is inTx for a transaction that says what it adds. Once that is
// committed it is known, and never before: what could still be undone must not
// be proved to anybody.
func (db *DB) growing(ctx context.Context, f func(q querier, newest *tip) error) error {
	var newest tip
	err := db.inTx(ctx, func(q querier) error {
		newest = tip{}
		if err := f(q, &newest); err != nil {
			return err
		}
		return db.onward(newest)
	})
	if err == nil {
		db.known.saw(newest)
	}
	return err
}

func (db *DB) lookDecidePut(ctx context.Context, q querier, now time.Time, writes []Write, newest *tip) ([]Result, error) {
	s, err := db.look(ctx, q, writes)
	if err != nil {
		return nil, err
	}
	var p plan
	results := make([]Result, len(writes))
	for i, w := range writes {
		results[i] = decide(&s, &p, now, w)
	}
	err = db.put(ctx, q, &p)
	newest.add(p.newest)
	return results, err
}

// applyEach is the careful path of a batch in which something is wrong that no
// look explains: each write behind a savepoint of its own, still one commit.
func (db *DB) applyEach(ctx context.Context, now time.Time, writes []Write) (results []Result, err error) {
	err = db.growing(ctx, func(q querier, newest *tip) error {
		results = make([]Result, len(writes))
		for i := range writes {
			if results[i], err = db.applyOne(ctx, q, now, writes[i], newest); err != nil {
				return err
			}
		}
		return nil
	})
	return results, err
}

// applyOne tries a write twice behind a savepoint: the second look finds what
// was faster. What is left then concerns this write alone, and is a bug.
func (db *DB) applyOne(ctx context.Context, q querier, now time.Time, w Write, newest *tip) (Result, error) {
	var failed error
	for range 2 {
		if err := exec(ctx, q, "SAVEPOINT one"); err != nil {
			return Result{}, err
		}
		var results []Result
		var added tip
		if results, failed = db.lookDecidePut(ctx, q, now, []Write{w}, &added); failed == nil {
			newest.add(added)
			return results[0], exec(ctx, q, "RELEASE SAVEPOINT one")
		}
		if !db.secondLook(failed) {
			return Result{}, failed
		}
		if err := exec(ctx, q, "ROLLBACK TO SAVEPOINT one"); err != nil {
			return Result{}, errors.Join(failed, err)
		}
	}
	return Result{Err: unexplained(db, failed)}, nil
}
