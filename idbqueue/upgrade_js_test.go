package idbqueue_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/idbqueue/idb"
)

// The writers below are frozen: they are what earlier versions of the program
// did, and are never to be brought up to date.

// oldEntries are writes as step 1 stored them: no owner, no time of the next
// attempt, an attempt as a state.
var oldEntries = []string{
	`{"key":"A1","seq":1,"op":"order.create","record":"R1","ref":"1","title":"One","body":"{\"a\":1}","fingerprint":"F1",
	  "madeAt":1000,"state":"pending","reason":"","attempt":0}`,
	`{"key":"A2","seq":2,"op":"order.create","record":"R2","ref":"2","title":"Two","body":"{\"a\":2}","fingerprint":"F2",
	  "madeAt":2000,"state":"sending","reason":"","attempt":1,"colour":"blue"}`,
	`{"key":"A3","seq":3,"op":"order.create","record":"R3","ref":"3","title":"Three","body":"{\"a\":3}","fingerprint":"F3",
	  "madeAt":3000,"state":"rejected","reason":"refused","attempt":2}`,
	`{"key":"A4","seq":4,"op":"order.create","record":"R4","ref":"4","title":"Four","body":"{\"a\":4}","fingerprint":"F4",
	  "madeAt":4000,"state":"sent","reason":"","attempt":1,"receipt":{"day":"2026-01-02","provedAt":5000}}`,
	`{"key":"A5","seq":5,"op":7,"state":"of old"}`,
}

func writeStep1(entries []string) func(*idb.Upgrade, int) error {
	return func(u *idb.Upgrade, _ int) error {
		if err := u.CreateStore("entries", "key"); err != nil {
			return err
		}
		return putOld(u, entries)
	}
}

// writeStep2 is the version with a time of the next attempt, and its index.
func writeStep2(entries []string) func(*idb.Upgrade, int) error {
	return func(u *idb.Upgrade, from int) error {
		if err := writeStep1(nil)(u, from); err != nil {
			return err
		}
		if err := u.CreateIndex("entries", "next", "next.setAt", false); err != nil {
			return err
		}
		waiting := `{"key":"B1","seq":6,"op":"order.create","record":"R6","body":"{}","fingerprint":"F6","madeAt":6000,
			"state":"retrying","attempt":1,"next":{"setAt":6500,"delayMs":1000}}`
		return putOld(u, append([]string{waiting}, entries...))
	}
}

// writeHalf is what an older bug left: version 3 by its number, with neither
// the stores nor all indexes of it.
func writeHalf(entries []string) func(*idb.Upgrade, int) error {
	return func(u *idb.Upgrade, from int) error {
		if err := writeStep1(entries)(u, from); err != nil {
			return err
		}
		if err := u.CreateStore("records", ""); err != nil {
			return err
		}
		return u.CreateIndex("entries", "turn", "ix.turn", false)
	}
}

func putOld(u *idb.Upgrade, entries []string) error {
	for _, raw := range entries {
		v, err := idb.Parse([]byte(raw))
		if err != nil {
			return err
		}
		if err := u.Store("entries").Put(v); err != nil {
			return err
		}
	}
	return nil
}

// older makes a database of an earlier version.
func older(t testing.TB, name string, version int, write func(*idb.Upgrade, int) error) string {
	t.Helper()
	db, err := idb.Open(context.Background(), idb.Options{Name: name, Version: version, Upgrade: write})
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	return name
}

func TestEveryEarlierVersionConvergesAndASecondRunDoesNothing(t *testing.T) {
	for _, v := range []struct {
		name    string
		version int
		write   func(*idb.Upgrade, int) error
		more    int
	}{
		{"step 1", 1, writeStep1(oldEntries), 0},
		{"step 2", 2, writeStep2(oldEntries), 1},
		{"half done by an older bug", 3, writeHalf(oldEntries), 0},
	} {
		t.Run(v.name, func(t *testing.T) {
			name, said := older(t, newName(t), v.version, v.write), make(notices, 10)
			box := mustOpen(t, quick(name, said))
			first := judged(t, box, v.more)
			_ = box.Close()
			if second := judged(t, mustOpen(t, quick(name, said)), v.more); second != first {
				t.Errorf("a second run changed something:\n%s\n%s", first, second)
			}
			said.none(t)
		})
	}
}

