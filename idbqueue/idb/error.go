package idb

import "errors"

// ErrClosed is returned by a connection that was closed, by its owner, by the
// browser, or because another context upgrades the database.
var ErrClosed = errors.New("idb: the connection is closed")

// ErrUnavailable is returned by Open where there is no IndexedDB at all.
var ErrUnavailable = errors.New("idb: there is no IndexedDB here")

// Error is an exception of the browser's.
type Error struct {
	Name    string // as the standard names it, "QuotaExceededError"
	Message string // for logs: it differs by browser
}

// The names that callers tell apart, as targets for errors.Is.
var (
	ErrAbort        = Error{Name: "AbortError"}
	ErrConstraint   = Error{Name: "ConstraintError"}
	ErrInactive     = Error{Name: "TransactionInactiveError"}
	ErrInvalidState = Error{Name: "InvalidStateError"}
	ErrNotFound     = Error{Name: "NotFoundError"}
	ErrQuota        = Error{Name: "QuotaExceededError"}
	ErrUnknown      = Error{Name: "UnknownError"}
	ErrVersion      = Error{Name: "VersionError"}
)

func (e Error) Error() string { return "idb: " + e.Name + ": " + e.Message }

// Is compares the name alone.
func (e Error) Is(target error) bool {
	other, ok := target.(Error)
	return ok && other.Name == e.Name
}
