package wire

import "encoding/json"

// Problem is an RFC 9457 problem document, the only shape in which the API
// reports an error (section 8).
type Problem struct {
	Type       string          `json:"type"`
	Title      string          `json:"title"`
	Status     int             `json:"status"`
	Code       Code            `json:"code"`
	Detail     string          `json:"detail,omitempty"`
	RequestID  string          `json:"request_id"`
	ID         string          `json:"id,omitempty"`
	Errors     []FieldError    `json:"errors,omitempty"`
	Current    json.RawMessage `json:"current,omitempty"`     // the whole record as the office has it
	ExistingID string          `json:"existing_id,omitempty"` // where the caller may read it
	// NotStored says that the server has looked, and that the refused write is
	// not in the store: no record has its id; for a transition, the record is not
	// in the state that it asks for. Without it a refusal proves nothing about
	// the write, because a browser or a proxy may have sent it twice.
	NotStored bool `json:"not_stored,omitempty"`
}

// Error makes a Problem an error, for the code that only passes it on.
func (p *Problem) Error() string {
	if p.Detail != "" {
		return string(p.Code) + ": " + p.Detail
	}
	return string(p.Code)
}

// NewProblem fills status, title and type from the table of codes.
func NewProblem(code Code, detail string) *Problem {
	spec, ok := code.Spec()
	if !ok {
		spec, _ = CodeInternal.Spec()
	}
	return &Problem{
		Type:   "urn:waybill:problem:" + string(spec.Code),
		Title:  spec.Title,
		Status: spec.Status,
		Code:   spec.Code,
		Detail: detail,
	}
}
