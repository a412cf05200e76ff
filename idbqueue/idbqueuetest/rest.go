package idbqueuetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

var pruning = []claim{
	{"receipts and discarded writes go when they are old, unsent ones never", func(b *bench) {
		sent, gone, kept := b.add(), b.add(), b.add()
		f := b.claim(sent.Key)
		b.settle(f, prove(sent))
		b.apply(entry.GiveUp(gone.Key, now+5*sec, "typo"))
		n, err := b.box.Prune(b.ctx, ana, now+2*sec, 10)
		b.ok(err)
		if n != 1 || b.totals(ana).Sent != 0 || len(b.totals(ana).Days) != 0 || b.totals(ana).Discarded != 1 {
			b.Errorf("pruned %d: %+v", n, b.totals(ana))
		}
		n, err = b.box.Prune(b.ctx, ana, now+1000*sec, 10)
		b.ok(err)
		if n != 1 || b.totals(ana).Unsent() != 1 || b.get(kept.Key).State != entry.Pending {
			b.Errorf("pruned %d: %+v", n, b.totals(ana))
		}
		b.sound()
	}},
	{"another owner's receipts stay", func(b *bench) {
		e := b.add()
		b.apply(entry.GiveUp(e.Key, now, "typo"))
		if n, err := b.box.Prune(b.ctx, ben, now+1000*sec, 10); n != 0 || err != nil {
			b.Errorf("got %d, %v", n, err)
		}
	}},
	{"what is still to be looked up stays", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		b.settle(f, retry(e.Key, 1, 0))
		b.apply(entry.GiveUp(e.Key, now+2*sec, "typo"))
		if n, err := b.box.Prune(b.ctx, ana, now+1000*sec, 10); n != 0 || err != nil {
			b.Errorf("got %d, %v", n, err)
		}
		b.settle(f, entry.Look(e.Key, now+3*sec, 0, "", "", nil))
		if n, err := b.box.Prune(b.ctx, ana, now+1000*sec, 10); n != 1 || err != nil {
			b.Errorf("after the last look: got %d, %v", n, err)
		}
	}},
}

