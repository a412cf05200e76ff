package idbqueue

import (
	"encoding/json"
	"maps"
	"slices"

	"waybill/idbqueue/entry"
)

// patch is what a move changes of a stored entry: whole fields, and parts of
// those that grow.
type patch struct {
	whole map[string]any
	parts map[string]map[string]any
}

func (p patch) empty() bool { return len(p.whole)+len(p.parts) == 0 }

// diff compares two versions of an entry. A move stores just what it changed,
// so that fields of a newer version, and the body's bytes, stay as they are.
func diff(before, after entry.Entry) patch {
	p := patch{whole: map[string]any{}}
	for i := range fields {
		f := &fields[i]
		old, now := f.at(&before), f.at(&after)
		switch {
		case equal(old, now):
		case f.deep && !isNil(old) && !isNil(now):
			p.part(f.name, old, now)
		default:
			p.whole[f.name] = now
		}
	}
	return p
}

// equal compares two fields of the same kind through their pointers.
func equal(a, b any) bool {
	switch a := a.(type) {
	case *string:
		return *a == *b.(*string)
	case *entry.State:
		return *a == *b.(*entry.State)
	case *int64:
		return *a == *b.(*int64)
	case *int:
		return *a == *b.(*int)
	case *bool:
		return *a == *b.(*bool)
	case *[]string:
		other := *b.(*[]string)
		return (*a == nil) == (other == nil) && slices.Equal(*a, other)
	case *entry.Books:
		return *a == *b.(*entry.Books)
	case **entry.Attempt:
		return same(*a, *b.(**entry.Attempt))
	case **entry.Answer:
		return same(*a, *b.(**entry.Answer))
	case **entry.Wait:
		return same(*a, *b.(**entry.Wait))
	case **entry.Receipt:
		return same(*a, *b.(**entry.Receipt))
	case **entry.Discard:
		return same(*a, *b.(**entry.Discard))
	}
	panic("idbqueue: a field of an unknown kind") // the table's test knows every kind
}

func same[T comparable](a, b *T) bool { return a == b || (a != nil && b != nil && *a == *b) }

func isNil(p any) bool {
	d, ok := p.(**entry.Discard)
	return ok && *d == nil
}

// part compares two versions of a field that grows, part by part.
func (p *patch) part(name string, old, now any) {
	before, after := partsOf(old), partsOf(now)
	changed := map[string]any{}
	for i := range after {
		if !equal(before[i].at, after[i].at) {
			changed[after[i].name] = after[i].at
		}
	}
	if p.parts == nil {
		p.parts = map[string]map[string]any{}
	}
	p.parts[name] = changed
}

// part is one part of a field that is an object.
type part struct {
	name string
	at   any // a pointer to it
}

func partsOf(field any) []part {
	switch f := field.(type) {
	case *entry.Books:
		return []part{
			{"spent", &f.Spent},
			{"failingMs", &f.FailingMS},
			{"failedAt", &f.FailedAt},
			{"waitMs", &f.WaitMS},
			{"row", &f.Row},
			{"swallowed", &f.Swallowed},
			{"timeouts", &f.Timeouts},
		}
	case **entry.Discard:
		d := *f
		return []part{{"at", &d.At}, {"reason", &d.Reason}, {"from", &d.From}, {"held", &d.Held}}
	case **entry.Wait:
		w := *f
		return []part{{"setAt", &w.SetAt}, {"delayMs", &w.DelayMS}}
	case **entry.Attempt:
		a := *f
		return []part{
			{"n", &a.N}, {"probing", &a.Probing}, {"at", &a.At}, {"deadline", &a.Deadline}, {"fingerprint", &a.Fingerprint},
		}
	}
	return nil
}

// withKeys adds an entry's derived keys. Those of a newer version stay.
func (p patch) withKeys(d derived) patch {
	parts := maps.Clone(p.parts)
	if parts == nil {
		parts = map[string]map[string]any{}
	}
	parts[derivedField] = d.stored()
	return patch{p.whole, parts}
}

// onto returns the object with the patch on it.
func (p patch) onto(object map[string]json.RawMessage) map[string]json.RawMessage {
	object = maps.Clone(object)
	maps.Copy(object, objectOf(p.whole))
	for name, part := range p.parts {
		var whole map[string]json.RawMessage
		_ = json.Unmarshal(object[name], &whole)
		if whole == nil {
			whole = map[string]json.RawMessage{}
		}
		maps.Copy(whole, objectOf(part))
		object[name] = objectOf(map[string]any{name: whole})[name]
	}
	return object
}
