package e2e

import (
	"fmt"
	"testing"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
)

func TestCustomersAndProductsAreThereAlsoWithNoNetwork(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	ana.tab.Reload()
	ana.pick("order-customer", "C-0042")
	ana.pick("order-product", "P-0123")
	ana.tab.Go("/customers")
	ana.tab.Until(`document.body.innerText.includes("C-0001")`)
}

func TestAnOrderTakenWithNoNetworkIsSavedOnThePhoneAndGoesOutByItself(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	ana.tab.Close()
	ana.tab = ana.phone.Open("/orders/new") // from the phone's own cache, at an inner address
	id := ana.take(order{customer: "C-0007", lines: map[string]int{"P-0003": 2, "P-0010": 5}, note: "Ring twice"})
	ana.tab.Bar("b.pending + b.retrying == 1 && b.sent == 0")
	ana.absent("orders", id)

	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 1 && b.pending + b.retrying == 0")
	record := ana.stored("orders", id)
	if record.String("note") != "Ring twice" || len(record["lines"].([]any)) != 2 {
		t.Errorf("the office has %v", record)
	}
	ana.tab.Go("/orders/" + id)
	ana.tab.Until(fmt.Sprintf("document.body.innerText.includes(%q)", record.String("number")))
}

func TestAnOrderOutlivesItsTab(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0008", lines: map[string]int{"P-0004": 1}})
	ana.tab.Close()
	ana.tab = ana.phone.Open("/outbox")
	ana.card(id, `c.state == "pending" || c.state == "retrying"`)
	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 1")
	ana.stored("orders", id)
}

func TestAnOrderOutlivesAKilledBrowser(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arriveWith(t, office, stage.NewLonePhone(t, office.Net.URL), "ana")
	ana.phone.Quit() // the sign-in is not what is at stake here
	ana.phone.Restart()
	ana.tab = ana.phone.Open("/")
	ana.tab.Bar("b.sent == 0")
	must(t, office.Net.Down())
	id := ana.take(order{customer: "C-0009", lines: map[string]int{"P-0005": 3}})
	ana.phone.Kill()
	ana.phone.Restart()
	ana.tab = ana.phone.Open("/outbox")
	ana.card(id, `c.state == "pending" || c.state == "retrying"`)
	must(t, office.Net.Up())
	ana.tab.Bar("b.sent == 1")
	ana.stored("orders", id)
}

func TestALostAnswerIsFoundOutAndTheOrderIsThereOnce(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.lose(1, faultproxy.ResetAfter())
	id := ana.take(order{customer: "C-0010", lines: map[string]int{"P-0006": 4}})
	ana.tab.Bar("b.sent == 1")
	ana.stored("orders", id)
	if n := ana.sends(id); n < 2 {
		t.Errorf("the order reached the server %d times: the lost answer was not in the way", n)
	}
}

func TestARestartingGatewayCostsAttemptsAndNothingElse(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	gateway := ana.lose(faultproxy.Always, faultproxy.Replace(503, "text/html", "<h1>Service unavailable</h1>"))
	id := ana.take(order{customer: "C-0011", lines: map[string]int{"P-0007": 1}})
	ana.card(id, `c.state == "retrying" && Number(c.attempts) >= 1 && !isNaN(Date.parse(c.nextAt))`)
	gateway.Lift()
	ana.tab.Click("outbox-drain-now")
	ana.tab.Bar("b.sent == 1")
	ana.stored("orders", id)
}

func TestNoNetworkHoweverLongSpendsNothing(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	dead := ana.lose(faultproxy.Always, faultproxy.ResetBefore())
	id := ana.take(order{customer: "C-0012", lines: map[string]int{"P-0008": 1}})
	if _, err := stage.WaitHits(t, ana.office.Net, "POST", creates, faultproxy.AtLeast(2)); err != nil {
		t.Fatalf("no second attempt: %v", err)
	}
	ana.card(id, `c.state == "retrying" && c.attempts == "0"`)
	dead.Lift()
	ana.tab.Click("outbox-drain-now")
	ana.tab.Bar("b.sent == 1")
	ana.stored("orders", id)
}

func TestAStrangersAnswerIsNeverAVerdict(t *testing.T) {
	t.Parallel()
	strangers := map[string]struct {
		fault  faultproxy.Fault
		reason string
		spent  string
	}{
		"a hotel's sign-in page": {faultproxy.CaptivePage(), "intercepted", "0"},
		"a redirect":             {faultproxy.Redirect("/login"), "intercepted", "0"},
		"an edge's 404":          {faultproxy.Replace(404, "text/html", "<h1>Not found</h1>"), "", "1"},
	}
	for name, stranger := range strangers {
		t.Run(name, func(t *testing.T) {
			ana := arrive(t, stage.OpenOffice(t), "ana")
			rule := ana.lose(faultproxy.Always, stranger.fault)
			id := ana.take(order{customer: "C-0013", lines: map[string]int{"P-0009": 1}})
			ana.card(id, fmt.Sprintf(`c.state == "retrying" && Number(c.attempts) >= %s`, stranger.spent))
			if stranger.reason != "" {
				ana.card(id, fmt.Sprintf("c.reason == %q && c.attempts == %q", stranger.reason, stranger.spent))
			}
			ana.tab.Bar("b.sent == 0 && b.rejected == 0 && b.retrying == 1")
			ana.absent("orders", id)
			rule.Lift()
			ana.tab.Click("outbox-drain-now")
			ana.tab.Bar("b.sent == 1")
			ana.stored("orders", id)
		})
	}
}

func TestTheWorkerSendsWhenNoPageIsOpen(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0014", lines: map[string]int{"P-0011": 2}})
	ana.tab.Close()
	ana.phone.Offline(false) // the browser fires the sync that was armed at the save
	ana.stored("orders", id)
	ana.tab = ana.phone.Open("/outbox")
	ana.tab.Bar("b.sent == 1 && b.pending + b.retrying == 0")
}

func TestTheStatusBarIsOnEveryPageAndEveryWriteHasItsCard(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	first := ana.take(order{customer: "C-0015", lines: map[string]int{"P-0012": 1}})
	second := ana.take(order{customer: "C-0016", lines: map[string]int{"P-0013": 1}})
	for _, path := range []string{"/", "/orders", "/orders/new", "/orders/" + first, "/customers", "/customers/new", "/products", "/dispatches", "/outbox", "/settings", "/signin"} {
		ana.tab.Go(path)
		ana.tab.See("statusbar")
		if path != "/signin" {
			ana.tab.Bar("b.pending + b.retrying == 2")
			ana.tab.See("signout")
		}
	}
	ana.card(first, `c.op == "order.create"`)
	ana.card(second, `c.op == "order.create"`)
	ana.phone.Offline(false)
	ana.tab.Click("outbox-drain-now")
	ana.tab.Bar("b.sent == 2 && b.pending + b.retrying == 0")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
