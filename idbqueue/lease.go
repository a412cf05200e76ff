package idbqueue

import (
	"context"
	"encoding/json"

	"waybill/idbqueue/entry"
)

// Fence is a lease's number: it only grows, and a move under an older one is
// refused.
type Fence int64

// RecordLease names the lease's record. It is read like any other, and changes
// through Acquire, Renew, Release and Claim only.
const RecordLease = "lease"

// Clock gives the device's time in milliseconds. The lease reads it inside its
// transaction: a tab may freeze on the way there, and with the time of before
// it would take every younger lease for one that the clock has stranded.
type Clock func() int64

// At is a clock that stands still.
func At(ms int64) Clock { return func() int64 { return ms } }

// lease says who drains. Its time is a pair, like every other.
type lease struct {
	Fence  Fence  `json:"fence"`
	Holder string `json:"holder"`
	SetAt  int64  `json:"setAt"`
	ForMS  int64  `json:"forMs"`
}

// held says that the lease runs. A clock that ran back strands it for as long
// as it was given, not for as long as the clock jumped.
func (l lease) held(now int64) bool {
	passed := now - l.SetAt
	return passed < l.ForMS && -passed < l.ForMS
}

// readLease treats a record that it cannot read as no lease. Its number is
// kept wherever that can be read: a fence never runs back.
func readLease(raw json.RawMessage) lease {
	var l lease
	if raw == nil || json.Unmarshal(raw, &l) == nil {
		return l
	}
	var number struct{ Fence Fence }
	_ = json.Unmarshal(raw, &number)
	return lease{Fence: number.Fence}
}

func (w *work) putLease(l lease) error {
	raw, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return w.set(storeRecords, RecordLease, raw)
}

// Acquire takes the lease for d milliseconds. lockedAt is since when the caller
// holds the Web Lock, 0: it does not. A lease set before then was set by a
// context that has lost the lock since, and so is gone: its lease is taken over
// at once. One set later is the lease of a context that drains without the
// lock, alive for all that is known. holder names a context of its own (a
// tab's run, a worker's start); a holder who asks again takes over from itself.
// Errors: ErrLeaseHeld.
func (o *Outbox) Acquire(ctx context.Context, holder string, clock Clock, d, lockedAt int64) (Fence, error) {
	var fence Fence
	err := o.write(ctx, func(w *work) error {
		l, err := w.lease()
		if err != nil {
			return err
		}
		now := clock()
		if l.held(now) && l.Holder != holder && l.SetAt >= lockedAt {
			return entry.ErrLeaseHeld
		}
		fence = l.Fence + 1
		return w.putLease(lease{Fence: fence, Holder: holder, SetAt: now, ForMS: d})
	})
	if err != nil {
		return 0, failed("acquire", err)
	}
	return fence, nil
}

func (w *work) lease() (lease, error) {
	f, err := w.tx.read(byRecords(storeRecords, RecordLease))
	if err != nil {
		return lease{}, err
	}
	return readLease(f[0].records[RecordLease]), nil
}

// Renew extends a lease that is still the caller's: it ends d milliseconds from
// now. Errors: ErrLeaseLost.
func (o *Outbox) Renew(ctx context.Context, f Fence, clock Clock, d int64) error {
	return failed("renew", o.write(ctx, func(w *work) error {
		l, err := w.lease()
		if err != nil {
			return err
		}
		if l.Fence != f {
			return entry.ErrLeaseLost
		}
		l.SetAt, l.ForMS = clock(), d
		return w.putLease(l)
	}))
}

// Release gives the lease up; one that is lost is no error.
func (o *Outbox) Release(ctx context.Context, f Fence) error {
	return failed("release", o.write(ctx, func(w *work) error {
		l, err := w.lease()
		if err != nil || l.Fence != f {
			return err
		}
		l.Holder, l.ForMS = "", 0
		return w.putLease(l)
	}))
}
