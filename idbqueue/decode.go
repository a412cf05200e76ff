package idbqueue

import (
	"encoding/json"
	"strings"

	"waybill/idbqueue/entry"
)

// decode reads a stored entry. ok is false for a shape that this version does
// not know: such an entry is listed raw, and left alone.
func decode(raw []byte) (e entry.Entry, ok bool) {
	if e, ok = decodePlain(raw); !ok {
		e = entry.Entry{}
		if json.Unmarshal(raw, &e) != nil {
			return entry.Entry{}, false
		}
	}
	for i := range fields {
		clamp(fields[i].at(&e))
	}
	whole := e.Key != "" && e.Op != "" && (e.State != entry.Discarded || e.Discard != nil)
	return e, whole && e.State.Known()
}

// clamp reads a number below 0, which none may be, as 0: a hand may have been in
// the store.
func clamp(p any) {
	switch p := p.(type) {
	case *int:
		*p = max(*p, 0)
	case *int64:
		*p = max(*p, 0)
	case *entry.Books, **entry.Attempt, **entry.Wait, **entry.Discard:
		if absent(p) {
			return
		}
		for _, part := range partsOf(p) {
			clamp(part.at)
		}
	}
}

// decodePlain reads JSON as JSON.stringify writes it, several times faster than
// the general decoder. It gives up, with ok false, on anything unusual; what it
// takes it reads as the general decoder does (a fuzz test compares them).
func decodePlain(raw []byte) (e entry.Entry, ok bool) {
	s := scanner{text: string(raw)}
	ok = s.object(func(name string) bool { return s.value(name, &e) })
	return e, ok && s.at == len(s.text)
}

// value reads one field's value into the entry.
func (s *scanner) value(name string, e *entry.Entry) bool {
	if f := fieldsByName[name]; f != nil {
		return s.into(f.at(e))
	}
	// The general decoder takes a name in any case.
	for i := range fields {
		if strings.EqualFold(fields[i].name, name) {
			return false
		}
	}
	return s.ignore(0)
}

// into reads a value to where p points.
func (s *scanner) into(p any) bool {
	switch p := p.(type) {
	case *string:
		return s.str(p)
	case *entry.State:
		return s.str((*string)(p))
	case *int64:
		return s.number(p)
	case *int:
		var n int64
		ok := s.number(&n)
		*p = int(n)
		return ok && int64(*p) == n
	case *bool:
		return s.boolean(p)
	case *[]string:
		return s.strings(p)
	case *entry.Books:
		return s.parts(partsOf(p))
	case **entry.Wait:
		return pointed(s, p)
	case **entry.Attempt:
		return pointed(s, p)
	}
	return s.general(p)
}

// pointed reads an object that may be null; one that is there already is the
// general decoder's.
func pointed[T any](s *scanner, p **T) bool {
	if *p != nil || s.word("null") {
		return *p == nil
	}
	*p = new(T)
	return s.parts(partsOf(p))
}

func (s *scanner) parts(parts []part) bool {
	return s.object(func(name string) bool {
		for _, p := range parts {
			if p.name == name {
				return s.into(p.at)
			}
		}
		return false
	})
}

func (s *scanner) strings(p *[]string) bool {
	if *p != nil || s.word("null") {
		return *p == nil
	}
	*p = []string{}
	return s.array(func() bool {
		*p = append(*p, "")
		return s.str(&(*p)[len(*p)-1])
	})
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
