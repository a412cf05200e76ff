package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"waybill/server/store"
	"waybill/server/wire"
)

// pageDefault is the page of a list when nothing else is asked for.
const pageDefault = 100

// get answers with a record, or 404 that echoes the id.
func (a *API) get(_ http.ResponseWriter, r *request) (answer, error) {
	id := r.vars["id"]
	recs, err := a.Store.ByIDs(r.http.Context(), r.actor(), wire.Kind(r.vars["kind"]), []string{id})
	switch {
	case err != nil:
		return answer{}, err
	case len(recs) == 0:
		p := wire.NewProblem(wire.CodeNotFound, "")
		p.ID = id
		return answer{}, p
	}
	return answer{200, recs[0]}, nil
}

// list answers with a page, or with the records named in ids.
func (a *API) list(_ http.ResponseWriter, r *request) (answer, error) {
	kind, q := wire.Kind(r.vars["kind"]), r.http.URL.Query()
	if q.Has("ids") {
		return a.listIDs(r, kind, strings.Split(q.Get("ids"), ","))
	}
	limit, err := limitOf(q.Get("limit"))
	if err != nil {
		return answer{}, err
	}
	text := q.Get("q")
	if _, bad := wire.BadRune(text, false); bad || wire.Length(text) > wire.TextMax {
		return answer{}, wire.NewProblem(wire.CodeMalformed, "q is not a text to look for.")
	}
	recs, next, err := a.Store.List(r.http.Context(), r.actor(), kind, store.Query{Q: text, After: q.Get("after"), Limit: limit})
	if err != nil {
		return answer{}, err
	}
	items, err := encodeAll(recs)
	return answer{200, wire.List{Items: items, After: next}}, err
}

// listIDs answers a question about up to 100 ids, never paged: whatever is not
// in items is in missing.
func (a *API) listIDs(r *request, kind wire.Kind, ids []string) (answer, error) {
	if len(ids) > wire.IDsMax {
		return answer{}, wire.NewProblem(wire.CodeMalformed, fmt.Sprintf("At most %d ids at a time.", wire.IDsMax))
	}
	missing := map[string]bool{}
	for _, id := range ids {
		if !wire.ValidID(id) {
			return answer{}, wire.NewProblem(wire.CodeMalformed, "ids holds something that is not an id.")
		}
		missing[id] = true
	}
	recs, err := a.Store.ByIDs(r.http.Context(), r.actor(), kind, ids)
	if err != nil {
		return answer{}, err
	}
	out := idsAnswer{Missing: []string{}}
	if out.Items, err = encodeAll(recs); err != nil {
		return answer{}, err
	}
	for _, rec := range recs {
		delete(missing, rec.Base().ID)
	}
	for _, id := range ids {
		if missing[id] {
			out.Missing = append(out.Missing, id)
			delete(missing, id)
		}
	}
	return answer{200, out}, nil
}

// idsAnswer is [wire.List] with missing always there: its absence proves
// nothing to the client.
type idsAnswer struct {
	Items   []json.RawMessage `json:"items"`
	Missing []string          `json:"missing"`
}

func encodeAll(recs []wire.Record) ([]json.RawMessage, error) {
	items := make([]json.RawMessage, len(recs))
	for i, rec := range recs {
		b, err := wire.Encode(rec)
		if err != nil {
			return nil, err
		}
		items[i] = b
	}
	return items, nil
}

func limitOf(s string) (int, error) {
	if s == "" {
		return pageDefault, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > wire.PageMax {
		return 0, wire.NewProblem(wire.CodeMalformed, fmt.Sprintf("limit must lie between 1 and %d.", wire.PageMax))
	}
	return n, nil
}

// changes answers with a page of the changes feed.
func (a *API) changes(_ http.ResponseWriter, r *request) (answer, error) {
	q := r.http.URL.Query()
	limit, err := limitOf(q.Get("limit"))
	if err != nil {
		return answer{}, err
	}
	page, err := a.Store.Changes(r.http.Context(), r.actor(), q.Get("cursor"), limit)
	if err != nil {
		return answer{}, err
	}
	out := wire.Changes{Items: make([]wire.Change, len(page.Items)), Cursor: page.Cursor, More: page.More, Left: page.Left}
	for i, c := range page.Items {
		out.Items[i] = wire.Change{Kind: c.Kind, ID: c.ID, Deleted: c.Record == nil, Record: json.RawMessage("null")}
		if c.Record == nil {
			continue
		}
		if out.Items[i].Record, err = wire.Encode(c.Record); err != nil {
			return answer{}, err
		}
	}
	return answer{200, out}, nil
}
