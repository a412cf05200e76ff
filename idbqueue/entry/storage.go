package entry

import "errors"

// Kinds of storage failure. Each wraps [ErrStorage], so that a caller who only
// needs to know "the books failed" has one question to ask.
var (
	// ErrStorage: the store failed; nothing of the transaction was recorded.
	ErrStorage = errors.New("idbqueue: the store failed")
	// ErrQuota: the disk is full.
	ErrQuota = kind("the disk is full")
	// ErrGone: the connection to the database was lost and could not be had again.
	ErrGone = kind("the database is gone")
	// ErrBlocked: another tab keeps the database open at an older version.
	ErrBlocked = kind("another tab blocks the upgrade")
	// ErrOutdated: another tab needs a newer version; this one must reload.
	ErrOutdated = kind("a newer version of the app is open")
	// ErrNone: there is no usable IndexedDB here (a private window).
	ErrNone = kind("saving is off here")
	// ErrDamaged: the store does not open after a few tries.
	ErrDamaged = kind("the store is damaged")
)

type storageError string

func kind(text string) error { return storageError("idbqueue: " + text) }

func (e storageError) Error() string { return string(e) }

// Is makes every kind an ErrStorage.
func (e storageError) Is(target error) bool { return target == ErrStorage }
