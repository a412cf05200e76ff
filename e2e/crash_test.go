package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"waybill/e2e/stage"
	"waybill/server/wire/fingerprint"
)

// crashRounds is how often the browser is killed: a few times in every run,
// as often as WAYBILL_CRASH_ROUNDS says in a long one.
func crashRounds(t *testing.T) int {
	t.Helper()
	text := os.Getenv("WAYBILL_CRASH_ROUNDS")
	if text == "" {
		return 4
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("WAYBILL_CRASH_ROUNDS=%q is no number of rounds", text)
	}
	return n
}

// killWithin is the time in which the browser dies: in every other round after
// the tap on Save, else after the page said "saved", while the drain works.
const killWithin = 500 * time.Millisecond

func TestNoAcknowledgedOrderIsLostHoweverOftenTheBrowserIsKilled(t *testing.T) {
	office := stage.OpenOffice(t)
	ana := arriveWith(t, office, stage.NewLonePhone(t, office.Net.URL), "ana")
	// A browser writes its cookies to disk half a minute late. Closed politely
	// once, it still knows the session after each kill.
	ana.phone.Quit()
	ana.phone.Restart()
	ana.tab = ana.phone.Open("/outbox")
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	luck := rand.New(rand.NewPCG(seed, 0))
	acknowledged := map[string]string{} // note → id
	rounds := crashRounds(t)
	for n := range rounds {
		note := fmt.Sprintf("crash %d", n)
		ana.tab.Go("/orders/new")
		ana.clearLines()
		// Each another order: the app asks before it saves the same one again. The
		// first fifty products are sold in any quantity.
		ana.fill(order{customer: fmt.Sprintf("C-%04d", 1+n%200), lines: map[string]int{fmt.Sprintf("P-%04d", 1+n%50): 1 + n/50}, note: note})
		if id := ana.saveAndDie(n%2 == 1, time.Duration(luck.Int64N(int64(killWithin)))); id != "" {
			acknowledged[note] = id
		}
		ana.phone.Restart()
		ana.tab = ana.phone.Open("/outbox")
	}
	ana.tab.Bar("b.pending + b.retrying + b.attention + b.conflict + b.rejected == 0")
	ana.noHalfEntries()
	ana.eachOnce(acknowledged)
	if len(acknowledged) == 0 {
		t.Fatal("no round was acknowledged: nothing was at stake")
	}
	t.Logf("rounds %d, acknowledged %d, lost 0, half-written 0, duplicates 0", rounds, len(acknowledged))
}

// clearLines takes the lines out that a killed browser has kept as a draft: the
// order that was to be saved then was not.
func (r *rep) clearLines() {
	r.t.Helper()
	r.tab.Until(`at("order-customer") && !at("order-customer").disabled`)
	for {
		n := stage.Eval[int](r.tab, `all("order-line").length`)
		if n == 0 {
			return
		}
		r.tab.Click("line-remove")
		r.tab.Until(fmt.Sprintf(`all("order-line").length < %d`, n))
	}
}

// saveAndDie taps Save and kills the browser a while later, or a while after
// the page said "saved". It returns the id if the page had said so by then.
func (r *rep) saveAndDie(saved bool, after time.Duration) string {
	r.t.Helper()
	r.tab.Click("order-save")
	if saved {
		r.tab.See("order-saved")
	}
	<-time.After(after)
	id := stage.Eval[string](r.tab, `at("order-saved") ? at("order-saved").dataset.id : ""`)
	r.phone.Kill()
	return id
}

// noHalfEntries reads the database itself: every entry is whole.
func (r *rep) noHalfEntries() {
	r.t.Helper()
	for _, e := range r.entries() {
		if e.Key == "" || e.Record == "" || e.State == "" || fingerprint.Of([]byte(e.Body)) != e.Fingerprint {
			r.t.Errorf("half an entry: %+v", e)
		}
	}
}

// eachOnce asks the office: every acknowledged order is there, and none twice.
func (r *rep) eachOnce(acknowledged map[string]string) {
	r.t.Helper()
	times, ids := map[string]int{}, map[string]bool{}
	for _, record := range r.office.As(r.name).List("orders") {
		times[record.String("note")]++
		ids[record.String("id")] = true
	}
	for note, id := range acknowledged {
		if !ids[id] {
			r.t.Errorf("%q was acknowledged as %s and is lost", note, id)
		}
	}
	for note, n := range times {
		if n > 1 {
			r.t.Errorf("%q is at the office %d times", note, n)
		}
	}
}
