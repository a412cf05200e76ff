package stock

import (
	"fmt"
	"regexp"
	"strings"

	"waybill/server/store"
	"waybill/server/table"
	"waybill/server/wire"
)

// codes finds codes that cannot be meant as they stand: a code that two rows
// share, and what a spreadsheet makes of a code that it takes for a number.
type codes struct {
	rows   map[string]table.Row // by key: the first row with the code
	has    func(key string) bool
	padded map[string]string // codes of the office that begin with a zero, by what is left without it
}

func newCodes[T coded](has map[string]*T) codes {
	c := codes{rows: map[string]table.Row{}, padded: map[string]string{}}
	c.has = func(key string) bool { _, there := has[key]; return there }
	for key := range has {
		if short := strings.TrimLeft(key, "0"); short != key && digits(short) {
			c.padded[short] = key
		}
	}
	return c
}

// shortened is how a spreadsheet shows a long number: 4.00638E+12.
var shortened = regexp.MustCompile(`^[0-9]([.,][0-9]+)?[Ee]\+[0-9]+$`)

// check names what is wrong with a row's code, and remembers it.
func (c codes) check(r table.Row) error {
	code := r.Cell("code")
	key := store.CodeKey(code)
	if key == "" {
		return nil // the field's own check says so
	}
	first, twice := c.rows[key]
	switch {
	case shortened.MatchString(wire.CleanCode(code)):
		return fmt.Errorf("/code %s is a number that a spreadsheet has shortened, its digits are lost: format the column as text and export it again", code)
	case twice:
		return fmt.Errorf("/code %q stands in row %d already, as %q", code, first.Number, first.Cell("code"))
	case c.padded[key] != "" && !c.has(key):
		return fmt.Errorf("/code %s is new, but the office has %s: a spreadsheet takes zeros off the front of a number; format the column as text and export it again", code, c.padded[key])
	}
	c.rows[key] = r
	return nil
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
