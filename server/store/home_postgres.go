package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// postgresFacts are the facts of a home in PostgreSQL, which any role may read.
// The timeline is asked of the log that is being written: the control file goes
// on to name the old one until the first checkpoint after a promotion.
var postgresFacts = []struct{ name, query string }{
	{"system", "SELECT system_identifier::text FROM pg_control_system()"},
	{"timeline", "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"},
	{"database", "SELECT oid::text FROM pg_database WHERE datname = current_database()"},
}

// postgresRun changes with each start of the cluster.
const postgresRun = "SELECT (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint::text"

// postgresRebase notices a database that was brought from another cluster,
// where transactions were numbered higher: its changes would never be shown.
// They become the oldest of all, and clients start their copies again.
const postgresRebase = `UPDATE changes SET xid = '3' WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()) OR EXISTS
	(SELECT 1 FROM changes WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()))`

func postgresPlace(ctx context.Context, db *DB) (here place, err error) {
	conn, err := db.engine.(pool).acquire(ctx)
	if err != nil {
		return here, db.passing(err)
	}
	defer conn.Release()
	here, err = placeOn(ctx, conn.Conn())
	return here, db.passing(err)
}

// placeOn asks a connection where it leads.
func placeOn(ctx context.Context, conn *pgx.Conn) (here place, err error) {
	var words []string
	for _, f := range postgresFacts {
		value, err := factOf(ctx, conn, f.query)
		if err != nil {
			return here, err
		}
		if value != "" {
			words = append(words, f.name+"="+value)
		}
	}
	here.home = home(strings.Join(words, " "))
	started, err := factOf(ctx, conn, postgresRun)
	if started != "" {
		sum := sha256.Sum256([]byte(started))
		here.run = hex.EncodeToString(sum[:4])
	}
	return here, err
}

// factOf reads one fact; it is empty where the database does not have it, or
// not for this role.
func factOf(ctx context.Context, conn *pgx.Conn, query string) (value string, err error) {
	err = conn.QueryRow(ctx, query).Scan(&value)
	var e *pgconn.PgError
	if errors.As(err, &e) && (e.Code[:2] == "42" || e.Code == "0A000") {
		return "", nil
	}
	return value, err
}

// arrivals looks at each new connection to PostgreSQL before it is used. Behind
// one name there may be another database from one moment to the next.
type arrivals struct {
	db atomic.Pointer[DB] // set while it serves
}

func (a *arrivals) connected(ctx context.Context, conn *pgx.Conn) error {
	if err := verifyPostgres(ctx, conn); err != nil {
		return err
	}
	if db := a.db.Load(); db != nil {
		return db.arrived(ctx, conn)
	}
	return nil
}

// arrived compares where a connection leads with where the store has lived, and
// has learned of it before the connection is used: what is committed on it
// belongs to an epoch that is known. It uses no other connection, because all
// may be waiting for this one.
func (db *DB) arrived(ctx context.Context, conn *pgx.Conn) error {
	here, err := placeOn(ctx, conn)
	if err != nil {
		return err
	}
	has, err := db.reloadOn(ctx, onPgx{conn})
	if err != nil || has.livesAt(here) {
		return err
	}
	var cause string
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		cause, err = db.takeUp(ctx, onPgx{tx}, here)
		return err
	})
	if err != nil {
		return fmt.Errorf("taking up the database: %w", err)
	}
	if _, err := db.reloadOn(ctx, onPgx{conn}); err != nil {
		return err
	}
	db.renewed(cause)
	return nil
}

// servePostgres looks at every connection from now on, those made so far
// included: it makes them anew.
func servePostgres(ctx context.Context, db *DB) error {
	p := db.engine.(pool)
	p.arriving.db.Store(db)
	p.Reset()
	conn, err := p.acquire(ctx)
	if err == nil {
		conn.Release()
	}
	return db.passing(err)
}
