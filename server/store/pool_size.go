package store

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// connsMax bounds the connections of one server whose address says nothing of
// them. PostgreSQL does best with a few for each of its cores; more servers
// share them.
const connsMax = 32

// Settings of every connection. A transaction that hangs must not hold its
// locks, nor keep the changes feed from moving on.
var postgresSettings = map[string]string{
	"application_name":                    "waybill",
	"idle_in_transaction_session_timeout": "15s",
	"lock_timeout":                        "10s",
	"statement_timeout":                   "40s",
	"default_transaction_isolation":       "read committed",
}

// postgresConfig reads a database's address. What it says holds; what it leaves
// out is ours to choose.
func postgresConfig(url string) (*pgxpool.Config, error) {
	conf, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	said, err := pgconn.ParseConfig(url) // it leaves the pool's words where they are
	if err != nil {
		return nil, err
	}
	for name, value := range postgresSettings {
		if _, given := conf.ConnConfig.RuntimeParams[name]; !given {
			conf.ConnConfig.RuntimeParams[name] = value
		}
	}
	if _, given := said.RuntimeParams["pool_max_conns"]; !given {
		conf.MaxConns = connsMax
	}
	if _, given := said.RuntimeParams["pool_max_conn_idle_time"]; !given {
		conf.MaxConnIdleTime = 5 * time.Minute
	}
	if conf.PingTimeout == 0 {
		conf.PingTimeout = 2 * time.Second
	}
	if conf.ConnConfig.ConnectTimeout == 0 {
		conf.ConnConfig.ConnectTimeout = 5 * time.Second // for each host that the address names
	}
	conf.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	return conf, nil
}

// quota is how many connections somebody allows at most; below 0 is no limit.
type quota struct {
	of  string
	max int
}

const quotas = `SELECT CASE WHEN rolsuper THEN -1 ELSE rolconnlimit END, datconnlimit,
	current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int -
	coalesce(current_setting('reserved_connections', true), '0')::int
	FROM pg_roles, pg_database WHERE rolname = session_user AND datname = current_database()`

// fit makes the pool no larger than the role, the database and the server allow
// it to be, and says what it came to.
func fit(ctx context.Context, conf *pgxpool.Config) (said string, err error) {
	conn, err := pgx.ConnectConfig(ctx, conf.ConnConfig)
	if err != nil {
		return "", err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	all := []quota{{of: "the role"}, {of: "the database"}, {of: "the server"}}
	if err := conn.QueryRow(ctx, quotas).Scan(&all[0].max, &all[1].max, &all[2].max); err != nil {
		return "", fmt.Errorf("asking how many connections are allowed: %w", err)
	}
	size, said := fitted(int(conf.MaxConns), all)
	conf.MaxConns, conf.MinConns, conf.MinIdleConns = int32(size), min(conf.MinConns, int32(size)), min(conf.MinIdleConns, int32(size))
	return said, nil
}

// fitted is the size of a pool that should have so many connections. One that
// has to shrink leaves one over, for an administrator's command.
func fitted(wanted int, all []quota) (size int, said string) {
	size, said = wanted, fmt.Sprint(wanted)
	for _, q := range all {
		if q.max >= 0 && wanted > q.max && max(1, q.max-1) < size {
			size = max(1, q.max-1)
			said = fmt.Sprintf("%d instead of %d, because %s allows %d", size, wanted, q.of, q.max)
		}
	}
	return size, said
}
