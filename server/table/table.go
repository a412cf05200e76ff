// Package table reads the files that offices bring: tables saved by a
// spreadsheet or an ERP. It finds out how a file is written and refuses what it
// could only guess, with the row: a price list that loses a row or a letter in
// silence is found out by a customer.
//
// It knows nothing of what the columns mean.
package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Format says how a file is written. Its zero value finds out by itself.
type Format struct {
	Encoding string // UTF8, UTF16 or Windows1252; empty: UTF-8, or UTF-16 where the file begins so
	Comma    rune   // between cells; 0: the comma, semicolon or tab that makes the most known columns
}

// Columns are the names that a table may have: those that it needs, and those
// that it may leave out. Names are compared in lower case.
type Columns struct{ Needed, Known []string }

func (c Columns) has(name string) bool {
	return slices.Contains(c.Needed, name) || slices.Contains(c.Known, name)
}

func (c Columns) String() string {
	return strings.Join(append(slices.Clone(c.Needed), c.Known...), ", ")
}

// Row is one row below the names. Number is the row that a spreadsheet shows,
// where the names are row 1.
type Row struct {
	Number int
	cells  map[string]string
}

// Cell is the text under a column's name, empty where the table has no such
// column.
func (r Row) Cell(column string) string { return r.cells[column] }

// Table is a file that was read whole. Format says how it was written.
type Table struct {
	Rows   []Row
	Format Format
}

// Read reads a whole file. Its error names each row that is wrong; a file with
// an error has no rows.
func Read(file []byte, f Format, c Columns) (Table, error) {
	text, encoding, err := decode(file, f.Encoding)
	if err != nil {
		return Table{}, err
	}
	f.Encoding = encoding
	text, skipped, comma := separatorLine(text)
	if f.Comma == 0 {
		f.Comma = comma
	}
	if f.Comma == 0 {
		f.Comma = likeliest(text, c)
	}
	records, err := split(text, f.Comma, skipped)
	if err != nil {
		return Table{}, err
	}
	if len(records) == 0 {
		return Table{}, errors.New("the file is empty: its first row has to name the columns " + c.String())
	}
	names, err := c.read(records[0].cells)
	if err != nil {
		return Table{}, err
	}
	rows, err := rowsOf(names, records[1:])
	return Table{rows, f}, err
}

// read checks the row of names and returns them in lower case, an empty text
// for a column without a name.
func (c Columns) read(cells []string) ([]string, error) {
	names := make([]string, len(cells))
	var errs []error
	for i, cell := range cells {
		name := strings.ToLower(strings.TrimSpace(cell))
		switch {
		case name == "":
		case !c.has(name):
			// A misspelt name would lose its whole column.
			errs = append(errs, fmt.Errorf("row 1: column %q is not one of %s", name, c))
		case slices.Contains(names, name):
			errs = append(errs, fmt.Errorf("row 1: column %q stands there twice, as columns %d and %d", name, slices.Index(names, name)+1, i+1))
		default:
			names[i] = name
		}
	}
	for _, name := range c.Needed {
		if !slices.Contains(names, name) {
			errs = append(errs, fmt.Errorf("row 1: column %q is missing", name))
		}
	}
	return names, errors.Join(errs...)
}

// rowsOf puts the cells under their names. Rows without any text are the empty
// rest of a sheet and are left out.
func rowsOf(names []string, records []record) ([]Row, error) {
	var rows []Row
	var errs []error
	for _, r := range records {
		if blank(r.cells) {
			continue
		}
		row := Row{Number: r.row, cells: map[string]string{}}
		for i, cell := range r.cells {
			switch {
			case i < len(names) && names[i] != "":
				row.cells[names[i]] = cell
			case strings.TrimSpace(cell) != "":
				errs = append(errs, fmt.Errorf("row %d: %q stands in column %d, which has no name", r.row, cell, i+1))
			}
		}
		if len(r.cells) < lastNamed(names) {
			errs = append(errs, fmt.Errorf("row %d: it has %d cells and the names are %d", r.row, len(r.cells), lastNamed(names)))
		}
		rows = append(rows, row)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return rows, nil
}

func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(s string) bool { return strings.TrimSpace(s) != "" })
}

// lastNamed is how many cells a row has at least.
func lastNamed(names []string) int {
	for i := len(names); i > 0; i-- {
		if names[i-1] != "" {
			return i
		}
	}
	return 0
}
