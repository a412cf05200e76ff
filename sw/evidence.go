package sw

import (
	"encoding/json"
	"strconv"

	"waybill/server/wire"
)

// Evidence is what came back from one exchange, before anybody judges it. The
// zero value is "nothing came back". Times are milliseconds by the device's
// clock.
type Evidence struct {
	Answered   bool   // a status line came back
	Redirected bool   // a redirect was met, followed or not (an opaque redirect has status 0)
	Whole      bool   // the body arrived to its last byte, within the bounds
	Status     int    // 0 where the browser hides it
	Contract   string // the Waybill-Contract header
	RetryAfter string // the Retry-After header, lines joined by ", "
	Date       string // the Date header
	Age        string // the Age header
	Ask        string // the value that the question carried, empty: none
	Asked      string // the Waybill-Asked header: the value that the answer is for
	Body       []byte
	TimedOut   bool // the exchange's bound ended it
	LeftAt     int64
	ArrivedAt  int64
}

// Proof says who answered (section 1).
type Proof int

// The zero value is the one that proves nothing.
const (
	NoAnswer Proof = iota // nothing came back, or not all of it
	Unproven              // somebody answered, but not provably the office
	Proven                // the office answered
)

// Proof weighs the evidence: header, no redirect, a whole body that is JSON,
// and an answer to this very question. What a cache kept was one to another.
func (e Evidence) Proof() Proof {
	switch {
	case e.Redirected && e.Answered:
		return Unproven // its body is hidden, so it cannot be missed
	case !e.Answered || !e.Whole:
		return NoAnswer
	case contractNumber(e.Contract) == 0 || !json.Valid(e.Body) || e.Ask != "" && e.Asked != e.Ask:
		return Unproven
	}
	return Proven
}

// unmarked says that the answer looks like the office's own, and lacks its mark:
// a problem document with a code and a request's id, a record, a list, a batch
// or a session. It proves nothing, and tells what to say.
func (e Evidence) unmarked() bool {
	if e.Proof() != Unproven || e.Redirected || contractNumber(e.Contract) != 0 {
		return false
	}
	if e.Status >= 400 {
		r := Read(e.Body)
		return r.Code != "" && r.RequestID != ""
	}
	var b struct {
		CreatedBy string          `json:"created_by"`
		Store     string          `json:"store"`
		Items     json.RawMessage `json:"items"`
		Results   json.RawMessage `json:"results"`
	}
	_ = json.Unmarshal(e.Body, &b)
	return b.CreatedBy+b.Store != "" || b.Items != nil || b.Results != nil
}

// Speaks says whether the response is in a contract that this client speaks;
// one that is not counts as 426 whatever its status.
func (e Evidence) Speaks() bool { return contractNumber(e.Contract) == wire.Contract }

// contractNumber reads the header; 0 for anything but a positive number.
func contractNumber(header string) int {
	n, err := strconv.Atoi(header)
	if err != nil || n < 1 {
		return 0
	}
	return n
}

// reply is the part of a proven body that verdicts read: of a record, of a
// problem document, or of both.
type reply struct {
	ID          string          `json:"id"`
	Fingerprint string          `json:"fingerprint"`
	CreatedBy   string          `json:"created_by"`
	State       string          `json:"state"`
	Number      string          `json:"number"`
	Code        wire.Code       `json:"code"`
	RequestID   string          `json:"request_id"`
	Current     json.RawMessage `json:"current"`
	NotStored   bool            `json:"not_stored"`
}

// Read decodes what it can; a body of another shape reads as empty, which
// proves nothing. A customer's business code shares the name "code" with a
// problem's: who takes it for one looks at the status first.
func Read(body []byte) reply {
	var r reply
	_ = json.Unmarshal(body, &r)
	return r
}
