package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"waybill/server/store"
	"waybill/server/wire"
)

func TestARushOfWritersReadersAndABackupBreaksNothing(t *testing.T) {
	t.Parallel()
	const clients, each = 50, 20
	dir := t.TempDir()
	db := opened(t)(store.OpenSQLite(t.Context(), filepath.Join(dir, "w.db")))
	ctx, done := context.WithCancel(t.Context())
	var writers, others sync.WaitGroup
	for c := range clients {
		writers.Go(func() {
			for n := range each {
				results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(c*each + n + 1)})
				if err != nil || results[0].Status != 201 {
					t.Errorf("client %d, write %d: %+v, %v", c, n, results, err)
				}
			}
		})
	}
	others.Go(func() {
		for ctx.Err() == nil {
			if _, _, err := db.List(t.Context(), rep, wire.KindCustomers, store.Query{Limit: 500}); err != nil {
				t.Error(err)
			}
		}
	})
	others.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			if err := db.Backup(t.Context(), filepath.Join(dir, fmt.Sprint("b", n))); err != nil {
				t.Error(err)
			}
		}
	})
	writers.Wait()
	done()
	others.Wait()
	recs, _, err := db.List(t.Context(), rep, wire.KindCustomers, store.Query{Limit: 2 * clients * each})
	if err != nil || len(recs) != clients*each {
		t.Errorf("%d customers stored, %v", len(recs), err)
	}
}

func TestADatabaseThatIsNotSafeIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	db := opened(t)(store.OpenSQLite(t.Context(), path))
	got, err := db.Settings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000"} {
		if got[name] != want {
			t.Errorf("%s reads back as %s", name, got[name])
		}
	}
	// A database without WAL stays so without an error: only reading back shows it.
	if err := store.VerifySQLite(t.Context(), ":memory:"); err == nil {
		t.Error("a connection without WAL passes")
	}
}

func TestANewerDatabaseIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	db, err := store.OpenSQLite(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	statements(t, db, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if db, err := store.OpenSQLite(t.Context(), path); err == nil {
		db.Close()
		t.Error("a database of a newer program is opened")
	}
}

// A second process that holds the writer's lock must lead to a wait, not to an
// error at once.
func TestALockOfAnotherProcessIsWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	db := opened(t)(store.OpenSQLite(t.Context(), path))
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	conn, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	got := make(chan error, 1)
	go func() {
		_, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)})
		got <- err
	}()
	select {
	case err := <-got:
		t.Fatalf("it did not wait: %v", err)
	default:
	}
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := <-got; err != nil {
		t.Errorf("after the lock is gone: %v", err)
	}
}

// A full disk is the office's trouble, not the record's: the write is asked for
// again, nothing is stored by halves, and it goes on once there is room.
func TestAFullDiskIsNoVerdict(t *testing.T) {
	db := opened(t)(store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "w.db")))
	statements(t, db, "PRAGMA max_page_count = 1") // no more than there is
	stored, full := 0, false
	for n := 1; n <= 2000 && !full; n++ {
		results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(n)})
		full = errors.Is(err, store.ErrBusy)
		switch {
		case full:
		case err != nil || results[0].Status != 201:
			t.Fatalf("write %d: %+v, %v", n, results, err)
		default:
			stored++
		}
	}
	if !full {
		t.Fatal("the disk never got full")
	}
	statements(t, db, "PRAGMA max_page_count = 1000000")
	if results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(stored + 1)}); err != nil || results[0].Status != 201 {
		t.Errorf("with room again: %+v, %v", results, err)
	}
	recs, _, err := db.List(t.Context(), rep, wire.KindCustomers, store.Query{Limit: 5000})
	if err != nil || len(recs) != stored+1 {
		t.Errorf("%d customers, want %d, %v", len(recs), stored+1, err)
	}
	if found, err := db.Check(t.Context()); err != nil || len(found) != 0 {
		t.Errorf("faults: %v, %v", found, err)
	}
}
