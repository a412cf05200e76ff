package store_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"

	"waybill/server/internal/pgtest"
	"waybill/server/store"
	"waybill/server/store/storetest"
)

// postgres is the cluster of this package's tests, started on first use, and
// template a database in it with the schema in place.
var postgres = sync.OnceValues(func() (c *pgtest.Cluster, err error) {
	ctx := context.Background()
	if c, err = pgtest.Start(ctx, pgtest.Options{}); err != nil {
		return nil, err
	}
	running = c
	url, err := c.Database(ctx)
	if err != nil {
		return c, err
	}
	db, err := store.OpenPostgres(ctx, url)
	if err != nil {
		return c, err
	}
	return c, db.Close()
})

// running is the cluster to be ended, nil if no test asked for it.
var running *pgtest.Cluster

func TestMain(m *testing.M) {
	code := m.Run()
	if running != nil {
		if err := running.Close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// database is a fresh database with the schema in place.
func database(t testing.TB) string {
	t.Helper()
	c, err := postgres()
	if err != nil {
		t.Fatal(err)
	}
	url, err := c.CopyOf(t.Context(), "t1")
	if err != nil {
		t.Fatal(err)
	}
	return url
}

func TestPostgresPassesTheSuite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Subject {
		return subject(t, opened(t)(store.OpenPostgres(t.Context(), database(t))))
	})
}
