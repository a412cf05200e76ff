package table

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

var columns = Columns{Needed: []string{"code", "name"}, Known: []string{"phone"}}

// shown is a table on one line.
func shown(t Table) string {
	var rows []string
	for _, r := range t.Rows {
		rows = append(rows, fmt.Sprintf("%d:%s/%s/%s", r.Number, r.Cell("code"), r.Cell("name"), r.Cell("phone")))
	}
	return strings.Join(rows, " ")
}

func utf16LE(s string) string {
	out, _ := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewEncoder().String(s)
	return out
}

func utf16BE(s string) string {
	out, _ := unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewEncoder().String(s)
	return out
}

func TestAFileIsReadAsItIsWritten(t *testing.T) {
	for name, c := range map[string]struct {
		file   string
		format Format
		want   string
	}{
		"plain":                    {"code,name\nC-1,Müller\n", Format{}, "2:C-1/Müller/"},
		"mark of UTF-8":            {"\ufeffCode, Name \nC-1,Müller\n", Format{}, "2:C-1/Müller/"},
		"semicolons":               {"code;name;phone\nC-1;Müller, Söhne;\n", Format{}, "2:C-1/Müller, Söhne/"},
		"tabs":                     {"code\tname\nC-1\tMüller\n", Format{}, "2:C-1/Müller/"},
		"sep line":                 {"sep=;\r\ncode;name\r\nC-1;Müller\r\n", Format{}, "3:C-1/Müller/"},
		"sep line with a mark":     {"\ufeffsep=\t\ncode\tname\nC-1\tMüller\n", Format{}, "3:C-1/Müller/"},
		"UTF-16 of Windows":        {utf16LE("code;name\nC-1;Müller 😀\n"), Format{}, "2:C-1/Müller 😀/"},
		"UTF-16, big end first":    {utf16BE("code;name\nC-1;Müller\n"), Format{}, "2:C-1/Müller/"},
		"windows-1252 when said":   {"code,name\nW-1,B\344ckerei \200\n", Format{Encoding: Windows1252}, "2:W-1/Bäckerei €/"},
		"a given separator":        {"code|name\nC-1|Müller\n", Format{Comma: '|'}, "2:C-1/Müller/"},
		"empty columns at the end": {"code,name,,\nS-4,Sieb,,\n", Format{}, "2:S-4/Sieb/"},
		"empty rows":               {"code;name\n;\nC-1;Müller\n\n;;\nC-2;Meier\n", Format{}, "3:C-1/Müller/ 6:C-2/Meier/"},
		"line breaks in cells":     {"code,name\nC-1,\"Müller\nSöhne\"\nC-2,Meier\n", Format{}, "2:C-1/Müller\nSöhne/ 3:C-2/Meier/"},
		"no line break at the end": {"code,name\nC-1,Müller", Format{}, "2:C-1/Müller/"},
		"names alone":              {"code,name\n", Format{}, ""},
	} {
		got, err := Read([]byte(c.file), c.format, columns)
		if err != nil || shown(got) != c.want {
			t.Errorf("%s: %q, %v, want %q", name, shown(got), err, c.want)
		}
	}
}

func TestWhatCouldOnlyBeGuessedIsRefusedWithItsRow(t *testing.T) {
	for name, c := range map[string]struct {
		file   string
		format Format
		want   []string
	}{
		"D26 not UTF-8":             {"code,name\nW-1,B\344ckerei\n", Format{}, []string{"row 2", "0xe4", "W-1,B", "--encoding windows-1252"}},
		"no letter in windows-1252": {"code,name\nW-1,\x81\n", Format{Encoding: Windows1252}, []string{"row 2", "0x81"}},
		"unknown encoding":          {"code,name\n", Format{Encoding: "ebcdic"}, []string{`"ebcdic"`, "utf-16"}},
		"half of UTF-16":            {utf16LE("code,name\n")[:7], Format{}, []string{"UTF-16"}},
		"D30 a column twice":        {"code,name,name\nS-5,Right,Wrong\n", Format{}, []string{"row 1", `"name"`, "2 and 3"}},
		"a misspelt column":         {"code,nmae\nC-8,x\n", Format{}, []string{`column "nmae"`, "code, name, phone", `"name" is missing`}},
		"a cell beyond the names":   {"code,name\nC-1,Müller,extra\n", Format{}, []string{"row 2", `"extra"`, "column 3"}},
		"a cell under no name":      {"code,,name\nC-1,lost,Müller\n", Format{}, []string{"row 2", `"lost"`}},
		"too few cells":             {"code,name\nC-1\n", Format{}, []string{"row 2", "1 cells"}},
		"an open quotation mark":    {"code,name\n\"C-1,Müller\n", Format{}, []string{"row 2", "quotation mark"}},
		"a mark inside a cell":      {"code,name\nC-1,5\" pipe\n", Format{}, []string{"row 2", "quotation mark"}},
		"nothing":                   {"", Format{}, []string{"empty"}},
		"each wrong row":            {"code,name\na\nb,c,d\n", Format{}, []string{"row 2", "row 3"}},
	} {
		got, err := Read([]byte(c.file), c.format, columns)
		if err == nil {
			t.Errorf("%s: read as %q", name, shown(got))
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not say %q", name, err, part)
			}
		}
		if len(got.Rows) > 0 {
			t.Errorf("%s: rows beside an error", name)
		}
	}
}

func TestHowAFileIsWrittenIsSaid(t *testing.T) {
	got, err := Read([]byte(utf16LE("sep=;\ncode;name\n")), Format{}, columns)
	if err != nil || got.Format != (Format{UTF16, ';'}) {
		t.Errorf("%+v, %v", got.Format, err)
	}
}

// FuzzRead writes any cells in any of the ways and reads them back: nothing is
// lost, and nothing ends the program.
func FuzzRead(f *testing.F) {
	f.Add("C-1", "Müller", uint8(0))
	f.Add("a\nb", "\"x\";,\t", uint8(1))
	f.Add("sep=", "\xff", uint8(2))
	f.Fuzz(func(t *testing.T, code, name string, way uint8) {
		_, _ = Read([]byte(code+name), Format{}, columns) // any bytes: no panic
		// encoding/csv folds \r\n in a cell to \n, and a bare \r is no text.
		if strings.ContainsAny(code+name, "\r\x00") || !utf8.ValidString(code) || !utf8.ValidString(name) || blank([]string{code, name}) {
			return
		}
		comma := []rune{',', ';', '\t'}[way%3]
		var file strings.Builder
		w := csv.NewWriter(&file)
		w.Comma = comma
		if w.WriteAll([][]string{{"code", "name"}, {code, name}}) != nil {
			return
		}
		text, format := file.String(), Format{}
		switch way / 3 % 4 {
		case 1:
			text = "\ufeff" + text
		case 2:
			if strings.ContainsRune(text, utf8.RuneError) {
				return
			}
			text = utf16LE(text)
		case 3:
			plain, err := charmap.Windows1252.NewEncoder().String(text)
			if err != nil || slices.ContainsFunc([]byte(plain), unassigned) {
				return
			}
			text, format.Encoding = plain, Windows1252
		}
		got, err := Read([]byte(text), format, columns)
		if err != nil || len(got.Rows) != 1 || got.Rows[0].Cell("code") != code || got.Rows[0].Cell("name") != name {
			t.Fatalf("%q was read as %q, %v", text, shown(got), err)
		}
	})
}
