//go:build bench

package idbqueue_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue"
)

const (
	speedRounds  = 200
	settleRounds = 20
	settleBatch  = 100
	day          = "2027-01-15"
)

// plainSave is a strict save as one would write it in JavaScript for the same
// stores and indexes: read the totals, add the entry, put the totals.
const plainSave = `
const [name, raw] = arguments;
return (async () => {
	const db = globalThis.speedDBs ??= {};
	db[name] ??= await new Promise((done, failed) => {
		const open = indexedDB.open(name);
		open.onsuccess = () => done(open.result);
		open.onerror = () => failed(open.error);
	});
	const start = performance.now();
	await new Promise((done, failed) => {
		const tx = db[name].transaction(["entries", "records", "drafts", "meta"], "readwrite", { durability: "strict" });
		tx.oncomplete = done;
		tx.onabort = () => failed(tx.error);
		const totals = tx.objectStore("meta").get("totals");
		totals.onsuccess = () => {
			const t = totals.result, e = JSON.parse(raw);
			e.seq = ++t.seq;
			e.ix.turn[2] = e.ix.due[2] = e.ix.set[2] = e.ix.made[2] = e.ix.list[2] = e.ix.tally[3] = e.seq;
			t.owners[e.owner].pending++;
			tx.objectStore("entries").add(e);
			tx.objectStore("meta").put(t, "totals");
			tx.commit();
		};
	});
	return performance.now() - start;
})();`

// plain saves through JavaScript alone and returns how long that took.
func plain(t *testing.T, f safejs.Value, name, raw string) time.Duration {
	t.Helper()
	promise, err := f.Invoke(name, raw)
	if err != nil {
		t.Fatal(err)
	}
	ms, err := awaitPromise(promise)
	if err != nil {
		t.Fatal(err)
	}
	n, err := ms.Float()
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(n * float64(time.Millisecond))
}

// reads times what reads at both depths: none of it may walk the whole outbox,
// but for the check at start.
func reads(t *testing.T, few, many *idbqueue.Outbox) {
	t.Helper()
	ctx := context.Background()
	for _, r := range []struct {
		name  string
		walks bool
		read  func(*idbqueue.Outbox) error
	}{
		{"look", false, func(b *idbqueue.Outbox) error { _, err := b.Look(ctx, "ana", 1<<40, 10); return err }},
		{"page", false, func(b *idbqueue.Outbox) error {
			_, err := b.Page(ctx, "ana", idbqueue.ListUnsent, 0, 20)
			return err
		}},
		{"totals", false, func(b *idbqueue.Outbox) error { _, err := b.Totals(ctx, "ana"); return err }},
		{"check", true, func(b *idbqueue.Outbox) error { _, err := b.Check(ctx); return err }},
	} {
		var shallow, deep []time.Duration
		for range 20 {
			for box, to := range map[*idbqueue.Outbox]*[]time.Duration{few: &shallow, many: &deep} {
				took, err := timed(func() error { return r.read(box) })
				if err != nil {
					t.Fatal(err)
				}
				*to = append(*to, took)
			}
		}
		s, d := median(shallow), median(deep)
		t.Logf("%s: %v at depth 200, %v at depth 10,000", r.name, s, d)
		if !r.walks {
			bound(t, "a "+r.name+" at depth 10,000 is at most 2 × one at depth 200", ratio(d, s), 2)
		}
	}
}

