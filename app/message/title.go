package message

import (
	"encoding/json"
	"time"

	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// OrderState is the state of an order in the local copy, empty: not there.
func OrderState(p *port.Ports, id string) string {
	o, _ := p.Catalogue.Get(wire.KindOrders, id).(wire.Order)
	return o.State
}

// TitleOf is a write's own title, or the name of its operation.
func TitleOf(t *i18n.Words, e entry.Entry) string {
	if e.Title != "" {
		return e.Title
	}
	return t.OpName(wire.Op(e.Op))
}

// RecordTitle names a record by code and name or by number.
func RecordTitle(p *port.Ports, rec json.RawMessage) string {
	var r struct{ Code, Name, Number string }
	if json.Unmarshal(rec, &r) != nil {
		return ""
	}
	if r.Number != "" {
		return r.Number
	}
	return CodeName(r.Code, r.Name)
}

// Refusals are the field errors of the latest answer; what a newer office wrote
// in another way hides none of the rest.
func Refusals(e entry.Entry) []wire.FieldError {
	if e.Answer == nil {
		return nil
	}
	p, _ := wire.Decode[wire.Problem](json.RawMessage(e.Answer.Problem))
	return p.Errors
}

// Rfc3339 is a moment in milliseconds as RFC 3339 text in UTC, empty for 0.
func Rfc3339(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339)
}

// CorrectionDraft is the name under which a form keeps what is typed of a
// write's correction.
func CorrectionDraft(e entry.Entry) string {
	form := "dispatch-" + e.Record
	switch wire.Op(e.Op) {
	case wire.OpOrderCreate:
		form = "order"
	case wire.OpCustomerCreate:
		form = "customer"
	case wire.OpProductCreate:
		form = "product"
	}
	return form + ":" + e.Key
}
