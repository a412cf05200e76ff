package idbqueuetest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

// World is one empty store under test.
type World interface {
	// Open opens an outbox on the store, as another tab would.
	Open(t testing.TB) *idbqueue.Outbox
	// Reopen crashes every open outbox and opens a new one.
	Reopen(t testing.TB) *idbqueue.Outbox
	// PutRaw stores entries as another version of the program wrote them.
	PutRaw(t testing.TB, raws ...string)
	// Raw reads an entry as it is stored.
	Raw(t testing.TB, key string) string
	// Fail asks f before each step of a transaction and fails it with what f
	// returns; nil ends that.
	Fail(f func(idbqueue.Op) error)
}

// Run runs the suite; newWorld makes an empty store for each test.
func Run(t *testing.T, newWorld func(t testing.TB) World) {
	for _, group := range []struct {
		name  string
		tests []claim
	}{
		{"add", adding},
		{"apply", applying},
		{"lease", leasing},
		{"claim", claiming},
		{"settle", settling},
		{"children", children},
		{"look", looking},
		{"lists", listing},
		{"records", recording},
		{"totals", totalling},
		{"prune", pruning},
		{"export", exporting},
		{"foreign", foreign},
		{"failure", failing},
		{"scale", scaling},
	} {
		for _, c := range group.tests {
			t.Run(group.name+"/"+c.says, func(t *testing.T) {
				w := newWorld(t)
				c.test(&bench{TB: t, world: w, box: w.Open(t), ctx: t.Context()})
			})
		}
	}
}

// claim is one promise and its test.
type claim struct {
	says string
	test func(*bench)
}

// bench is what a test works with: one outbox, and short names for long acts.
type bench struct {
	testing.TB
	world World
	box   *idbqueue.Outbox
	ctx   context.Context
	made  int
}

const (
	ana = "01ANA"
	ben = "01BEN"
	now = int64(1_800_000_000_000)
	sec = int64(1000)
)

// order is a new write of Ana's.
func (b *bench) order(change ...func(*entry.Entry)) entry.Entry {
	b.made++
	n := fmt.Sprintf("%04d", b.made)
	e := entry.Entry{
		Key: "K" + n, Owner: ana, Store: "S1", Op: "order.create", Record: "R" + n, Ref: n, Title: "Order " + n,
		Body: `{"id":"R` + n + `","note":"< & > ü \u2028"}`, Fingerprint: "F" + n, MadeAt: now + int64(b.made),
	}
	for _, c := range change {
		c(&e)
	}
	return e
}

func of(owner string) func(*entry.Entry) { return func(e *entry.Entry) { e.Owner = owner } }

func childOf(parents ...string) func(*entry.Entry) {
	return func(e *entry.Entry) { e.Parents = parents }
}

func transition(op, record string) func(*entry.Entry) {
	return func(e *entry.Entry) { e.Op, e.Record = op, record }
}

func (b *bench) add(change ...func(*entry.Entry)) entry.Entry {
	b.Helper()
	e, err := b.box.Add(b.ctx, b.order(change...))
	b.ok(err)
	return e
}

func (b *bench) ok(err error) {
	b.Helper()
	if err != nil {
		b.Fatalf("got %v, want no error", err)
	}
}

func (b *bench) get(key string) entry.Entry {
	b.Helper()
	e, err := b.box.Get(b.ctx, key)
	b.ok(err)
	return e
}

func (b *bench) signIn(owner string) {
	b.Helper()
	b.ok(b.box.Put(b.ctx, entry.Record{Name: entry.RecordUser, Value: json.RawMessage(`{"id":"` + owner + `"}`)}))
}

func (b *bench) lease() idbqueue.Fence {
	b.Helper()
	f, err := b.box.Acquire(b.ctx, "tab", idbqueue.At(now), 60*sec, now)
	b.ok(err)
	return f
}

// claim signs Ana in, takes the lease, and opens the next attempt of each.
func (b *bench) claim(keys ...string) idbqueue.Fence {
	b.Helper()
	b.signIn(ana)
	f := b.lease()
	got, err := b.box.Claim(b.ctx, f, ana, now+90*sec, b.claims(keys...))
	b.ok(err)
	if len(got) != len(keys) {
		b.Fatalf("claimed %d, want %d", len(got), len(keys))
	}
	return f
}

func (b *bench) claims(keys ...string) []entry.Move {
	var moves []entry.Move
	for _, key := range keys {
		moves = append(moves, entry.Claim(key, b.get(key).Attempt+1, now, now+30*sec, false))
	}
	return moves
}

func (b *bench) settle(f idbqueue.Fence, moves ...entry.Move) idbqueue.Settled {
	b.Helper()
	s, err := b.box.Settle(b.ctx, f, moves)
	b.ok(err)
	return s
}

func (b *bench) apply(moves ...entry.Move) {
	b.Helper()
	b.ok(b.box.Apply(b.ctx, moves...))
}

func receipt(e entry.Entry) entry.Receipt {
	return entry.Receipt{
		At: "2027-01-15T08:00:00Z", ProvedAt: now + sec, Day: "2027-01-15", Status: 201, Fingerprint: e.Fingerprint,
	}
}

func prove(e entry.Entry) entry.Move {
	return entry.Prove(e.Key, e.Record, receipt(e), "earlier", nil)
}

func rejected(key string, n int) entry.Move {
	return entry.End(key, n, now+sec, entry.Ending{To: entry.Rejected, Reason: "refused"})
}

func retry(key string, n int, delay int64) entry.Move {
	return entry.End(key, n, now+sec, entry.Ending{
		To: entry.Retrying, Reason: "no_answer", Doubtful: true, Next: &entry.Wait{SetAt: now + sec, DelayMS: delay},
	})
}

func keysOf(entries []entry.Entry) []string {
	var keys []string
	for _, e := range entries {
		keys = append(keys, e.Key)
	}
	return keys
}

func (b *bench) wantKeys(what string, got []entry.Entry, want ...entry.Entry) {
	b.Helper()
	if !slices.Equal(keysOf(got), keysOf(want)) {
		b.Errorf("%s: got %v, want %v", what, keysOf(got), keysOf(want))
	}
}

// dump is all that can be seen of the store through an outbox.
func (b *bench) dump(box *idbqueue.Outbox) string {
	b.Helper()
	all := map[string]any{}
	for _, l := range []struct {
		owner string
		list  entry.List
	}{
		{ana, entry.ListUnsent},
		{ana, entry.ListSent},
		{ana, entry.ListDiscarded},
		{ben, entry.ListUnsent},
		{"", entry.ListUnsent},
	} {
		page, err := box.Page(b.ctx, l.owner, l.list, 0, 100)
		b.ok(err)
		all[l.owner+"/"+string(l.list)] = page
	}
	s, err := box.Look(b.ctx, ana, now, 50)
	b.ok(err)
	drafts, err := box.Drafts(b.ctx, ana)
	b.ok(err)
	all["look"], all["drafts"] = s, drafts
	text, err := json.MarshalIndent(all, "", " ")
	b.ok(err)
	return string(text)
}

// sound checks what must hold of the store at any time.
func (b *bench) sound() {
	b.Helper()
	differed, err := b.box.Check(b.ctx)
	b.ok(err)
	if differed {
		b.Errorf("the totals differ from the entries")
	}
}
