package main

import (
	"context"

	"waybill/server/store"
)

// dbDefault is the file of a server that is told nothing else.
const dbDefault = "waybill.db"

// open opens the store that a --db value names.
func open(ctx context.Context, db string) (*store.DB, error) {
	return store.OpenSQLite(ctx, db)
}
