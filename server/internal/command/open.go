package command

import (
	"context"
	"flag"
	"strings"

	"waybill/server/store"
)

// dbDefault is the file of a server that is told nothing else.
const dbDefault = "waybill.db"

// DBFlag is the flag that every command has which touches the store.
func DBFlag(fs *flag.FlagSet) *string {
	return fs.String("db", dbDefault, "SQLite `file`, or postgres://…")
}

// Open opens the store that a --db value names.
func Open(ctx context.Context, db string) (*store.DB, error) {
	if strings.HasPrefix(db, "postgres://") || strings.HasPrefix(db, "postgresql://") {
		return store.OpenPostgres(ctx, db)
	}
	return store.OpenSQLite(ctx, db)
}
