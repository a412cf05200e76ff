package catalog

import (
	"context"
	"encoding/json"
	"testing"

	"waybill/server/wire"
)

func TestTheStoreInMemoryKeepsACopy(t *testing.T) { testCopyStore(t, NewMemCopy()) }

// testCopyStore is what every store of the copy must do.
func testCopyStore(t *testing.T, s copyStore) {
	t.Helper()
	ctx := context.Background()
	load := func(owner string) (copyMeta, map[wire.Kind][]json.RawMessage) {
		t.Helper()
		meta, records, err := s.Load(ctx, owner)
		if err != nil {
			t.Fatal(err)
		}
		return meta, records
	}
	put := func(meta copyMeta, records []json.RawMessage, gone ...string) {
		t.Helper()
		err := s.Put(ctx, meta, map[wire.Kind][]json.RawMessage{wire.KindCustomers: records}, map[wire.Kind][]string{wire.KindCustomers: gone})
		if err != nil {
			t.Fatal(err)
		}
	}
	if meta, records := load("u1"); meta != (copyMeta{}) || len(records[wire.KindCustomers]) != 0 {
		t.Fatalf("an empty store holds %+v", meta)
	}
	first := copyMeta{Owner: "u1", Cursor: "1", At: 5}
	put(first, []json.RawMessage{json.RawMessage(`{"id":"A","name":"<ü> & \"x\""}`), json.RawMessage(`{"id":"B"}`)})
	put(copyMeta{Owner: "u1", Cursor: "2", At: 6}, []json.RawMessage{json.RawMessage(`{"id":"A","name":"new"}`)}, "B")
	meta, records := load("u1")
	if meta.Cursor != "2" || meta.At != 6 || len(records[wire.KindCustomers]) != 1 || string(records[wire.KindCustomers][0]) != `{"id":"A","name":"new"}` {
		t.Fatalf("meta %+v, customers %s", meta, records[wire.KindCustomers])
	}
	if meta, records := load("u2"); meta.Owner != "" || len(records[wire.KindCustomers]) != 0 {
		t.Fatal("another user reads the copy")
	}
	if meta, _ := load("u1"); meta.Owner != "" {
		t.Fatal("the copy is still there after another user has looked")
	}
	put(first, []json.RawMessage{json.RawMessage(`{"id":"A"}`)})
	if err := s.Drop(ctx); err != nil {
		t.Fatal(err)
	}
	if meta, records := load("u1"); meta.Owner != "" || len(records[wire.KindCustomers]) != 0 {
		t.Fatal("dropped, and still there")
	}
}
