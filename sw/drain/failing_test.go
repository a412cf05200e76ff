//go:build !js

package drain

import (
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// What is, and what is not, a server that fails for all.

// One write meets a bug of the office (500) and is parked. The next day the
// office is deployed anew: one 503, and well again.
func TestAnOrdinaryDeploymentIsNotShownAsAFailingServer(t *testing.T) {
	l := newLine(t)
	poison := l.save(wire.OpOrderCreate)
	l.luck = 0.9
	l.answer = script(ours(500, code(wire.CodeInternal)))
	l.pass(2 * time.Hour)
	l.want(poison, entry.Attention, sw.ReasonBudget, l.entry(poison).Books.Spent)
	if d := l.holds().Device; d != nil {
		t.Fatalf("one write's own failures hold the device: %+v", d)
	}
	l.pass(22 * time.Hour)
	l.save(wire.OpOrderCreate)
	l.answer = script(ours(503, code(wire.CodeDraining)))
	l.rest()
	if shown := l.holds().Shown("ana", "b1", l.now); shown != "" {
		t.Errorf("after one 503 every write is shown as %q: %+v", shown, l.holds().Failing)
	}
}

// One batch of 30, each item answered 503 once (the store was locked for a
// moment): one exchange, and one failure of the server.
func TestOneBatchOfFailingItemsIsOneFailureOfTheServer(t *testing.T) {
	l := newLine(t)
	l.orders(30)
	l.luck = 0.9
	l.answer = func(r exchange.Request) sw.Evidence {
		return batchOf(r, func(wire.BatchWrite) sw.Evidence { return ours(503, code(wire.CodeBusy)) })
	}
	l.rest()
	if len(l.asked) != 1 {
		t.Fatal(l.paths())
	}
	h := l.holds()
	if shown := h.Shown("ana", "b1", l.now); shown != "" {
		t.Errorf("after one exchange every write is shown as %q: %d answered failures", shown, h.Failing.Answered)
	}
	if d := h.Device; d == nil || d.Until.DelayMS > (10*time.Second).Milliseconds() {
		t.Errorf("the first wait is %v, want at most 10 s", time.Duration(d.Until.DelayMS)*time.Millisecond)
	}
}
