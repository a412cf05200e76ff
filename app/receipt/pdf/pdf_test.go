package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func written(t *testing.T, lines ...Line) []byte {
	t.Helper()
	f, err := Write("Auftrag (Kopie)", "de", "K7Q2-ABCD", lines)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// parsed reads a file back as a reader does: from its end, by its table.
func parsed(t *testing.T, f []byte) (objects map[int]string) {
	t.Helper()
	end := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(f)
	if end == nil {
		t.Fatalf("no end: %q", f[max(0, len(f)-60):])
	}
	at, _ := strconv.Atoi(string(end[1]))
	table := string(f[at:])
	var n int
	if _, err := fmt.Sscanf(table, "xref\n0 %d\n", &n); err != nil {
		t.Fatalf("the table is not where the end says: %v", err)
	}
	rows := table[strings.Index(table, "0000000000"):]
	objects = map[int]string{}
	for i := 1; i < n; i++ {
		row := rows[20*i : 20*i+20]
		from, err := strconv.Atoi(row[:10])
		if err != nil || row[10:] != " 00000 n \n" {
			t.Fatalf("row %d of the table is %q", i, row)
		}
		head := fmt.Sprintf("%d 0 obj\n", i)
		body, found := strings.CutPrefix(string(f[from:]), head)
		if !found {
			t.Fatalf("object %d does not begin at byte %d", i, from)
		}
		objects[i], _, _ = strings.Cut(body, "\nendobj\n")
	}
	return objects
}

// drawn is all text of all pages, in WinAnsi.
func drawn(objects map[int]string) string {
	var b strings.Builder
	for i := 1; i <= len(objects); i++ {
		for _, m := range regexp.MustCompile(`(?s)\((.*?[^\\]|)\) Tj`).FindAllStringSubmatch(objects[i], -1) {
			b.WriteString(strings.NewReplacer(`\\`, `\`, `\(`, "(", `\)`, ")").Replace(m[1]) + "\n")
		}
	}
	return b.String()
}

func TestAFileIsReadBackByItsOwnTable(t *testing.T) {
	objects := parsed(t, written(t, Line{Text: "Auftrag", Style: Head}, Line{Text: "3 × 2,06 EUR", Right: "6,18 EUR"}))
	if len(objects) != 7 {
		t.Fatalf("%d objects, want catalogue, pages, two typefaces, information, a page and its content", len(objects))
	}
	for i, wants := range map[int]string{1: "/Type /Catalog", 2: "/Count 1", 3: "/Helvetica ", 4: "/Helvetica-Bold", 6: "/Type /Page "} {
		if !strings.Contains(objects[i], wants) {
			t.Errorf("object %d lacks %q: %s", i, wants, objects[i])
		}
	}
	m := regexp.MustCompile(`(?s)^<< /Length (\d+) >>\nstream\n(.*)\nendstream$`).FindStringSubmatch(objects[7])
	if m == nil || strconv.Itoa(len(m[2])) != m[1] {
		t.Errorf("the content is not as long as it says: %q", objects[7])
	}
}

func TestLettersOfWesternEuropeAndTheEuroArePrintedAsThemselves(t *testing.T) {
	got := drawn(parsed(t, written(t, Line{Text: `Bäckerei Groß & Söhne (Köln) – „100 €“ \ Žižkov`})))
	want := "B\xe4ckerei Gro\xdf & S\xf6hne (K\xf6ln) \x96 \x84100 \x80\x93 \\ \x8ei\x9ekov\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLettersThatTheFileLacksAreRefusedAndNotLeftOut(t *testing.T) {
	for _, name := range []string{"ש.כהן & Söhne", "مخبز النور", "北京面包店", "Łódź", "Mu\u0308ller", "🎂"} {
		if Holds(name) {
			t.Errorf("%q is said to be held", name)
		}
		if f, err := Write(name, "de", "", nil); !errors.Is(err, ErrLetters) || f != nil {
			t.Errorf("%q as title: %v", name, err)
		}
		if _, err := Write("", "de", "", []Line{{Right: name}}); !errors.Is(err, ErrLetters) {
			t.Errorf("%q as amount: %v", name, err)
		}
	}
	// What only sets the text is no letter.
	if !Holds("\u2068AB\u20111\u2069 \u202f1\u00a0234,50") || string(encode("\u2068AB\u20111\u2069\u00a0x")) != "AB-1 x" {
		t.Error("spaces, dashes and direction marks are taken as letters")
	}
}

func TestALongOrderGoesOnOnNewPagesAndLosesNoLine(t *testing.T) {
	var lines []Line
	for i := range 500 {
		lines = append(lines, Line{Text: fmt.Sprintf("line %03d of a long order", i), Right: fmt.Sprintf("%d.00 EUR", i)})
	}
	objects := parsed(t, written(t, lines...))
	text := drawn(objects)
	for i := range 500 {
		if n := strings.Count(text, fmt.Sprintf("line %03d ", i)); n != 1 {
			t.Fatalf("line %d is there %d times", i, n)
		}
	}
	pages := strings.Count(objects[2], " 0 R")
	if pages < 8 || !strings.Contains(objects[2], fmt.Sprintf("/Count %d", pages)) || strings.Count(text, fmt.Sprintf("/%d\n", pages)) != pages {
		t.Errorf("%d pages: %s", pages, objects[2])
	}
	for _, m := range regexp.MustCompile(`1 0 0 1 (\S+) (\S+) Tm`).FindAllStringSubmatch(objects[7], -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		y, _ := strconv.ParseFloat(m[2], 64)
		if x < margin || x > pageWidth-margin || y < margin || y > pageHeight-margin {
			t.Errorf("text at %v, %v is outside the margins", x, y)
		}
	}
}

func TestALongTextIsBrokenAndStaysBesideItsAmount(t *testing.T) {
	long := strings.Repeat("Mineralwasser ", 20)
	parts := broken(Line{Text: long + strings.Repeat("x", 200), Right: "1.234,50 EUR"})
	if len(parts) < 4 || parts[0].Right == "" || parts[1].Right != "" {
		t.Fatalf("broken into %+v", parts)
	}
	var words []string
	for _, p := range parts {
		words = append(words, strings.Fields(p.Text)...)
		if w := width(encode(p.Text), p.Style) + width(encode(p.Right), p.Style); w > textWidth {
			t.Errorf("%q is %.0f points wide", p.Text, w)
		}
	}
	if got := strings.Join(words, ""); got != strings.ReplaceAll(long, " ", "")+strings.Repeat("x", 200) {
		t.Errorf("letters were lost: %s", got)
	}
}

func TestTheSameTextIsTheSameFile(t *testing.T) {
	l := Line{Text: "a", Style: Strong}
	if !bytes.Equal(written(t, l), written(t, l)) {
		t.Error("two files differ")
	}
}

func FuzzWrite(f *testing.F) {
	f.Add("Bäckerei (1)", `\) Tj`)
	f.Fuzz(func(t *testing.T, text, right string) {
		file, err := Write(text, "en", right, []Line{{Text: text, Right: right}, {Text: right, Style: Strong}})
		if err != nil {
			return
		}
		parsed(t, file)
	})
}
