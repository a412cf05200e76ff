package idbqueue

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"waybill/idbqueue/entry"
)

// ledger is the totals record: all owners' counts, and the last number given.
// It changes in the transaction of each move.
type ledger struct {
	Seq    int64                    `json:"seq"`
	Owners map[string]*entry.Totals `json:"owners"`
	dirty  bool
}

const ledgerName = "totals"

// readLedger never fails: what cannot be read is found out by Check, and no
// move waits for it.
func readLedger(raw json.RawMessage) *ledger {
	l, ok := decodeLedger(raw)
	if !ok {
		l = &ledger{}
		if raw == nil || json.Unmarshal(raw, l) != nil {
			l = &ledger{}
		}
	}
	if l.Owners == nil {
		l.Owners = map[string]*entry.Totals{}
	}
	return l
}

func (l *ledger) of(owner string) *entry.Totals {
	t := l.Owners[owner]
	if t == nil {
		t = &entry.Totals{}
		l.Owners[owner] = t
	}
	if t.Days == nil {
		t.Days = map[string]int{}
	}
	return t
}

// add counts an entry in, or out with by = -1.
func (l *ledger) add(e entry.Entry, by int) { l.count(e.Owner, bucketOf(e), dayOf(e), by) }

// addUnreadable is add for an entry of which only the owner is known.
func (l *ledger) addUnreadable(owner string, by int) { l.count(owner, entry.BucketUnreadable, "", by) }

func (l *ledger) count(owner, bucket, day string, by int) {
	l.dirty = true
	t := l.of(owner)
	n := t.Count(bucket)
	*n = max(0, *n+by)
	if day != "" {
		if t.Days[day] += by; t.Days[day] <= 0 {
			delete(t.Days, day)
		}
	}
	if t.Empty() {
		delete(l.Owners, owner)
	}
}

// move counts an entry out of where it was and into where it is.
func (l *ledger) move(before, after entry.Entry) {
	if before.Owner == after.Owner && bucketOf(before) == bucketOf(after) && dayOf(before) == dayOf(after) {
		return
	}
	l.add(before, -1)
	l.add(after, +1)
}

// all counts every entry.
func (l *ledger) all() int {
	n := 0
	for _, t := range l.Owners {
		n += t.Unsent() + t.Sent + t.Discarded
	}
	return n
}

// unsent counts the unsent entries of everybody.
func (l *ledger) unsent() int {
	n := 0
	for _, t := range l.Owners {
		n += t.Unsent()
	}
	return n
}

// view is what an owner is told.
func (l *ledger) view(owner string, oldest int64) entry.Totals {
	t := *l.of(owner)
	t.Days = maps.Clone(t.Days)
	t.Oldest = oldest
	if owner != "" {
		t.Unowned = l.of("").Unsent()
	}
	t.Others = l.unsent() - t.Unsent() - t.Unowned
	return t
}

// raw writes the record; like an entry it is read and written for every move.
func (l *ledger) raw() json.RawMessage {
	b := append(make([]byte, 0, 512), `{"seq":`...)
	b = append(strconv.AppendInt(b, l.Seq, 10), `,"owners":{`...)
	for i, owner := range sortedKeys(l.Owners) {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendTotals(l.Owners[owner], appendName(b, owner))
	}
	return append(b, "}}"...)
}

func appendTotals(t *entry.Totals, b []byte) []byte {
	b = append(b, '{')
	for _, bucket := range entry.BucketNames {
		b = strconv.AppendInt(appendName(b, bucket), int64(*t.Count(bucket)), 10)
		b = append(b, ',')
	}
	b = append(b, `"days":{`...)
	for i, day := range sortedKeys(t.Days) {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(appendName(b, day), int64(t.Days[day]), 10)
	}
	return append(b, "}}"...)
}

// decodeLedger reads what raw writes; anything else is the general decoder's.
func decodeLedger(raw []byte) (*ledger, bool) {
	s, l := scanner{text: string(raw)}, &ledger{Owners: map[string]*entry.Totals{}}
	ok := s.object(func(name string) bool {
		switch name {
		case "seq":
			return s.number(&l.Seq)
		case "owners":
			return s.object(func(owner string) bool { return s.totals(l.of(owner)) })
		}
		return false
	})
	return l, ok && s.at == len(s.text)
}

func (s *scanner) totals(t *entry.Totals) bool {
	return s.object(func(name string) bool {
		switch {
		case name == "days":
			return s.object(func(day string) bool {
				var n int
				ok := s.into(&n)
				t.Days[day] = n
				return ok
			})
		case slices.Contains(entry.BucketNames, name):
			return s.into(t.Count(name))
		}
		return false
	})
}

// sortedKeys sorts pointers, because the code for sorting pointers is in the
// worker already and that for texts is not.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]*string, 0, len(m))
	for key := range m {
		keys = append(keys, &key)
	}
	slices.SortFunc(keys, func(a, b *string) int { return strings.Compare(*a, *b) })
	out := make([]string, len(keys))
	for i, key := range keys {
		out[i] = *key
	}
	return out
}
