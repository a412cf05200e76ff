package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations
var migrations embed.FS

// migrateWith runs the numbered steps of one dialect that the database has not
// had yet. A database that is newer than this program is refused: its data may
// mean what this program does not know.
func migrateWith(ctx context.Context, d goose.Dialect, folder string, pool *sql.DB, opts ...goose.ProviderOption) error {
	steps, err := fs.Sub(migrations, "migrations/"+folder)
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(d, pool, steps, append(opts, goose.WithDisableGlobalRegistry(true))...)
	if err != nil {
		return err
	}
	has, knows, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("reading the schema's version: %w", err)
	}
	if has > knows {
		return fmt.Errorf("the database has schema %d, this program knows %d: use the newer program", has, knows)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("bringing the schema up to date: %w", err)
	}
	return nil
}

// migrate gives goose the pool for a moment: the writer holds its only
// connection otherwise.
func (l *lone) migrate(ctx context.Context) error {
	l.pool.SetMaxOpenConns(2)
	defer l.pool.SetMaxOpenConns(1)
	return migrateWith(ctx, goose.DialectSQLite3, "sqlite", l.pool)
}
