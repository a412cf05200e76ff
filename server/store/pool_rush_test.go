package store_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"waybill/server/store"
)

// rush makes 30 writes at once, each tried again while the store is busy, and
// fails on any other error.
func rush(t *testing.T, db *store.DB, from int) (busy int) {
	t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for n := range 30 {
		wg.Go(func() {
			for t.Context().Err() == nil {
				results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(from + n)})
				switch {
				case errors.Is(err, store.ErrBusy):
					mu.Lock()
					busy++
					mu.Unlock()
					continue
				case err != nil || results[0].Status != 201:
					t.Errorf("write %d: %+v, %v", n, results, err)
				}
				if _, err := db.ByIDs(t.Context(), rep, "customers", []string{newCustomer(from + n).Record}); err != nil {
					t.Errorf("reading it: %v", err)
				}
				return
			}
		})
	}
	wg.Wait()
	return busy
}

// A role that may have few connections: more requests than that wait their turn
// (D49).
func TestMoreRequestsThanConnectionsWaitTheirTurn(t *testing.T) {
	t.Parallel()
	c, err := postgres()
	if err != nil {
		t.Fatal(err)
	}
	url := database(t)
	if err := c.Exec(t.Context(), "CREATE ROLE small LOGIN CONNECTION LIMIT 5"); err != nil {
		t.Fatal(err)
	}
	admin := opened(t)(store.OpenPostgres(t.Context(), url))
	statements(t, admin, "GRANT ALL ON ALL TABLES IN SCHEMA public TO small", "GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO small")
	small := strings.Replace(url, "postgres@", "small@", 1)
	for i, c := range []struct{ url, said string }{
		{small, "4 instead of 32, because the role allows 5"},
		{small + "&pool_max_conns=3", "3"},
		{small + "&pool_max_conns=1", "1"},
		{small + "&pool_max_conns=9", "4 instead of 9, because the role allows 5"},
		{url + "&pool_max_conns=5", "5"},
	} {
		db, err := store.OpenPostgres(t.Context(), c.url)
		if err != nil {
			t.Fatal(err)
		}
		settings, err := db.Settings(t.Context())
		if err != nil || settings["connections"] != c.said {
			t.Errorf("it says %q, %v", settings["connections"], err)
		}
		t.Logf("%s: %d answers of 30 writes were busy", c.said, rush(t, db, 100*i))
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("others have most of them", func(t *testing.T) {
		db := opened(t)(store.OpenPostgres(t.Context(), small))
		if err := c.Exec(t.Context(), "ALTER ROLE small CONNECTION LIMIT 2"); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d answers of 30 writes were busy", rush(t, db, 1000))
	})
}

// All connections are used up by others: whoever asks is told to come back, and
// it heals by itself (D45).
func TestNoConnectionLeftIsBusy(t *testing.T) {
	t.Parallel()
	c, err := postgres()
	if err != nil {
		t.Fatal(err)
	}
	url := database(t)
	admin := opened(t)(store.OpenPostgres(t.Context(), url))
	if err := c.Exec(t.Context(), "CREATE ROLE crowded LOGIN"); err != nil {
		t.Fatal(err)
	}
	statements(t, admin, "GRANT ALL ON ALL TABLES IN SCHEMA public TO crowded", "GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO crowded")
	db := opened(t)(store.OpenPostgres(t.Context(), strings.Replace(url, "postgres@", "crowded@", 1)))
	for _, s := range []string{
		"ALTER ROLE crowded CONNECTION LIMIT 0",
		"DO $$ BEGIN PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'crowded'; END $$",
	} {
		if err := c.Exec(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for name, err := range map[string]func() error{
		"a write":   func() error { _, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); return err },
		"a session": func() error { _, err := db.SessionOf(t.Context(), noon, "x"); return err },
		"sign-in":   func() error { _, err := db.UserNamed(t.Context(), "ana"); return err },
	} {
		wg.Go(func() {
			if err := err(); !errors.Is(err, store.ErrBusy) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	wg.Wait()
	if err := c.Exec(t.Context(), "ALTER ROLE crowded CONNECTION LIMIT 5"); err != nil {
		t.Fatal(err)
	}
	if results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); err != nil || results[0].Status != 201 {
		t.Errorf("with room again: %+v, %v", results, err)
	}
}
