package store_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"waybill/server/internal/pgtest"
	"waybill/server/store"
	"waybill/server/wire"
)

// Methods of a store that no request reaches: commands work on files, tests
// look into the database.
var notAsked = []string{"Backup", "Restore", "Exec", "Begun", "Settle"}

// asked calls every method of a store that a request may reach, each with as
// little as it takes, and returns their errors by name.
func asked(t *testing.T, db *store.DB) map[string]error {
	t.Helper()
	errs := map[string]error{}
	v := reflect.ValueOf(db)
	for i := range v.NumMethod() {
		m, name := v.Method(i), v.Type().Method(i).Name
		if m.Type().NumIn() == 0 || m.Type().In(0) != reflect.TypeFor[context.Context]() || slices.Contains(notAsked, name) {
			continue
		}
		args := []reflect.Value{reflect.ValueOf(t.Context())}
		for n := 1; n < m.Type().NumIn(); n++ {
			args = append(args, little(m.Type().In(n)))
		}
		if name == "Witness" { // asks only about a mark that says more than is known
			args[1] = reflect.ValueOf(store.MarkBeyond(db))
		}
		out := m.Call(args)
		errs[name], _ = out[len(out)-1].Interface().(error)
	}
	return errs
}

// little is a value that reaches the database.
func little(of reflect.Type) reflect.Value {
	for _, v := range []any{[]store.Write{newCustomer(1)}, wire.KindOrders, noon, rep, []string{"x"}, func([]*wire.Order) error { return nil }, slog.New(slog.DiscardHandler)} {
		if reflect.TypeOf(v) == of {
			return reflect.ValueOf(v)
		}
	}
	return reflect.Zero(of)
}

// A database that is down is nobody's fault: whatever is asked of the store,
// reads and sign-in too, may be asked again later, and then it is answered.
func TestEveryQuestionToADatabaseThatIsDownIsBusy(t *testing.T) {
	t.Parallel()
	c, err := pgtest.Start(t.Context(), pgtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	url, err := c.Database(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	db := opened(t)(store.OpenPostgres(t.Context(), url))
	if err := c.Stop(); err != nil {
		t.Fatal(err)
	}
	errs := asked(t, db)
	for name, err := range errs {
		if !errors.Is(err, store.ErrBusy) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(errs) < 20 {
		t.Errorf("only %d methods were asked", len(errs))
	}
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, err := range asked(t, db) {
		if errors.Is(err, store.ErrBusy) {
			t.Errorf("%s, once it is there again: %v", name, err)
		}
	}
}

// What is not a passing fault stays a bug.
func TestABrokenDatabaseIsNotBusy(t *testing.T) {
	t.Parallel()
	for name, db := range map[string]*store.DB{
		"sqlite":   opened(t)(store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "w.db"))),
		"postgres": opened(t)(store.OpenPostgres(t.Context(), database(t))),
	} {
		statements(t, db, "ALTER TABLE customers RENAME TO lost")
		_, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)})
		_, _, err2 := db.List(t.Context(), rep, wire.KindCustomers, store.Query{Limit: 1})
		for _, err := range []error{err, err2} {
			if err == nil || errors.Is(err, store.ErrBusy) {
				t.Errorf("%s: a table that is gone: %v", name, err)
			}
		}
	}
}

// The database turns read-only, and a while later it is not any more (D42).
func TestAReadOnlyDatabaseIsBusyUntilItIsNot(t *testing.T) {
	t.Parallel()
	url := database(t)
	db := opened(t)(store.OpenPostgres(t.Context(), url))
	admin := opened(t)(store.OpenPostgres(t.Context(), url))
	if err := admin.Begun(t.Context(), func(exec func(string) error) error {
		return exec("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$")
	}); err != nil {
		t.Fatal(err)
	}
	// The connection that is there goes on; it is told what a reload would.
	statements(t, db, "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
	for range 3 {
		if _, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); !errors.Is(err, store.ErrBusy) {
			t.Errorf("while it is read-only: %v", err)
		}
	}
	statements(t, admin, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET default_transaction_read_only', current_database()); END $$")
	if results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); err != nil || results[0].Status != 201 {
		t.Errorf("afterwards: %+v, %v", results, err)
	}
}
