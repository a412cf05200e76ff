package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

var postgresDialect = dialect{
	name:     "postgres",
	lanes:    16, // at most, see [OpenPostgres]
	classify: classifyPostgres,
	reason:   reasonPostgres,
	obstacle: missingGrants,
	in:       func(column string) string { return column + " = ANY($1)" },
	list:     func(items []string) any { return items },
	lock:     " FOR UPDATE",
	number:   "nextval('order_number')",
	feed:     postgresFeed,
	place:    postgresPlace,
	serve:    servePostgres,
	rebase:   postgresRebase,
	backup:   backupPostgres,
	setCounters: []string{
		"SELECT setval('order_number', greatest($1, (SELECT last_value FROM order_number)))",
		"SELECT setval('changes_seq', greatest($1, (SELECT max(seq) FROM changes)))",
	},
	settings: map[string]string{"synchronous_commit": "SHOW synchronous_commit", "fsync": "SHOW fsync", "server_version": "SHOW server_version"},
}

// postgresFeed goes by transaction first: a row with an early number may be
// committed late. Below the snapshot's xmin no transaction is open any more,
// so nothing can appear behind a cursor.
var postgresFeed = feedSQL{
	table: table{name: "changes", cols: "kind, record_id, audience, gone", key: 3, tail: ` ON CONFLICT (kind, record_id, audience)
		DO UPDATE SET gone = excluded.gone, seq = excluded.seq, xid = excluded.xid
		RETURNING xid::text::bigint, seq`},
	head: "SELECT xid::text::bigint, seq FROM changes ORDER BY changes.xid DESC, seq DESC LIMIT 1",
	// A bare xid would be the selected one, a number, and the index would not
	// serve: all that is left would be sorted for each page.
	cols: "kind, record_id, gone, xid::text::bigint, seq", order: "changes.xid, seq",
	after: func(manager bool) string {
		const after = "(xid, seq) > ($1::bigint::text::xid8, $2::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot()) AND "
		if manager {
			return after + "gone = 0 AND $3 <> ''"
		}
		return after + "audience IN ('', $3)"
	},
}

// classifyPostgres sorts by SQLSTATE and constraint name. Our primary keys end
// in _pkey. Whatever keeps a connection from being made is no bug of ours.
func classifyPostgres(err error) class {
	var connect *pgconn.ConnectError
	var e *pgconn.PgError
	switch {
	case err == nil:
		return classNone
	case errors.As(err, &connect):
		return classBusy
	case errors.As(err, &e):
		return classifyState(e)
	case cutOff(err):
		return classBusy
	}
	return classOther
}

func classifyState(e *pgconn.PgError) class {
	switch e.Code {
	case "23505":
		if strings.HasSuffix(e.ConstraintName, "_pkey") {
			return classPrimaryKey
		}
		return classUnique
	case "23503":
		return classForeignKey
	case "40001", "40P01":
		return classRepeat
	case "40003", "55P03", "57014", // nobody knows; a lock, a statement took too long
		"25P03", "25P04", // a transaction took too long
		readOnly, "58030": // the disk fails
		return classBusy
	}
	switch e.Code[:2] {
	case "23":
		return classIntegrity
	case "08", "53", "57": // no connection, no room, shutting down
		return classBusy
	}
	return classOther
}

// SQLSTATEs that more than their class depends on.
const (
	readOnly  = "25006" // a replica, or a primary that was told so
	fullHouse = "53300" // no connection is left
)

// state says whether a database's error has a SQLSTATE.
func state(err error, code string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == code
}

// cutOff says whether the connection to the database was lost.
func cutOff(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, pgconn.ErrConnClosed)
}

// OpenPostgres opens the store in a PostgreSQL database, making and upgrading
// it as needed; several servers may do so at once. It talks to the primary
// only, and refuses connections whose commits would not be durable.
func OpenPostgres(ctx context.Context, url string) (*DB, error) {
	db, err := openPostgres(ctx, url)
	return db, explained(reasonPostgres, err)
}

func openPostgres(ctx context.Context, url string) (*DB, error) {
	conf, err := postgresConfig(url)
	if err != nil {
		return nil, fmt.Errorf("reading the database's address: %w", err)
	}
	said, err := fit(ctx, conf)
	if err != nil {
		return nil, err
	}
	arriving := new(arrivals)
	conf.AfterConnect = arriving.connected
	p, err := pgxpool.NewWithConfig(ctx, conf)
	if err != nil {
		return nil, err
	}
	d := postgresDialect
	d.lanes, d.connections = min(d.lanes, max(1, int(conf.MaxConns)/2)), said
	return ready(ctx, pool{p, arriving}, d, func(ctx context.Context) error { return migratePostgres(ctx, p) })
}

// postgresDurable are the settings without which a committed order may be gone
// after a power cut; each must read back as on.
var postgresDurable = []string{"fsync", "full_page_writes"}

// verifyPostgres makes sure of what "sent" rests on, on every connection. What
// is set on the connection holds whatever becomes of the server's own settings.
func verifyPostgres(ctx context.Context, conn *pgx.Conn) error {
	for _, name := range postgresDurable {
		got, err := shown(ctx, conn, name)
		if err != nil {
			return err
		}
		if got != "on" {
			return fmt.Errorf("PostgreSQL: %s is %s and must be on; what is stored would not be safe", name, got)
		}
	}
	commits, err := shown(ctx, conn, "synchronous_commit")
	if err != nil {
		return err
	}
	if commits != "remote_apply" { // which is more than on
		commits = "on"
	}
	if _, err := conn.Exec(ctx, "SET synchronous_commit = "+commits); err != nil {
		return err
	}
	got, err := shown(ctx, conn, "synchronous_commit")
	if err == nil && got != commits {
		err = fmt.Errorf("PostgreSQL: synchronous_commit stays %s and must be %s; what is stored would not be safe", got, commits)
	}
	return err
}

func shown(ctx context.Context, conn *pgx.Conn, name string) (value string, err error) {
	err = conn.QueryRow(ctx, "SHOW "+name).Scan(&value)
	return value, err
}

// migratePostgres brings the schema up; servers that start together take turns.
func migratePostgres(ctx context.Context, p *pgxpool.Pool) error {
	turn, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return err
	}
	db := stdlib.OpenDBFromPool(p)
	defer db.Close() // the pool stays open
	return migrateWith(ctx, goose.DialectPostgres, "postgres", db, goose.WithSessionLocker(turn))
}
