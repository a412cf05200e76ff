package idbqueuetest

import (
	"errors"
	"reflect"
	"strings"

	"waybill/idbqueue/entry"
)

var adding = []claim{
	{"a new write is pending, due at once and numbered", func(b *bench) {
		first, second := b.add(), b.add()
		want := b.order()
		want.Key, want.Record, want.Ref, want.Title = first.Key, first.Record, first.Ref, first.Title
		want.Body, want.Fingerprint, want.MadeAt = first.Body, first.Fingerprint, first.MadeAt
		want.Seq, want.State, want.Next = 1, entry.Pending, &entry.Wait{SetAt: first.MadeAt}
		if got := b.get(first.Key); !reflect.DeepEqual(got, want) {
			b.Errorf("got  %+v\nwant %+v", got, want)
		}
		if second.Seq <= first.Seq {
			b.Errorf("the second write has number %d after %d", second.Seq, first.Seq)
		}
	}},
	{"the body comes back byte for byte", func(b *bench) {
		body := "{\"note\":\"<a> & \u2028 \u00e4 \U0001F600 \\u2028 \\ud83d \\/\"}"
		e := b.add(func(e *entry.Entry) { e.Body = body })
		if got := b.get(e.Key).Body; got != body {
			b.Errorf("got %q, want %q", got, body)
		}
	}},
	{"a write survives a crash after it was accepted", func(b *bench) {
		e := b.add()
		b.box = b.world.Reopen(b)
		if got := b.get(e.Key); !reflect.DeepEqual(got, e) {
			b.Errorf("got %+v, want %+v", got, e)
		}
	}},
	{"a form cannot smuggle a fate in", func(b *bench) {
		e := b.add(func(e *entry.Entry) {
			e.State, e.Attempt, e.Doubt, e.Seq = entry.Sent, 7, true, 99
			e.Receipt = &entry.Receipt{Day: "2027-01-15"}
		})
		if e.State != entry.Pending || e.Attempt != 0 || e.Doubt || e.Receipt != nil || e.Seq != 1 {
			b.Errorf("got %+v", e)
		}
	}},
	{"a key is taken once", func(b *bench) {
		e := b.add()
		b.refuses(entry.ErrExists, func(n *entry.Entry) { n.Key = e.Key })
	}},
	{"a client id is taken once, whatever became of its write", func(b *bench) {
		e := b.add()
		same := func(n *entry.Entry) { n.Record = e.Record }
		b.refuses(entry.ErrExists, same)
		b.apply(entry.GiveUp(e.Key, now, "typo"))
		b.refuses(entry.ErrExists, same)
	}},
	{"one transition of a record waits at a time", func(b *bench) {
		e := b.add(transition("dispatch.deliver", "D1"))
		b.refuses(entry.ErrOpenRecord, transition("dispatch.fail", "D1"))
		b.add(transition("dispatch.deliver", "D2"))
		b.apply(entry.GiveUp(e.Key, now, "typo"))
		b.add(transition("dispatch.fail", "D1"))
	}},
	{"a body of the limit fits, one byte more does not", func(b *bench) {
		b.add(func(e *entry.Entry) { e.Body = strings.Repeat("x", entry.BodyMax) })
		b.refuses(entry.ErrTooLarge, func(e *entry.Entry) { e.Body = strings.Repeat("x", entry.BodyMax+1) })
	}},
	{"text that the store would change is refused", func(b *bench) {
		b.refuses(entry.ErrMalformed, func(e *entry.Entry) { e.Body = "{\"a\":\"\xff\"}" })
		b.refuses(entry.ErrMalformed, func(e *entry.Entry) { e.Key = "" })
		b.refuses(entry.ErrMalformed, func(e *entry.Entry) { e.Record = "" })
	}},
}

// refuses checks that Add fails with want and leaves no trace.
func (b *bench) refuses(want error, change ...func(*entry.Entry)) {
	b.Helper()
	before := b.dump(b.box)
	if _, err := b.box.Add(b.ctx, b.order(change...)); !errors.Is(err, want) {
		b.Errorf("got %v, want %v", err, want)
	}
	if b.dump(b.box) != before {
		b.Errorf("a refused write left a trace")
	}
}

