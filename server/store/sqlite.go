package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"sync"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// busyMillis is how long SQLite itself waits for a lock that another process
// holds (a backup, a second server by mistake).
const busyMillis = 5000

var sqliteDialect = dialect{
	name:     "sqlite",
	lanes:    1,
	classify: classifySQLite,
	reason:   reasonSQLite,
	obstacle: missingFile,
	in: func(column string) string {
		return column + " IN (SELECT value FROM json_each($1))"
	},
	list: func(items []string) any {
		b, _ := json.Marshal(items) // strings always encode
		return string(b)
	},
	countsSeq: true,
	feed:      sqliteFeed,
	place:     sqlitePlace,
	serve:     serveSQLite,
	backup:    backupSQLite,
	integrity: "PRAGMA integrity_check",
	settings: map[string]string{
		"journal_mode": "PRAGMA journal_mode", "synchronous": "PRAGMA synchronous",
		"foreign_keys": "PRAGMA foreign_keys", "busy_timeout": "PRAGMA busy_timeout",
	},
	// One writer at a time: the next number is free until this one commits.
	number: `(SELECT 1 + max(coalesce((SELECT max(number) FROM orders), 0),
		coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'numbers'), 0)))`,
}

// classifySQLite sorts by the extended result code. 1811 is what a RESTRICT
// answers with, since SQLite carries it out as a trigger.
func classifySQLite(err error) class {
	var e *sqlite.Error
	switch {
	case err == nil:
		return classNone
	case !errors.As(err, &e):
		return classOther
	}
	switch code := e.Code(); code {
	case lib.SQLITE_CONSTRAINT_PRIMARYKEY, lib.SQLITE_CONSTRAINT_ROWID:
		return classPrimaryKey
	case lib.SQLITE_CONSTRAINT_UNIQUE:
		return classUnique
	case lib.SQLITE_CONSTRAINT_FOREIGNKEY, lib.SQLITE_CONSTRAINT_TRIGGER:
		return classForeignKey
	default:
		switch code & 0xff {
		case lib.SQLITE_CONSTRAINT:
			return classIntegrity
		case lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_FULL, lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN,
			lib.SQLITE_READONLY, lib.SQLITE_PROTOCOL, lib.SQLITE_INTERRUPT:
			return classBusy // a full, failing or read-only disk is no bug of ours either
		}
		return classOther
	}
}

// reasonSQLite sorts by the result code. Time passes only while somebody else
// has the lock.
func reasonSQLite(err error) Reason {
	var e *sqlite.Error
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errSwapped):
		return ReasonMissing
	case overdue(err):
		return ReasonLocked
	case !errors.As(err, &e):
		return ReasonBroken
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_PROTOCOL:
		return ReasonLocked
	case lib.SQLITE_FULL:
		return ReasonFull
	case lib.SQLITE_READONLY, lib.SQLITE_PERM:
		return ReasonReadOnly
	case lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN:
		return ReasonDisk
	}
	return ReasonBroken
}

// missingFile finds a file that is gone from under the store: what is written
// into it now is lost with its last connection.
func missingFile(_ context.Context, db *DB) error {
	w, file := db.engine.(withReaders)
	if !file {
		return nil
	}
	_, err := os.Stat(w.path)
	return err
}

// outlived says whether a connection may go on failing after its cause is gone:
// it was opened, or has kept something, while the file was not as it should be.
func outlived(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_READONLY, lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN, lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return true
	}
	return false
}

// OpenSQLite opens the store in a file, making and upgrading it as needed. It
// refuses to start unless every connection reads back the settings that "sent"
// rests on: WAL, synchronous FULL, foreign keys, a busy time.
func OpenSQLite(ctx context.Context, path string) (*DB, error) {
	db, err := openSQLite(ctx, path)
	return db, explained(reasonSQLite, err)
}

func openSQLite(ctx context.Context, path string) (*DB, error) {
	unclean := sizeOf(path+"-wal") > 0 // or another process has it open
	w, err := newLone(ctx, sqliteConnector{path: path})
	if err != nil {
		var e *sqlite.Error
		if errors.As(err, &e) && (e.Code()&0xff == lib.SQLITE_CORRUPT || e.Code()&0xff == lib.SQLITE_NOTADB) {
			err = damaged(err)
		}
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	readers := sql.OpenDB(sqliteConnector{path: path, readOnly: true})
	readers.SetMaxOpenConns(readersMax)
	readers.SetMaxIdleConns(readersMax)
	all := withReaders{w, sharedStatements{readers, new(sync.Map)}, path}
	db, err := ready(ctx, all, sqliteDialect, func(ctx context.Context) error {
		if unclean {
			if err := w.held(ctx, func(q querier) error { return sound(ctx, q, "PRAGMA quick_check") }); err != nil {
				return err
			}
		}
		return w.migrate(ctx)
	})
	if err != nil {
		return nil, err
	}
	if w.watch, err = newWatch(path); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// sizeOf a file that may not be there.
func sizeOf(path string) int64 {
	at, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return at.Size()
}

// ready brings the schema up and reads the store's id.
func ready(ctx context.Context, e engine, d dialect, migrate func(context.Context) error) (*DB, error) {
	db := &DB{engine: e, d: d, together: group{lanes: d.lanes}, log: slog.New(slog.DiscardHandler)}
	err := migrate(ctx)
	if err == nil {
		err = db.identify(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// sqliteConnector opens connections with the store's settings and verifies
// them on each one: a setting that holds on some connections only is how an
// order without a customer comes about.
type sqliteConnector struct {
	path     string
	readOnly bool
}

func (c sqliteConnector) dsn() string {
	v := url.Values{"_busy_timeout": {itoa(busyMillis)}, "_foreign_keys": {"on"}, "_synchronous": {"FULL"}, "_dqs": {"0"}}
	switch {
	case c.path == memory:
		return memory + "?" + v.Encode()
	case c.readOnly:
		v.Set("_query_only", "on")
	default:
		v.Set("_journal_mode", "WAL")
	}
	// The path is escaped, so that a '?' in a folder's name is no parameter.
	return "file:" + (&url.URL{Path: c.path}).EscapedPath() + "?" + v.Encode()
}

func (c sqliteConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := new(sqlite.Driver).Open(c.dsn())
	if err != nil {
		return nil, err
	}
	if err := verifySQLite(ctx, conn, c.path == memory); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

func (c sqliteConnector) Driver() driver.Driver { return new(sqlite.Driver) }

// sqliteSettings is what every connection must read back.
func sqliteSettings(inMemory bool) map[string]string {
	journal := "wal"
	if inMemory {
		journal = "memory"
	}
	return map[string]string{"journal_mode": journal, "synchronous": "2", "foreign_keys": "1", "busy_timeout": itoa(busyMillis)}
}

func verifySQLite(ctx context.Context, conn driver.Conn, inMemory bool) error {
	for name, want := range sqliteSettings(inMemory) {
		got, err := readPragma(ctx, conn, name)
		if err != nil {
			return err
		}
		if !strings.EqualFold(got, want) {
			return fmt.Errorf("SQLite: %s is %q and must be %q; what is stored would not be safe", name, got, want)
		}
	}
	return nil
}

func readPragma(ctx context.Context, conn driver.Conn, name string) (string, error) {
	rows, err := conn.(driver.QueryerContext).QueryContext(ctx, "PRAGMA "+name, nil)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	row := make([]driver.Value, 1)
	if err := rows.Next(row); err != nil {
		return "", err
	}
	return fmt.Sprint(row[0]), nil
}
