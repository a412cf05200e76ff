package store_test

import (
	"path/filepath"
	"testing"

	"waybill/server/store"
	"waybill/server/store/storetest"
)

func TestMemoryPassesTheSuite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Subject {
		return subject(t, opened(t)(store.OpenMemory(t.Context())))
	})
}

func TestSQLitePassesTheSuite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Subject {
		return subject(t, opened(t)(store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "a b?c.db"))))
	})
}

// opened closes a store with its test.
func opened(t testing.TB) func(*store.DB, error) *store.DB {
	return func(db *store.DB, err error) *store.DB {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
		return db
	}
}

func subject(t *testing.T, db *store.DB) storetest.Subject {
	return storetest.Subject{
		Store:  db,
		Exec:   func(s string) error { return db.Exec(t.Context(), s) },
		Settle: func() error { return db.Settle(t.Context()) },
		Forget: func() error { return db.Forget(t.Context()) },
	}
}

func BenchmarkOpenMemory(b *testing.B) {
	for b.Loop() {
		db, err := store.OpenMemory(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		db.Close()
	}
}
