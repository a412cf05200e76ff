package store

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestViolationsAreSortedByCodeAndConstraintName(t *testing.T) {
	pg := func(code, constraint string) error {
		return fmt.Errorf("wrapped: %w", &pgconn.PgError{Code: code, ConstraintName: constraint, Message: "duplicate key value violates unique constraint"})
	}
	for _, c := range []struct {
		err  error
		want class
	}{
		{nil, classNone},
		{pg("23505", "orders_pkey"), classPrimaryKey},
		{pg("23505", "customers_code_key_key"), classUnique},
		{pg("23503", "orders_customer_id_fkey"), classForeignKey},
		{pg("23502", ""), classIntegrity},
		{pg("23514", "orders_state_check"), classIntegrity},
		{pg("23P01", ""), classIntegrity},
		{pg("40001", ""), classRepeat},
		{pg("40P01", ""), classRepeat},
		{pg("55P03", ""), classBusy},
		{pg("57P01", ""), classBusy},
		{pg("53300", ""), classBusy},
		{pg("42P01", ""), classOther},
		{io.ErrUnexpectedEOF, classBusy},
		{errors.New("UNIQUE constraint failed: orders.id"), classOther},
	} {
		if got := classifyPostgres(c.err); got != c.want {
			t.Errorf("%v: class %d, want %d", c.err, got, c.want)
		}
	}
}

// The codes of SQLite are asked of SQLite itself.
func TestSQLiteViolationsAreSortedByExtendedCode(t *testing.T) {
	db, err := OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "v.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec(t.Context(), "INSERT INTO users VALUES ('u', 'ana', 'rep', '', 0, '')"); err != nil {
		t.Fatal(err)
	}
	if err := db.Exec(t.Context(), "INSERT INTO customers VALUES ('c', 1, 'active', 'u', '', '', '', 'C', 'C', '', '', 'UNIQUE constraint failed', '', '', '')"); err != nil {
		t.Fatal(err)
	}
	for statement, want := range map[string]class{
		"INSERT INTO users VALUES ('u', 'ben', 'rep', '', 0, '')":                                                                    classPrimaryKey,
		"INSERT INTO users VALUES ('v', 'ana', 'rep', '', 0, '')":                                                                    classUnique,
		"INSERT INTO orders VALUES ('o', 1, 'placed', 'u', '', '', '', 1, 'u', 'nobody', '', '', '', 0, '')":                         classForeignKey,
		"INSERT INTO users VALUES ('v', 'ben', 'king', '', 0, '')":                                                                   classIntegrity,
		"INSERT INTO users VALUES ('v', NULL, 'rep', '', 0, '')":                                                                     classIntegrity,
		"INSERT INTO users VALUES ('v', 'ben', 'rep', '', 'not a number', '')":                                                       classIntegrity,
		"INSERT INTO customers VALUES ('d', 1, 'active', 'u', '', '', '', 'C', 'C', '', '', 'UNIQUE constraint failed', '', '', '')": classUnique,
		"INSERT INTO nothing VALUES (1)":                                                                                             classOther,
	} {
		if got := db.d.classify(db.Exec(t.Context(), statement)); got != want {
			t.Errorf("%s: class %d, want %d", statement, got, want)
		}
	}
	if err := db.Exec(t.Context(), "INSERT INTO orders VALUES ('o', 1, 'placed', 'u', '', '', '', 1, 'u', 'c', '', '', '', 0, '')"); err != nil {
		t.Fatal(err)
	}
	if got := db.d.classify(db.Exec(t.Context(), "DELETE FROM customers")); got != classForeignKey {
		t.Errorf("deleting a parent: class %d", got)
	}
}
