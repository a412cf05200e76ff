package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"github.com/pressly/goose/v3"
)

// memory is SQLite's name for a database that lives as long as its connection.
const memory = ":memory:"

// template is a store's file right after its migrations, made once in a
// process: a simulation opens thousands of stores.
var template = sync.OnceValues(makeTemplate)

func makeTemplate() (image []byte, err error) {
	pool := sql.OpenDB(sqliteConnector{path: memory})
	pool.SetMaxOpenConns(1) // each connection would be a database of its own
	defer func() { err = errors.Join(err, pool.Close()) }()
	ctx := context.Background()
	if err := migrateWith(ctx, goose.DialectSQLite3, "sqlite", pool); err != nil {
		return nil, err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	err = conn.Raw(func(conn any) (err error) {
		image, err = conn.(interface{ Serialize() ([]byte, error) }).Serialize()
		return err
	})
	return image, err
}

// OpenMemory opens an empty store in memory, with the schema in place, in well
// under a millisecond. It is the same SQLite behind the same statements, for
// tests and simulations; nothing of it outlives Close.
func OpenMemory(ctx context.Context) (*DB, error) {
	image, err := template()
	if err != nil {
		return nil, fmt.Errorf("making the template: %w", err)
	}
	l, err := newLone(ctx, sqliteConnector{path: memory})
	if err != nil {
		return nil, err
	}
	load := func(context.Context) error {
		return l.own.conn.Raw(func(conn any) error {
			return conn.(interface{ Deserialize([]byte) error }).Deserialize(image)
		})
	}
	return ready(ctx, l, sqliteDialect, load)
}
