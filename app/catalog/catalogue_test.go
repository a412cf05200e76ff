package catalog

import (
	"context"
	"encoding/json"
	"testing"

	"waybill/app/fake"
	"waybill/app/port"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

func loaded(t *testing.T, office port.Office, store copyStore) *catalogue {
	t.Helper()
	c := NewOn(office, store, func() int64 { return fake.Now })
	ctx := context.Background()
	if err := c.load(ctx, "u1"); err != nil {
		t.Fatal(err)
	}
	if err := c.Pull(ctx); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTheCopyIsReadAgainWithNoNetwork(t *testing.T) {
	store := NewMemCopy()
	loaded(t, &fake.Office{Records: fake.Records()}, store)
	c := NewOn(&fake.Office{Err: fake.ErrNoAnswer}, store, func() int64 { return fake.Now })
	if err := c.load(context.Background(), "u1"); err != nil {
		t.Fatal(err)
	}
	if len(c.Search(wire.KindCustomers, "C-0001", 5)) != 1 || c.Fresh().At != fake.Now {
		t.Fatalf("fresh %+v", c.Fresh())
	}
	if err := c.Pull(context.Background()); err == nil {
		t.Fatal("a pull without an answer succeeded")
	}
	if len(c.Search(wire.KindCustomers, "C-0001", 5)) != 1 || c.Fresh().Err == nil {
		t.Fatal("a failed pull took the old copy away, or was not said")
	}
}

func TestAnotherUsersCopyIsDropped(t *testing.T) {
	store := NewMemCopy()
	c := loaded(t, &fake.Office{Records: fake.Records()}, store)
	if err := c.load(context.Background(), "u2"); err != nil {
		t.Fatal(err)
	}
	if n := len(c.Search(wire.KindOrders, "", 9)); n != 0 {
		t.Fatalf("%d orders of another user", n)
	}
	if meta, records, _ := store.Load(context.Background(), "u1"); meta.Owner != "" || len(records) != 0 {
		t.Fatal("the other user's copy is still stored")
	}
}

// changesOffice serves a feed page by page.
type changesOffice struct {
	fake.Office
	pages map[string]wire.Changes
	gone  bool
}

func (o *changesOffice) Changes(_ context.Context, _, cursor string) (wire.Changes, error) {
	if o.gone && cursor != "" {
		o.gone = false
		return wire.Changes{}, &wire.Problem{Code: wire.CodeCursorExpired, Status: 410}
	}
	return o.pages[cursor], nil
}

func change(id, code string) wire.Change {
	raw, _ := json.Marshal(wire.Customer{Meta: wire.Meta{ID: id}, Code: code, Name: "N " + code})
	return wire.Change{Kind: wire.KindCustomers, ID: id, Record: raw}
}

func TestChangesAreFollowedAndAnExpiredCursorStartsAgain(t *testing.T) {
	o := &changesOffice{pages: map[string]wire.Changes{
		"":  {Items: []wire.Change{change("A", "A-1"), change("B", "B-1")}, Cursor: "1", More: true},
		"1": {Items: []wire.Change{change("C", "C-1")}, Cursor: "2"},
		"2": {Items: []wire.Change{change("A", "A-2"), {Kind: wire.KindCustomers, ID: "B", Deleted: true}}, Cursor: "3"},
		"3": {Cursor: "3"},
	}}
	c := loaded(t, o, NewMemCopy())
	if c.Fresh().Counts[wire.KindCustomers] != 3 {
		t.Fatalf("after the first load: %+v", c.Fresh())
	}
	if err := c.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(c.Search(wire.KindCustomers, "A-2", 5)) != 1 || c.Get(wire.KindCustomers, "B") != nil {
		t.Fatal("changes were not taken over")
	}
	o.gone = true
	o.pages[""] = wire.Changes{Items: []wire.Change{change("Z", "Z-1")}, Cursor: "9"}
	if err := c.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	if c.Get(wire.KindCustomers, "A") != nil || c.Get(wire.KindCustomers, "Z") == nil {
		t.Fatal("a new start did not replace the old copy")
	}
}

func TestTheOldCopyStaysUntilTheNewOneIsWhole(t *testing.T) {
	o := &changesOffice{pages: map[string]wire.Changes{"": {Items: []wire.Change{change("A", "A-1")}, Cursor: "1"}}}
	c := loaded(t, o, NewMemCopy())
	o.gone = true
	half := make(chan bool, 8)
	o.pages[""] = wire.Changes{Items: []wire.Change{change("Z", "Z-1")}, Cursor: "half", More: true}
	o.pages["half"] = wire.Changes{Items: []wire.Change{change("Y", "Y-1")}, Cursor: "9"}
	stop := c.Watch(func() { half <- c.indexes[wire.KindCustomers].get("A") != nil })
	defer stop()
	if err := c.Pull(context.Background()); err != nil {
		t.Fatal(err)
	}
	if first, second := <-half, <-half; !first || !second {
		t.Fatal("the old copy went before the new one was whole")
	}
	if c.Get(wire.KindCustomers, "A") != nil || c.Get(wire.KindCustomers, "Y") == nil {
		t.Fatal("the new copy is not in place")
	}
}

func TestTheBestMatchComesFirst(t *testing.T) {
	c := loaded(t, &fake.Office{Records: map[wire.Kind][]any{wire.KindCustomers: {
		wire.Customer{Meta: wire.Meta{ID: "1"}, Code: "C-0010", Name: "Haus C-001"},
		wire.Customer{Meta: wire.Meta{ID: "2"}, Code: "C-001", Name: "Alpha"},
		wire.Customer{Meta: wire.Meta{ID: "3"}, Code: "X-1", Name: "Alte Mühle"},
		wire.Customer{Meta: wire.Meta{ID: "4"}, Code: "X-2", Name: "Zur alten Mühle"},
	}}}, NewMemCopy())
	for text, want := range map[string]string{"c-001": "2", "muhle": "3", "alte muhle": "3", "zur": "4", "alpha": "2"} {
		found := c.Search(wire.KindCustomers, text, 3)
		if len(found) == 0 || found[0].ID != want {
			t.Errorf("%q finds %v, want %s first", text, found, want)
		}
	}
	if found := c.Search(wire.KindCustomers, "nothing like it", 3); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

// fullStore takes nothing after the first whole copy.
type fullStore struct {
	*memCopy
	puts int
}

func (f *fullStore) Put(ctx context.Context, m copyMeta, r map[wire.Kind][]json.RawMessage, gone map[wire.Kind][]string) error {
	if f.puts++; f.puts == 2 {
		return fake.ErrNoAnswer
	}
	return f.memCopy.Put(ctx, m, r, gone)
}

func TestAFullDiskLeavesTheStoredCopyWholeAndWithoutGaps(t *testing.T) {
	store := &fullStore{memCopy: NewMemCopy()}
	o := &changesOffice{pages: map[string]wire.Changes{
		"":  {Items: []wire.Change{change("A", "A-1")}, Cursor: "1"},
		"1": {Items: []wire.Change{change("B", "B-1")}, Cursor: "2"},
		"2": {Items: []wire.Change{change("C", "C-1")}, Cursor: "3"},
	}}
	c := loaded(t, o, store)
	for range 2 {
		if err := c.Pull(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if c.Fresh().Counts[wire.KindCustomers] != 3 {
		t.Fatal("the copy in memory suffered")
	}
	meta, records, _ := store.Load(context.Background(), "u1")
	if meta.Cursor != "1" || len(records[wire.KindCustomers]) != 1 {
		t.Fatalf("stored up to %q with %d customers: the next start would miss one", meta.Cursor, len(records[wire.KindCustomers]))
	}
}

func TestAProvedRecordIsInTheCopyAtOnceAndANewerOneStays(t *testing.T) {
	c := loaded(t, &fake.Office{Records: fake.Records()}, NewMemCopy())
	proof := func(version int64, state string) []sw.Card {
		raw, _ := json.Marshal(wire.Dispatch{Meta: wire.Meta{ID: "D1", State: state, Version: version}, Number: "D-0001"})
		return []sw.Card{{Entry: entry.Entry{Op: string(wire.OpDispatchDeliver), Receipt: &entry.Receipt{Record: string(raw)}}}}
	}
	state := func() string { return c.Get(wire.KindDispatches, "D1").(wire.Dispatch).State }
	c.Absorb(context.Background(), proof(2, wire.StateDelivered))
	if state() != wire.StateDelivered {
		t.Fatal("the proof's record is not shown")
	}
	c.Absorb(context.Background(), proof(1, wire.StateOut))
	if state() != wire.StateDelivered {
		t.Fatal("an older record replaced a newer one")
	}
}
