package table

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// separatorLine takes the line "sep=;" off that spreadsheets write and read.
func separatorLine(text string) (rest string, lines int, comma rune) {
	line, rest, _ := strings.Cut(text, "\n")
	line = strings.Trim(strings.TrimSuffix(line, "\r"), "\"")
	if sign, is := strings.CutPrefix(strings.ToLower(line), "sep="); is && len([]rune(sign)) == 1 {
		return rest, 1, []rune(sign)[0]
	}
	return text, 0, 0
}

// likeliest is the separator by which the first row names the most known
// columns, the comma where none does better.
func likeliest(text string, c Columns) rune {
	best, most := ',', 0
	for _, comma := range []rune{',', ';', '\t'} {
		cells, err := reader(text, comma).Read()
		if err != nil {
			continue
		}
		known := 0
		for _, cell := range cells {
			if c.has(strings.ToLower(strings.TrimSpace(cell))) {
				known++
			}
		}
		if known > most {
			best, most = comma, known
		}
	}
	return best
}

func reader(text string, comma rune) *csv.Reader {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord = comma, -1
	return r
}

// record is one row of cells with the number that a spreadsheet gives it.
type record struct {
	row   int
	cells []string
}

// split reads the cells. A cell with a line break is one row in a spreadsheet
// and several lines in the file; an empty line is a row of its own. skipped
// lines stood before text.
func split(text string, comma rune, skipped int) ([]record, error) {
	if comma == '\r' || comma == '\n' || comma == '"' {
		return nil, fmt.Errorf("cells cannot be separated by %q", comma)
	}
	r := reader(text, comma)
	var all []record
	within := -skipped // line breaks inside cells so far, which start no row
	for {
		cells, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, badQuote(err, within)
		}
		line, _ := r.FieldPos(0)
		all = append(all, record{line - within, cells})
		for _, cell := range cells {
			within += strings.Count(cell, "\n")
		}
	}
}

// badQuote names the row of what encoding/csv cannot read.
func badQuote(err error, within int) error {
	var p *csv.ParseError
	if !errors.As(err, &p) {
		return err
	}
	why := "a quotation mark stands inside a cell that does not begin with one"
	if errors.Is(p.Err, csv.ErrQuote) {
		why = "a quotation mark is opened and not closed, or text follows the closing one"
	}
	return fmt.Errorf("row %d: %s", p.StartLine-within, why)
}
