package wire

// Code names a problem. Clients branch on it, never on status or text alone.
type Code string

// The codes of section 8.
const (
	CodeMalformed            Code = "malformed"
	CodeBodyAltered          Code = "body_altered"
	CodeUnauthenticated      Code = "unauthenticated"
	CodeBadCredentials       Code = "bad_credentials"
	CodeWrongUser            Code = "wrong_user"
	CodeForbidden            Code = "forbidden"
	CodeCrossOrigin          Code = "cross_origin"
	CodeNotFound             Code = "not_found"
	CodeNoSuchRoute          Code = "no_such_route"
	CodeMethodNotAllowed     Code = "method_not_allowed"
	CodeIDExists             Code = "id_exists"
	CodeIDReused             Code = "id_reused"
	CodeDuplicateCode        Code = "duplicate_code"
	CodeForeignKey           Code = "foreign_key"
	CodeInvalidTransition    Code = "invalid_transition"
	CodeCursorExpired        Code = "cursor_expired"
	CodePayloadTooLarge      Code = "payload_too_large"
	CodeUnsupportedMediaType Code = "unsupported_media_type"
	CodeValidationFailed     Code = "validation_failed"
	CodeClientIDNotAccepted  Code = "client_id_not_accepted"
	CodeUpgradeRequired      Code = "upgrade_required"
	CodeRateLimited          Code = "rate_limited"
	CodeInternal             Code = "internal"
	CodeOverloaded           Code = "overloaded"
	CodeDraining             Code = "draining"
	CodeContractAhead        Code = "contract_ahead"
	CodeBusy                 Code = "busy"
)

// CodeSpec is one row of the table of codes: the status it travels with and the
// title that people read.
type CodeSpec struct {
	Code   Code
	Status int
	Title  string
}

// Codes is the one table that server and client both read.
var Codes = []CodeSpec{
	{CodeMalformed, 400, "The request is not what this route reads"},
	{CodeBodyAltered, 400, "The bytes are not the ones that were sent"},
	{CodeUnauthenticated, 401, "Please sign in"},
	{CodeBadCredentials, 401, "Name or password is wrong"},
	{CodeWrongUser, 401, "This belongs to another user"},
	{CodeForbidden, 403, "Not allowed"},
	{CodeCrossOrigin, 403, "Sent from another site"},
	{CodeNotFound, 404, "No such record"},
	{CodeNoSuchRoute, 404, "No such route"},
	{CodeMethodNotAllowed, 405, "No such method on this route"},
	{CodeIDExists, 409, "Already here"},
	{CodeIDReused, 409, "The id is taken by other content"},
	{CodeDuplicateCode, 409, "The code is taken"},
	{CodeForeignKey, 409, "It refers to something that is not here"},
	{CodeInvalidTransition, 409, "The record's state does not allow this"},
	{CodeCursorExpired, 410, "Start the changes again"},
	{CodePayloadTooLarge, 413, "Too large"},
	{CodeUnsupportedMediaType, 415, "Not JSON"},
	{CodeValidationFailed, 422, "Some fields need correcting"},
	{CodeClientIDNotAccepted, 422, "This route takes no client id"},
	{CodeUpgradeRequired, 426, "Please update the app"},
	{CodeRateLimited, 429, "Too many requests"},
	{CodeInternal, 500, "Something broke at the office"},
	{CodeOverloaded, 503, "The office is overloaded"},
	{CodeDraining, 503, "The office is restarting"},
	{CodeContractAhead, 503, "The office is being updated"},
	{CodeBusy, 503, "The office is busy"},
}

// Spec returns the row of a code; ok is false for a code that this contract
// does not name (a newer server's, or a stranger's).
func (c Code) Spec() (spec CodeSpec, ok bool) {
	for _, s := range Codes {
		if s.Code == c {
			return s, true
		}
	}
	return CodeSpec{}, false
}

// Judges says whether the code is a verdict on the record itself (section 3:
// only such a code can end as rejected). It is all that the worker asks of a
// code, which so loads none of the titles.
func (c Code) Judges() bool {
	switch c {
	case CodeMalformed, CodeForbidden, CodeNotFound, CodePayloadTooLarge, CodeValidationFailed, CodeClientIDNotAccepted:
		return true
	}
	return false
}
