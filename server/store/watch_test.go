package store_test

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"waybill/server/store"
)

// swaps are what an administrator may do to the files of a running server.
// copied is a copy of the database from before its last customer.
var swaps = map[string]func(db, copied string) error{
	"another file is moved over it": func(db, copied string) error { return os.Rename(copied, db) },
	"the same, and its log is removed": func(db, copied string) error {
		return errors.Join(os.Rename(copied, db), os.Remove(db+"-wal"), os.Remove(db+"-shm"))
	},
	"all is removed": func(db, _ string) error {
		return errors.Join(os.Remove(db), os.Remove(db+"-wal"), os.Remove(db+"-shm"))
	},
	"the log is removed":        func(db, _ string) error { return os.Remove(db + "-wal") },
	"the log is cut off":        func(db, _ string) error { return os.Truncate(db+"-wal", 0) },
	"the index is removed":      func(db, _ string) error { return os.Remove(db + "-shm") },
	"the folder is renamed":     func(db, _ string) error { return os.Rename(filepath.Dir(db), filepath.Dir(db)+"-old") },
	"it is written over":        overwritten,
	"it is cut off":             func(db, _ string) error { return os.Truncate(db, 4096) },
	"it is put away for a copy": func(db, copied string) error { return errors.Join(os.Rename(db, db+".old"), os.Rename(copied, db)) },
}

// overwritten writes one file's bytes into another that is there, as cp does.
func overwritten(db, copied string) error {
	b, err := os.ReadFile(copied)
	if err != nil {
		return err
	}
	return os.WriteFile(db, b, 0o600)
}

// watched is a store with two customers, the log of which has been copied into
// its file once, a copy of the file as it was with one, and what it says.
func watched(t *testing.T) (db *store.DB, path, copied string, said *strings.Builder) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "office")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path, copied, said = filepath.Join(dir, "w.db"), filepath.Join(dir, "copied"), new(strings.Builder)
	first, err := store.OpenSQLite(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	stores(t, first, 1)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := overwritten(copied, path); err != nil {
		t.Fatal(err)
	}
	if db, err = store.OpenSQLite(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() }) // of files that are gone
	if err := db.Serve(t.Context(), slog.New(slog.NewTextHandler(said, nil))); err != nil {
		t.Fatal(err)
	}
	stores(t, db, 2)
	return db, path, copied, said
}

func stores(t *testing.T, db *store.DB, n int) {
	t.Helper()
	if results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(n)}); err != nil || results[0].Status != 201 {
		t.Fatalf("customer %d: %+v, %v", n, results, err)
	}
}

func TestNothingIsStoredInFilesThatWereSwapped(t *testing.T) {
	t.Parallel()
	for name, swap := range swaps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, path, copied, said := watched(t)
			if err := swap(path, copied); err != nil {
				t.Fatal(err)
			}
			for n := 3; n < 6; n++ {
				if results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(n)}); !errors.Is(err, store.ErrBusy) {
					t.Errorf("customer %d: %+v, %v", n, results, err)
				}
			}
			wants(t, db, store.ReasonMissing)
			if strings.Count(said.String(), "level=ERROR") != 1 || !strings.Contains(said.String(), "cause=") || !strings.Contains(said.String(), "remedy=") {
				t.Errorf("the log says: %s", said)
			}
		})
	}
}

// A file that is gone between the look before a write and its commit takes the
// write along: that must not be answered.
func TestASwapInTheMiddleOfAWriteIsNoticedBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	for name, swap := range swaps {
		if name == "it is written over" || name == "it is cut off" {
			continue // the next write's look finds it: the commit is in the log
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, path, copied, _ := watched(t)
			err := db.Begun(t.Context(), func(exec func(string) error) error {
				return errors.Join(exec("UPDATE customers SET name = 'y'"), swap(path, copied))
			})
			if err == nil {
				t.Error("it is answered as stored")
			}
		})
	}
}

func TestAReadyServerSeesASwapWithoutAWrite(t *testing.T) {
	t.Parallel()
	db, path, copied, _ := watched(t)
	wants(t, db, "")
	if err := os.Rename(copied, path); err != nil {
		t.Fatal(err)
	}
	wants(t, db, store.ReasonMissing)
	if _, err := db.ByIDs(t.Context(), rep, "customers", []string{newCustomer(1).Record}); !errors.Is(err, store.ErrBusy) {
		t.Errorf("a question is answered from the file that is gone: %v", err)
	}
}

// What SQLite itself does in another process is no swap.
func TestOtherProcessesMayWorkOnTheFile(t *testing.T) {
	t.Parallel()
	db, path, _, said := watched(t)
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for n, statement := range []string{
		"PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(TRUNCATE)", "UPDATE customers SET name = 'z'", "VACUUM", "PRAGMA wal_checkpoint(RESTART)",
	} {
		if _, err := other.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		stores(t, db, 10+n)
	}
	ctx, done := context.WithCancel(t.Context())
	var copier sync.WaitGroup
	copier.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			how := []string{"PASSIVE", "TRUNCATE", "RESTART"}[n%3]
			if _, err := other.ExecContext(t.Context(), "PRAGMA wal_checkpoint("+how+")"); err != nil {
				t.Error(err)
			}
		}
	})
	for n := range 300 {
		stores(t, db, 100+n)
	}
	done()
	copier.Wait()
	if strings.Contains(said.String(), "level=ERROR") {
		t.Errorf("the log says: %s", said)
	}
}

// After an end that was not clean a file is looked over before anything of it is
// served; whole it is served, damaged it is refused with a sentence (D56).
func TestADamagedFileIsRefusedAfterAnUncleanEnd(t *testing.T) {
	t.Parallel()
	db, path, _, _ := watched(t)
	for n := range 200 {
		stores(t, db, 100+n)
	}
	if err := db.Exec(t.Context(), "SELECT 1"); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(t.TempDir(), "left.db") // as a kill leaves it: with its log
	for _, ending := range []string{"", "-wal"} {
		if err := overwritten(left+ending, path+ending); err != nil {
			t.Fatal(err)
		}
	}
	again, err := store.OpenSQLite(t.Context(), left)
	if err != nil {
		t.Fatalf("what a kill leaves is refused: %v", err)
	}
	stores(t, again, 1000) // so that there is a log again
	other := filepath.Join(t.TempDir(), "other.db")
	for _, ending := range []string{"", "-wal"} {
		if err := overwritten(other+ending, left+ending); err != nil {
			t.Fatal(err)
		}
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(other, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	pages := whole.Size() / 4096
	for page := pages * 3 / 4; page < pages; page++ { // the schema can be read
		if _, err := f.WriteAt(make([]byte, 4096), page*4096); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if db, err := store.OpenSQLite(t.Context(), other); err == nil || !strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), "restore") {
		t.Errorf("a damaged file: %v", err)
		if err == nil {
			db.Close()
		}
	}
}
