package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waybill/server/store"
)

// why is the reason that a store names, empty if it takes writes.
func why(t *testing.T, db *store.DB) store.Reason {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	err := db.Writable(ctx)
	var u *store.Unwritable
	if err != nil && !errors.As(err, &u) {
		t.Fatalf("%v gives no reason", err)
	}
	if u == nil {
		return ""
	}
	return u.Reason
}

// wants fails unless the store names this reason.
func wants(t *testing.T, db *store.DB, want store.Reason) {
	t.Helper()
	if got := why(t, db); got != want {
		t.Errorf("it names %q, want %q", got, want)
	}
}

// Each thing that keeps a write from working is named, and no more once it is
// over (D46).
func TestSQLiteSaysWhyItTakesNoWrites(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "w.db")
	db := opened(t)(store.OpenSQLite(t.Context(), path))
	wants(t, db, "")

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
	wants(t, db, store.ReasonLocked)
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	wants(t, db, "")

	statements(t, db, "PRAGMA query_only = 1")
	wants(t, db, store.ReasonReadOnly)
	wants(t, db, "") // the connection was replaced

	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	wants(t, db, store.ReasonMissing)
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	wants(t, db, "")
}

// A disk that has room for a few bytes and not for an order is full.
func TestADiskWithoutRoomForAnOrderIsFull(t *testing.T) {
	t.Parallel()
	db := opened(t)(store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "w.db")))
	wants(t, db, "")
	statements(t, db, "PRAGMA max_page_count = 1") // no more than there is
	for n := 1; ; n++ {
		if _, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(n)}); errors.Is(err, store.ErrBusy) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	wants(t, db, store.ReasonFull)
	wants(t, db, store.ReasonFull)
	statements(t, db, "PRAGMA max_page_count = 1000000")
	wants(t, db, "")
}

// Asking for years makes the database no larger.
func TestAskingWhetherItTakesWritesMakesNothingGrow(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "w.db")
	db := opened(t)(store.OpenSQLite(t.Context(), path))
	size := func(times int) (sum int64) {
		for range times {
			wants(t, db, "")
		}
		for _, name := range []string{path, path + "-wal"} {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			sum += info.Size()
		}
		return sum
	}
	// The log is written over from its beginning after some 1000 pages.
	if first, later := size(1100), size(1100); later != first {
		t.Errorf("%d bytes, later %d", first, later)
	}
}

func TestPostgresSaysWhyItTakesNoWrites(t *testing.T) {
	t.Parallel()
	url := database(t)
	db := opened(t)(store.OpenPostgres(t.Context(), url))
	admin := opened(t)(store.OpenPostgres(t.Context(), url))
	wants(t, db, "")

	statements(t, db, "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
	wants(t, db, store.ReasonReadOnly)
	wants(t, db, "") // the connection was replaced

	err := admin.Begun(t.Context(), func(exec func(string) error) error {
		if err := exec("LOCK TABLE meta IN EXCLUSIVE MODE"); err != nil {
			return err
		}
		wants(t, db, store.ReasonSlow)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wants(t, db, "")
}

// A right that is taken from the role is found before a write comes to it, and
// named (D53).
func TestRightsThatAreMissingAreNamed(t *testing.T) {
	t.Parallel()
	c, err := postgres()
	if err != nil {
		t.Fatal(err)
	}
	url := database(t)
	admin := opened(t)(store.OpenPostgres(t.Context(), url))
	if err := c.Exec(t.Context(), "CREATE ROLE clerk LOGIN"); err != nil {
		t.Fatal(err)
	}
	statements(t, admin, "GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO clerk",
		"GRANT DELETE ON sessions, photos TO clerk", "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO clerk")
	db := opened(t)(store.OpenPostgres(t.Context(), strings.Replace(url, "postgres@", "clerk@", 1)))
	wants(t, db, "") // no more than this is needed
	for right, back := range map[string]string{
		"INSERT ON order_lines": "", "UPDATE ON orders": "", "SELECT ON products": "", "DELETE ON sessions": "", "USAGE ON order_number": "SEQUENCE ",
	} {
		what := strings.Replace(right, "ON ", "ON "+back, 1)
		statements(t, admin, "REVOKE "+what+" FROM clerk")
		err := db.Writable(t.Context())
		var u *store.Unwritable
		if !errors.As(err, &u) || u.Reason != store.ReasonDenied || !strings.Contains(err.Error(), "clerk may not "+strings.Replace(right, " ON", "", 1)) {
			t.Errorf("without %s: %v", right, err)
		}
		statements(t, admin, "GRANT "+what+" TO clerk")
		wants(t, db, "")
	}
}
