package idbqueuetest

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"

	"waybill/idbqueue/entry"
)

var settling = []claim{
	{"proof makes a receipt", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		s := b.settle(f, prove(e))
		got := b.get(e.Key)
		if got.State != entry.Sent || got.Receipt == nil || got.InDoubt() || got.Next != nil || len(s.Entries) != 1 {
			b.Errorf("got %+v", got)
		}
	}},
	{"moves and records are one transaction", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		hold := entry.Record{Name: "holds", Value: json.RawMessage(`{"device":1}`)}
		_, err := b.box.Settle(b.ctx, f, []entry.Move{retry(e.Key, 1, sec)}, hold)
		b.ok(err)
		records, err := b.box.Records(b.ctx, "holds")
		b.ok(err)
		if string(records["holds"]) != `{"device":1}` || b.get(e.Key).State != entry.Retrying {
			b.Errorf("got %s and %s", records["holds"], b.get(e.Key).State)
		}
	}},
	{"a record may be put only while it is what it was", func(b *bench) {
		f := b.claim(b.add().Key)
		b.ok(b.box.Put(b.ctx, entry.Record{Name: "nudge", Value: json.RawMessage(`{ "at": 1, "of": "ana" }`)}))
		seen := func() *json.RawMessage {
			look, err := b.box.Look(b.ctx, ana, now, 1)
			b.ok(err)
			was := look.Records["nudge"]
			return &was
		}
		settle := func(value string, was *json.RawMessage) string {
			r := entry.Record{Name: "nudge", Was: was}
			if value != "" {
				r.Value = json.RawMessage(value)
			}
			_, err := b.box.Settle(b.ctx, f, nil, r, entry.Record{Name: "beside", Value: json.RawMessage(value + `1`)})
			b.ok(err)
			records, err := b.box.Records(b.ctx, "nudge", "beside")
			b.ok(err)
			if string(records["beside"]) != value+`1` {
				b.Errorf("what stands beside it is %s", records["beside"])
			}
			return string(records["nudge"])
		}
		before := seen()
		if got := settle(`2`, before); got != `2` {
			b.Errorf("unchanged, and not put: %s", got)
		}
		if got := settle(`3`, before); got != `2` {
			b.Errorf("changed since, and put: %s", got)
		}
		if got := settle(``, before); got != `2` {
			b.Errorf("changed since, and removed: %q", got)
		}
		if got := settle(``, seen()); got != `` {
			b.Errorf("unchanged, and not removed: %s", got)
		}
		if got := settle(`4`, before); got != `` {
			b.Errorf("removed since, and put: %s", got)
		}
		if got := settle(`5`, seen()); got != `5` {
			b.Errorf("absent then and now, and not put: %q", got)
		}
	}},
	{"a claim as planned leaves out what was edited or asked about since", func(b *bench) {
		same, edited, asked := b.add(), b.add(), b.add()
		f := b.claim(asked.Key)
		b.settle(f, retry(asked.Key, 1, 0))
		asked = b.get(asked.Key)
		b.apply(entry.Edit(edited.Key, now, `{"n":2}`, "F2", "", nil), entry.Recheck(asked.Key, now))
		var moves []entry.Move
		for _, e := range []entry.Entry{same, edited, asked} {
			moves = append(moves, entry.Claim(e.Key, e.Attempt+1, now, now+30*sec, false).As(e))
		}
		claimed, err := b.box.Claim(b.ctx, f, ana, now+60*sec, moves)
		b.ok(err)
		b.wantKeys("claimed", claimed, same)
		for _, e := range []entry.Entry{edited, asked} {
			now := b.get(e.Key)
			claimed, err := b.box.Claim(b.ctx, f, ana, 60*sec, []entry.Move{entry.Claim(e.Key, now.Attempt+1, 1, 2, now.Probe).As(now)})
			b.ok(err)
			b.wantKeys("claimed as it is", claimed, now)
		}
	}},
	{"a stale move is left out and named", func(b *bench) {
		e, other := b.add(), b.add()
		f := b.claim(e.Key, other.Key)
		late := rejected(e.Key, 7)
		s := b.settle(f, late, rejected(other.Key, 1), rejected("K9999", 1))
		b.wantKeys("applied", s.Entries, b.get(other.Key))
		if len(s.Stale) != 2 || s.Stale[0].Key != e.Key || b.get(e.Key).State != entry.Pending {
			b.Errorf("got %+v", s)
		}
	}},
	{"without the lease only proof is recorded", func(b *bench) {
		e, other := b.add(), b.add()
		f := b.claim(e.Key, other.Key)
		b.lease()
		hold := entry.Record{Name: "holds", Value: json.RawMessage(`{}`)}
		s, err := b.box.Settle(b.ctx, f, []entry.Move{rejected(other.Key, 1), prove(e)}, hold)
		if !errors.Is(err, entry.ErrLeaseLost) {
			b.Errorf("got %v, want ErrLeaseLost", err)
		}
		if b.get(e.Key).State != entry.Sent || b.get(other.Key).State != entry.Pending || len(s.Stale) != 1 {
			b.Errorf("got %s, %s, %+v", b.get(e.Key).State, b.get(other.Key).State, s)
		}
		if records, _ := b.box.Records(b.ctx, "holds"); len(records) != 0 {
			b.Errorf("a thawed drainer set a hold")
		}
	}},
	{"proof of an earlier version is a conflict", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		b.apply(entry.Edit(e.Key, now+60*sec, "{}", "F2", "", nil))
		b.settle(f, prove(e))
		got := b.get(e.Key)
		if got.State != entry.Conflict || got.Reason != "earlier" || !got.InDoubt() || got.Next != nil {
			b.Errorf("got %+v", got)
		}
	}},
	{"proof of an id that was given up is a note, whatever the write is by then", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		late := prove(e)
		b.settle(f, entry.End(e.Key, 1, now+sec, entry.Ending{To: entry.Conflict, Reason: "earlier"}))
		b.apply(entry.Replace(e.Key, now+2*sec, "R9999", `{"id":"R9999"}`, "F9"))
		f = b.claim(e.Key)
		before := b.get(e.Key)
		b.settle(f, late, late) // one tab after another
		got := b.get(e.Key)
		if !slices.Equal(got.FormerProved, []string{e.Record}) {
			b.Errorf("noted are %v", got.FormerProved)
		}
		if got.FormerProved = nil; !reflect.DeepEqual(got, before) {
			b.Errorf("got %+v\nwant %+v", got, before)
		}
		s := b.settle(f, entry.Prove(e.Key, "R7777", receipt(e), "earlier", nil))
		if len(s.Stale) != 1 || b.get(e.Key).State != before.State {
			b.Errorf("proof of a strange id: %+v", s)
		}
		b.settle(f, prove(before))
		if got := b.get(e.Key); got.State != entry.Sent || got.Receipt.Fingerprint != "F9" {
			b.Errorf("proof of the new id leaves it %s", got.State)
		}
	}},
	{"proof of a discarded write is marked, not undone", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		b.settle(f, retry(e.Key, 1, sec))
		b.apply(entry.GiveUp(e.Key, now+2*sec, "typo"))
		b.settle(f, prove(e))
		got := b.get(e.Key)
		if got.State != entry.Discarded || !got.Discard.Held {
			b.Errorf("got %+v", got)
		}
		b.apply(entry.Restore(e.Key, now+3*sec))
		if got := b.get(e.Key); got.State != entry.Sent {
			b.Errorf("restored: got %s, want sent", got.State)
		}
	}},
	{"an answer to an earlier attempt settles nothing", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		b.settle(f, retry(e.Key, 1, 0))
		b.claim(e.Key)
		f = b.lease()
		if s := b.settle(f, rejected(e.Key, 1)); len(s.Stale) != 1 || b.get(e.Key).Open == nil {
			b.Errorf("got %+v", b.get(e.Key))
		}
	}},
	{"a move that no machine may make fails the transaction", func(b *bench) {
		e, other := b.add(), b.add()
		f := b.claim(e.Key, other.Key)
		before := b.dump(b.box)
		bad := entry.End(other.Key, 1, now, entry.Ending{To: entry.Sent})
		for _, m := range []entry.Move{bad, entry.GiveUp(other.Key, now, ""), b.claims(other.Key)[0]} {
			if _, err := b.box.Settle(b.ctx, f, []entry.Move{prove(e), m}); !errors.Is(err, entry.ErrIllegal) {
				b.Errorf("%s: got %v, want ErrIllegal", m.Step, err)
			}
		}
		if b.dump(b.box) != before {
			b.Errorf("it left a trace")
		}
	}},
	{"nothing but a restored office takes a write out of sent", func(b *bench) {
		e := b.add()
		f := b.claim(e.Key)
		b.settle(f, prove(e))
		s := b.settle(f, rejected(e.Key, 1), retry(e.Key, 1, 0))
		if len(s.Stale) != 2 || b.get(e.Key).State != entry.Sent {
			b.Errorf("got %+v", b.get(e.Key))
		}
		b.settle(f, entry.Lost(e.Key, now+5*sec, "restored"))
		if got := b.get(e.Key); got.State != entry.Attention || got.Reason != "restored" {
			b.Errorf("got %+v", got)
		}
		b.sound()
	}},
}