var exporting = []claim{
	{"everything unsent goes out and comes in elsewhere, with what it went through", func(b *bench) {
		parent, tried := b.add(), b.add()
		child := b.add(childOf(parent.Key))
		b.add(of(ben))
		f := b.claim(tried.Key)
		b.settle(f, retry(tried.Key, 1, 0))
		b.claim(parent.Key)
		raws, err := b.box.Export(b.ctx, ana)
		b.ok(err)
		b.world.Fail(nil)
		b.elsewhere(raws, parent, tried, child)
	}},
	{"a second import changes nothing and says so", func(b *bench) {
		e := b.add()
		raws, err := b.box.Export(b.ctx, ana)
		b.ok(err)
		before := b.dump(b.box)
		got, err := b.box.Import(b.ctx, ana, now, brought(raws...))
		b.ok(err)
		if len(got.Here) != 1 || got.Here[0].At != 0 || got.Here[0].Stored.Key != e.Key || len(got.Added) != 0 || b.dump(b.box) != before {
			b.Errorf("got %+v", got)
		}
	}},
	{"fields that this version does not know come along", func(b *bench) {
		got, err := b.box.Import(b.ctx, ana, now, brought(json.RawMessage(newer)))
		b.ok(err)
		var stored struct{ Colour struct{ Deep []any } }
		b.ok(json.Unmarshal([]byte(b.world.Raw(b, "K1")), &stored))
		if len(got.Added) != 1 || len(stored.Colour.Deep) != 3 {
			b.Errorf("got %+v, %s", got, b.world.Raw(b, "K1"))
		}
		b.apply(entry.Edit("K1", now, `{"a":1}`, "F2", "T", nil))
		if !strings.Contains(b.world.Raw(b, "K1"), "colour") {
			b.Errorf("after a move: %s", b.world.Raw(b, "K1"))
		}
		b.sound()
	}},
	{"of a damaged store what can be read comes out, and it is said", func(b *bench) {
		one, _, three := b.add(), b.add(), b.add()
		reads := 0
		b.world.Fail(func(o idbqueue.Op) error {
			if o.Kind != idbqueue.OpRead {
				return nil
			}
			// The whole fails, the keys are read, and then one of three fails.
			if reads++; reads == 1 || reads == 4 {
				return entry.ErrDamaged
			}
			return nil
		})
		raws, err := b.box.Export(b.ctx, ana)
		b.world.Fail(nil)
		if !errors.Is(err, entry.ErrDamaged) || len(raws) != 2 {
			b.Fatalf("got %d, %v", len(raws), err)
		}
		if !strings.Contains(string(raws[0]), one.Key) || !strings.Contains(string(raws[1]), three.Key) {
			b.Errorf("got %s", text(raws))
		}
	}},
	{"what is another's stays out, and what cannot come in is kept raw, once", func(b *bench) {
		raws := []json.RawMessage{
			[]byte(`{"key":"K1","owner":"01BEN","op":"order.create","record":"R1","state":"pending"}`),
			[]byte(`{"key":"K2","owner":"01ANA","op":"order.create","record":"R2","state":"sent"}`),
			[]byte(`{"key":"K3","owner":"01ANA","op":"order.create","record":"R3","state":"melted"}`),
			[]byte(`[1]`), []byte(`{`), []byte("{\"key\":\"K4\",\"owner\":\"01ANA\",\"op\":\"a\xff\",\"record\":\"R\",\"state\":\"pending\"}"),
			[]byte(`{"key":"K5","owner":"01ANA","op":"order.create","record":"R5","state":"pending"}`),
			[]byte(`{"key":"K6","owner":"01ANA","op":"order.create","record":"R6","state":"pending"}`),
		}
		all := brought(raws...)
		all[7].Flaw = "books.timeouts"
		for range 2 {
			got, err := b.box.Import(b.ctx, ana, now, all)
			b.ok(err)
			kept := []idbqueue.Kept{{At: 1, Flaw: "shape"}, {At: 2, Flaw: "shape"}, {At: 3, Flaw: "shape"}, {At: 7, Flaw: "books.timeouts"}}
			if !reflect.DeepEqual(got.Others, []int{0}) || !reflect.DeepEqual(got.Kept, kept) || !reflect.DeepEqual(got.Left, []int{4, 5}) || len(got.Added)+len(got.Here) != 1 {
				b.Errorf("got %+v", got)
			}
			if b.totals(ana).Unreadable != 4 || b.totals(ana).Unsent() != 5 {
				b.Errorf("counted %+v", b.totals(ana))
			}
		}
		exported, err := b.box.Export(b.ctx, ana)
		b.ok(err)
		if len(exported) != 5 || string(exported[1]) != string(raws[1]) || string(exported[4]) != string(raws[7]) {
			b.Errorf("exported %s", text(exported))
		}
		page, err := b.box.Page(b.ctx, ana, entry.ListUnsent, 0, 1)
		b.ok(err)
		if string(page[0].Raw) != string(raws[7]) || page[0].Flaw != "books.timeouts" {
			b.Errorf("listed %s", text(page))
		}
		if due := b.look(now+60*sec, 10).Due; len(due) != 1 {
			b.Errorf("%d are due", len(due))
		}
		b.ok(b.box.Remove(b.ctx, page[0].Kept))
		if b.totals(ana).Unreadable != 3 {
			b.Errorf("removed, and counted %+v", b.totals(ana))
		}
		b.sound()
	}},
	{"a large entry stays in the file", func(b *bench) {
		all := brought(json.RawMessage(`{"owner":"01ANA","x":"` + strings.Repeat("x", idbqueue.RawMax) + `"}`))
		got, err := b.box.Import(b.ctx, ana, now, all)
		b.ok(err)
		if len(got.Left) != 1 || b.totals(ana).Unsent() != 0 {
			b.Errorf("got %+v", got)
		}
		b.sound()
	}},
	{"another word on a record that one waits for is kept raw, and the same word is here", func(b *bench) {
		word := func(key, op, mark string) json.RawMessage {
			return json.RawMessage(`{"key":"` + key + `","owner":"01ANA","op":"` + op + `","record":"D1","state":"pending","fingerprint":"` + mark + `"}`)
		}
		first, err := b.box.Import(b.ctx, ana, now, brought(word("K1", "dispatch.deliver", "F1")))
		b.ok(err)
		got, err := b.box.Import(b.ctx, ana, now, brought(word("K2", "dispatch.fail", "F1"), word("K3", "dispatch.deliver", "F2"), word("K4", "dispatch.deliver", "F1")))
		b.ok(err)
		if len(first.Added) != 1 || len(got.Here) != 1 || got.Here[0].At != 2 || !reflect.DeepEqual(got.Kept, []idbqueue.Kept{{At: 0, Flaw: "waits"}, {At: 1, Flaw: "waits"}}) {
			b.Errorf("got %+v", got)
		}
		b.sound()
	}},
}

