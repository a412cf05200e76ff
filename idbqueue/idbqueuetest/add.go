package idbqueuetest

import (
	"errors"
	"reflect"
	"strings"

	"waybill/idbqueue"
)

var adding = []claim{
	{"a new write is pending, due at once and numbered", func(b *bench) {
		first, second := b.add(), b.add()
		want := b.order()
		want.Key, want.Record, want.Ref, want.Title = first.Key, first.Record, first.Ref, first.Title
		want.Body, want.Fingerprint, want.MadeAt = first.Body, first.Fingerprint, first.MadeAt
		want.Seq, want.State, want.Next = 1, idbqueue.Pending, &idbqueue.Wait{SetAt: first.MadeAt}
		if got := b.get(first.Key); !reflect.DeepEqual(got, want) {
			b.Errorf("got  %+v\nwant %+v", got, want)
		}
		if second.Seq <= first.Seq {
			b.Errorf("the second write has number %d after %d", second.Seq, first.Seq)
		}
	}},
	{"the body comes back byte for byte", func(b *bench) {
		body := "{\"note\":\"<a> & \u2028 \u00e4 \U0001F600 \\u2028 \\ud83d \\/\"}"
		e := b.add(func(e *idbqueue.Entry) { e.Body = body })
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
		e := b.add(func(e *idbqueue.Entry) {
			e.State, e.Attempt, e.Doubt, e.Seq = idbqueue.Sent, 7, true, 99
			e.Receipt = &idbqueue.Receipt{Day: "2027-01-15"}
		})
		if e.State != idbqueue.Pending || e.Attempt != 0 || e.Doubt || e.Receipt != nil || e.Seq != 1 {
			b.Errorf("got %+v", e)
		}
	}},
	{"a key is taken once", func(b *bench) {
		e := b.add()
		b.refuses(idbqueue.ErrExists, func(n *idbqueue.Entry) { n.Key = e.Key })
	}},
	{"a client id is taken once, whatever became of its write", func(b *bench) {
		e := b.add()
		same := func(n *idbqueue.Entry) { n.Record = e.Record }
		b.refuses(idbqueue.ErrExists, same)
		b.apply(idbqueue.GiveUp(e.Key, now, "typo"))
		b.refuses(idbqueue.ErrExists, same)
	}},
	{"one transition of a record waits at a time", func(b *bench) {
		e := b.add(transition("dispatch.deliver", "D1"))
		b.refuses(idbqueue.ErrOpenRecord, transition("dispatch.fail", "D1"))
		b.add(transition("dispatch.deliver", "D2"))
		b.apply(idbqueue.GiveUp(e.Key, now, "typo"))
		b.add(transition("dispatch.fail", "D1"))
	}},
	{"a body of the limit fits, one byte more does not", func(b *bench) {
		b.add(func(e *idbqueue.Entry) { e.Body = strings.Repeat("x", idbqueue.BodyMax) })
		b.refuses(idbqueue.ErrTooLarge, func(e *idbqueue.Entry) { e.Body = strings.Repeat("x", idbqueue.BodyMax+1) })
	}},
	{"text that the store would change is refused", func(b *bench) {
		b.refuses(idbqueue.ErrMalformed, func(e *idbqueue.Entry) { e.Body = "{\"a\":\"\xff\"}" })
		b.refuses(idbqueue.ErrMalformed, func(e *idbqueue.Entry) { e.Key = "" })
		b.refuses(idbqueue.ErrMalformed, func(e *idbqueue.Entry) { e.Record = "" })
	}},
}

