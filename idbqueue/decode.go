package idbqueue

import (
	"encoding/json"
	"strconv"
	"strings"
)

// decode reads a stored entry. ok is false for a shape that this version does
// not know: such an entry is listed raw, and left alone.
func decode(raw []byte) (e Entry, ok bool) {
	if e, ok = decodePlain(raw); !ok {
		e = Entry{}
		if json.Unmarshal(raw, &e) != nil {
			return Entry{}, false
		}
	}
	whole := e.Key != "" && e.Op != "" && (e.State != Discarded || e.Discard != nil)
	return e, whole && e.State.known()
}

// decodePlain reads JSON as JSON.stringify writes it, several times faster than
// the general decoder. It gives up, with ok false, on anything unusual; what it
// takes it reads as the general decoder does (a fuzz test compares them).
func decodePlain(raw []byte) (e Entry, ok bool) {
	s := scanner{text: string(raw)}
	ok = s.object(func(name string) bool { return s.value(name, &e) })
	return e, ok && s.at == len(s.text)
}

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

// value reads one field's value into the entry.
func (s *scanner) value(name string, e *Entry) bool {
	f := fieldsByName[name]
	if f == nil {
		// The general decoder takes a name in any case.
		for i := range fields {
			if strings.EqualFold(fields[i].name, name) {
				return false
			}
		}
		text, ok := s.skip()
		return ok && json.Valid([]byte(text))
	}
	switch p := f.at(e).(type) {
	case *string:
		v, ok := s.str()
		*p = v
		return ok
	case *State:
		v, ok := s.str()
		*p = State(v)
		return ok
	case *int64:
		v, ok := s.number()
		*p = v
		return ok
	case *int:
		v, ok := s.number()
		*p = int(v)
		return ok && int64(int(v)) == v
	case *bool:
		return s.boolean(p)
	default:
		return s.general(p)
	}
}

// general leaves a value to the general decoder, but for null where there is
// nothing already: the common one.
func (s *scanner) general(p any) bool {
	text, ok := s.skip()
	if !ok || (text == "null" && absent(p)) {
		return ok
	}
	return json.Unmarshal([]byte(text), p) == nil
}

func (s *scanner) boolean(p *bool) bool {
	for _, word := range []string{"true", "false"} {
		if strings.HasPrefix(s.text[s.at:], word) {
			s.at += len(word)
			*p = word == "true"
			return true
		}
	}
	return false
}

// number reads an integer without exponent or fraction.
func (s *scanner) number() (int64, bool) {
	start := s.at
	for c := s.peek(); c == '-' || (c >= '0' && c <= '9'); c = s.peek() {
		s.at++
	}
	digits := s.text[start:s.at]
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil && digits == strconv.FormatInt(n, 10)
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
func (s *scanner) str() (string, bool) {
	start := s.at
	if v, ok := s.plainString(); ok {
		return v, true
	}
	s.at = start
	if s.peek() != '"' || !s.skipString() {
		return "", false
	}
	text := s.text[start:s.at]
	if v, ok := unescape(text[1 : len(text)-1]); ok {
		return v, true
	}
	var v string
	err := json.Unmarshal([]byte(text), &v)
	return v, err == nil
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
