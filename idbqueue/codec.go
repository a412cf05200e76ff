package idbqueue

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"waybill/idbqueue/entry"
)

// derivedField names the stored field that holds the derived keys.
const derivedField = "ix"

// head is what is read of an entry that this version cannot read.
type head struct {
	Key   string
	Owner string
	Seq   int64
}

// decodeHead reads each field by itself: one of a wrong type spoils no other.
func decodeHead(raw []byte) head {
	var fields map[string]json.RawMessage
	var h head
	if json.Unmarshal(raw, &fields) != nil {
		return h
	}
	_ = json.Unmarshal(fields["key"], &h.Key)
	_ = json.Unmarshal(fields["owner"], &h.Owner)
	_ = json.Unmarshal(fields["seq"], &h.Seq)
	return h
}

// unknown returns the fields of a raw entry that this version does not know.
func unknown(raw []byte) (map[string]json.RawMessage, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, err
	}
	delete(all, derivedField)
	for name := range all {
		for _, f := range fields {
			// The decoder takes a name in any case, and so do we.
			if strings.EqualFold(name, f.name) {
				delete(all, name)
			}
		}
	}
	return all, nil
}

// wellFormed says that every text of a new entry is valid UTF-8: the store
// would silently change any other bytes, and the fingerprint with them.
func wellFormed(e entry.Entry) bool {
	texts := append([]string{
		e.Key, e.Owner, e.Store, e.Op, e.Record, e.Ref, e.Title, e.Body, e.Fingerprint, e.Reason, e.Mine,
	}, e.Parents...)
	for _, s := range texts {
		if !utf8.ValidString(s) {
			return false
		}
	}
	return e.Key != "" && e.Op != "" && e.Record != ""
}

// plainText says that a text needs no repair: the general decoder replaces what
// is not UTF-8, and refuses control characters.
func plainText(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 {
			return false
		}
	}
	return utf8.ValidString(s)
}
