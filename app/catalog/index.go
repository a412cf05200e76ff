package catalog

import (
	"encoding/json"
	"slices"
	"strings"

	"waybill/app/port"
	"waybill/app/sorting"
	"waybill/server/wire"
)

// row is one record in the index, decoded and folded once.
type row struct {
	id, code, name string
	rec            any
	raw            json.RawMessage
	foldCode       string
	foldName       string
}

// index finds records of one kind. A scan over thousands of folded strings
// takes a few milliseconds, so it needs no cleverness.
type index struct {
	kind wire.Kind
	rows []row
	byID map[string]int
}

func newIndex(kind wire.Kind) *index { return &index{kind: kind, byID: map[string]int{}} }

// put adds or replaces records. One that cannot be read is left out: the copy
// is disposable and the office has it.
func (x *index) put(list []json.RawMessage) {
	for _, raw := range list {
		r, ok := rowOf(x.kind, raw)
		if !ok {
			continue
		}
		if i, here := x.byID[r.id]; here {
			x.rows[i] = r
			continue
		}
		x.byID[r.id] = len(x.rows)
		x.rows = append(x.rows, r)
	}
}

func (x *index) drop(ids []string) {
	x.rows = slices.DeleteFunc(x.rows, func(r row) bool { return slices.Contains(ids, r.id) })
	clear(x.byID)
	for i, r := range x.rows {
		x.byID[r.id] = i
	}
}

func (x *index) get(id string) any {
	if i, ok := x.byID[id]; ok {
		return x.rows[i].rec
	}
	return nil
}

// hit is a row that matches, and how well.
type hit struct{ row, rank int }

// search returns the best matches; an empty text matches all. Orders come the
// newest first, whatever matched: their ids are made in the order of time.
func (x *index) search(text string, limit int) []port.Found {
	hits := sorting.By(x.match(Fold(text)), func(a, b *hit) int {
		if x.kind == wire.KindOrders {
			return strings.Compare(x.rows[b.row].id, x.rows[a.row].id)
		}
		if a.rank != b.rank {
			return a.rank - b.rank
		}
		return strings.Compare(x.rows[a.row].code, x.rows[b.row].code)
	})
	if limit > 0 && len(hits) > limit {
		hits = hits[:limit]
	}
	out := make([]port.Found, len(hits))
	for i, h := range hits {
		r := &x.rows[h.row]
		out[i] = port.Found{ID: r.id, Code: r.code, Name: r.name, Record: r.rec, Rank: h.rank}
	}
	return out
}

func (x *index) match(text string) []hit {
	words := strings.Fields(text)
	var hits []hit
	for i := range x.rows {
		n := 0
		if len(words) > 0 {
			if n = rank(x.rows[i].foldCode, x.rows[i].foldName, text, words); n == rankNone {
				continue
			}
		}
		hits = append(hits, hit{i, n})
	}
	return hits
}

func rowOf(kind wire.Kind, raw json.RawMessage) (r row, ok bool) {
	switch kind {
	case wire.KindCustomers:
		r, ok = rowFrom(raw, func(v wire.Customer) row { return row{id: v.ID, code: v.Code, name: v.Name, rec: v} })
	case wire.KindProducts:
		r, ok = rowFrom(raw, func(v wire.Product) row { return row{id: v.ID, code: v.Code, name: v.Name, rec: v} })
	case wire.KindOrders:
		r, ok = rowFrom(raw, func(v wire.Order) row { return row{id: v.ID, code: v.Number, name: v.Note, rec: v} })
	case wire.KindDispatches:
		r, ok = rowFrom(raw, func(v wire.Dispatch) row { return row{id: v.ID, code: v.Number, name: v.Summary, rec: v} })
	}
	if !ok {
		return row{}, false
	}
	r.raw, r.foldCode, r.foldName = raw, Fold(r.code), Fold(r.name)
	return r, true
}

// rowFrom reads a record of one kind; one without an id is none.
func rowFrom[T any](raw json.RawMessage, of func(T) row) (row, bool) {
	v, ok := wire.Decode[T](raw)
	if !ok {
		return row{}, false
	}
	r := of(v)
	return r, r.id != ""
}
