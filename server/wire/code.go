package wire

// Code names a problem. Clients branch on it, never on status or text alone.
type Code string

// The codes of section 8, each with when it is answered, as the contract prints it.
const (
	CodeMalformed            Code = "malformed"              // not JSON, a wrong type, an unknown field, invalid UTF-8, an id that is no ULID
	CodeBodyAltered          Code = "body_altered"           // the bytes are not the ones that were sent
	CodeUnauthenticated      Code = "unauthenticated"        // no session, or an expired one
	CodeBadCredentials       Code = "bad_credentials"        // a wrong name or password
	CodeWrongUser            Code = "wrong_user"             // another user's write
	CodeForbidden            Code = "forbidden"              // signed in, but not allowed
	CodeCrossOrigin          Code = "cross_origin"           // sent from another site
	CodeNotFound             Code = "not_found"              // no such record, or not the caller's to see; the id is echoed
	CodeNoSuchRoute          Code = "no_such_route"          // no such path under /api/
	CodeMethodNotAllowed     Code = "method_not_allowed"     // the path is there, but not for this method
	CodeIDExists             Code = "id_exists"              // the primary key is taken by the same owner and fingerprint: a replay
	CodeIDReused             Code = "id_reused"              // the primary key is taken by anything else
	CodeDuplicateCode        Code = "duplicate_code"         // any other unique value is taken by another row
	CodeForeignKey           Code = "foreign_key"            // it refers to a row that is not there
	CodeInvalidTransition    Code = "invalid_transition"     // the record's state does not allow it; current says which
	CodeCursorExpired        Code = "cursor_expired"         // start the changes again
	CodePayloadTooLarge      Code = "payload_too_large"      // over the limit, counted after decompression
	CodeUnsupportedMediaType Code = "unsupported_media_type" // not the type that the route reads
	CodeValidationFailed     Code = "validation_failed"      // the fields that errors names, equal lines too
	CodeClientIDNotAccepted  Code = "client_id_not_accepted" // a transition that carries a client id
	CodeUpgradeRequired      Code = "upgrade_required"       // the client's contract number is no longer served
	CodeRateLimited          Code = "rate_limited"           // too many requests; with Retry-After
	CodeInternal             Code = "internal"               // a bug: logged with its stack and request id, never dressed up as a conflict
	CodeOverloaded           Code = "overloaded"             // load is shed; with Retry-After
	CodeDraining             Code = "draining"               // the server is shutting down; with Retry-After
	CodeContractAhead        Code = "contract_ahead"         // an older server than the contract that was asked in; with Retry-After
	CodeBusy                 Code = "busy"                   // the database cannot be written or read for now; with Retry-After
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
