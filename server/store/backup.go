package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// tables are all tables in an order in which references point backwards, and
// columns what both databases have of them: only PostgreSQL notes the
// transaction of a change.
var (
	tables  = []string{"meta", "users", "sessions", "devices", "customers", "products", "orders", "order_lines", "dispatches", "photos", "changes"}
	columns = map[string]string{
		"meta":        "key, value",
		"users":       userCols + ", created_at",
		"sessions":    "token_hash, user_id, device_id, expires",
		"devices":     deviceCols,
		"customers":   customerCols + ", code_key, search",
		"products":    productCols + ", code_key, search",
		"orders":      orderCols,
		"order_lines": lineCols,
		"dispatches":  dispatchCols,
		"photos":      "id, dispatch_id, created_by, created_at, expires, content_type, content",
		"changes":     "kind, record_id, audience, gone, seq",
	}
)

// errExists says that a backup would overwrite something.
var errExists = errors.New("the file is there already")

// errNotEmpty says that a restore would mix two offices.
var errNotEmpty = errors.New("the store holds data already: restore into an empty one")

// Backup writes all that is committed now into a new file, while the store
// goes on working. The file is a SQLite store of its own, whatever the
// database is, and can be opened as one. It appears under its name only when
// it is whole and on disk.
func (db *DB) Backup(ctx context.Context, path string) (err error) {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s: %w", path, errExists)
	}
	part := path + ".part"
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(part))
		}
	}()
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	if err := db.d.backup(ctx, db, part); err != nil {
		return err
	}
	if err := markCopy(ctx, part); err != nil {
		return err
	}
	if err := synced(part); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// markCopy writes into a backup that it is one: opened in place of being
// restored it would go on as the store that it is a copy of.
func markCopy(ctx context.Context, path string) (err error) {
	conn := sql.OpenDB(sqliteConnector{path: path})
	defer func() { err = errors.Join(err, conn.Close()) }()
	_, err = conn.ExecContext(ctx, "INSERT OR REPLACE INTO meta (key, value) VALUES ($1, $2)", metaCopy, token(8))
	return err
}

// synced makes sure that a file's bytes are on disk.
func synced(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// backupSQLite lets SQLite write a copy from one read transaction. It uses a
// connection of its own: the readers' may write nothing at all, and the
// writer's has orders to store meanwhile.
func backupSQLite(ctx context.Context, db *DB, path string) error {
	into := func(q querier) error { return exec(ctx, q, "VACUUM INTO $1", path) }
	w, file := db.engine.(withReaders)
	if !file {
		return db.reading(ctx, into)
	}
	own := sharedStatements{sql.OpenDB(sqliteConnector{path: w.path}), new(sync.Map)}
	return errors.Join(into(onStatements{own}), own.close())
}

// backupPostgres copies one snapshot of every table into a SQLite store.
func backupPostgres(ctx context.Context, db *DB, path string) error {
	snapshot, err := db.engine.(pool).BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return err
	}
	defer snapshot.Rollback(context.WithoutCancel(ctx)) // it has only read
	to, err := OpenSQLite(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(copyInto(ctx, onPgx{snapshot}, to), to.Close())
}

// copyInto copies every table of one store into an empty other one, in one
// transaction there and from one snapshot here.
func copyInto(ctx context.Context, from querier, to *DB) error {
	return to.begun(ctx, func(q querier) error {
		if err := exec(ctx, q, "DELETE FROM meta"); err != nil {
			return err
		}
		for _, table := range tables {
			if err := copyTable(ctx, from, q, table); err != nil {
				return fmt.Errorf("copying %s: %w", table, err)
			}
		}
		return nil
	})
}

// copyTable copies one table row by row: a photo in memory at a time is enough.
func copyTable(ctx context.Context, from, to querier, t string) error {
	cols := columns[t]
	n := strings.Count(cols, ",") + 1
	return from.run(ctx, step{query: "SELECT " + cols + " FROM " + t, scan: func(r row) error {
		values, dest := make([]any, n), make([]any, n)
		for i := range values {
			dest[i] = &values[i]
		}
		if err := r.Scan(dest...); err != nil {
			return err
		}
		return insert(ctx, to, table{name: t, cols: cols}, values)
	}})
}

// Restore fills an empty store from a backup's file. The store keeps the id
// that is in the backup and gets a new history: what clients know may be newer,
// so they ask again and offer what is missing.
func (db *DB) Restore(ctx context.Context, path string) error {
	if users, err := db.Users(ctx); err != nil || len(users) > 0 {
		return errors.Join(err, errNotEmpty)
	}
	if err := db.fill(ctx, path); err != nil {
		return err
	}
	here, err := db.d.place(ctx, db)
	if err != nil {
		return err
	}
	err = db.inTx(ctx, func(q querier) error {
		if err := db.renew(ctx, q, 0); err != nil {
			return err
		}
		return settleIn(ctx, q, here.home)
	})
	if err != nil {
		return err
	}
	if db.id, err = db.meta(ctx, metaStore); err != nil {
		return err
	}
	_, err = db.reload(ctx)
	return err
}

// fill reads a copy of the backup: opening a store brings it up to date, and a
// backup stays as it is.
func (db *DB) fill(ctx context.Context, path string) (err error) {
	dir, err := os.MkdirTemp("", "waybill-restore")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	work := filepath.Join(dir, "backup.db")
	if err := copyFile(path, work); err != nil {
		return err
	}
	from, err := OpenSQLite(ctx, work)
	if err != nil {
		return fmt.Errorf("opening the backup: %w", err)
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	return from.reading(ctx, func(q querier) error { return copyInto(ctx, q, db) })
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