// closePlain closes JavaScript's own connections, so that the databases can be
// deleted.
func closePlain(t *testing.T) {
	t.Helper()
	js, err := safejs.Global().Get("Function")
	if err != nil {
		t.Fatal(err)
	}
	f, err := js.New(`for (const db of Object.values(globalThis.speedDBs)) db.close()`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Invoke(); err != nil {
		t.Fatal(err)
	}
}

// depth is an outbox with n writes that wait.
func depth(t *testing.T, n int) (*browserWorld, *idbqueue.Outbox) {
	w := newBrowserWorld(t).(*browserWorld)
	box := w.Open(t)
	raws := make([]string, n)
	for i := range raws {
		raws[i] = fmt.Sprintf(`{"key":"A%06d","seq":%d,"owner":"ana","store":"S1","op":"order.create","record":"A%06d",`+
			`"body":%q,"fingerprint":"F","madeAt":1,"state":"pending","next":{"setAt":1,"delayMs":0}}`,
			i, i+1, i, strings.Repeat("x", 800))
	}
	w.PutRaw(t, raws...)
	if _, err := box.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w, box
}

func newWrite(n int) idbqueue.Entry {
	key := fmt.Sprintf("N%06d", n)
	return idbqueue.Entry{
		Key: key, Owner: "ana", Store: "S1", Op: "order.create", Record: key, Ref: key, Title: "Order",
		Body: strings.Repeat("x", 800), Fingerprint: strings.Repeat("f", 64), MadeAt: int64(n),
	}
}

func timed(f func() error) (time.Duration, error) {
	start := time.Now()
	err := f()
	return time.Since(start), err
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// TestSpeed prints its summary last and fails where a bound does not hold.
func TestSpeed(t *testing.T) {
	shallow, few := depth(t, 10)
	deep, many := depth(t, idbqueue.UnsentMax-2*speedRounds-10)
	js, err := safejs.Global().Get("Function")
	if err != nil {
		t.Fatal(err)
	}
	f, err := js.New(plainSave)
	if err != nil {
		t.Fatal(err)
	}
	var plainFew, goFew, plainMany, goMany []time.Duration
	for i := range speedRounds {
		raw := plainEntry(t, shallow, few, i)
		plainFew = append(plainFew, plain(t, f, shallow.name, raw))
		goFew = append(goFew, save(t, few, i))
		plainMany = append(plainMany, plain(t, f, deep.name, raw))
		goMany = append(goMany, save(t, many, i))
	}
	closePlain(t)
	reads(t, few, many)
	one, all := settleTimes(t)
	pf, gf, pm, gm := median(plainFew), median(goFew), median(plainMany), median(goMany)
	t.Logf("save at depth 10:     plain %v, Go %v", pf, gf)
	t.Logf("save at depth 10,000: plain %v, Go %v", pm, gm)
	t.Logf("settle %d: one by one %v, in one transaction %v", settleBatch, one, all)
	bound(t, "a save through Go is at most 1.5 × plain JavaScript", ratio(gf, pf), 1.5)
	bound(t, "a save at depth 10,000 is at most 1.5 × one at depth 10", ratio(gm, gf), 1.5)
	bound(t, "one transaction for 100 settles is at least 8 × faster", 8, ratio(one, all))
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

// bound logs a claim and fails it unless low ≤ high.
func bound(t *testing.T, claim string, low, high float64) {
	t.Helper()
	if low > high {
		t.Errorf("NOT HELD: %s: %.2f > %.2f", claim, low, high)
		return
	}
	t.Logf("held: %s: %.2f ≤ %.2f", claim, low, high)
}

func save(t *testing.T, box *idbqueue.Outbox, n int) time.Duration {
	t.Helper()
	e := newWrite(n)
	took, err := timed(func() error {
		_, err := box.Add(context.Background(), e)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return took
}

// plainEntry is what Go stores, under another key, for JavaScript to store.
func plainEntry(t *testing.T, w *browserWorld, box *idbqueue.Outbox, n int) string {
	t.Helper()
	if n == 0 {
		if _, err := box.Add(context.Background(), newWrite(999999)); err != nil {
			t.Fatal(err)
		}
	}
	return strings.ReplaceAll(w.Raw(t, "N999999"), "N999999", fmt.Sprintf("P%06d", n))
}

// settleTimes claims twice a batch each round, and settles half one by one.
func settleTimes(t *testing.T) (one, all time.Duration) {
	w := newBrowserWorld(t).(*browserWorld)
	box := w.Open(t)
	ctx := context.Background()
	if err := box.Put(ctx, idbqueue.Record{Name: idbqueue.RecordUser, Value: []byte(`{"id":"ana"}`)}); err != nil {
		t.Fatal(err)
	}
	fence, err := box.Acquire(ctx, "speed", 1, 1000, 1)
	if err != nil {
		t.Fatal(err)
	}
	var ones, alls []time.Duration
	for round := range settleRounds {
		proofs := claimed(t, box, fence, round)
		took, err := timed(func() error {
			for _, m := range proofs[:settleBatch] {
				if _, err := box.Settle(ctx, fence, []idbqueue.Move{m}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		ones = append(ones, took)
		took, err = timed(func() error {
			s, err := box.Settle(ctx, fence, proofs[settleBatch:])
			if err == nil && len(s.Entries) != settleBatch {
				err = fmt.Errorf("settled %d", len(s.Entries))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		alls = append(alls, took)
	}
	return median(ones), median(alls)
}

// claimed adds and claims two batches, and returns their proofs.
func claimed(t *testing.T, box *idbqueue.Outbox, fence idbqueue.Fence, round int) []idbqueue.Move {
	t.Helper()
	ctx := context.Background()
	var claims, proofs []idbqueue.Move
	for i := range 2 * settleBatch {
		e := newWrite(round*1000 + i)
		if _, err := box.Add(ctx, e); err != nil {
			t.Fatal(err)
		}
		claims = append(claims, idbqueue.Claim(e.Key, 1, 1, 100, false))
		proofs = append(proofs, idbqueue.Prove(e.Key, idbqueue.Receipt{
			At: "2027-01-15T08:00:00Z", ProvedAt: 2, Day: day, Status: 201, RequestID: "r", Fingerprint: e.Fingerprint,
		}, "", nil))
	}
	got, err := box.Claim(ctx, fence, "ana", 1000, claims)
	if err != nil || len(got) != len(claims) {
		t.Fatalf("claimed %d: %v", len(got), err)
	}
	return proofs
}
