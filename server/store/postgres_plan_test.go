package store_test

import (
	"strings"
	"testing"

	"waybill/server/store"
)

// A page of the feed costs what it holds, not what is left: PostgreSQL walks
// the index in its order and sorts nothing.
func TestPostgresSortsNothingForAPageOfTheFeed(t *testing.T) {
	db := opened(t)(store.OpenPostgres(t.Context(), database(t)))
	statements(t, db, `INSERT INTO changes (kind, record_id, audience, gone)
		SELECT 'orders', n::text, CASE WHEN n % 2 = 0 THEN '' ELSE 'rep-' || n % 100 END, 0 FROM generate_series(1, 20000) n`,
		"ANALYZE changes")
	plans, err := db.FeedPlans(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, plan := range plans {
		if !strings.Contains(plan, "changes_order") || strings.Contains(plan, "Sort") {
			t.Errorf("%s:\n%s", name, plan)
		}
	}
}
