package store_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"waybill/server/store"
	"waybill/server/wire"
)

// BenchmarkFirstPage sets the first page of a load, which counts what is left,
// beside the second one, which does not: 20,000 records, pages of 500.
func BenchmarkFirstPage(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *store.DB{
		"sqlite": func(tb testing.TB) *store.DB {
			return opened(tb)(store.OpenSQLite(tb.Context(), filepath.Join(tb.TempDir(), "a.db")))
		},
		"postgres": func(tb testing.TB) *store.DB { return opened(tb)(store.OpenPostgres(tb.Context(), database(tb))) },
	} {
		b.Run(name, func(b *testing.B) {
			db := open(b)
			if err := db.Put(b.Context(), noon, manyRecords(10_000)); err != nil {
				b.Fatal(err)
			}
			if err := db.Settle(b.Context()); err != nil {
				b.Fatal(err)
			}
			manager := store.Actor{ID: rep.ID, Role: wire.RoleManager}
			for role, a := range map[string]store.Actor{"rep": rep, "manager": manager} {
				first, err := db.Changes(b.Context(), a, "", wire.PageMax)
				if err != nil || first.Left != 20_000-wire.PageMax {
					b.Fatalf("%d left, %v", first.Left, err)
				}
				b.Run(role+"/first", func(b *testing.B) { readPage(b, db, a, "") })
				b.Run(role+"/second", func(b *testing.B) { readPage(b, db, a, first.Cursor) })
			}
		})
	}
}

func readPage(b *testing.B, db *store.DB, a store.Actor, cursor string) {
	for b.Loop() {
		if _, err := db.Changes(b.Context(), a, cursor, wire.PageMax); err != nil {
			b.Fatal(err)
		}
	}
}

// manyRecords are n customers and as many products.
func manyRecords(n int) (s store.Stock) {
	for i := range n {
		active := wire.Meta{State: wire.StateActive}
		active.ID = fmt.Sprintf("01HZX3M1N2C%015d", i)
		s.Customers = append(s.Customers, wire.Customer{Meta: active, Code: fmt.Sprint("C-", i), Name: fmt.Sprint("Customer ", i)})
		active.ID = fmt.Sprintf("01HZX3M1N2P%015d", i)
		s.Products = append(s.Products, wire.Product{Meta: active, Code: fmt.Sprint("P-", i), Name: fmt.Sprint("Product ", i), Currency: "EUR", Unit: "pc"})
	}
	return s
}
