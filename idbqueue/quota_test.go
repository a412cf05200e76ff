package idbqueue_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

const body = 100 << 10 // of the writes below: ten of them weigh about the ballast

func heavy(n int) entry.Entry {
	key := fmt.Sprintf("K%04d", n)
	return entry.Entry{
		Key: key, Owner: "ana", Op: "order.create", Record: "R" + key, Body: strings.Repeat("x", body),
		Fingerprint: "F" + key, MadeAt: int64(n),
	}
}

// fullDisk is a store with the ballast laid and room for n heavy writes, all
// taken; Ana is signed in and the lease is held.
func fullDisk(t *testing.T, n int) (*idbqueue.Mem, *idbqueue.Outbox, idbqueue.Fence) {
	t.Helper()
	m := idbqueue.NewMem()
	box, ctx := m.Open(), context.Background()
	if _, err := box.Check(ctx); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if _, err := box.Add(ctx, heavy(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := box.Put(ctx, entry.Record{Name: entry.RecordUser, Value: json.RawMessage(`{"id":"ana"}`)}); err != nil {
		t.Fatal(err)
	}
	f, err := box.Acquire(ctx, "tab", idbqueue.At(1), 1000, 0)
	if err != nil {
		t.Fatal(err)
	}
	m.SetQuota(m.Used())
	return m, box, f
}

func send(box *idbqueue.Outbox, f idbqueue.Fence, n int) error {
	ctx, e := context.Background(), heavy(n)
	if _, err := box.Claim(ctx, f, "ana", 1000, []entry.Move{entry.Claim(e.Key, 1, 1, 100, false)}); err != nil {
		return err
	}
	// The record that comes along makes a receipt heavier than the write was.
	r := entry.Receipt{Fingerprint: e.Fingerprint, ProvedAt: int64(n), Day: fmt.Sprintf("2027-01-%02d", 1+n)}
	hold := entry.Record{Name: fmt.Sprint("note", n), Value: json.RawMessage(`"` + strings.Repeat("x", body) + `"`)}
	_, err := box.Settle(ctx, f, []entry.Move{entry.Prove(e.Key, e.Record, r, "", nil)}, hold)
	return err
}

func TestOnAFullDiskASaveFailsAndAProofIsRecorded(t *testing.T) {
	m, box, f := fullDisk(t, 3)
	before := m.Used()
	if _, err := box.Add(context.Background(), heavy(9)); !errors.Is(err, entry.ErrQuota) || m.Used() != before {
		t.Fatalf("save: got %v, used %d more", err, m.Used()-before)
	}
	if err := send(box, f, 0); err != nil {
		t.Errorf("proof: %v", err)
	}
	if m.Used() > before-entry.BallastBytes/2 {
		t.Errorf("the ballast is still there: %d of %d used", m.Used(), before)
	}
}

func TestAfterTheBallastOldReceiptsGoButNotTodays(t *testing.T) {
	m, box, f := fullDisk(t, 12)
	for n := range 9 { // the ballast pays for these
		if err := send(box, f, n); err != nil {
			t.Fatalf("write %d: %v", n, err)
		}
	}
	m.SetQuota(m.Used())
	if err := send(box, f, 9); err != nil {
		t.Fatalf("write 9: %v", err)
	}
	totals, err := box.Totals(context.Background(), "ana")
	if err != nil || totals.Sent != 2 || totals.Days["2027-01-09"] != 1 || totals.Unsent() != 2 {
		t.Errorf("got %+v, %v", totals, err)
	}
}

func TestAfterReceiptsTheCacheGoesAndThenItIsSaid(t *testing.T) {
	m, _, _ := fullDisk(t, 1)
	freed := 0
	m.Free = func(context.Context) error {
		freed++
		return nil
	}
	box := m.Open()
	m.Fail(func(o idbqueue.Op) error {
		if o.Write && o.Kind == idbqueue.OpCommit {
			return entry.ErrQuota
		}
		return nil
	})
	err := box.Put(context.Background(), entry.Record{Name: "a", Value: json.RawMessage(`1`)})
	if !errors.Is(err, entry.ErrQuota) || freed != 1 {
		t.Errorf("got %v, freed %d times", err, freed)
	}
}

func TestTheBallastIsLaidAgainAtTheNextStart(t *testing.T) {
	m, box, f := fullDisk(t, 3)
	if err := send(box, f, 0); err != nil {
		t.Fatal(err)
	}
	m.SetQuota(0)
	before := m.Used()
	if _, err := m.Reopen().Check(context.Background()); err != nil {
		t.Fatal(err)
	}
	if m.Used() != before+entry.BallastBytes {
		t.Errorf("used %d before and %d after", before, m.Used())
	}
}
