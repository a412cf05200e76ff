package catalog

import (
	"strings"
	"unicode"

	"waybill/app/port"
	"waybill/app/sorting"
)

// Fold makes two spellings of one name equal: case, accents and kinds of dash
// do not matter in a search. Thousands of names are folded at start, so plain
// letters take the short way.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if r < unicode.MaxASCII {
			foldASCII(&b, byte(r))
			continue
		}
		r = unicode.ToLower(r)
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case r == 'ß':
			b.WriteString("ss")
		case unicode.Is(unicode.Pd, r):
			b.WriteByte('-')
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(plain(r))
		}
	}
	return strings.TrimSpace(b.String())
}

func foldASCII(b *strings.Builder, c byte) {
	switch {
	case c >= 'A' && c <= 'Z':
		c += 'a' - 'A'
	case c == '\t' || c == '\n' || c == '\r':
		c = ' '
	}
	b.WriteByte(c)
}

// plain is a letter without its marks: what people type when in a hurry.
func plain(r rune) rune {
	switch r {
	case 'à', 'á', 'â', 'ã', 'ä', 'å', 'ā', 'ă', 'ą':
		return 'a'
	case 'ç', 'ć', 'č', 'ĉ':
		return 'c'
	case 'ď', 'đ':
		return 'd'
	case 'è', 'é', 'ê', 'ë', 'ē', 'ė', 'ę', 'ě':
		return 'e'
	case 'ğ', 'ĝ', 'ģ':
		return 'g'
	case 'ĥ':
		return 'h'
	case 'ì', 'í', 'î', 'ï', 'ī', 'į', 'ı':
		return 'i'
	case 'ĵ':
		return 'j'
	case 'ķ':
		return 'k'
	case 'ł', 'ľ', 'ļ':
		return 'l'
	case 'ñ', 'ń', 'ň', 'ņ':
		return 'n'
	case 'ò', 'ó', 'ô', 'õ', 'ö', 'ø', 'ō', 'ő':
		return 'o'
	case 'ŕ', 'ř':
		return 'r'
	case 'ś', 'š', 'ş', 'ș':
		return 's'
	case 'ť', 'ţ', 'ț':
		return 't'
	case 'ù', 'ú', 'û', 'ü', 'ū', 'ů', 'ű', 'ų':
		return 'u'
	case 'ŵ':
		return 'w'
	case 'ý', 'ÿ', 'ŷ':
		return 'y'
	case 'ź', 'ż', 'ž':
		return 'z'
	}
	return r
}

// Ranks of a match, best first.
const (
	RankCode = iota
	rankCodeStart
	rankNameStart
	rankWordStart
	rankInside
	rankNone
)

// rank says how well folded code and name match the folded words of a search;
// every word must be somewhere in either.
func rank(code, name, text string, words []string) int {
	for _, w := range words {
		if !strings.Contains(code, w) && !strings.Contains(name, w) {
			return rankNone
		}
	}
	switch {
	case code == text:
		return RankCode
	case strings.HasPrefix(code, text):
		return rankCodeStart
	case strings.HasPrefix(name, text):
		return rankNameStart
	case strings.Contains(name, " "+words[0]):
		return rankWordStart
	}
	return rankInside
}

// Matching are those of a short list that match, for records that are not in
// the local copy.
func Matching(list []port.Found, text string) []port.Found {
	text = Fold(text)
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil
	}
	var out []port.Found
	for _, f := range list {
		if f.Rank = rank(Fold(f.Code), Fold(f.Name), text, words); f.Rank < rankNone {
			out = append(out, f)
		}
	}
	return out
}

// Best sorts by rank, then by code, and keeps limit. What this customer orders
// goes before all but the code that was typed in full.
func Best(list []port.Found, limit int) []port.Found {
	habit := func(f *port.Found) bool { return f.Last != nil && f.Rank != RankCode }
	list = sorting.By(list, func(a, b *port.Found) int {
		switch {
		case a.Rank == RankCode || b.Rank == RankCode:
		case habit(a) && !habit(b):
			return -1
		case habit(b) && !habit(a):
			return 1
		}
		if a.Rank != b.Rank {
			return a.Rank - b.Rank
		}
		return strings.Compare(a.Code+a.ID, b.Code+b.ID)
	})
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	return list
}
