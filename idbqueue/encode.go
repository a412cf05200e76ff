package idbqueue

import (
	"encoding/json"
	"strconv"

	"waybill/idbqueue/entry"
)

// encodeNew is a whole entry with its derived keys, as it is stored new.
func encodeNew(e entry.Entry, d derived) []byte {
	b := make([]byte, 0, 1024+2*len(e.Body))
	b = append(b, '{')
	for i := range fields {
		b = appendName(b, fields[i].name)
		b = append(appendValue(b, fields[i].at(&e)), ',')
	}
	b = appendName(b, derivedField)
	return append(appendKeys(b, d), '}')
}

// encode is a patch as two objects: {"whole": {…}, "parts": {name: {…}}}.
func (p patch) encode() []byte {
	b := append(make([]byte, 0, 512), `{"whole":`...)
	b = appendObject(b, p.whole)
	b = append(b, `,"parts":{`...)
	first := true
	for name, part := range p.parts {
		if !first {
			b = append(b, ',')
		}
		first = false
		b = appendObject(appendName(b, name), part)
	}
	return append(b, "}}"...)
}

func appendObject(b []byte, fields map[string]any) []byte {
	b = append(b, '{')
	first := true
	for name, v := range fields {
		if !first {
			b = append(b, ',')
		}
		first = false
		b = appendValue(appendName(b, name), v)
	}
	return append(b, '}')
}

func appendName(b []byte, name string) []byte {
	return append(appendString(b, name), ':')
}

// appendValue writes the values that entries and keys are made of; what is
// left, rare and small, goes the general way.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case *string:
		return appendString(b, *v)
	case *entry.State:
		return appendString(b, string(*v))
	case *int64:
		return strconv.AppendInt(b, *v, 10)
	case *int:
		return strconv.AppendInt(b, int64(*v), 10)
	case *bool:
		return strconv.AppendBool(b, *v)
	case string:
		return appendString(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case tuple:
		return appendTuple(b, v)
	case []tuple:
		return appendTuples(b, v)
	}
	if absent(v) {
		return append(b, "null"...)
	}
	raw, err := json.Marshal(v)
	if err != nil {
		panic("idbqueue: an entry is plain data: " + err.Error())
	}
	return append(b, raw...)
}

// absent spares the common nothing the general way.
func absent(v any) bool {
	switch v := v.(type) {
	case **entry.Attempt:
		return *v == nil
	case **entry.Answer:
		return *v == nil
	case **entry.Wait:
		return *v == nil
	case **entry.Receipt:
		return *v == nil
	case **entry.Discard:
		return *v == nil
	case *[]string:
		return *v == nil
	}
	return false
}

func appendTuple(b []byte, t tuple) []byte {
	b = append(b, '[')
	for i, element := range t {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, element)
	}
	return append(b, ']')
}

func appendTuples(b []byte, all []tuple) []byte {
	b = append(b, '[')
	for i, t := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendTuple(b, t)
	}
	return append(b, ']')
}

// appendKeys writes the derived keys: an index that the entry is not in is
// null, which no index takes.
func appendKeys(b []byte, d derived) []byte { return appendObject(b, d.stored()) }

const hex = "0123456789abcdef"

// appendString writes a JSON string. The store's own parser reads it: nothing
// but quotes, backslashes and control characters needs escaping.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[start:i]...)
		start = i + 1
		if c < 0x20 {
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		} else {
			b = append(b, '\\', c)
		}
	}
	return append(append(b, s[start:]...), '"')
}