// judged checks the upgraded entries and returns them as they are stored.
func judged(t *testing.T, box *idbqueue.Outbox, more int) string {
	t.Helper()
	ctx := context.Background()
	if differed, err := box.Check(ctx); differed || err != nil {
		t.Errorf("check: %v, %v", differed, err)
	}
	totals, err := box.Totals(ctx, "")
	if err != nil || totals.Pending != 1 || totals.Retrying != 1+more || totals.Rejected != 1 || totals.Sent != 1 ||
		totals.Unreadable != 1 || totals.Days["2026-01-02"] != 1 {
		t.Errorf("got %+v, %v", totals, err)
	}
	s, err := box.Look(ctx, "", 1_000_000, 10)
	if err != nil || len(s.Due) != 2+more {
		t.Errorf("due: got %d, %v", len(s.Due), err)
	}
	sending, err := box.Get(ctx, "A2")
	if err != nil || sending.State != entry.Retrying || !sending.Doubt || !sending.HasLeft("F2") || sending.Body != `{"a":2}` {
		t.Errorf("in flight: got %+v, %v", sending, err)
	}
	if fresh, err := box.Get(ctx, "A1"); err != nil || fresh.Doubt || fresh.Owner != "" || fresh.Next == nil {
		t.Errorf("never tried: got %+v, %v", fresh, err)
	}
	raws, err := box.Export(ctx, "")
	if err != nil || len(raws) != 4+more {
		t.Errorf("export: got %d, %v", len(raws), err)
	}
	text, err := json.Marshal(raws)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAnUpgradedWriteIsNobodysUntilItIsAdoptedAndThenGoes(t *testing.T) {
	box := mustOpen(t, quick(older(t, newName(t), 1, writeStep1(oldEntries)), nil))
	ctx := context.Background()
	if s, err := box.Look(ctx, "ana", 1_000_000, 10); err != nil || len(s.Due) != 0 || s.Totals.Unowned != 4 {
		t.Errorf("got %+v, %v", s, err)
	}
	if err := box.Apply(ctx, entry.Adopt("A2", 1, "ana")); err != nil {
		t.Fatal(err)
	}
	s, err := box.Look(ctx, "ana", 1_000_000, 10)
	if err != nil || len(s.Due) != 1 || s.Due[0].Key != "A2" {
		t.Errorf("got %+v, %v", s, err)
	}
}

// An old tab is open, and two new ones come at the same time: the old one makes
// way, one of the new ones upgrades, and all that was there is there once.
func TestOfThreeTabsTheOldOneMakesWayAndOneUpgrades(t *testing.T) {
	name, wanted := older(t, newName(t), 2, writeStep2(oldEntries)), make(chan int, 10)
	old, err := idb.Open(context.Background(), idb.Options{Name: name, Outdated: func(to int) { wanted <- to }})
	if err != nil {
		t.Fatal(err)
	}
	type result struct {
		box *idbqueue.Outbox
		err error
	}
	tabs := make(chan result, 2)
	for range 2 {
		go func() {
			box, err := idbqueue.OpenTuned(context.Background(), quick(name, nil))
			tabs <- result{box, err}
		}()
	}
	for range 2 {
		tab := <-tabs
		if tab.err != nil {
			t.Fatal(tab.err)
		}
		t.Cleanup(func() { _ = tab.box.Close() })
		judged(t, tab.box, 1)
	}
	if to := <-wanted; to != 3 || !old.Closed() {
		t.Errorf("the old tab was asked for version %d, closed %v", to, old.Closed())
	}
}

func TestAnInterruptedUpgradeHasNotHappenedAndIsDoneAgain(t *testing.T) {
	name := older(t, newName(t), 2, writeStep2(oldEntries))
	stop := misbehave(t, "interrupted")
	if _, err := idbqueue.OpenTuned(context.Background(), quick(name, nil)); !errors.Is(err, entry.ErrStorage) {
		t.Errorf("got %v, want a storage error", err)
	}
	stop()
	db, err := idb.Open(context.Background(), idb.Options{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	if v := db.Version(); v != 2 || db.Has("meta") || !stored(t, db, "A1") {
		t.Errorf("got version %d, meta %v", v, db.Has("meta"))
	}
	db.Close()
	judged(t, mustOpen(t, quick(name, nil)), 1)
}

func TestADatabaseNewerThanTheCodeIsWorkedWithAsItIs(t *testing.T) {
	name, said := newName(t), make(notices, 10)
	box := mustOpen(t, quick(name, said))
	ctx := context.Background()
	for n := range 3 {
		if _, err := box.Add(ctx, write(keyOf(n))); err != nil {
			t.Fatal(err)
		}
	}
	_ = box.Close()
	db, err := idb.Open(ctx, idb.Options{Name: name, Version: 50, Upgrade: func(u *idb.Upgrade, _ int) error {
		if err := u.CreateStore("future", ""); err != nil {
			return err
		}
		step, err := idb.Parse([]byte(`{"step":4}`))
		if err != nil {
			return err
		}
		if err := u.Store("meta").Put(step, "schema"); err != nil {
			return err
		}
		return u.Store("entries").Each(nil, idb.Next, func(_, v safejs.Value) bool {
			return v.Set("future", "kept") == nil && u.Store("entries").Put(v) == nil
		})
	}})
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	box = mustOpen(t, quick(name, said))
	said.want(t, idbqueue.NoticeNewer)
	if raws, err := box.Export(ctx, "ana"); err != nil || len(raws) != 3 {
		t.Errorf("export: got %d, %v", len(raws), err)
	}
	proveOne(t, box)
	page, err := box.Page(ctx, "ana", entry.ListSent, 0, 10)
	if err != nil || len(page) != 1 {
		t.Fatalf("sent: got %d, %v", len(page), err)
	}
	var kept struct{ Future string }
	stored := (&browserWorld{name: name}).Raw(t, page[0].Entry.Key)
	if err := json.Unmarshal([]byte(stored), &kept); err != nil || kept.Future != "kept" {
		t.Errorf("got %s, %v", stored, err)
	}
	if _, err := box.Add(ctx, write("K9")); err != nil {
		t.Errorf("add: %v", err)
	}
}

// proveOne takes one due write through a whole life.
func proveOne(t *testing.T, box *idbqueue.Outbox) {
	t.Helper()
	ctx := context.Background()
	if err := box.Put(ctx, entry.Record{Name: entry.RecordUser, Value: json.RawMessage(`{"id":"ana"}`)}); err != nil {
		t.Fatal(err)
	}
	f, err := box.Acquire(ctx, "tab", idbqueue.At(10), 1000, 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := box.Look(ctx, "ana", 10, 1)
	if err != nil || len(s.Due) != 1 {
		t.Fatalf("got %+v, %v", s.Due, err)
	}
	e := s.Due[0]
	if _, err := box.Claim(ctx, f, "ana", 100, []entry.Move{entry.Claim(e.Key, 1, 10, 50, false)}); err != nil {
		t.Fatal(err)
	}
	got, err := box.Settle(ctx, f, []entry.Move{entry.Prove(e.Key, e.Record, entry.Receipt{Fingerprint: e.Fingerprint}, "", nil)})
	if err != nil || len(got.Entries) != 1 {
		t.Fatalf("got %+v, %v", got, err)
	}
}
