package pdf

import (
	"errors"
	"fmt"
	"strings"
)

// ErrLetters is returned by [Write] for a text with letters that the file's
// typefaces do not have.
var ErrLetters = errors.New("pdf: the text has letters that the file cannot hold")

// Style is how a line is set.
type Style int

// The styles.
const (
	Plain Style = iota
	Strong
	Head
	Small
)

// Line is one line of text; a longer one is broken between words. Right stands
// at the right margin of the same line: an amount.
type Line struct {
	Text  string
	Right string
	Style Style
}

// A page is A4, in points of 1/72 inch.
const (
	pageWidth  = 595
	pageHeight = 842
	margin     = 56
	textWidth  = pageWidth - 2*margin
	gutter     = 12 // least distance between a text and its amount
)

func (s Style) size() float64 {
	switch s {
	case Head:
		return 16
	case Small:
		return 9
	}
	return 11
}

func (s Style) face() string {
	if s == Strong || s == Head {
		return "F2"
	}
	return "F1"
}

// Write makes the file. foot stands at the bottom of each page, before its
// number. Errors: [ErrLetters].
func Write(title, lang, foot string, lines []Line) ([]byte, error) {
	all := title + foot
	for _, l := range lines {
		all += l.Text + l.Right
	}
	if !Holds(all) {
		return nil, ErrLetters
	}
	return build(title, lang, foot, layOut(lines)), nil
}

// placed is a broken line and its height above the page's lower edge.
type placed struct {
	Line
	y float64
}

// layOut breaks lines and fills pages from the top. A page is never empty.
func layOut(lines []Line) [][]placed {
	pages := [][]placed{nil}
	y := float64(pageHeight - margin)
	for _, l := range lines {
		for _, part := range broken(l) {
			step := part.Style.size() * 1.4
			if y-step < margin+2*Small.size() {
				pages, y = append(pages, nil), pageHeight-margin
			}
			y -= step
			pages[len(pages)-1] = append(pages[len(pages)-1], placed{part, y})
		}
	}
	return pages
}

// broken is a line as the lines that fit. The amount stays with the first.
func broken(l Line) []Line {
	room := float64(textWidth)
	if l.Right != "" {
		room -= width(encode(l.Right), l.Style) + gutter
	}
	texts := wrap(l.Text, room, l.Style)
	out := make([]Line, len(texts))
	for i, text := range texts {
		out[i] = Line{Text: text, Style: l.Style}
	}
	out[0].Right = l.Right
	return out
}

// wrap breaks a text between words, and a word that is longer than a line
// between its letters. There is always one line, if only an empty one.
func wrap(text string, room float64, s Style) []string {
	var out []string
	line := ""
	for _, word := range strings.Fields(text) {
		next := strings.TrimSpace(line + " " + word)
		if width(encode(next), s) <= room {
			line = next
			continue
		}
		if line != "" {
			out = append(out, line)
		}
		line = ""
		for _, r := range word {
			if line != "" && width(encode(line+string(r)), s) > room {
				out, line = append(out, line), ""
			}
			line += string(r)
		}
	}
	return append(out, line)
}

// build puts the objects one after another and lists where each begins.
func build(title, lang, foot string, pages [][]placed) []byte {
	var f file
	const fixed = 5 // catalogue, pages, two typefaces, information; then two objects a page
	kids := make([]string, len(pages))
	for i := range pages {
		kids[i] = fmt.Sprintf("%d 0 R", fixed+1+2*i)
	}
	f.add(fmt.Sprintf("<< /Type /Catalog /Pages 2 0 R /Lang %s /ViewerPreferences << /DisplayDocTitle true >> >>", quoted(lang)))
	f.add(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(pages)))
	for _, face := range []string{"Helvetica", "Helvetica-Bold"} {
		f.add("<< /Type /Font /Subtype /Type1 /BaseFont /" + face + " /Encoding /WinAnsiEncoding >>")
	}
	f.add(fmt.Sprintf("<< /Title %s /Producer (Waybill) >>", quoted(title)))
	for i, page := range pages {
		f.add(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents %d 0 R >>",
			pageWidth, pageHeight, fixed+2+2*i))
		f.add(stream(content(page, fmt.Sprintf("%s    %d/%d", foot, i+1, len(pages)))))
	}
	return f.end()
}

// content draws one page.
func content(page []placed, foot string) string {
	var b strings.Builder
	b.WriteString("BT\n")
	for _, l := range page {
		show(&b, l.Text, l.Style, margin, l.y)
		if l.Right != "" {
			show(&b, l.Right, l.Style, pageWidth-margin-width(encode(l.Right), l.Style), l.y)
		}
	}
	show(&b, foot, Small, margin, margin)
	b.WriteString("ET")
	return b.String()
}

func show(b *strings.Builder, text string, s Style, x, y float64) {
	if text != "" {
		fmt.Fprintf(b, "/%s %.4g Tf 1 0 0 1 %.2f %.2f Tm %s Tj\n", s.face(), s.size(), x, y, quoted(text))
	}
}

func stream(content string) string {
	return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content)
}

// quoted is a PDF string: what would end it is escaped.
func quoted(text string) string {
	out := []byte{'('}
	for _, b := range encode(text) {
		if b == '(' || b == ')' || b == '\\' {
			out = append(out, '\\')
		}
		out = append(out, b)
	}
	return string(append(out, ')'))
}

// file collects objects; the first is number 1.
type file struct {
	b    strings.Builder
	from []int // where each object begins
}

func (f *file) add(body string) {
	if f.b.Len() == 0 {
		f.b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n") // the second line says: not only ASCII
	}
	f.from = append(f.from, f.b.Len())
	fmt.Fprintf(&f.b, "%d 0 obj\n%s\nendobj\n", len(f.from), body)
}

// end writes the table of where objects begin: twenty bytes an entry, always.
func (f *file) end() []byte {
	at := f.b.Len()
	fmt.Fprintf(&f.b, "xref\n0 %d\n0000000000 65535 f \n", len(f.from)+1)
	for _, from := range f.from {
		fmt.Fprintf(&f.b, "%010d 00000 n \n", from)
	}
	fmt.Fprintf(&f.b, "trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(f.from)+1, at)
	return []byte(f.b.String())
}
