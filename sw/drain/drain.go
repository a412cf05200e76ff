package drain

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/exchange"
)

// Outbox is what a drainer needs of the queue.
type Outbox interface {
	Acquire(ctx context.Context, holder string, clock idbqueue.Clock, d, lockedAt int64) (idbqueue.Fence, error)
	Renew(ctx context.Context, f idbqueue.Fence, clock idbqueue.Clock, d int64) error
	Release(ctx context.Context, f idbqueue.Fence) error
	Look(ctx context.Context, owner string, now int64, limit int) (entry.Snapshot, error)
	Claim(ctx context.Context, f idbqueue.Fence, owner string, until int64, moves []entry.Move) ([]entry.Entry, error)
	Settle(ctx context.Context, f idbqueue.Fence, moves []entry.Move, put ...entry.Record) (idbqueue.Settled, error)
	Get(ctx context.Context, key string) (entry.Entry, error)
	Page(ctx context.Context, owner string, l entry.List, before int64, limit int) ([]entry.Listed, error)
	Looks(ctx context.Context, owner string, now int64, limit int) ([]entry.Entry, error)
	Records(ctx context.Context, names ...string) (map[string]json.RawMessage, error)
	Prune(ctx context.Context, owner string, before int64, limit int) (int, error)
}

// Config is what a drainer is made of.
type Config struct {
	Outbox Outbox
	Sender exchange.Sender
	Holder string // names this context: a tab, or the worker
	Build  string

	Now      func() int64   // milliseconds since 1970, by the device's clock
	Day      func() string  // the device's local day
	Rand     func() float64 // uniform over [0, 1)
	Online   func() bool    // navigator.onLine; nil: true
	LockedAt func() int64   // since when this context holds the Web Lock, 0: it does not; nil: never
	Single   bool           // never batch
	Most     int            // writes in one batch, 0: as many as the contract lets
}

// Drainer carries out what the pure parts decide: look, plan, claim, send,
// classify, probe, settle. One goroutine at a time may call Step.
type Drainer struct {
	Config
	window   sw.Window
	fence    idbqueue.Fence
	leased   bool
	renewed  int64        // when the lease was taken or renewed
	owed     []entry.Move // proof that could not be recorded yet
	lookWait entry.Wait   // not before it is over, settled writes are looked up again
	prunedAt int64
	sweptAt  int64
	last     int64 // no exchange starts from this moment on, 0: there is none
}

// late says that no exchange may start any more.
func (d *Drainer) late() bool { return d.last != 0 && d.Now() >= d.last }

// New makes a drainer. It does nothing until its first Step.
func New(c Config) *Drainer {
	if c.Online == nil {
		c.Online = func() bool { return true }
	}
	if c.LockedAt == nil {
		c.LockedAt = func() int64 { return 0 }
	}
	d := &Drainer{Config: c, window: sw.NewWindow(c.Most)}
	d.window.Off = c.Single
	return d
}

// Report says what a step left behind.
type Report struct {
	Again  bool  // call Step again at once
	WakeAt int64 // otherwise: when something becomes due, 0: not by itself
	Busy   bool  // another drainer holds the lease
}

const (
	lookLimit   = 100
	leaseIdle   = 40 * time.Second // between exchanges; a claim extends it
	busyWait    = 5 * time.Second  // how long to leave another drainer alone
	storageWait = 10 * time.Second // after the books could not be kept
)

// Step does one turn. An error means that the books could not be kept: sending
// stops, every write stays as it was, and the caller tries again at WakeAt.
func (d *Drainer) Step(ctx context.Context) (Report, error) {
	report, err := d.step(ctx)
	switch {
	case err == nil:
		return report, nil
	case errors.Is(err, entry.ErrLeaseLost), errors.Is(err, entry.ErrOwner):
		// Somebody else drains, or has signed in: look again with fresh eyes.
		d.leased = d.leased && !errors.Is(err, entry.ErrLeaseLost)
		return Report{Again: true}, nil
	}
	return Report{WakeAt: d.Now() + storageWait.Milliseconds()}, err
}

func (d *Drainer) step(ctx context.Context) (Report, error) {
	if err := d.payOwed(ctx); err != nil {
		return Report{}, err
	}
	st, snap, err := d.look(ctx)
	if err != nil {
		return Report{}, err
	}
	plan := sw.PlanOf(snap, st, d.Build, d.window, d.Now(), d.Rand())
	if !d.leased {
		// With nothing to do there is nothing to write, the lease included: a
		// look that changed the outbox would wake every tab, for ever.
		if !d.work(st, snap, plan) {
			return Report{WakeAt: d.wakeAt(st, snap, plan)}, nil
		}
		// Whoever had the lease may have changed anything: look again with it.
		return d.acquire(ctx)
	}
	if err := d.renew(ctx); err != nil {
		return Report{}, err
	}
	return d.carryOut(ctx, st, snap, plan)
}

