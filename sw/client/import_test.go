package client_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
	"waybill/sw/client"
)

// exported is one order as a file has it, with what a hand has changed: a path
// of names, and the value.
func exported(t *testing.T, key string, changes ...any) json.RawMessage {
	t.Helper()
	b := newBench(t)
	b.saveOrder(key, key2, 5)
	b.attempt(key, func(e entry.Entry) entry.Move {
		return entry.End(e.Key, e.Attempt, b.now, entry.Ending{
			To: entry.Retrying, Doubtful: true, Answer: &entry.Answer{Status: 503}, Books: entry.Books{Spent: 1}, Next: &entry.Wait{SetAt: b.now},
		})
	})
	raws, err := b.box.Export(b.ctx, ana)
	if err != nil || len(raws) != 1 {
		t.Fatalf("%d exported, %v", len(raws), err)
	}
	var all map[string]any
	if err := json.Unmarshal(raws[0], &all); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(changes); i += 2 {
		at, path := all, strings.Split(changes[i].(string), ".")
		for _, name := range path[:len(path)-1] {
			if at[name] == nil {
				at[name] = map[string]any{}
			}
			at = at[name].(map[string]any)
		}
		at[path[len(path)-1]] = changes[i+1]
	}
	raw, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func fileWith(t *testing.T, writes ...json.RawMessage) []byte {
	t.Helper()
	file, err := json.Marshal(client.File{Format: "waybill-outbox", Version: 1, Owner: wire.User{ID: ana}, Writes: writes})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// crafted are numbers and ids that no outbox has written.
var crafted = []struct {
	field string
	value any
}{
	{"key", "K1"},
	{"key", "../../session"},
	{"record", "x"},
	{"record", "01arz3ndektsv4rrffq69g5fa1"},
	{"record", "../../session?"},
	{"parents", []string{"not-an-id"}},
	{"former", []string{"x"}},
	{"fingerprint", "abc"},
	{"left", []string{"abc"}},
	{"seq", -1},
	{"madeAt", -1},
	{"triedAt", 9_000_000_000_000_000},
	{"attempt", -1},
	{"attempt", 9_000_000_000_000_000},
	{"doubtAt", -5},
	{"lookAt", -5},
	{"looks", -1},
	{"next.setAt", -1},
	{"next.delayMs", -1},
	{"books.spent", -1},
	{"books.failingMs", -1},
	{"books.failedAt", -1},
	{"books.waitMs", -1},
	{"books.row", -1},
	{"books.swallowed", -1},
	{"books.timeouts", -1},
	{"open", map[string]any{"n": -1, "at": 1, "deadline": 2}},
	{"open", map[string]any{"n": 1, "at": -1, "deadline": -2}},
	{"answer.status", -1},
	{"led.status", 1000},
	{"led.at", -1},
	{"receipt.provedAt", -1},
	{"discard", map[string]any{"at": 1, "reason": "rep", "from": "pending"}},
	{"state", "sent"},
	{"state", "melted"},
	{"op", "user.delete"},
	{"title", strings.Repeat("x", 5000)},
	{"mine", strings.Repeat("x", 300<<10)},
	{"body", `{"id":"` + key2 + `"}`},
	{"body", "{"},
	{"body", 5},
}

func TestD09ACraftedEntryHarmsNoOther(t *testing.T) {
	for _, c := range crafted {
		for _, probe := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s=%.40v/probe=%v", c.field, c.value, probe), func(t *testing.T) {
				b := newBench(t)
				_, _ = b.Import(b.ctx, fileWith(t, exported(t, key1, "probe", probe, c.field, c.value), exported(t, key3, "probe", probe)))
				b.wantsHonest(key1)
			})
		}
	}
	for _, record := range []string{"x", "../../session?", strings.ToLower(key1)} {
		b := newBench(t)
		body := `{"delivered_at":"2026-11-30T10:00:00Z","received_by":"Kim"}`
		_, _ = b.Import(b.ctx, fileWith(t, exported(t, key1, "op", "dispatch.deliver", "record", record, "body", body, "fingerprint", fingerprint.Of([]byte(body))), exported(t, key3)))
		b.wantsHonest(record)
	}
}

// wantsHonest drains, and looks that the honest write of key3 goes out, and
// nothing else does.
func (b *bench) wantsHonest(crafted string) {
	b.t.Helper()
	online, there := true, false
	b.office.asked = nil
	b.rest(drainerOf(b, &online))
	for _, r := range b.office.asked {
		there = there || strings.Contains(r.Path+r.Body, key3)
		if strings.Contains(r.Path+r.Body, crafted) {
			b.t.Errorf("it goes out: %s %s", r.Path, r.Body)
		}
	}
	if !there {
		b.t.Errorf("the honest write does not go out: %v", b.office.asked)
	}
}

