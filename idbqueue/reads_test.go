package idbqueue_test

import (
	"context"
	"testing"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

// A newer version of the app left writes of a kind that this one does not know,
// more than one look shows, and all of them first in turn.
func TestWritesOfAnUnknownKindAreListedAndNeverInTheWay(t *testing.T) {
	m := idbqueue.NewMem()
	ctx := context.Background()
	newer := m.Open()
	for n := range 40 {
		e := write(keyOf(n))
		e.Op = "visit.plan"
		if _, err := newer.Add(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	m.ReadsOp = func(op string) bool { return op == "order.create" }
	box := m.Reopen()
	mine, err := box.Add(ctx, write("MINE"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := box.Look(ctx, "ana", 100, 5)
	if err != nil || len(s.Due) != 1 || s.Due[0].Key != mine.Key {
		t.Errorf("due: got %+v, %v", s.Due, err)
	}
	page, err := box.Page(ctx, "ana", entry.ListUnsent, 0, 2)
	if err != nil || len(page) != 2 || page[0].Entry == nil || page[1].Entry != nil || page[1].Seq != 40 {
		t.Errorf("page: got %+v, %v", page, err)
	}
	if raws, err := box.Export(ctx, "ana"); err != nil || len(raws) != 41 {
		t.Errorf("export: got %d, %v", len(raws), err)
	}
	if err := box.Apply(ctx, entry.GiveUp(keyOf(1), 1, "")); err == nil {
		t.Error("a write of an unknown kind was moved")
	}
	if totals, err := box.Totals(ctx, "ana"); err != nil || totals.Unsent() != 41 {
		t.Errorf("totals: got %+v, %v", totals, err)
	}
	if n, err := box.Prune(ctx, "ana", 1<<60, 100); n != 0 || err != nil {
		t.Errorf("pruned %d, %v", n, err)
	}
}
