package idbqueue

import (
	"encoding/json"
	"strings"
)

// scanner reads JSON as JSON.stringify writes it, without looking back. What it
// refuses is for the general decoder.
type scanner struct {
	text string
	at   int
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *scanner) take(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.at++
	return true
}

// object reads an object, each value with read.
func (s *scanner) object(read func(name string) bool) bool {
	if !s.take('{') {
		return false
	}
	for more := s.peek() != '}'; more; more = s.take(',') {
		name, ok := s.plainString()
		if !ok || !s.take(':') || !read(name) {
			return false
		}
	}
	return s.take('}')
}

// array reads an array, each element with read.
func (s *scanner) array(read func() bool) bool {
	if !s.take('[') {
		return false
	}
	for more := s.peek() != ']'; more; more = s.take(',') {
		if !read() {
			return false
		}
	}
	return s.take(']')
}

// ignoreDepth is deeper than any value that this version does not know so far.
const ignoreDepth = 8

// ignore passes over a value of an ordinary kind.
func (s *scanner) ignore(depth int) bool {
	switch c := s.peek(); {
	case depth == ignoreDepth:
		return false
	case c == '"':
		_, ok := s.plainString()
		return ok
	case c == '{':
		return s.object(func(string) bool { return s.ignore(depth + 1) })
	case c == '[':
		return s.array(func() bool { return s.ignore(depth + 1) })
	case c == 'n':
		return s.word("null")
	case c == 't' || c == 'f':
		var b bool
		return s.boolean(&b)
	}
	var n int64
	return s.number(&n)
}

// word takes a word as it stands.
func (s *scanner) word(word string) bool {
	if !strings.HasPrefix(s.text[s.at:], word) {
		return false
	}
	s.at += len(word)
	return true
}

func (s *scanner) boolean(p *bool) bool {
	*p = s.word("true")
	return *p || s.word("false")
}

// numberMax is how many digits fit whatever they are.
const numberMax = 18

// number reads an integer as it is usually written: no fraction, no exponent,
// no needless zero.
func (s *scanner) number(p *int64) bool {
	minus := s.take('-')
	start, n := s.at, int64(0)
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		n = n*10 + int64(c-'0')
		s.at++
	}
	*p = n
	if minus {
		*p = -n
	}
	digits := s.at - start
	plain := digits == 1 && !(minus && n == 0) || digits > 1 && s.text[start] != '0'
	return plain && digits <= numberMax
}

// plainString reads a string without escapes.
func (s *scanner) plainString() (string, bool) {
	if !s.take('"') {
		return "", false
	}
	start := s.at
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return s.text[start : s.at-1], true
		case c == '\\' || c < 0x20 || c >= 0x80:
			return "", false
		}
		s.at++
	}
	return "", false
}

// str reads any string. Beyond plain ones it unescapes what JSON.stringify
// escapes in ordinary text; the rest is the general decoder's.
func (s *scanner) str(p *string) bool {
	start := s.at
	var ok bool
	if *p, ok = s.plainString(); ok {
		return true
	}
	s.at = start
	if s.peek() != '"' || !s.skipString() {
		return false
	}
	text := s.text[start:s.at]
	if *p, ok = unescape(text[1 : len(text)-1]); ok {
		return true
	}
	return json.Unmarshal([]byte(text), p) == nil
}

// unescape undoes quotes and backslashes, the only escapes of a body.
func unescape(text string) (string, bool) {
	var b strings.Builder
	b.Grow(len(text))
	for {
		i := strings.IndexByte(text, '\\')
		if i < 0 {
			b.WriteString(text)
			return b.String(), plainText(b.String())
		}
		if i+1 >= len(text) || (text[i+1] != '"' && text[i+1] != '\\') {
			return "", false
		}
		b.WriteString(text[:i])
		b.WriteByte(text[i+1])
		text = text[i+2:]
	}
}

// skip takes one value, of any kind, without reading it. Whether it is one is
// for the caller to find out.
func (s *scanner) skip() (string, bool) {
	start, depth := s.at, 0
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '"':
			if !s.skipString() {
				return "", false
			}
		case c == '{' || c == '[':
			depth++
			s.at++
		case (c == '}' || c == ']') && depth > 0:
			depth--
			s.at++
		case depth == 0 && (c == ',' || c == '}' || c == ']'):
			return "", false
		default:
			s.at++
		}
		if next := s.peek(); depth == 0 && (next == ',' || next == '}' || next == ']' || next == 0) {
			return s.text[start:s.at], s.at > start
		}
	}
	return "", false
}

func (s *scanner) skipString() bool {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '"':
			s.at++
			return true
		case '\\':
			s.at++
		}
	}
	return false
}