// refuses checks that Add fails with want and leaves no trace.
func (b *bench) refuses(want error, change ...func(*idbqueue.Entry)) {
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
		b.apply(idbqueue.Edit(e.Key, now, "{}", "F2", "Better", nil))
		got := b.get(e.Key)
		if got.Record != e.Record || got.Body != "{}" || got.Fingerprint != "F2" || got.Title != "Better" || got.Seq != e.Seq {
			b.Errorf("got %+v", got)
		}
	}},
	{"the rep's moves are carried out all or none", func(b *bench) {
		e := b.add()
		before := b.dump(b.box)
		err := b.box.Apply(b.ctx, idbqueue.GiveUp(e.Key, now, "typo"), idbqueue.Redo("K9999", now))
		if !errors.Is(err, idbqueue.ErrNotFound) || b.dump(b.box) != before {
			b.Errorf("got %v, and a trace: %v", err, b.dump(b.box) != before)
		}
	}},
	{"later moves see earlier ones", func(b *bench) {
		e := b.add()
		b.apply(idbqueue.GiveUp(e.Key, now, "typo"), idbqueue.Restore(e.Key, now))
		if got := b.get(e.Key); got.State != idbqueue.Pending || got.Discard != nil || got.Next == nil {
			b.Errorf("got %+v", got)
		}
	}},
	{"a write that is being sent is frozen until its deadline", func(b *bench) {
		e := b.add()
		b.claim(e.Key)
		if err := b.box.Apply(b.ctx, idbqueue.Redo(e.Key, now+sec)); !errors.Is(err, idbqueue.ErrFrozen) {
			b.Errorf("got %v, want ErrFrozen", err)
		}
		b.apply(idbqueue.Edit(e.Key, now+31*sec, "{}", "F2", "Better", nil))
		if got := b.get(e.Key); !got.Doubt || got.Open != nil || len(got.Left) != 1 {
			b.Errorf("got %+v", got)
		}
	}},
	{"a machine's move is none of the rep's", func(b *bench) {
		e := b.add()
		for _, m := range []idbqueue.Move{prove(e), rejected(e.Key, 0), b.claims(e.Key)[0]} {
			if err := b.box.Apply(b.ctx, m); !errors.Is(err, idbqueue.ErrIllegal) {
				b.Errorf("%s: got %v, want ErrIllegal", m.Step, err)
			}
		}
	}},
	{"a state that does not allow a move says so", func(b *bench) {
		e := b.add()
		if err := b.box.Apply(b.ctx, idbqueue.Restore(e.Key, now)); !errors.Is(err, idbqueue.ErrIllegal) {
			b.Errorf("got %v, want ErrIllegal", err)
		}
	}},
	{"an edit's content has the limits of a new write's", func(b *bench) {
		e := b.add()
		long := strings.Repeat("x", idbqueue.BodyMax+1)
		if err := b.box.Apply(b.ctx, idbqueue.Edit(e.Key, now, long, "F2", "", nil)); !errors.Is(err, idbqueue.ErrTooLarge) {
			b.Errorf("got %v, want ErrTooLarge", err)
		}
		if err := b.box.Apply(b.ctx, idbqueue.Edit(e.Key, now, "\xff", "F2", "", nil)); !errors.Is(err, idbqueue.ErrMalformed) {
			b.Errorf("got %v, want ErrMalformed", err)
		}
	}},
	{"a transition is not restored beside one made since", func(b *bench) {
		e := b.add(transition("dispatch.deliver", "D1"))
		b.apply(idbqueue.GiveUp(e.Key, now, "typo"))
		b.add(transition("dispatch.fail", "D1"))
		if err := b.box.Apply(b.ctx, idbqueue.Restore(e.Key, now)); !errors.Is(err, idbqueue.ErrOpenRecord) {
			b.Errorf("got %v, want ErrOpenRecord", err)
		}
	}},
	{"nobody's entry is adopted once", func(b *bench) {
		e := b.add(of(""))
		b.apply(idbqueue.Adopt(e.Key, now, ana))
		if got := b.get(e.Key).Owner; got != ana {
			b.Errorf("got owner %q", got)
		}
		if err := b.box.Apply(b.ctx, idbqueue.Adopt(e.Key, now, ben)); !errors.Is(err, idbqueue.ErrIllegal) {
			b.Errorf("got %v, want ErrIllegal", err)
		}
		b.sound()
	}},
}
