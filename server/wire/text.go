package wire

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Length is the length of a text in the one unit that both sides count in:
// Unicode code points of the text as it is sent. A form and the server that
// used two units would disagree on an emoji.
func Length(s string) int { return utf8.RuneCountInString(s) }

// CleanText trims the spaces and invisible characters that paste and phone
// keyboards leave around a text: U+00A0, zero-width spaces, a byte order mark.
// A form cleans before it saves; the server cleans before it stores.
func CleanText(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || invisible(r) })
}

// CleanCode gives a business code its one written form: [CleanText], every
// kind of dash as '-', every run of spaces as one space, invisible characters
// gone. Copies from spreadsheets and mails bring all of these.
func CleanCode(s string) string {
	var b strings.Builder
	space := false
	for _, r := range CleanText(s) {
		switch {
		case unicode.IsSpace(r):
			space = true
			continue
		case invisible(r):
			continue
		case dash(r):
			r = '-'
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteRune(r)
	}
	return b.String()
}

// CodeKey is what two codes are compared by: [CleanCode] in upper case. The
// server composes it (Unicode NFC) before it compares, so that both spellings
// of an umlaut clash as one; a browser has normalize for that.
func CodeKey(s string) string { return strings.ToUpper(CleanCode(s)) }

// BadRune says which character a text must not hold: control characters
// (lines allows tab and line feed) and the embeddings and overrides that turn
// the direction of what follows, which let a text show other than it is
// stored. Direction marks (U+200E, U+200F) and U+2028 are fine.
func BadRune(s string, lines bool) (r rune, bad bool) {
	for _, r := range s {
		switch {
		case lines && (r == '\n' || r == '\t'):
		case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
			return r, true
		}
	}
	return 0, false
}

// StripBad removes what [BadRune] names, for a form that cleans a paste.
func StripBad(s string, lines bool) string {
	return strings.Map(func(r rune) rune {
		if _, bad := BadRune(string(r), lines); bad {
			return -1
		}
		return r
	}, s)
}

// invisible names characters that show nothing and mean nothing in a code.
func invisible(r rune) bool {
	switch r {
	case 0x00AD, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF:
		return true
	}
	return false
}

// dash names the characters that people see as a hyphen.
func dash(r rune) bool {
	switch {
	case r >= 0x2010 && r <= 0x2015:
		return true
	case r == 0x2212, r == 0xFE58, r == 0xFE63, r == 0xFF0D:
		return true
	}
	return false
}