// The entry is named with what and where, and kept raw: shown, exported as it
// came, and forgotten only by the rep.
func TestD09ABadEntryIsNamedAndKeptRaw(t *testing.T) {
	for _, c := range crafted {
		b := newBench(t)
		raw := exported(t, key1, c.field, c.value)
		got, err := b.Import(b.ctx, fileWith(t, exported(t, key3), raw))
		if err != nil || got.Added != 1 || got.Kept != 1 || len(got.Notes) != 1 {
			t.Fatalf("%s=%.40v: %+v, %v", c.field, c.value, got, err)
		}
		n := got.Notes[0]
		field, _, _ := strings.Cut(c.field, ".")
		if n.At != 2 || !strings.HasPrefix(n.Flaw, field) && n.Flaw != client.FlawKind && n.Flaw != client.FlawShape && n.Flaw != "record" {
			t.Errorf("%s=%.40v: named as %+v", c.field, c.value, n)
		}
		_, strange, err := b.Cards(b.ctx, entry.ListUnsent, 0, 10)
		if err != nil || len(strange) != 1 || string(strange[0].Raw) != string(raw) || strange[0].Flaw != n.Flaw {
			t.Fatalf("%s: shown %+v, %v", c.field, strange, err)
		}
		if raws, _ := b.box.Export(b.ctx, ana); len(raws) != 2 || !slices.ContainsFunc(raws, func(r json.RawMessage) bool { return string(r) == string(raw) }) {
			t.Errorf("%s: exported %s", c.field, raws)
		}
		if err := b.Forget(b.ctx, strange[0].Key); err != nil {
			t.Errorf("%s: %v", c.field, err)
		}
		if bar, _ := b.Bar(b.ctx); bar.Unsent() != 1 {
			t.Errorf("%s: forgotten, and %d are unsent", c.field, bar.Unsent())
		}
	}
}

// What an outbox writes is never bad: an entry in every state, with all that it
// may carry, comes in elsewhere.
func TestD09WhatAnOutboxWritesComesIn(t *testing.T) {
	answer := map[string]any{"at": 5, "status": 409, "code": "duplicate_code", "problem": "{}"}
	for _, state := range []string{"pending", "retrying", "attention", "conflict", "rejected"} {
		b := newBench(t)
		got, err := b.Import(b.ctx, fileWith(t, exported(t, key1, "state", state, "answer", answer, "led", answer, "former", []string{key2}, "parents", []string{key3},
			"open", map[string]any{"n": 2, "at": 5, "deadline": 9, "fingerprint": strings.Repeat("a", 64)}, "receipt", map[string]any{"provedAt": 7, "status": 201})))
		if err != nil || got.Added != 1 || len(got.Notes) != 0 {
			t.Errorf("%s: %+v, %v", state, got, err)
		}
	}
}

// reword gives an exported entry another content, as a hand in the file does.
func reword(t *testing.T, raw json.RawMessage, key string, quantity int64) json.RawMessage {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	body, err := wire.Encode(orderBody(key, key2, quantity))
	if err != nil {
		t.Fatal(err)
	}
	all["body"] = string(body)
	if raw, err = json.Marshal(all); err != nil {
		t.Fatal(err)
	}
	return raw
}

// D06: every entry of a file is counted under what became of it.
func TestD06AnImportSaysWhatBecameOfEachEntry(t *testing.T) {
	const ulid = "01ARZ3NDEKTSV4RRFFQ69G5FB%d"
	key := func(n int) string { return fmt.Sprintf(ulid, n) }
	b := newBench(t)
	b.saveOrder(key(1), key2, 5) // waits here
	b.saveOrder(key(2), key2, 5) // sent here
	sent := b.attempt(key(2), func(e entry.Entry) entry.Move {
		return entry.Prove(e.Key, e.Record, entry.Receipt{ProvedAt: b.now, Fingerprint: e.Fingerprint}, "", nil)
	})
	b.saveOrder(key(3), key2, 5) // discarded here
	if err := b.Discard(b.ctx, key(3)); err != nil || sent.State != entry.Sent {
		t.Fatal(err, sent.State)
	}
	b.saveOrder(key(4), key2, 7) // waits here with other content
	body := func(n int) json.RawMessage { return exported(t, key(n)) }
	kind := exported(t, key(9), "op", "visit.create")
	got, err := b.Import(b.ctx, fileWith(t,
		body(0), body(1), body(2), body(3), body(4),
		reword(t, body(5), key(5), 50), reword(t, body(6), key(6), 60),
		exported(t, key(7), "owner", "01ARZ3NDEKTSV4RRFFQ69G5BEN"), kind, json.RawMessage(`"what"`), body(0),
	))
	if err != nil {
		t.Fatal(err)
	}
	want := client.Imported{Added: 1, Waiting: 2, Sent: 1, Discarded: []string{key(3)}, Differ: 1, Changed: 2, Others: 1, Kept: 2}
	notes := got.Notes
	if got.Notes = nil; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	var said []string
	for _, n := range notes {
		said = append(said, fmt.Sprint(n.At, n.Flaw, strings.Contains(n.Name, "Mozart")))
	}
	if s := strings.Join(said, " "); s != "5differstrue 9kindtrue 10shapefalse" {
		t.Errorf("named %s", s)
	}
	if err := b.Restore(b.ctx, got.Discarded[0]); err != nil || b.entry(key(3)).State != entry.Pending {
		t.Errorf("it cannot be taken back: %v", err)
	}
	if e := b.entry(key(4)); !strings.Contains(e.Body, `"quantity":7`) {
		t.Errorf("what waited here was changed: %s", e.Body)
	}
}

