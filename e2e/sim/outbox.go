package sim

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/drain"
	"waybill/sw/exchange"
)

// Mutation is a planted fault: what a wrong core would do, put between the core
// and the world. The core itself has no seam for it.
type Mutation struct {
	Name     string
	Rand     func(float64) float64
	Report   func(drain.Report) drain.Report
	Request  func(exchange.Request) exchange.Request
	Answer   func(exchange.Request, sw.Evidence) sw.Evidence
	Snapshot func(*entry.Snapshot, *idbqueue.Outbox)
	Claimed  func([]entry.Entry) []entry.Entry
	// Moves may change what is booked. now is the entry as it stands.
	Moves func(now func(key string) entry.Entry, moves []entry.Move) []entry.Move
	// Records may change what is stored beside the moves.
	Records  func([]entry.Record) []entry.Record
	Removes  bool // takes the write out before it is sent
	Unfenced bool // takes the lease as if it were free
	Stale    bool // looks who is signed in once a turn
	Forgets  bool // throws proof away that the fence did not let through
}

// faultyOutbox is the outbox as one drainer has it: at each step the machine may die,
// freeze, or let another drainer pass.
type faultyOutbox struct {
	*idbqueue.Outbox
	a        *actor
	d        *device
	mutation Mutation
	last     map[string]json.RawMessage // what the latest look said of the user
}

var _ drain.Outbox = (*faultyOutbox)(nil)

// point is a moment between two steps.
func (s *faultyOutbox) point() {
	w := s.a.w
	switch {
	case s.d.chance(s.d.odds.kill):
		w.Kills++
		w.tell("%s is killed", s.a.name)
		s.d.respawn(s.a)
		s.a.die()
	case s.d.chance(s.d.odds.freeze):
		until := w.now + s.d.between(time.Second, 20*time.Minute)
		w.tell("%s freezes", s.a.name)
		s.d.frozen[s.a] = true
		s.a.sleep(until)
		w.tell("%s thaws", s.a.name)
	case s.d.chance(s.d.odds.pass):
		s.a.sleep(w.now + s.d.Int64N(20))
	case s.d.chance(s.d.odds.tap):
		w.Faults["tap"]++
		s.d.rep.call()
		s.a.sleep(w.now)
	}
}

// sees notes what the drainer may know by now.
func (s *faultyOutbox) sees() { s.d.saw[s.a] = s.d.signed }

func (s *faultyOutbox) Acquire(ctx context.Context, holder string, clock idbqueue.Clock, d, lockedAt int64) (idbqueue.Fence, error) {
	s.point()
	f, err := s.Outbox.Acquire(ctx, holder, clock, d, lockedAt)
	if s.mutation.Unfenced && errors.Is(err, entry.ErrLeaseHeld) {
		return s.d.fence, nil
	}
	if err == nil {
		s.d.fence = f
		s.a.w.tell("%s takes the lease %d", s.a.name, f)
	}
	return f, err
}

func (s *faultyOutbox) Renew(ctx context.Context, f idbqueue.Fence, clock idbqueue.Clock, d int64) error {
	s.point()
	err := s.Outbox.Renew(ctx, f, clock, d)
	s.sees()
	if err == nil {
		s.d.frozen[s.a] = false
	}
	return err
}

func (s *faultyOutbox) Look(ctx context.Context, owner string, now int64, limit int) (entry.Snapshot, error) {
	s.point()
	snap, err := s.Outbox.Look(ctx, owner, now, limit)
	s.last = snap.Records
	s.sees()
	if err == nil && s.mutation.Snapshot != nil {
		s.mutation.Snapshot(&snap, s.Outbox)
	}
	return snap, err
}

func (s *faultyOutbox) Claim(ctx context.Context, f idbqueue.Fence, owner string, until int64, moves []entry.Move) ([]entry.Entry, error) {
	s.point()
	entries, err := s.Outbox.Claim(ctx, f, owner, until, moves)
	s.sees()
	s.d.touch(moves)
	s.d.claimed(s.a, entries, err)
	if s.mutation.Claimed != nil {
		entries = s.mutation.Claimed(entries)
	}
	if s.mutation.Removes && err == nil {
		for _, e := range entries {
			s.d.gone[e.Key] = true
		}
	}
	s.point()
	return entries, err
}

func (s *faultyOutbox) Settle(ctx context.Context, f idbqueue.Fence, moves []entry.Move, put ...entry.Record) (idbqueue.Settled, error) {
	s.point()
	if s.mutation.Moves != nil {
		moves = s.mutation.Moves(s.entry, moves)
	}
	if s.mutation.Records != nil {
		put = s.mutation.Records(put)
	}
	s.d.costs(s.a, moves)
	s.d.spread(s.a, moves, put)
	settled, err := s.settle(ctx, f, moves, put)
	s.sees()
	s.d.touch(moves)
	s.proved(moves, err)
	if err != nil {
		s.d.asking = 0 // what the office asked was not stored
	} else {
		s.d.noted(s.a, put)
		for _, m := range moves {
			delete(s.d.gone, m.Key)
			s.a.w.tell("%s books %s %s %s %s", s.a.name, m.Step, m.Key[20:], m.To, m.Reason)
		}
	}
	if s.mutation.Claimed != nil {
		settled.Entries = s.mutation.Claimed(settled.Entries)
	}
	s.point()
	return settled, err
}

// proved: proof is recorded by whoever has it.
func (s *faultyOutbox) proved(moves []entry.Move, err error) {
	if err != nil && !errors.Is(err, entry.ErrLeaseLost) {
		return
	}
	for _, m := range moves {
		e, missing := s.d.peek(m.Key)
		settled := e.State == entry.Sent || e.State == entry.Conflict || e.State == entry.Discarded && e.Discard.Held
		// What is cancelled there is nothing that the office holds, and what was
		// given up for another id is noted.
		settled = settled || e.Dead || m.Dead && e.State == entry.Discarded || slices.Contains(e.FormerProved, m.Record)
		if m.Step == entry.StepProve && missing == nil && !settled {
			s.a.w.violated("proof of %s was thrown away", m.Key)
		}
	}
}

func (s *faultyOutbox) settle(ctx context.Context, f idbqueue.Fence, moves []entry.Move, put []entry.Record) (idbqueue.Settled, error) {
	if s.mutation.Forgets && f != s.d.fence {
		return idbqueue.Settled{}, entry.ErrLeaseLost
	}
	return s.Outbox.Settle(ctx, f, moves, put...)
}

// entry is the entry as it stands, whatever the store's mood.
func (s *faultyOutbox) entry(key string) entry.Entry {
	e, _ := s.d.peek(key)
	return e
}

func (s *faultyOutbox) Records(ctx context.Context, names ...string) (map[string]json.RawMessage, error) {
	s.point()
	s.sees()
	if s.mutation.Stale && len(names) > 1 && s.last != nil {
		return s.last, nil
	}
	return s.Outbox.Records(ctx, names...)
}
