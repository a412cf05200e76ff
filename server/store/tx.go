package store

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// row is what a scan function reads from.
type row interface{ Scan(dest ...any) error }

// step is one statement of a pipeline. scan, if there is one, is called with
// each row.
type step struct {
	query string
	args  []any
	scan  func(row) error
}

// querier is where statements run: a transaction, or connections for reads
// that need no snapshot.
type querier interface {
	// run carries out steps in their order. PostgreSQL gets them in one trip.
	run(ctx context.Context, steps ...step) error
	// affected carries out one statement and returns how many rows it changed.
	affected(ctx context.Context, query string, args ...any) (int64, error)
	// rowsAtOnce bounds the rows of one INSERT.
	rowsAtOnce() int
}

// exec carries out one statement.
func exec(ctx context.Context, q querier, query string, args ...any) error {
	return q.run(ctx, step{query: query, args: args})
}

// ask collects the rows of one question.
func ask[T any](ctx context.Context, q querier, scan func(row) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := q.run(ctx, step{query, args, into(&all, scan)})
	return all, err
}

// into scans rows onto the end of a list.
func into[T any](all *[]T, scan func(row) (T, error)) func(row) error {
	return func(r row) error {
		v, err := scan(r)
		if err == nil {
			*all = append(*all, v)
		}
		return err
	}
}

// one returns the first of what was collected, or ErrNotFound.
func one[T any](all []T, err error) (T, error) {
	var none T
	switch {
	case err != nil:
		return none, err
	case len(all) == 0:
		return none, ErrNotFound
	}
	return all[0], nil
}

// scanString scans one text column.
func scanString(r row) (s string, err error) { err = r.Scan(&s); return s, err }

// scanInt scans one integer column.
func scanInt(r row) (n int64, err error) { err = r.Scan(&n); return n, err }

// table says how rows are put into a table.
type table struct {
	name, cols string
	key        int    // how many first columns are texts and the key
	expr       string // of a last column that the database fills, with its name in cols
	tail       string // behind the values
	scan       func(row) error
}

// inserts are the steps that put rows into a table by the order of their keys:
// two transactions that meet wait for each other in one direction only.
func inserts(q querier, t table, rows [][]any) (steps []step) {
	slices.SortStableFunc(rows, func(a, b []any) int {
		for i := range t.key {
			if c := strings.Compare(a[i].(string), b[i].(string)); c != 0 {
				return c
			}
		}
		return 0
	})
	for chunk := range slices.Chunk(rows, q.rowsAtOnce()) {
		args := make([]any, 0, len(chunk)*len(chunk[0]))
		for _, r := range chunk {
			args = append(args, r...)
		}
		query := "INSERT INTO " + t.name + " (" + t.cols + ") VALUES " + placeholders(len(chunk), len(chunk[0]), t.expr) + t.tail
		steps = append(steps, step{query, args, t.scan})
	}
	return steps
}

// insert puts rows into a table.
func insert(ctx context.Context, q querier, t table, rows ...[]any) error {
	return q.run(ctx, inserts(q, t, rows)...)
}

// placeholders returns "($1, $2, expr), ($3, $4, expr)" for rows of width
// values; expr may be empty.
func placeholders(rows, width int, expr string) string {
	var b strings.Builder
	for i := range rows {
		if i > 0 {
			b.WriteString(", ")
		}
		for j := range width {
			b.WriteString([]string{", $", "($"}[bit(j == 0)])
			b.WriteString(itoa(i*width + j + 1))
		}
		if expr != "" {
			b.WriteString(", " + expr)
		}
		b.WriteByte(')')
	}
	return b.String()
}

// statements yields a statement that is kept prepared.
type statements interface {
	statement(ctx context.Context, query string) (*sql.Stmt, error)
}

// onStatements is a querier of database/sql. A row at a time is the fastest
// way into SQLite, which is in this process and needs no journal of its own
// for a single row.
type onStatements struct{ statements }

func (onStatements) rowsAtOnce() int { return 1 }

func (q onStatements) affected(ctx context.Context, query string, args ...any) (int64, error) {
	s, err := q.statement(ctx, query)
	if err != nil {
		return 0, err
	}
	res, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (q onStatements) run(ctx context.Context, steps ...step) error {
	for _, st := range steps {
		s, err := q.statement(ctx, st.query)
		if err != nil {
			return err
		}
		if st.scan == nil {
			_, err = s.ExecContext(ctx, st.args...)
		} else {
			err = scanRows(ctx, s, st)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func scanRows(ctx context.Context, s *sql.Stmt, st step) error {
	rows, err := s.QueryContext(ctx, st.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := st.scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
