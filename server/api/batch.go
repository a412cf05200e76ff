package api

import (
	"encoding/json"
	"fmt"
	"net/http"

	"waybill/server/store"
	"waybill/server/wire"
)

// batch answers up to 100 writes at once. Owner and session are checked once,
// everything else for each write, with the verdict that it would have got
// alone. A commit that fails is the batch's own answer: 503 busy.
func (a *API) batch(_ http.ResponseWriter, r *request) (answer, error) {
	b, err := readBatch(r.body)
	if err != nil {
		return answer{}, err
	}
	out := wire.BatchAnswer{Results: make([]wire.BatchResult, len(b.Writes))}
	var writes []store.Write
	var at []int // writes[j] is item at[j]
	for i, item := range b.Writes {
		w, err := known(readItem(r, item))
		if err != nil {
			out.Results[i] = a.refused(r, item.Ref, err)
			continue
		}
		writes, at = append(writes, w), append(at, i)
	}
	if len(writes) == 0 {
		return answer{200, out}, nil
	}
	results, err := a.Store.Apply(r.http.Context(), a.Now(), writes)
	if err != nil {
		return answer{}, err
	}
	for j, res := range results {
		out.Results[at[j]] = a.result(r, b.Writes[at[j]].Ref, res)
	}
	return answer{200, out}, nil
}

func readBatch(body []byte) (wire.Batch, error) {
	b, err := decode[wire.Batch](body)
	switch {
	case err != nil:
		return b, err
	case len(b.Writes) == 0 || len(b.Writes) > wire.BatchMax:
		return b, wire.NewProblem(wire.CodeMalformed, fmt.Sprintf("A batch holds 1 to %d writes.", wire.BatchMax))
	}
	refs := map[string]bool{}
	for i, w := range b.Writes {
		if w.Ref == "" || refs[w.Ref] {
			return b, wrong(fmt.Sprintf("/writes/%d/ref", i), wire.FieldNotUnique, "must be there and unlike all others")
		}
		refs[w.Ref] = true
	}
	return b, nil
}

// readItem takes one write of a batch down the same checks as a request.
func readItem(r *request, item wire.BatchWrite) (store.Write, error) {
	who := r.actor()
	spec, record, ok := wire.OpFor(item.Method, item.Path)
	if !ok {
		return store.Write{}, wire.NewProblem(wire.CodeNoSuchRoute, "No write of a batch goes there.")
	}
	if len(item.Body) > wire.BodyMax {
		return store.Write{}, tooLarge(wire.BodyMax)
	}
	if fingerprintLost(r, item.Fingerprint) {
		return store.Write{}, wire.NewProblem(wire.CodeBodyAltered, "")
	}
	if err := sameBytes(item.Body, item.Fingerprint); err != nil {
		return store.Write{}, err
	}
	if spec.Create {
		return readCreate(spec.Op, who, item.Body)
	}
	return readTransition(spec.Op, who, record, item.Body)
}

func (a *API) result(r *request, ref string, res store.Result) wire.BatchResult {
	switch {
	case res.Err != nil:
		return a.refused(r, ref, res.Err)
	case res.Problem != nil:
		return a.refused(r, ref, res.Problem)
	}
	body, err := wire.Encode(res.Record)
	if err != nil {
		return a.refused(r, ref, err)
	}
	return wire.BatchResult{Ref: ref, Status: res.Status, Body: body}
}

// refused is one item's problem, as the exit would have written it.
func (a *API) refused(r *request, ref string, err error) wire.BatchResult {
	p, after := problemOf(err)
	a.tell(r, p, err)
	out := wire.BatchResult{Ref: ref, Status: p.Status, Body: json.RawMessage(problemBody(r, p))}
	if after > 0 {
		n := seconds(after)
		out.RetryAfter = &n
	}
	return out
}
