package app

import (
	"slices"
	"strings"
	"unicode"
)

// plain maps letters with marks to what people type when they are in a hurry.
const (
	plainFrom = "àáâãäåāăąçćčĉďđèéêëēėęěğĝģĥìíîïīįıĵķłľļñńňņòóôõöøōőŕřśšşșťţțùúûüūůűųŵýÿŷźżž"
	plainTo   = "aaaaaaaaaccccddeeeeeeeeggghiiiiiiijklllnnnnoooooooorrsssstttuuuuuuuuwyyyzzz"
)

// fold makes two spellings of one name equal: case, accents and kinds of dash
// do not matter in a search.
func fold(s string) string {
	from, to := []rune(plainFrom), []rune(plainTo)
	var b strings.Builder
	for _, r := range s {
		r = unicode.ToLower(r)
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case r == 'ß':
			b.WriteString("ss")
			continue
		case unicode.Is(unicode.Pd, r):
			r = '-'
		case unicode.IsSpace(r):
			r = ' '
		case r > 127:
			if i := slices.Index(from, r); i >= 0 {
				r = to[i]
			}
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// Ranks of a match, best first.
const (
	rankCode = iota
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
		return rankCode
	case strings.HasPrefix(code, text):
		return rankCodeStart
	case strings.HasPrefix(name, text):
		return rankNameStart
	case strings.Contains(name, " "+words[0]):
		return rankWordStart
	}
	return rankInside
}

// matching are those of a short list that match, for records that are not in
// the local copy.
func matching(list []Found, text string) []Found {
	text = fold(text)
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil
	}
	var out []Found
	for _, f := range list {
		if f.rank = rank(fold(f.Code), fold(f.Name), text, words); f.rank < rankNone {
			out = append(out, f)
		}
	}
	return out
}

// best sorts by rank, then by code, and keeps limit.
func best(list []Found, limit int) []Found {
	slices.SortStableFunc(list, func(a, b Found) int {
		if a.rank != b.rank {
			return a.rank - b.rank
		}
		return strings.Compare(a.Code, b.Code)
	})
	if limit > 0 && len(list) > limit {
		list = list[:limit]
	}
	return list
}
