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
	"waybill/idbqueue/entry"
)

const (
	speedRounds  = 200
	settleRounds = 20
	settleBatch  = 100
	day          = "2027-01-15"
)

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

func newWrite(n int) entry.Entry {
	key := fmt.Sprintf("N%06d", n)
	return entry.Entry{
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
	deep, many := depth(t, entry.UnsentMax-2*speedRounds-10)
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
