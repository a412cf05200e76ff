package idbqueue

import (
	"context"
	"errors"
	"fmt"

	"waybill/idbqueue/entry"
	"waybill/idbqueue/idb"
)

// domErrors says what an exception of the browser's is to the outbox, while
// the database opens and in a transaction. It is the one place for that.
var domErrors = []struct {
	is     error
	atOpen error
	inTx   error
}{
	{idb.ErrQuota, entry.ErrQuota, entry.ErrQuota},
	{idb.ErrConstraint, entry.ErrDamaged, entry.ErrExists}, // only a new entry must not be there already
	{idb.ErrUnavailable, entry.ErrNone, entry.ErrNone},
	{idb.Error{Name: "SecurityError"}, entry.ErrNone, entry.ErrNone},
	{idb.Error{Name: "NotSupportedError"}, entry.ErrNone, entry.ErrNone},
	{idb.ErrInvalidState, entry.ErrNone, entry.ErrGone}, // at open: a private window that forbids writing
	{idb.ErrClosed, entry.ErrGone, entry.ErrGone},
	{idb.ErrAbort, entry.ErrDamaged, entry.ErrGone}, // nobody of ours aborted: the connection was cut
	{idb.ErrUnknown, entry.ErrDamaged, entry.ErrGone},
	{idb.Error{Name: "TimeoutError"}, entry.ErrDamaged, entry.ErrGone}, // ours, for a transaction that never ended
}

// storageFailure puts an error of the browser's under its sentinel, and leaves
// others as they are. The cause stays readable beneath.
func storageFailure(err error, opening bool) error {
	if err == nil || errors.Is(err, entry.ErrStorage) || !ofBrowser(err) {
		return err
	}
	for _, row := range domErrors {
		if errors.Is(err, row.is) {
			if opening {
				return fmt.Errorf("%w: %w", row.atOpen, err)
			}
			return fmt.Errorf("%w: %w", row.inTx, err)
		}
	}
	if opening {
		return fmt.Errorf("%w: %w", entry.ErrDamaged, err)
	}
	return fmt.Errorf("%w: %w", entry.ErrStorage, err)
}

// ofBrowser tells the browser's errors from what a transaction's own function
// decided.
func ofBrowser(err error) bool {
	var e idb.Error
	return errors.As(err, &e) || errors.Is(err, idb.ErrClosed) || errors.Is(err, idb.ErrUnavailable)
}

// lost says that the connection is of no use any more, and another may be.
func lost(err error) bool {
	return ofBrowser(err) && errors.Is(storageFailure(err, false), entry.ErrGone)
}

// worthRetry says that opening again may help: what is not there, or forbidden,
// will not come.
func worthRetry(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(storageFailure(err, true), entry.ErrDamaged)
}