// brought are entries of an import that nobody has found fault with.
func brought(raws ...json.RawMessage) (all []idbqueue.Brought) {
	for _, raw := range raws {
		all = append(all, idbqueue.Brought{Raw: raw, Mark: fmt.Sprintf("%d-%.40s", len(raw), raw)})
	}
	return all
}

// elsewhere imports into this store after the originals are given up and
// pruned: another device, for all that the outbox knows.
func (b *bench) elsewhere(raws []json.RawMessage, parent, tried, child entry.Entry) {
	b.Helper()
	for _, e := range []entry.Entry{parent, tried, child} {
		b.apply(entry.GiveUp(e.Key, now+600*sec, "moved"))
	}
	f := b.lease()
	b.settle(f, entry.Look(parent.Key, now, 0, "", "", nil), entry.Look(tried.Key, now, 0, "", "", nil))
	n, err := b.box.Prune(b.ctx, ana, now+9999*sec, 10)
	b.ok(err)
	got, err := b.box.Import(b.ctx, ana, now+700*sec, brought(raws...))
	b.ok(err)
	if n != 3 || len(got.Added) != 3 {
		b.Fatalf("pruned %d, added %d, want 3 and 3", n, len(got.Added))
	}
	if e := b.get(parent.Key); e.Open != nil || !e.Doubt || e.Body != parent.Body || e.Next == nil || !e.HasLeft(parent.Fingerprint) {
		b.Errorf("open at export: got %+v", e)
	}
	if e := b.get(tried.Key); !e.Doubt || e.Attempt != 1 || e.Next == nil {
		b.Errorf("tried: got %+v", e)
	}
	if e := b.get(child.Key); !e.Waiting() || e.Next != nil {
		b.Errorf("child: got %+v", e)
	}
	b.sound()
}

// newer is an entry with fields of a version to come, at every depth.
const newer = `{"key":"K1","seq":1,"owner":"01ANA","store":"S1","op":"order.create","record":"R1","body":"{}",
	"fingerprint":"F1","madeAt":1,"state":"pending","parents":null,"next":{"setAt":1,"delayMs":0},
	"colour":{"deep":[1,2,{"x":"<"}]},"books":{"spent":0,"mood":"good"},"ix":{"future":[1]}}`