// Two changed orders have a place each, where they can be opened, and go out
// only once the rep says so.
func TestD06EachChangedEntryHasAPlaceOfItsOwn(t *testing.T) {
	b := newBench(t)
	file := fileWith(t, reword(t, exported(t, key1), key1, 50), reword(t, exported(t, key3), key3, 60))
	if got, err := b.Import(b.ctx, file); err != nil || got.Changed != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	for key, quantity := range map[string]string{key1: `"quantity":50`, key3: `"quantity":60`} {
		c, err := b.Card(b.ctx, key)
		if err != nil || c.State != entry.Attention || c.Reason != sw.ReasonChanged || !c.Can(sw.ActEdit) || !c.Can(sw.ActRetry) || !c.Can(sw.ActDiscard) {
			t.Fatalf("%s: %+v, %v", key, c, err)
		}
		e := c.Entry
		if !strings.Contains(e.Body, quantity) || e.Fingerprint != fingerprint.Of([]byte(e.Body)) || !e.Doubt || len(e.Left) != 1 || e.HasLeft(e.Fingerprint) {
			t.Errorf("%s: %+v", key, e)
		}
	}
	online := true
	b.office.asked = nil
	b.rest(drainerOf(b, &online))
	if len(b.office.asked) != 0 {
		t.Errorf("it goes out by itself: %v", b.office.asked)
	}
	if err := b.Retry(b.ctx, key1); err != nil {
		t.Fatal(err)
	}
	b.rest(drainerOf(b, &online))
	if len(b.office.asked) != 1 || !strings.Contains(b.office.asked[0].Body, `"quantity":50`) {
		t.Errorf("said to send: %v", b.office.asked)
	}
}

// The file of a stopped app holds what was kept raw as it is stored: it is
// unpacked, and is here already.
func TestD06WhatWasKeptRawIsKeptOnceHoweverItComes(t *testing.T) {
	b := newBench(t)
	odd := exported(t, key1, "op", "visit.create")
	if _, err := b.Import(b.ctx, fileWith(t, odd)); err != nil {
		t.Fatal(err)
	}
	whole, err := b.Export(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := json.Marshal(entry.Entry{Key: "kept-1", Owner: ana, State: "kept", Body: string(odd)})
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"exported": whole, "of a stopped app": fileWith(t, stored)} {
		got, err := b.Import(b.ctx, file)
		bar, _ := b.Bar(b.ctx)
		if err != nil || got.Kept != 1 || bar.Unsent() != 1 {
			t.Errorf("%s: %+v, %v; %d unsent", name, got, err, bar.Unsent())
		}
	}
	raws, _ := b.box.Export(b.ctx, ana)
	if len(raws) != 1 || string(raws[0]) != string(odd) {
		t.Errorf("exported %s", raws)
	}
}

// D18: a form's drafts are those of its own name and of its tabs, and of the
// signed-in user alone.
func TestD18DraftsAreAUsersOwnAndAFormsOwn(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"order", "order@A", "order:" + key1, "customer@A"} {
		if err := b.SaveDraft(b.ctx, name, json.RawMessage(`{"name":"`+name+`"}`)); err != nil {
			t.Fatal(err)
		}
	}
	other := entry.Record{Name: idbqueue.DraftName("01ARZ3NDEKTSV4RRFFQ69G5BEN", "order@B"), Value: json.RawMessage(`{}`)}
	if err := b.box.Put(b.ctx, other); err != nil {
		t.Fatal(err)
	}
	got, err := b.Drafts(b.ctx, "order")
	if err != nil || len(got) != 2 || string(got["order@A"]) != `{"name":"order@A"}` || got["order"] == nil {
		t.Errorf("got %v, %v", got, err)
	}
}
