package idbqueuetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"

	"waybill/idbqueue/entry"
)

func (b *bench) totals(owner string) entry.Totals {
	b.Helper()
	t, err := b.box.Totals(b.ctx, owner)
	b.ok(err)
	return t
}

var totalling = []claim{
	{"an empty outbox counts nothing", func(b *bench) {
		if got := b.totals(ana); got.Unsent() != 0 || got.Sent != 0 || got.Oldest != 0 || len(got.Days) != 0 {
			b.Errorf("got %+v", got)
		}
	}},
	{"each stored state has its count, and the day its proofs", func(b *bench) {
		e, r := b.add(), b.add()
		b.add()
		f := b.claim(e.Key, r.Key)
		b.settle(f, prove(e), rejected(r.Key, 1))
		b.apply(entry.GiveUp(b.add().Key, now, "typo"))
		got := b.totals(ana)
		want := entry.Totals{
			Pending: 1, Rejected: 1, Sent: 1, Discarded: 1, Days: map[string]int{"2027-01-15": 1}, Oldest: r.MadeAt,
		}
		if !reflect.DeepEqual(got, want) {
			b.Errorf("got %+v, want %+v", got, want)
		}
	}},
	{"totals that an older bug spoiled are mended at start", func(b *bench) {
		e := b.add()
		b.world.PutRaw(b, b.world.Raw(b, e.Key)) // the same again: nothing differs
		b.sound()
		b.world.PutRaw(b, `{"key":"K7777","seq":7777,"owner":"01ANA","op":"order.create","record":"R7","state":"rejected"}`)
		if differed, err := b.box.Check(b.ctx); !differed || err != nil {
			b.Errorf("got %v, %v", differed, err)
		}
		if got := b.totals(ana); got.Rejected != 1 || got.Pending != 1 {
			b.Errorf("got %+v", got)
		}
		b.sound()
		if next := b.add(); next.Seq != 7778 {
			b.Errorf("got number %d, want 7778", next.Seq)
		}
	}},
	{"counts that are wrong by themselves are mended at start", func(b *bench) {
		e := b.add()
		b.add()
		b.world.PutRaw(b, strings.ReplaceAll(b.world.Raw(b, e.Key), `"pending"`, `"rejected"`))
		if differed, err := b.box.Check(b.ctx); !differed || err != nil {
			b.Errorf("got %v, %v", differed, err)
		}
		if got := b.totals(ana); got.Rejected != 1 || got.Pending != 1 {
			b.Errorf("got %+v", got)
		}
		b.sound()
	}},
	{"a write that nothing would try again is made due at start", func(b *bench) {
		b.world.PutRaw(b, `{"key":"K1","seq":1,"owner":"01ANA","op":"order.create","record":"R1","state":"retrying"}`)
		_, err := b.box.Check(b.ctx)
		b.ok(err)
		if due := b.look(now, 10).Due; len(due) != 1 {
			b.Errorf("got %v", keysOf(due))
		}
	}},
	{"the counts are the entries' after any run of moves", func(b *bench) {
		for seed := range uint64(4) {
			b.walk(rand.New(rand.NewPCG(seed, 1)), 60)
			b.sound()
		}
	}},
}

// walk makes random moves, legal and not, and compares the counts with a
// count by hand.
func (b *bench) walk(r *rand.Rand, steps int) {
	b.Helper()
	b.signIn(ana)
	f := b.lease()
	var keys []string
	for range steps {
		if len(keys) == 0 || r.IntN(4) == 0 {
			var parents []string
			if len(keys) > 0 && r.IntN(2) == 0 {
				parents = []string{keys[r.IntN(len(keys))]}
			}
			keys = append(keys, b.add(childOf(parents...)).Key)
			continue
		}
		e := b.get(keys[r.IntN(len(keys))])
		m := anyMove(r, e)
		switch {
		case m.Step == entry.StepClaim:
			_, err := b.box.Claim(b.ctx, f, ana, now, []entry.Move{m})
			b.ok(err)
		case r.IntN(2) == 0:
			_ = b.box.Apply(b.ctx, m) // the wrong hand is refused
		default:
			_, _ = b.box.Settle(b.ctx, f, []entry.Move{m})
		}
	}
	b.compare()
}

func anyMove(r *rand.Rand, e entry.Entry) entry.Move {
	at := now + int64(r.IntN(100))*sec
	moves := []entry.Move{
		entry.Claim(e.Key, e.Attempt+1, at, at+sec, r.IntN(3) == 0), prove(e), rejected(e.Key, e.Attempt),
		retry(e.Key, e.Attempt, 0), entry.GiveUp(e.Key, at+60*sec, "typo"), entry.Restore(e.Key, at+60*sec),
		entry.Edit(e.Key, at+60*sec, "{}", fmt.Sprint(at), "", nil), entry.Redo(e.Key, at+60*sec),
		entry.End(e.Key, e.Attempt, at, entry.Ending{To: entry.Conflict}), entry.Lost(e.Key, at, "restored"),
		entry.End(e.Key, e.Attempt, at, entry.Ending{To: entry.Attention, Next: &entry.Wait{SetAt: at}}),
		entry.Close(e.Key, e.Attempt, at), entry.Theirs(e.Key, "{}", "F0", "", receipt(e)),
	}
	return moves[r.IntN(len(moves))]
}

// compare counts by hand, from the lists.
func (b *bench) compare() {
	b.Helper()
	want := entry.Totals{Days: map[string]int{}}
	for _, l := range []entry.List{entry.ListUnsent, entry.ListSent, entry.ListDiscarded} {
		page, err := b.box.Page(b.ctx, ana, l, 0, 1000)
		b.ok(err)
		for _, e := range entriesOf(page) {
			tally(&want, e)
		}
	}
	if got := b.totals(ana); !reflect.DeepEqual(got, want) {
		b.Errorf("got %s, want %s", text(got), text(want))
	}
}

func tally(t *entry.Totals, e entry.Entry) {
	if e.State.Unsent() && (t.Oldest == 0 || e.MadeAt < t.Oldest) {
		t.Oldest = e.MadeAt
	}
	counts := map[entry.State]*int{
		entry.Pending: &t.Pending, entry.Retrying: &t.Retrying, entry.Attention: &t.Attention,
		entry.Conflict: &t.Conflict, entry.Rejected: &t.Rejected, entry.Sent: &t.Sent, entry.Discarded: &t.Discarded,
	}
	if e.State.Unsent() && e.Waiting() {
		t.Children++
		return
	}
	*counts[e.State]++
	if e.State == entry.Sent {
		t.Days[e.Receipt.Day]++
	}
}

func text(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}
