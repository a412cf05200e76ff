package store

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
)

// Keys of the table meta.
const (
	metaStore   = "store"   // the store's id: made once, kept by a restore
	metaHistory = "history" // renewed by a restore: receipts and cursors of another history do not hold
	metaSigning = "signing" // key of signed URLs, marks and cursors
	metaHome    = "home"    // where the store lives, see [home]
	metaCopy    = "copy"    // only in a backup's file, until it is restored or served
	metaEpochs  = "epochs"  // see [epochs]
	// metaNumbers is the number that a restored store goes on after: numbers that
	// were handed out after the backup must not be handed out again.
	metaNumbers = "numbers"
)

// token is n random bytes from the system, in hex.
func token(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// identify makes the store's ids on first use. Two servers that start at once
// on an empty store both read what the first of them wrote.
func (db *DB) identify(ctx context.Context) error {
	_, err := db.meta(ctx, metaStore)
	if errors.Is(err, ErrNotFound) {
		err = db.create(ctx)
	}
	if err == nil {
		db.id, err = db.meta(ctx, metaStore)
	}
	if err == nil {
		_, err = db.reload(ctx)
	}
	return err
}

func (db *DB) create(ctx context.Context) error {
	here, err := db.d.place(ctx, db)
	if err != nil {
		return err
	}
	return db.inTx(ctx, func(q querier) error {
		t := table{name: "meta", cols: "key, value", tail: " ON CONFLICT (key) DO NOTHING"}
		return insert(ctx, q, t, []any{metaStore, token(8)}, []any{metaHistory, token(8)}, []any{metaSigning, token(32)},
			[]any{metaHome, string(here.home)})
	})
}

// History is the id of the store's history.
func (db *DB) History(ctx context.Context) (string, error) { return db.meta(ctx, metaHistory) }

// setMeta puts a value under a key.
func setMeta(key, value string) step {
	return step{query: "INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value", args: []any{key, value}}
}

func (db *DB) meta(ctx context.Context, key string) (value string, err error) {
	err = db.reading(ctx, func(q querier) error {
		value, err = one(ask(ctx, q, scanString, "SELECT value FROM meta WHERE key = $1", key))
		return err
	})
	return value, err
}

// SigningKey signs URLs. It lies in the store, so that every server before one
// database accepts what another has signed.
func (db *DB) SigningKey(ctx context.Context) ([]byte, error) {
	s, err := db.meta(ctx, metaSigning)
	if err != nil {
		return nil, err
	}
	return hex.DecodeString(s)
}

// Settings reads back what "sent" rests on, for a log line at start and for
// whoever measures.
func (db *DB) Settings(ctx context.Context) (map[string]string, error) {
	all := map[string]string{}
	if db.d.connections != "" {
		all["connections"] = db.d.connections
	}
	err := db.reading(ctx, func(q querier) error {
		for name, statement := range db.d.settings {
			value, err := one(ask(ctx, q, scanString, statement))
			if err != nil {
				return err
			}
			all[name] = value
		}
		return nil
	})
	return all, err
}