// carryOut does one thing: the first that is to be done.
func (d *Drainer) carryOut(ctx context.Context, st sw.Standing, snap entry.Snapshot, p sw.Plan) (Report, error) {
	again := Report{Again: true}
	switch {
	case st.SignOut != nil:
		return d.signOut(ctx, st)
	case st.Nudge.WakesMisfits(snap):
		return again, d.wakeMisfits(ctx, st)
	case !d.Online() && len(p.Group) > 0 && p.Holds.Device == nil:
		return again, d.settle(ctx, nil, sw.Record(sw.RecordHolds, p.Holds.Offline(d.Now(), d.Rand())), st.Unchanged(st.Nudge.Unreached()))
	case len(p.Moves) > 0 || p.Jumped:
		return again, d.settle(ctx, p.Moves, sw.Record(sw.RecordHolds, p.Holds))
	case asksFirst(st, snap, p):
		return again, d.askFirst(ctx, st)
	case len(p.Group) > 0:
		return again, d.turn(ctx, p, st)
	case d.recheckDue(st, p):
		return again, d.recheck(ctx, st, p)
	case d.lookDue(st, snap, p):
		return again, d.lookAgain(ctx, st, snap, p)
	}
	return d.idle(ctx, st, snap, p)
}

// work says whether a plan asks for anything that needs the lease.
func (d *Drainer) work(st sw.Standing, snap entry.Snapshot, p sw.Plan) bool {
	mends := len(p.Moves) > 0 || p.Jumped
	nudged := st.Nudge.At != 0 && !p.Kept
	signOut := st.SignOut != nil && (nudged || st.SignOut.Due(d.Now()))
	return signOut || st.SignOut == nil && (mends || nudged || len(p.Group) > 0 || d.recheckDue(st, p) || d.lookDue(st, snap, p))
}

// wakeAt is the one timer: whatever becomes due first.
func (d *Drainer) wakeAt(st sw.Standing, snap entry.Snapshot, p sw.Plan) int64 {
	if st.SignOut != nil {
		return st.SignOut.Until.DueAt() // until it is proved nothing else is sent
	}
	return earliest(p.WakeAt, d.askWake(st, snap, p))
}

func (d *Drainer) acquire(ctx context.Context) (Report, error) {
	fence, err := d.Outbox.Acquire(ctx, d.Holder, d.Now, leaseIdle.Milliseconds(), d.LockedAt())
	if errors.Is(err, entry.ErrLeaseHeld) {
		return Report{Busy: true, WakeAt: d.Now() + busyWait.Milliseconds()}, nil
	}
	if err != nil {
		return Report{}, err
	}
	d.fence, d.leased, d.renewed = fence, true, d.Now()
	return Report{Again: true}, nil
}

// renew keeps the lease running between exchanges, once half of it is over: a
// claim extends it by itself, and most steps can do without a transaction.
func (d *Drainer) renew(ctx context.Context) error {
	now := d.Now()
	if age := now - d.renewed; age >= 0 && age < leaseIdle.Milliseconds()/2 {
		return nil
	}
	err := d.Outbox.Renew(ctx, d.fence, d.Now, leaseIdle.Milliseconds())
	if err == nil {
		d.renewed = now
	}
	return err
}

// look reads one consistent picture. The owner comes from the outbox itself.
func (d *Drainer) look(ctx context.Context) (sw.Standing, entry.Snapshot, error) {
	records, err := d.Outbox.Records(ctx, entry.RecordUser)
	if err != nil {
		return sw.Standing{}, entry.Snapshot{}, err
	}
	owner := sw.ReadStanding(records).User.ID
	snap, err := d.Outbox.Look(ctx, owner, d.Now(), lookLimit)
	if err != nil {
		return sw.Standing{}, entry.Snapshot{}, err
	}
	st := sw.ReadStanding(snap.Records)
	st.Unsent = sw.UnsentHeader(snap.Totals, d.Now())
	if st.User.ID != owner { // signed in or out between the two reads
		return sw.Standing{}, entry.Snapshot{}, entry.ErrOwner
	}
	return st, snap, nil
}

// idle is reached with nothing to send or ask: what is left is to clear away
// old receipts, and to give the lease back.
func (d *Drainer) idle(ctx context.Context, st sw.Standing, snap entry.Snapshot, p sw.Plan) (Report, error) {
	if st.Nudge.At != 0 && !p.Kept { // heard, and nothing was there to send
		if err := d.settle(ctx, nil, sw.Record(sw.RecordHolds, p.Holds), st.Unchanged(entry.Record{Name: sw.RecordNudge})); err != nil {
			return Report{}, err
		}
	}
	if err := d.prune(ctx, st); err != nil {
		return Report{}, err
	}
	if found, err := d.sweep(ctx, st, snap); found || err != nil {
		return Report{Again: true}, err
	}
	return Report{WakeAt: d.wakeAt(st, snap, p)}, d.release(ctx)
}

// earliest of two moments, of which 0 is never.
func earliest(a, b int64) int64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

func (d *Drainer) release(ctx context.Context) error {
	d.leased = false
	return d.Outbox.Release(ctx, d.fence)
}

// Stop gives the lease back, so that the next drainer need not wait for it.
func (d *Drainer) Stop(ctx context.Context) error {
	if !d.leased {
		return nil
	}
	return d.release(ctx)
}
