package idbqueue

import (
	"encoding/json"
	"maps"
	"reflect"
)

// field is one stored field of an entry.
type field struct {
	name  string
	index int
	deep  bool // it grows by parts: patched field by field
}

var fields = fieldsOf(reflect.TypeFor[Entry]())

// fieldsOf reads the names from the struct, so that a new field cannot be
// forgotten. Books and Discard are histories that grow; every other object is
// the facts of one event, and is replaced by the facts of the next.
func fieldsOf(t reflect.Type) []field {
	all := make([]field, t.NumField())
	for i := range all {
		f := t.Field(i)
		all[i] = field{f.Tag.Get("json"), i, f.Name == "Books" || f.Name == "Discard"}
	}
	return all
}

// patch is what a move changes of a stored entry: whole fields, and parts of
// those that grow.
type patch struct {
	whole map[string]any
	parts map[string]map[string]any
}

// diff compares two versions of an entry. A move stores just what it changed,
// so that fields of a newer version, and the body's bytes, stay as they are.
func diff(before, after Entry) patch {
	p := patch{whole: map[string]any{}}
	b, a := reflect.ValueOf(&before).Elem(), reflect.ValueOf(&after).Elem()
	for _, f := range fields {
		old, now := b.Field(f.index), a.Field(f.index)
		switch {
		case reflect.DeepEqual(old.Interface(), now.Interface()):
		case f.deep && !isNil(old) && !isNil(now):
			p.part(f.name, reflect.Indirect(old), reflect.Indirect(now))
		default:
			p.whole[f.name] = now.Interface()
		}
	}
	return p
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

func isNil(v reflect.Value) bool { return v.Kind() == reflect.Pointer && v.IsNil() }

func (p *patch) part(name string, old, now reflect.Value) {
	changed := map[string]any{}
	for i := range now.NumField() {
		if old.Field(i).Interface() != now.Field(i).Interface() {
			changed[now.Type().Field(i).Tag.Get("json")] = now.Field(i).Interface()
		}
	}
	if p.parts == nil {
		p.parts = map[string]map[string]any{}
	}
	p.parts[name] = changed
}