var applying = []claim{
	{"an edit keeps the client id and gives new content", func(b *bench) {
		e := b.add()
		b.apply(entry.Edit(e.Key, now, "{}", "F2", "Better", nil))
		got := b.get(e.Key)
		if got.Record != e.Record || got.Body != "{}" || got.Fingerprint != "F2" || got.Title != "Better" || got.Seq != e.Seq {
			b.Errorf("got %+v", got)
		}
	}},
	{"the rep's moves are carried out all or none", func(b *bench) {
		e := b.add()
		before := b.dump(b.box)
		err := b.box.Apply(b.ctx, entry.GiveUp(e.Key, now, "typo"), entry.Redo("K9999", now))
		if !errors.Is(err, entry.ErrNotFound) || b.dump(b.box) != before {
			b.Errorf("got %v, and a trace: %v", err, b.dump(b.box) != before)
		}
	}},
	{"later moves see earlier ones", func(b *bench) {
		e := b.add()
		b.apply(entry.GiveUp(e.Key, now, "typo"), entry.Restore(e.Key, now))
		if got := b.get(e.Key); got.State != entry.Pending || got.Discard != nil || got.Next == nil {
			b.Errorf("got %+v", got)
		}
	}},
	{"a write that is being sent is frozen until its deadline", func(b *bench) {
		e := b.add()
		b.claim(e.Key)
		if err := b.box.Apply(b.ctx, entry.Redo(e.Key, now+sec)); !errors.Is(err, entry.ErrFrozen) {
			b.Errorf("got %v, want ErrFrozen", err)
		}
		b.apply(entry.Edit(e.Key, now+31*sec, "{}", "F2", "Better", nil))
		if got := b.get(e.Key); !got.Doubt || got.Open != nil || len(got.Left) != 1 {
			b.Errorf("got %+v", got)
		}
	}},
	{"a machine's move is none of the rep's", func(b *bench) {
		e := b.add()
		for _, m := range []entry.Move{prove(e), rejected(e.Key, 0), b.claims(e.Key)[0]} {
			if err := b.box.Apply(b.ctx, m); !errors.Is(err, entry.ErrIllegal) {
				b.Errorf("%s: got %v, want ErrIllegal", m.Step, err)
			}
		}
	}},
	{"a state that does not allow a move says so", func(b *bench) {
		e := b.add()
		if err := b.box.Apply(b.ctx, entry.Restore(e.Key, now)); !errors.Is(err, entry.ErrIllegal) {
			b.Errorf("got %v, want ErrIllegal", err)
		}
	}},
	{"an edit's content has the limits of a new write's", func(b *bench) {
		e := b.add()
		long := strings.Repeat("x", entry.BodyMax+1)
		if err := b.box.Apply(b.ctx, entry.Edit(e.Key, now, long, "F2", "", nil)); !errors.Is(err, entry.ErrTooLarge) {
			b.Errorf("got %v, want ErrTooLarge", err)
		}
		if err := b.box.Apply(b.ctx, entry.Edit(e.Key, now, "\xff", "F2", "", nil)); !errors.Is(err, entry.ErrMalformed) {
			b.Errorf("got %v, want ErrMalformed", err)
		}
	}},
	{"a transition is not restored beside one made since", func(b *bench) {
		e := b.add(transition("dispatch.deliver", "D1"))
		b.apply(entry.GiveUp(e.Key, now, "typo"))
		b.add(transition("dispatch.fail", "D1"))
		if err := b.box.Apply(b.ctx, entry.Restore(e.Key, now)); !errors.Is(err, entry.ErrOpenRecord) {
			b.Errorf("got %v, want ErrOpenRecord", err)
		}
	}},
	{"nobody's entry is adopted once", func(b *bench) {
		e := b.add(of(""))
		b.apply(entry.Adopt(e.Key, now, ana))
		if got := b.get(e.Key).Owner; got != ana {
			b.Errorf("got owner %q", got)
		}
		if err := b.box.Apply(b.ctx, entry.Adopt(e.Key, now, ben)); !errors.Is(err, entry.ErrIllegal) {
			b.Errorf("got %v, want ErrIllegal", err)
		}
		b.sound()
	}},
}
