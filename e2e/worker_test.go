package e2e

import (
	"fmt"
	"strings"
	"testing"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
)

func TestAWorkerStoppedWhileItSendsLosesNothingAndStoresOnce(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0050", lines: map[string]int{"P-0040": 2}})
	ana.tab.Close()
	held := make(chan struct{})
	ana.lose(1, faultproxy.HoldAnswer(held)) // stored, and the answer is on its way
	ana.phone.Offline(false)
	delivered := func(hits []faultproxy.Hit) bool { return len(hits) > 0 && hits[0].Delivered > 0 }
	if _, err := stage.WaitHits(t, ana.office.Net, "POST", creates, delivered); err != nil {
		t.Fatalf("the worker sent nothing: %v\n%s", err, ana.log())
	}
	ana.phone.StopWorkers()
	close(held)
	ana.tab = ana.phone.Open("/outbox")
	ana.tab.Click("outbox-drain-now")
	ana.tab.Bar("b.sent == 1 && b.pending + b.retrying + b.attention == 0")
	ana.stored("orders", id)
}

func TestTwoTabsAndTheWorkerSendEachOrderOnceAndOneAtATime(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.single()
	ana.phone.Offline(true)
	var ids []string
	for n := range 4 {
		ids = append(ids, ana.take(order{customer: fmt.Sprintf("C-00%d", 51+n), lines: map[string]int{"P-0041": n + 1}}))
	}
	second := ana.phone.Open("/outbox")
	second.Bar("b.pending + b.retrying == 4")
	before := len(ana.office.Net.Hits("POST", "/api/v1/orders"))
	ana.phone.Offline(false)
	ana.phone.Sync(false)
	ana.tab.Bar("b.sent == 4 && b.pending + b.retrying == 0")
	second.Bar("b.sent == 4")
	for _, id := range ids {
		ana.stored("orders", id)
		if n := ana.sends(id); n != 1 {
			t.Errorf("order %s reached the server %d times", id, n)
		}
	}
	if n := faultproxy.Overlap(ana.office.Net.Hits("POST", "/api/v1/orders")[before:]); n > 1 {
		t.Errorf("%d orders were under way at once: two drainers", n)
	}
}

func TestThePendingSyncSendsAfterAKillWithNoPageOpen(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arriveWith(t, office, stage.NewLonePhone(t, office.Net.URL), "ana")
	ana.phone.Quit() // the sign-in is on the disk
	ana.phone.Restart()
	ana.tab = ana.phone.Open("/")
	ana.tab.Bar("b.sent == 0")
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0056", lines: map[string]int{"P-0042": 1}})
	ana.phone.Kill()
	ana.phone.Restart() // online, no page: the browser remembers the sync
	ana.stored("orders", id)
}

func TestThePeriodicSyncSendsToo(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	phone := stage.NewPhone(t, office.Net.URL)
	phone.Grant("periodic-background-sync")
	ana := arriveWith(t, office, phone, "ana")
	dead := ana.lose(faultproxy.Always, faultproxy.ResetBefore())
	id := ana.take(order{customer: "C-0057", lines: map[string]int{"P-0043": 1}})
	if _, err := waitHits(t, ana.office.Net, creates, 1); err != nil {
		t.Fatal(err)
	}
	ana.tab.Close()
	dead.Lift()
	ana.phone.PeriodicSync()
	ana.stored("orders", id)
}

func TestWhatTheWorkerCouldNotSettleIsToldAtTheNextOpening(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0058", lines: map[string]int{"P-0044": 1}})
	ana.tab.Close()
	ana.office.Net.Script("POST", creates, faultproxy.Always, refusal(403, "forbidden", ""))
	ana.phone.Offline(false)
	if _, err := stage.WaitHits(t, ana.office.Net, "POST", creates, faultproxy.AtLeast(1)); err != nil {
		t.Fatalf("the worker sent nothing: %v", err)
	}
	ana.tab = ana.phone.Open("/outbox")
	ana.card(id, `["rejected", "retrying", "attention"].includes(c.state)`)
	ana.tab.Bar("b.sent == 0")
}

func TestTheWorkerSharesThePagesOutboxAndItsCode(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	first := ana.take(order{customer: "C-0059", lines: map[string]int{"P-0045": 1}})
	ana.tab.Bar("b.sent == 1")
	ana.phone.Offline(true)
	second := ana.take(order{customer: "C-0060", lines: map[string]int{"P-0046": 1}})
	ana.tab.Close()
	ana.phone.Offline(false)
	ana.stored("orders", first)
	ana.stored("orders", second)
	var builds []string
	for _, hit := range ana.office.Net.Hits("POST", creates) {
		builds = append(builds, hit.Header.Get("Waybill-Client"))
	}
	for _, b := range builds {
		if b == "" || b != builds[0] {
			t.Errorf("page and worker name their builds as %s", strings.Join(builds, ", "))
			break
		}
	}
}
