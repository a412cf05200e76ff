package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// sqlitePlace is the file that the store lies in; in memory there is none, and
// no copy either. Each start is a run of its own.
func sqlitePlace(_ context.Context, db *DB) (here place, err error) {
	here.run = token(4)
	if w, file := db.engine.(withReaders); file {
		here.home, err = fileHome(w.path)
	}
	return here, err
}

const causeSuspect = "the database's files were changed while a server had them open"

// serveSQLite takes a file up. What lies beside it tells of a file that was
// overwritten in its place, and of a log that was lost.
func serveSQLite(ctx context.Context, db *DB) error {
	w, file := db.engine.(withReaders)
	if !file {
		return db.takeUpFile(ctx, false)
	}
	near, err := openBeside(w.path, db.log)
	if err != nil {
		return err
	}
	w.watch.serves(db.log, near)
	if near.suspect {
		look := func(q querier) error { return sound(ctx, q, "PRAGMA integrity_check") }
		if err := db.reading(ctx, look); err != nil {
			return err
		}
	}
	if err := db.takeUpFile(ctx, near.suspect); err != nil {
		return err
	}
	if err := db.Witness(ctx, near.mark); err != nil {
		return err
	}
	db.known.keepIn(near)
	near.doubt(false)
	return nil
}

// takeUpFile is takeUp in a transaction of its own.
func (db *DB) takeUpFile(ctx context.Context, suspect bool) error {
	here, err := db.d.place(ctx, db)
	if err != nil {
		return err
	}
	var cause string
	err = db.inTx(ctx, func(q querier) error {
		if cause, err = db.takeUp(ctx, q, here); err != nil || !suspect || cause != "" {
			return err
		}
		cause = causeSuspect
		return db.renew(ctx, q, 0)
	})
	if err == nil {
		_, err = db.reload(ctx)
	}
	if err == nil {
		db.renewed(cause)
	}
	return err
}

// sound has the database look itself over.
func sound(ctx context.Context, q querier, question string) error {
	lines, err := ask(ctx, q, scanString, question)
	if err == nil && (len(lines) == 0 || lines[0] != "ok") {
		err = errors.New(strings.Join(lines, "; "))
	}
	if err != nil {
		err = damaged(err)
	}
	return err
}

func damaged(err error) error {
	return fmt.Errorf("the database is damaged and is not served; restore a backup into a new file (waybill restore): %w", err)
}