var children = []claim{
	{"a child is not due before its parent is proved, and is then", func(b *bench) {
		parent := b.add()
		child := b.add(childOf(parent.Key))
		s, err := b.box.Look(b.ctx, ana, now+60*sec, 10)
		b.ok(err)
		b.wantKeys("due", s.Due, parent)
		if s.Totals.Children != 1 || s.Totals.Pending != 1 {
			b.Errorf("got %+v", s.Totals)
		}
		f := b.claim(parent.Key)
		b.settle(f, prove(parent))
		s, err = b.box.Look(b.ctx, ana, now+60*sec, 10)
		b.ok(err)
		b.wantKeys("due", s.Due, child)
		if len(b.get(child.Key).Parents) != 0 || s.Totals.Children != 0 || s.Totals.Pending != 1 {
			b.Errorf("got %+v, %+v", b.get(child.Key), s.Totals)
		}
		b.sound()
	}},
	{"a child of two parents waits for both", func(b *bench) {
		one, two := b.add(), b.add()
		child := b.add(childOf(one.Key, two.Key))
		f := b.claim(one.Key, two.Key)
		b.settle(f, prove(one))
		if got := b.get(child.Key); got.Next != nil || len(got.Parents) != 1 || got.Parents[0] != two.Key {
			b.Errorf("got %+v", got)
		}
		b.settle(f, prove(two))
		if got := b.get(child.Key); got.Next == nil || len(got.Parents) != 0 {
			b.Errorf("got %+v", got)
		}
	}},
	{"both parents proved in one transaction free the child", func(b *bench) {
		one, two := b.add(), b.add()
		child := b.add(childOf(one.Key, two.Key))
		f := b.claim(one.Key, two.Key)
		b.settle(f, prove(one), prove(two))
		if got := b.get(child.Key); got.Next == nil || len(got.Parents) != 0 {
			b.Errorf("got %+v", got)
		}
		b.sound()
	}},
	{"a parent proved while its child was typed is none to wait for", func(b *bench) {
		parent := b.add()
		f := b.claim(parent.Key)
		b.settle(f, prove(parent))
		child := b.add(childOf(parent.Key))
		if child.Waiting() || child.Next == nil {
			b.Errorf("got %+v", child)
		}
		b.apply(entry.Edit(child.Key, now, "{}", "F2", "", []string{parent.Key}))
		if got := b.get(child.Key); got.Waiting() || got.Next == nil {
			b.Errorf("edited: got %+v", got)
		}
	}},
	{"a discarded parent frees its child once the office holds it", func(b *bench) {
		parent := b.add()
		child := b.add(childOf(parent.Key))
		f := b.claim(parent.Key)
		b.settle(f, retry(parent.Key, 1, 0))
		b.apply(entry.GiveUp(parent.Key, now+2*sec, "typo"))
		if !b.get(child.Key).Waiting() {
			b.Errorf("the discard alone freed the child")
		}
		b.settle(f, prove(parent))
		if got := b.get(child.Key); got.Waiting() || got.Next == nil {
			b.Errorf("got %+v", got)
		}
	}},
	{"children are re-pointed in the parent's transaction", func(b *bench) {
		parent := b.add()
		child := b.add(childOf(parent.Key))
		b.apply(entry.GiveUp(parent.Key, now, "theirs"), entry.Edit(child.Key, now, `{"to":1}`, "F2", "", nil))
		if got := b.get(child.Key); got.Next == nil || got.Waiting() || got.Body != `{"to":1}` {
			b.Errorf("got %+v", got)
		}
		b.sound()
	}},
	{"the office's version frees the children", func(b *bench) {
		parent := b.add()
		child := b.add(childOf(parent.Key))
		f := b.claim(parent.Key)
		b.settle(f, entry.End(parent.Key, 1, now, entry.Ending{To: entry.Conflict, Reason: "earlier"}))
		b.apply(entry.Theirs(parent.Key, "{}", "F0", "Theirs", receipt(parent)))
		if got := b.get(child.Key); got.Waiting() || got.Next == nil {
			b.Errorf("got %+v", got)
		}
	}},
	{"a discarded child is freed without being sent", func(b *bench) {
		parent := b.add()
		child := b.add(childOf(parent.Key))
		b.apply(entry.GiveUp(child.Key, now, "typo"))
		f := b.claim(parent.Key)
		b.settle(f, prove(parent))
		if got := b.get(child.Key); got.Waiting() || got.Next != nil || got.State != entry.Discarded {
			b.Errorf("got %+v", got)
		}
		b.apply(entry.Restore(child.Key, now))
		if got := b.get(child.Key); got.Next == nil {
			b.Errorf("restored: got %+v", got)
		}
	}},
	{"a child that a version could not read when its parent was settled is freed at start", func(b *bench) {
		parent := b.add()
		f := b.claim(parent.Key)
		b.settle(f, prove(parent))
		b.world.PutRaw(b, `{"key":"C1","seq":9,"owner":"01ANA","op":"order.create","record":"RC1","state":"pending",`+
			`"parents":["`+parent.Key+`"]}`)
		if mended, err := b.box.Check(b.ctx); !mended || err != nil {
			b.Errorf("got %v, %v", mended, err)
		}
		if got := b.get("C1"); got.Waiting() || got.Next == nil {
			b.Errorf("got %+v", got)
		}
		waiting := b.add(childOf("K9999"))
		b.sound()
		if !b.get(waiting.Key).Waiting() {
			b.Errorf("a child of a missing parent was freed")
		}
	}},
	{"children are listed by owner", func(b *bench) {
		parent := b.add()
		child := b.add(childOf(parent.Key, "K9999"))
		b.add(of(ben), childOf("K8888"))
		got, err := b.box.Children(b.ctx, ana)
		b.ok(err)
		b.wantKeys("children", got, child)
	}},
	{"a child cannot be claimed", func(b *bench) {
		child := b.add(childOf("K9999"))
		b.signIn(ana)
		got, err := b.box.Claim(b.ctx, b.lease(), ana, now, b.claims(child.Key))
		b.ok(err)
		b.wantKeys("claimed", got)
	}},
}
