package store_test

import (
	"path/filepath"
	"testing"

	"waybill/server/store"
	"waybill/server/store/storetest"
)

func TestMemoryPassesTheSuite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (*store.DB, func(string) error) {
		db, err := store.OpenMemory(t.Context())
		return opened(t, db, err)
	})
}

func TestSQLitePassesTheSuite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (*store.DB, func(string) error) {
		db, err := store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "a b?c.db"))
		return opened(t, db, err)
	})
}

// opened closes the store with its test.
func opened(t *testing.T, db *store.DB, err error) (*store.DB, func(string) error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db, func(s string) error { return db.Exec(t.Context(), s) }
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
