package store

import (
	"context"
	"crypto/rand"
	"encoding/hex"
)

// Keys of the table meta.
const (
	metaStore   = "store"   // the store's id: made once, kept by a restore
	metaHistory = "history" // renewed by a restore: receipts and cursors of another history do not hold
	metaSigning = "signing" // key of signed URLs
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
	has, err := db.meta(ctx, metaStore)
	if err == nil {
		db.id = has
		return nil
	}
	err = db.inTx(ctx, func(q querier) error {
		t := table{name: "meta", cols: "key, value", tail: " ON CONFLICT (key) DO NOTHING"}
		return insert(ctx, q, t, []any{metaStore, token(8)}, []any{metaHistory, token(8)}, []any{metaSigning, token(32)})
	})
	if err != nil {
		return err
	}
	db.id, err = db.meta(ctx, metaStore)
	return err
}

func (db *DB) meta(ctx context.Context, key string) (value string, err error) {
	err = db.reading(ctx, func(q querier) error {
		value, err = one(ask(ctx, q, scanString, "SELECT value FROM meta WHERE key = $1", key))
		return err
	})
	return value, err
}

// History is the id of the store's history.
func (db *DB) History(ctx context.Context) (string, error) { return db.meta(ctx, metaHistory) }

// RenewHistory is called by a restore: what clients know may be newer than
// what the store has, so their cursors end and their receipts are asked for.
func (db *DB) RenewHistory(ctx context.Context) error {
	return db.inTx(ctx, func(q querier) error {
		return exec(ctx, q, "UPDATE meta SET value = $1 WHERE key = $2", token(8), metaHistory)
	})
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