var foreign = []claim{
	{"fields that this version does not know survive every move", func(b *bench) {
		b.world.PutRaw(b, newer)
		_, err := b.box.Check(b.ctx)
		b.ok(err)
		f := b.claim("K1")
		b.settle(f, entry.End("K1", 1, now, entry.Ending{
			To: entry.Rejected, Books: entry.Books{Spent: 3, Row: 2}, Answer: &entry.Answer{Code: "x"},
		}))
		b.apply(entry.Edit("K1", now, `{"a":1}`, "F2", "T", nil), entry.GiveUp("K1", now, "typo"),
			entry.Restore("K1", now))
		b.claim("K1")
		b.settle(b.lease(), entry.Prove("K1", "R1", entry.Receipt{Fingerprint: "F2", ProvedAt: now}, "", nil))
		var stored struct {
			Colour struct{ Deep []any }
			Books  map[string]any
			IX     map[string]any
			State  string
		}
		b.ok(json.Unmarshal([]byte(b.world.Raw(b, "K1")), &stored))
		if text(stored.Colour.Deep) != text([]any{1, 2, map[string]any{"x": "<"}}) ||
			text(stored.IX["future"]) != "[1]" || stored.Books["mood"] != "good" || stored.State != "sent" {
			b.Errorf("got %s", b.world.Raw(b, "K1"))
		}
		b.sound()
	}},
	{"an entry that cannot be read is listed raw, exported, counted and skipped", func(b *bench) {
		b.world.PutRaw(b, `{"key":"K1","seq":1,"owner":"01ANA","op":"order.create","state":"melted","body":{"odd":true}}`,
			`{"key":"K2","seq":2,"owner":"01ANA","op":["what"],"state":"pending"}`, `{"key":"K3"}`)
		_, err := b.box.Check(b.ctx)
		b.ok(err)
		e := b.add()
		page, err := b.box.Page(b.ctx, ana, entry.ListUnsent, 0, 10)
		b.ok(err)
		if len(page) != 3 || page[0].Entry == nil || page[1].Entry != nil || !strings.Contains(string(page[2].Raw), "melted") {
			b.Errorf("got %s", text(page))
		}
		b.wantKeys("due", b.look(now+60*sec, 10).Due, e)
		raws, err := b.box.Export(b.ctx, ana)
		b.ok(err)
		if len(raws) != 3 || b.totals(ana).Unreadable != 2 || b.totals(ana).Unsent() != 3 || b.totals(ana).Unowned != 1 {
			b.Errorf("exported %d, counted %+v", len(raws), b.totals(ana))
		}
		b.sound()
	}},
	{"an entry that cannot be read is not moved, and removed by itself only", func(b *bench) {
		b.world.PutRaw(b, `{"key":"K1","seq":1,"owner":"01ANA","op":"order.create","state":"melted"}`)
		_, err := b.box.Check(b.ctx)
		b.ok(err)
		before := b.world.Raw(b, "K1")
		if err := b.box.Apply(b.ctx, entry.GiveUp("K1", now, "")); !errors.Is(err, entry.ErrNotFound) {
			b.Errorf("got %v, want ErrNotFound", err)
		}
		s := b.settle(b.lease(), entry.Prove("K1", "R1", entry.Receipt{}, "", nil))
		if len(s.Stale) != 1 || b.world.Raw(b, "K1") != before {
			b.Errorf("got %+v, %s", s, b.world.Raw(b, "K1"))
		}
		if err := b.box.Remove(b.ctx, b.add().Key); !errors.Is(err, entry.ErrIllegal) {
			b.Errorf("a readable one: got %v, want ErrIllegal", err)
		}
		b.ok(b.box.Remove(b.ctx, "K1"))
		if b.totals(ana).Unreadable != 0 {
			b.Errorf("got %+v", b.totals(ana))
		}
		b.sound()
	}},
	{"a child of a parent that cannot be read waits", func(b *bench) {
		b.world.PutRaw(b, `{"key":"K1","seq":1,"owner":"01ANA","op":"order.create","state":"melted"}`)
		if child := b.add(childOf("K1"), func(e *entry.Entry) { e.Key = "K9" }); !child.Waiting() {
			b.Errorf("got %+v", child)
		}
	}},
}
