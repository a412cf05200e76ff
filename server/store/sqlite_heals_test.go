package store_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// everyWrite is one write of each kind that a request or a command makes, each
// under a name. The numbers keep them apart from those of other calls.
func everyWrite(db *store.DB) map[string]func(ctx context.Context, n int) error {
	return map[string]func(context.Context, int) error{
		"Apply": func(ctx context.Context, n int) error {
			_, err := db.Apply(ctx, noon, []store.Write{newCustomer(n)})
			return err
		},
		"AddUser": func(ctx context.Context, n int) error {
			return db.AddUser(ctx, noon, store.User{User: wire.User{ID: fmt.Sprint("u", n), Name: fmt.Sprint("u", n), Role: wire.RoleRep}})
		},
		"OpenSession": func(ctx context.Context, _ int) error {
			_, _, err := db.OpenSession(ctx, noon, rep.ID, "device", "")
			return err
		},
		"CloseSession": func(ctx context.Context, _ int) error { return db.CloseSession(ctx, "none") },
		"SetDisabled":  func(ctx context.Context, _ int) error { return db.SetDisabled(ctx, "ana", false) },
		"ChangePassword": func(ctx context.Context, _ int) error {
			return db.ChangePassword(ctx, rep.ID, "", "", "")
		},
		"PutDevices": func(ctx context.Context, _ int) error {
			return db.PutDevices(ctx, []store.Device{{ID: "device", LastContact: noon}})
		},
		"AddPhoto": func(ctx context.Context, n int) error {
			return db.AddPhoto(ctx, noon, rep, dispatchID, fmt.Sprint("p", n), noon.Add(-time.Hour)) // the next one sweeps it
		},
		"Put": func(ctx context.Context, n int) error {
			return db.Put(ctx, noon, store.Stock{Customers: []wire.Customer{{
				Meta: wire.Meta{ID: fmt.Sprintf("01HZX3M1N2D%015d", n), State: wire.StateActive}, Code: fmt.Sprint("D-", n), Name: "x",
			}}})
		},
		"RenewHistory": func(ctx context.Context, _ int) error { return db.RenewHistory(ctx) },
	}
}

const dispatchID = "01HZX3M1N2P3Q4R5S6T7V8W9D1"

// furnished puts into a store what the writes of everyWrite refer to.
func furnished(t *testing.T, db *store.DB) *store.DB {
	t.Helper()
	user := store.User{User: wire.User{ID: rep.ID, Name: "ana", Role: wire.RoleRep}}
	if err := db.AddUser(t.Context(), noon, user); err != nil {
		t.Fatal(err)
	}
	customer := wire.Customer{Meta: wire.Meta{ID: "01HZX3M1N2P3Q4R5S6T7V8W9C1", State: wire.StateActive}, Code: "K-1", Name: "x"}
	dispatch := wire.Dispatch{
		Meta: wire.Meta{ID: dispatchID, State: wire.StateOut}, Number: "D-1", Owner: rep.ID, CustomerID: customer.ID,
	}
	if err := db.Put(t.Context(), noon, store.Stock{Customers: []wire.Customer{customer}, Dispatches: []wire.Dispatch{dispatch}}); err != nil {
		t.Fatal(err)
	}
	return db
}

// A request's time may end at any instant of its write: inside BEGIN, a
// statement or COMMIT. Whatever came of it, the next write is carried out (D02).
func TestATimeThatEndsInsideAWriteStopsNoLaterOne(t *testing.T) {
	t.Parallel()
	for name, db := range map[string]*store.DB{
		"file":   opened(t)(store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "w.db"))),
		"memory": opened(t)(store.OpenMemory(t.Context())),
	} {
		writes := everyWrite(furnished(t, db))
		for n := range 900 {
			for kind, write := range writes {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n%300)*time.Microsecond)
				_ = write(ctx, n) // how it ends depends on the machine
				cancel()
				if n%300 != 299 {
					continue
				}
				if err := write(t.Context(), 1_000_000+n); err != nil {
					t.Fatalf("%s, %s after %d tries: %v", name, kind, n, err)
				}
			}
		}
	}
}

// A connection may keep a fault that is gone, such as that of a file which
// could only be read as it was opened: it is replaced.
func TestAConnectionThatStaysReadOnlyIsReplaced(t *testing.T) {
	t.Parallel()
	db := opened(t)(store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "w.db")))
	statements(t, db, "PRAGMA query_only = 1")
	if _, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); !errors.Is(err, store.ErrBusy) {
		t.Errorf("on a connection that may only read: %v", err)
	}
	if results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); err != nil || results[0].Status != 201 {
		t.Errorf("the next write: %+v, %v", results, err)
	}
}

// A caller's panic leaves no transaction open.
func TestAPanicInsideATransactionStopsNoLaterWrite(t *testing.T) {
	t.Parallel()
	db := opened(t)(store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "w.db")))
	func() {
		defer func() { _ = recover() }()
		_ = db.Begun(t.Context(), func(exec func(string) error) error { panic("broken") })
	}()
	if results, err := db.Apply(t.Context(), noon, []store.Write{newCustomer(1)}); err != nil || results[0].Status != 201 {
		t.Errorf("the next write: %+v, %v", results, err)
	}
}
