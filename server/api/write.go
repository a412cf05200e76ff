package api

import (
	"net/http"

	"waybill/server/store"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
)

// checked is what the bodies of package wire have in common.
type checked[T any] interface {
	Clean() T
	Check() []wire.FieldError
}

// create answers a POST that brings a client id.
func create(op wire.Op) func(*API, http.ResponseWriter, *request) (answer, error) {
	return func(a *API, _ http.ResponseWriter, r *request) (answer, error) {
		w, err := known(readCreate(op, r.actor(), r.body))
		if err != nil {
			return answer{}, err
		}
		return a.apply(r, w)
	}
}

// transition answers a POST that changes the state of a record.
func transition(op wire.Op) func(*API, http.ResponseWriter, *request) (answer, error) {
	return func(a *API, _ http.ResponseWriter, r *request) (answer, error) {
		w, err := known(readTransition(op, r.actor(), r.vars["id"], r.body))
		if err != nil {
			return answer{}, err
		}
		return a.apply(r, w)
	}
}

// known lets a refusal of a write's shape go to the store, where the id could
// be read: an earlier copy of the request may have been stored (section 3).
func known(w store.Write, err error) (store.Write, error) {
	p, refused := err.(*wire.Problem)
	if !refused || !wire.ValidID(w.Record) {
		return w, err
	}
	p.ID = w.Record
	w.Body, w.Refusal = nil, p
	return w, nil
}

func (a *API) apply(r *request, w store.Write) (answer, error) {
	results, err := a.Store.Apply(r.http.Context(), a.Now(), []store.Write{w})
	if err != nil {
		return answer{}, err
	}
	if p := results[0].Problem; p != nil {
		return answer{}, p
	}
	return answer{results[0].Status, results[0].Record}, nil
}

// readCreate does the shape of a create: strict decoding, the client id, the
// fields. The fingerprint is that of the bytes as they came. A create that is
// refused has the id that can still be read, or none.
func readCreate(op wire.Op, who store.Actor, body []byte) (w store.Write, err error) {
	w = store.Write{Actor: who, Op: op, Fingerprint: fingerprint.Of(body)}
	switch op {
	case wire.OpCustomerCreate:
		b, bad := readBody[wire.CustomerBody](body)
		w.Record, w.Body, err = b.ID, b, withID(b.ID, bad)
	case wire.OpProductCreate:
		b, bad := readBody[wire.ProductBody](body)
		w.Record, w.Body, err = b.ID, b, withID(b.ID, bad)
	default:
		b, bad := readBody[wire.OrderBody](body)
		w.Record, w.Body, err = b.ID, b, withID(b.ID, bad)
	}
	if err != nil {
		w.Record = readID(body)
	}
	return w, err
}

// readTransition does the shape of a transition. A client id is looked for
// first: with one, "already applied" would have no meaning.
func readTransition(op wire.Op, who store.Actor, record string, body []byte) (w store.Write, err error) {
	w = store.Write{Actor: who, Op: op, Record: record}
	if carriesID(body) {
		return w, wire.NewProblem(wire.CodeClientIDNotAccepted, "")
	}
	switch op {
	case wire.OpDispatchDeliver:
		w.Body, err = readBody[wire.DeliverBody](body)
	case wire.OpDispatchFail:
		w.Body, err = readBody[wire.FailBody](body)
	default:
		w.Body, err = readBody[wire.CancelBody](body)
	}
	return w, err
}

// readBody decodes, cleans and checks.
func readBody[T checked[T]](body []byte) (T, error) {
	b, err := decode[T](body)
	if err != nil {
		return b, err
	}
	b = b.Clean()
	if fields := b.Check(); len(fields) > 0 {
		p := wire.NewProblem(wire.CodeValidationFailed, "")
		p.Errors = fields
		return b, p
	}
	return b, nil
}

// withID checks the client id, which goes before the fields.
func withID(id string, err error) error {
	p, refused := err.(*wire.Problem)
	if (!refused || p.Code == wire.CodeValidationFailed) && !wire.ValidID(id) {
		return wrong("/id", wire.FieldNotAnID, "must be an upper-case ULID")
	}
	return err
}
