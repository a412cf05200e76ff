package idbqueue

import (
	"context"
	"errors"
	"testing"

	"waybill/idbqueue/entry"
)

func newWrite(key string) entry.Entry {
	return entry.Entry{Key: key, Owner: "ana", Op: "order.create", Record: "R" + key, Body: "{}", Fingerprint: "F" + key}
}

func TestFaultsStrikeWhereTheyAreAskedFor(t *testing.T) {
	ctx := context.Background()
	for _, f := range []struct {
		name   string
		fault  func(*Mem)
		reads  bool // reading still works
		second bool // and so does a second save
	}{
		{"all", func(m *Mem) { m.FailAll(entry.ErrGone) }, false, false},
		{"writes", func(m *Mem) { m.FailWrites(entry.ErrGone) }, true, false},
		{"one step", func(m *Mem) { m.FailStep(2, entry.ErrGone) }, true, true},
	} {
		m := NewMem()
		box := m.Open()
		f.fault(m)
		if _, err := box.Add(ctx, newWrite("K1")); !errors.Is(err, entry.ErrGone) {
			t.Errorf("%s: the save got %v", f.name, err)
		}
		if _, err := box.Totals(ctx, "ana"); (err == nil) != f.reads {
			t.Errorf("%s: the read got %v", f.name, err)
		}
		if _, err := box.Add(ctx, newWrite("K1")); (err == nil) != f.second {
			t.Errorf("%s: the second save got %v", f.name, err)
		}
		m.Fail(nil)
		if _, err := box.Add(ctx, newWrite("K2")); err != nil {
			t.Errorf("%s: without the fault: %v", f.name, err)
		}
	}
}

func TestTheCruelFaultRecordsAllAndSaysOtherwise(t *testing.T) {
	m := NewMem()
	box, heard := m.Open(), 0
	m.Open().Watch(func() { heard++ })
	m.Fail(func(o Op) error {
		if o.Kind == OpCommitted {
			return entry.ErrGone
		}
		return nil
	})
	_, err := box.Add(context.Background(), newWrite("K1"))
	m.Fail(nil)
	if !errors.Is(err, entry.ErrGone) || heard != 1 {
		t.Errorf("got %v, heard %d", err, heard)
	}
	if _, err := m.Reopen().Get(context.Background(), "K1"); err != nil {
		t.Error(err)
	}
}

func TestWhoReadsMayWriteIntoWhatWasRead(t *testing.T) {
	box, ctx := NewMem().Open(), context.Background()
	e := newWrite("K1")
	e.Parents = []string{"P1"}
	if _, err := box.Add(ctx, e); err != nil {
		t.Fatal(err)
	}
	got, err := box.Get(ctx, "K1")
	if err != nil {
		t.Fatal(err)
	}
	got.Parents[0], e.Parents[0] = "changed", "changed"
	if again, err := box.Get(ctx, "K1"); err != nil || again.Parents[0] != "P1" {
		t.Errorf("got %v, %v", again.Parents, err)
	}
}

func TestTheFirstOpenOfAnEmptyStoreIsFresh(t *testing.T) {
	m := NewMem()
	box := m.Open()
	if !box.Fresh() {
		t.Error("an empty store is not fresh")
	}
	if _, err := box.Add(context.Background(), newWrite("K1")); err != nil {
		t.Fatal(err)
	}
	if m.Reopen().Fresh() {
		t.Error("a store with a write is fresh")
	}
}

func TestALeaseThatCannotBeReadIsFreeAndItsFenceStays(t *testing.T) {
	for raw, want := range map[string]Fence{
		`{"fence":7,"holder":3}`: 7, `{"fence":7,"holder":"tab","setAt":"now"}`: 7, `[]`: 0, `{`: 0,
	} {
		if l := readLease([]byte(raw)); l.Fence != want || l.held(0) {
			t.Errorf("%s: got %+v", raw, l)
		}
	}
}

func TestTheUserRecordSaysWhoMayDrainOrNobody(t *testing.T) {
	for raw, want := range map[string]string{`{"id":"ana","name":"Ana"}`: "ana", `{}`: "", `7`: "", ``: "", `{"id":7}`: ""} {
		if got := userID([]byte(raw)); got != want {
			t.Errorf("%s: got %q, want %q", raw, got, want)
		}
	}
}
