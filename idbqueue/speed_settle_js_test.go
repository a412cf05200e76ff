//go:build bench

package idbqueue_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

// reads times what reads at both depths: none of it may walk the whole outbox,
// but for the check at start.
func reads(t *testing.T, few, many *idbqueue.Outbox) {
	t.Helper()
	ctx := context.Background()
	for _, r := range []struct {
		name  string
		walks bool
		read  func(*idbqueue.Outbox) error
	}{
		{"look", false, func(b *idbqueue.Outbox) error { _, err := b.Look(ctx, "ana", 1<<40, 10); return err }},
		{"page", false, func(b *idbqueue.Outbox) error {
			_, err := b.Page(ctx, "ana", entry.ListUnsent, 0, 20)
			return err
		}},
		{"totals", false, func(b *idbqueue.Outbox) error { _, err := b.Totals(ctx, "ana"); return err }},
		{"check", true, func(b *idbqueue.Outbox) error { _, err := b.Check(ctx); return err }},
	} {
		var shallow, deep []time.Duration
		for range 20 {
			for box, to := range map[*idbqueue.Outbox]*[]time.Duration{few: &shallow, many: &deep} {
				took, err := timed(func() error { return r.read(box) })
				if err != nil {
					t.Fatal(err)
				}
				*to = append(*to, took)
			}
		}
		s, d := median(shallow), median(deep)
		t.Logf("%s: %v at depth 200, %v at depth 10,000", r.name, s, d)
		if !r.walks {
			bound(t, "a "+r.name+" at depth 10,000 is at most 2 × one at depth 200", ratio(d, s), 2)
		}
	}
}

// settleTimes claims twice a batch each round, and settles half one by one.
func settleTimes(t *testing.T) (one, all time.Duration) {
	w := newBrowserWorld(t).(*browserWorld)
	box := w.Open(t)
	ctx := context.Background()
	if err := box.Put(ctx, entry.Record{Name: entry.RecordUser, Value: []byte(`{"id":"ana"}`)}); err != nil {
		t.Fatal(err)
	}
	fence, err := box.Acquire(ctx, "speed", idbqueue.At(1), 1000, 1)
	if err != nil {
		t.Fatal(err)
	}
	var ones, alls []time.Duration
	for round := range settleRounds {
		proofs := claimed(t, box, fence, round)
		took, err := timed(func() error {
			for _, m := range proofs[:settleBatch] {
				if _, err := box.Settle(ctx, fence, []entry.Move{m}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		ones = append(ones, took)
		took, err = timed(func() error {
			s, err := box.Settle(ctx, fence, proofs[settleBatch:])
			if err == nil && len(s.Entries) != settleBatch {
				err = fmt.Errorf("settled %d", len(s.Entries))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		alls = append(alls, took)
	}
	return median(ones), median(alls)
}

// claimed adds and claims two batches, and returns their proofs.
func claimed(t *testing.T, box *idbqueue.Outbox, fence idbqueue.Fence, round int) []entry.Move {
	t.Helper()
	ctx := context.Background()
	var claims, proofs []entry.Move
	for i := range 2 * settleBatch {
		e := newWrite(round*1000 + i)
		if _, err := box.Add(ctx, e); err != nil {
			t.Fatal(err)
		}
		claims = append(claims, entry.Claim(e.Key, 1, 1, 100, false))
		proofs = append(proofs, entry.Prove(e.Key, e.Record, entry.Receipt{
			At: "2027-01-15T08:00:00Z", ProvedAt: 2, Day: day, Status: 201, RequestID: "r", Fingerprint: e.Fingerprint,
		}, "", nil))
	}
	got, err := box.Claim(ctx, fence, "ana", 1000, claims)
	if err != nil || len(got) != len(claims) {
		t.Fatalf("claimed %d: %v", len(got), err)
	}
	return proofs
}
