package store_test

import (
	"path/filepath"
	"testing"

	"waybill/server/store"
	"waybill/server/wire"
)

// before2 takes a store back to what it was before products had quantity rules.
var before2 = []string{
	"ALTER TABLE products DROP COLUMN max_quantity", "ALTER TABLE products DROP COLUMN min_quantity", "ALTER TABLE products DROP COLUMN pack_size",
	"DELETE FROM goose_db_version WHERE version_id = 2",
}

func TestAStoreOfBeforeQuantityRulesIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "w.db")
	for name, open := range map[string]func(*testing.T) func() (*store.DB, error){
		"sqlite": func(t *testing.T) func() (*store.DB, error) {
			return func() (*store.DB, error) { return store.OpenSQLite(t.Context(), path) }
		},
		"postgres": func(t *testing.T) func() (*store.DB, error) {
			url := database(t)
			return func() (*store.DB, error) { return store.OpenPostgres(t.Context(), url) }
		},
	} {
		t.Run(name, func(t *testing.T) { upgrades(t, open(t)) })
	}
}

func upgrades(t *testing.T, open func() (*store.DB, error)) {
	old, err := open()
	if err != nil {
		t.Fatal(err)
	}
	tea := wire.Product{Meta: wire.Meta{ID: "01HZX3M1N2P000000000000001", State: wire.StateActive}, Code: "P-1", Name: "Tea", PriceMinor: 499, Currency: "EUR", Unit: "box"}
	if err := old.Put(t.Context(), noon, store.Stock{Products: []wire.Product{tea}}); err != nil {
		t.Fatal(err)
	}
	for _, statement := range before2 {
		if err := old.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	db := opened(t)(open())
	read := func() wire.Product {
		recs, err := db.ByIDs(t.Context(), rep, wire.KindProducts, []string{tea.ID})
		if err != nil || len(recs) != 1 {
			t.Fatalf("read back %d products, %v", len(recs), err)
		}
		return *recs[0].(*wire.Product)
	}
	if got := read(); got.Name != "Tea" || got.Any() {
		t.Errorf("the product came through as %+v", got)
	}
	tea.QuantityRules = wire.QuantityRules{PackSize: 6}
	if err := db.Put(t.Context(), noon, store.Stock{Products: []wire.Product{tea}}); err != nil {
		t.Fatal(err)
	}
	if got := read(); got.PackSize != 6 {
		t.Errorf("its new rule reads %+v", got.QuantityRules)
	}
}
