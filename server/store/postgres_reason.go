package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// reasonPostgres sorts by SQLSTATE, and by whether there was a connection.
func reasonPostgres(err error) Reason {
	var connect *pgconn.ConnectError
	var e *pgconn.PgError
	switch {
	case errors.Is(err, errGrants):
		return ReasonDenied
	case errors.Is(err, pgconn.ErrReadOnlyConnection):
		return ReasonReadOnly
	case errors.As(err, &e):
		return reasonOf(e)
	case errors.As(err, &connect):
		return ReasonUnreachable
	case overdue(err):
		return ReasonSlow // the driver cuts the connection for it
	case cutOff(err):
		return ReasonUnreachable
	}
	return ReasonBroken
}

func reasonOf(e *pgconn.PgError) Reason {
	switch e.Code {
	case "42501", "28000", "28P01": // no right, or not let in
		return ReasonDenied
	case readOnly:
		return ReasonReadOnly
	case fullHouse:
		return ReasonConnections
	case "55P03", "57014":
		return ReasonLocked
	case "58030":
		return ReasonDisk
	}
	switch e.Code[:2] {
	case "53":
		return ReasonFull
	case "08", "57":
		return ReasonUnreachable
	}
	return ReasonBroken
}

// errGrants says that the server's role may not do what it has to.
var errGrants = errors.New("the role lacks rights")

// grants are what the server needs beside SELECT and INSERT, by table and
// sequence.
const grants = `SELECT session_user || ' may not ' || need.privilege || ' ' || need.name FROM (
	SELECT t AS name, p AS privilege, has_table_privilege(t, p) AS has
	FROM unnest($1::text[]) t, unnest(ARRAY['SELECT', 'INSERT']) p
	UNION ALL SELECT t, 'UPDATE', has_table_privilege(t, 'UPDATE') FROM unnest($1::text[]) t WHERE t <> 'order_lines'
	UNION ALL SELECT t, 'DELETE', has_table_privilege(t, 'DELETE') FROM unnest(ARRAY['sessions', 'photos']) t
	UNION ALL SELECT s, 'USAGE', has_sequence_privilege(s, 'USAGE') FROM unnest(ARRAY['order_number', 'changes_seq']) s
) need WHERE NOT need.has`

// missingGrants finds rights that were taken from the server's role: a write
// fails only when it comes to the table.
func missingGrants(ctx context.Context, db *DB) error {
	return db.reading(ctx, func(q querier) error {
		lacks, err := ask(ctx, q, scanString, grants, tables)
		if err == nil && len(lacks) > 0 {
			err = fmt.Errorf("%w: %s", errGrants, strings.Join(lacks, ", "))
		}
		return err
	})
}
