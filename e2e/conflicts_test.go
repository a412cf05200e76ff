package e2e

import (
	"database/sql"
	"fmt"
	"testing"

	_ "modernc.org/sqlite"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
	"waybill/server/demo"
	"waybill/server/wire"
)

// customers matches the ways a customer may travel.
const customers = "/api/v1/[cb]*"

// refusal answers like the office itself: a proven problem.
func refusal(status int, code, errors string) faultproxy.Fault {
	body := fmt.Sprintf(`{"type":"about:blank","title":"Refused","status":%d,"code":%q,"request_id":"r","errors":[%s]}`, status, code, errors)
	return faultproxy.Replace(status, "application/problem+json", body, wire.HeaderContract, "1", wire.HeaderAsked, "?"+wire.QueryAsk, "Cache-Control", "no-store")
}

// single makes every write travel by itself: a story that answers in the
// office's place then knows what is asked.
func (r *rep) single() {
	r.office.Net.Script("POST", "/api/v1/batch", faultproxy.Always, refusal(404, "no_such_route", ""))
}

// found types a customer in and returns its id.
func (r *rep) customer(code, name string) string {
	r.t.Helper()
	r.tab.Go("/customers/new")
	r.tab.Type("customer-code", code)
	r.tab.Type("customer-name", name)
	r.tab.Leave()
	r.tab.Click("customer-save")
	return r.saved("customer-saved")
}

// inCard clicks a hook inside the card of a write.
func (r *rep) inCard(id, hook string) {
	r.t.Helper()
	r.tab.Until(fmt.Sprintf("at(%q, item(%q)) && !at(%q, item(%q)).disabled", hook, id, hook, id))
	stage.Eval[bool](r.tab, fmt.Sprintf("(at(%q, item(%q)).click(), true)", hook, id))
}

// says waits until the card of a write contains a text.
func (r *rep) says(id, text string) {
	r.t.Helper()
	r.tab.Until(fmt.Sprintf("item(%q).textContent.includes(%q)", id, text))
}

func TestTheSecondOfTwoCustomersWithOneCodeIsAConflictAndItsOrderFollowsTheChoice(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	const theirs = "01KDVDNEM0X000000000000001"
	if status, body := ana.office.As("ben").Send("POST", "/api/v1/customers", map[string]any{"id": theirs, "code": "N-100", "name": "Ben found it"}); status != 201 {
		t.Fatalf("ben's customer: %d %s", status, body)
	}
	mine := ana.customer("N-100", "Ana found it")
	// A load that cut the first attempt off would leave it in doubt for a minute.
	ana.tab.Bar("b.conflict == 1")
	ana.card(mine, `c.state == "conflict" && c.reason == "duplicate_code"`)
	order := ana.take(order{customer: "N-100", lines: map[string]int{"P-0020": 2}})
	ana.card(order, `c.state == "attention" && c.reason == "parent"`)
	ana.says(mine, "Ben found it")
	ana.says(mine, "Ana found it")
	ana.inCard(mine, "outbox-keep-theirs")
	ana.tab.Bar("b.sent == 1 && b.conflict == 0 && b.attention == 0")
	if got := ana.stored("orders", order).String("customer_id"); got != theirs {
		t.Errorf("the order went to customer %s, want the office's %s", got, theirs)
	}
	ana.absent("customers", mine)
}

func TestACustomerWhoseAnswerWasLostIsSentAlthoughItsCodeIsTaken(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.office.Net.Script("POST", customers, 1, faultproxy.ResetAfter())
	id := ana.customer("N-200", "Found and lost")
	ana.tab.Bar("b.sent == 1 && b.conflict == 0")
	ana.stored("customers", id)
}

func TestAnOrderWaitsForItsNewCustomerAndOnlyItWaits(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.single()
	rule := ana.office.Net.Script("POST", "/api/v1/customers", faultproxy.Always, refusal(422, "validation_failed", `{"field":"/name","message":"not welcome here"}`))
	customer := ana.customer("N-300", "Not welcome")
	waits := ana.take(order{customer: "N-300", lines: map[string]int{"P-0021": 1}})
	passes := ana.take(order{customer: "C-0031", lines: map[string]int{"P-0022": 1}})
	ana.stored("orders", passes)
	ana.card(customer, `c.state == "rejected"`)
	ana.says(customer, "not welcome here")
	ana.card(waits, `c.state == "attention" && c.reason == "parent"`)
	ana.absent("orders", waits)
	rule.Lift()
	ana.inCard(waits, "outbox-repoint")
	ana.pick("repoint-customer", "C-0032")
	ana.inCard(waits, "outbox-repoint-confirm")
	if got := ana.stored("orders", waits).String("customer_id"); got != demo.CustomerID(32) {
		t.Errorf("the re-pointed order went to %s", got)
	}
}

func TestAnOrderFollowsTheCustomerMadeBeforeIt(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	customer := ana.customer("N-310", "Welcome")
	id := ana.take(order{customer: "N-310", lines: map[string]int{"P-0021": 1}})
	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 2")
	ana.stored("customers", customer)
	if got := ana.stored("orders", id).String("customer_id"); got != customer {
		t.Errorf("the order names customer %s", got)
	}
}

func TestARefusedOrderIsCorrectedUnderItsOwnId(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.single()
	ana.office.Net.Script("POST", "/api/v1/orders", 1, refusal(422, "validation_failed", `{"field":"/lines/0/quantity","message":"at most 10 of these"}`))
	id := ana.take(order{customer: "C-0033", lines: map[string]int{"P-0023": 11}})
	ana.card(id, `c.state == "rejected"`)
	ana.says(id, "at most 10 of these")
	ana.inCard(id, "outbox-edit")
	ana.tab.Until(`location.pathname == "/orders/new" && document.body.innerText.includes("at most 10 of these")`)
	ana.tab.Type("line-quantity", "10")
	ana.tab.Leave()
	ana.tab.Click("order-save")
	if got := ana.saved("order-saved"); got != id {
		t.Errorf("the corrected order has id %s, had %s", got, id)
	}
	ana.tab.Bar("b.sent == 1 && b.rejected == 0")
	line := ana.stored("orders", id)["lines"].([]any)[0].(map[string]any)
	if line["quantity"] != 10.0 {
		t.Errorf("the office has quantity %v", line["quantity"])
	}
}

func TestARefusalInDoubtIsLookedUpFirst(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.single()
	ana.office.Net.Script("POST", "/api/v1/orders", 1, faultproxy.ResetAfter())
	ana.office.Net.Script("POST", "/api/v1/orders", 1, refusal(422, "validation_failed", `{"field":"/note","message":"no"}`))
	id := ana.take(order{customer: "C-0034", lines: map[string]int{"P-0024": 1}})
	ana.tab.Bar("b.sent == 1 && b.rejected == 0")
	ana.stored("orders", id)
}

// unheard is an order that the office stored and whose answer was lost; since
// then there is no network, until back is called.
func unheard(t *testing.T, customer, product string) (ana *rep, id string, back func()) {
	t.Helper()
	ana = arrive(t, stage.OpenOffice(t), "ana")
	ana.single()
	ana.office.Net.Script("POST", "/api/v1/orders", 1, faultproxy.ResetAfter())
	dead := ana.office.Net.Script("", "/api/v1/*", faultproxy.Always, faultproxy.ResetBefore())
	deeper := ana.office.Net.Script("", "/api/v1/*/*", faultproxy.Always, faultproxy.ResetBefore())
	id = ana.take(order{customer: customer, lines: map[string]int{product: 1}})
	if _, err := waitHits(t, ana.office.Net, "/api/v1/orders", 1); err != nil {
		t.Fatal(err)
	}
	ana.card(id, `c.state == "retrying"`)
	return ana, id, func() { dead.Lift(); deeper.Lift() }
}

// inDoubt is an order that the office stored with quantity 1, unheard, and that
// the rep then changed to 2.
func inDoubt(t *testing.T) (*rep, string) {
	t.Helper()
	ana, id, back := unheard(t, "C-0035", "P-0025")
	ana.inCard(id, "outbox-edit")
	ana.tab.Type("line-quantity", "2")
	ana.tab.Leave()
	ana.tab.Click("order-save")
	ana.saved("order-saved")
	back()
	ana.card(id, `true`)
	ana.tab.Click("outbox-drain-now")
	ana.card(id, `c.state == "conflict" && c.reason == "earlier"`)
	return ana, id
}

func TestAnEditedOrderThatTheOfficeHasInItsEarlierVersionIsTheRepsChoice(t *testing.T) {
	t.Parallel()
	t.Run("keep theirs", func(t *testing.T) {
		t.Parallel()
		ana, id := inDoubt(t)
		ana.inCard(id, "outbox-keep-theirs")
		ana.tab.Bar("b.sent == 1 && b.conflict == 0")
		line := ana.stored("orders", id)["lines"].([]any)[0].(map[string]any)
		if line["quantity"] != 1.0 {
			t.Errorf("the office has quantity %v, want its own 1", line["quantity"])
		}
	})
	t.Run("mine instead", func(t *testing.T) {
		t.Parallel()
		ana, id := inDoubt(t)
		ana.inCard(id, "outbox-mine")
		ana.tab.Bar("b.sent == 1 && b.conflict == 0")
		if state := ana.stored("orders", id).String("state"); state != "cancelled" {
			t.Errorf("the office's version is %s, want cancelled", state)
		}
		placed := 0
		for _, o := range ana.office.As("ana").List("orders") {
			if o.String("state") == "placed" && o["lines"].([]any)[0].(map[string]any)["quantity"] == 2.0 {
				placed++
			}
		}
		if placed != 1 {
			t.Errorf("the office has %d placed orders with quantity 2, want one", placed)
		}
	})
}

func TestADeliveryIsQueuedAndSentWithoutAnId(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	delivered, failed := demo.DispatchID(1), demo.DispatchID(2)
	ana.tab.Go("/dispatches/" + delivered)
	ana.tab.Type("dispatch-received-by", "Mrs Adler")
	ana.tab.Leave()
	ana.tab.Click("dispatch-deliver")
	ana.tab.Bar("b.pending + b.retrying == 1")
	ana.tab.Go("/dispatches/" + failed)
	ana.tab.Type("dispatch-reason", "Nobody there")
	ana.tab.Leave()
	ana.tab.Click("dispatch-fail")
	ana.tab.Bar("b.pending + b.retrying == 2")
	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 2")
	desk := ana.office.As("ana")
	if got := desk.Get("/api/v1/dispatches/" + delivered); got.String("state") != "delivered" || got.String("received_by") != "Mrs Adler" {
		t.Errorf("delivered: %v", got)
	}
	if got := desk.Get("/api/v1/dispatches/" + failed); got.String("state") != "failed" {
		t.Errorf("failed: %v", got)
	}
	status, body := desk.Send("POST", "/api/v1/dispatches/"+demo.DispatchID(3)+"/deliver", map[string]string{"id": delivered, "delivered_at": "2026-01-02T03:04:05Z", "received_by": "x"})
	if status != 422 || decoded(t, body).String("code") != "client_id_not_accepted" {
		t.Errorf("a delivery with a client id: %d %s", status, body)
	}
}

func TestADispatchThatHasMovedOnIsAConflictWithTheOfficesRecord(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	id := demo.DispatchID(4)
	ana.tab.Go("/dispatches/" + id)
	ana.tab.Type("dispatch-received-by", "Mr Galli")
	ana.tab.Leave()
	ana.tab.Click("dispatch-deliver")
	ana.tab.Bar("b.pending + b.retrying == 1")
	if status, body := ana.office.As("ana").Send("POST", "/api/v1/dispatches/"+id+"/fail", map[string]string{"failed_at": "2026-01-02T03:04:05Z", "reason": "Van broke down"}); status != 200 {
		t.Fatalf("the office's own word: %d %s", status, body)
	}
	ana.phone.Offline(false)
	ana.card(id, `c.state == "conflict" && c.reason == "invalid_transition"`)
	ana.says(id, "Van broke down")
	ana.tab.Until(`!document.querySelector('[data-testid="outbox-same"]')`)

	id = demo.DispatchID(5)
	ana.phone.Offline(true)
	ana.tab.Go("/dispatches/" + id)
	ana.tab.Type("dispatch-received-by", "Mr Galli")
	ana.tab.Leave()
	ana.tab.Click("dispatch-deliver")
	ana.tab.Bar("b.pending + b.retrying == 1")
	if status, body := ana.office.As("ana").Send("POST", "/api/v1/dispatches/"+id+"/deliver", map[string]string{"delivered_at": "2026-01-02T03:04:05Z", "received_by": "Mrs Galli"}); status != 200 {
		t.Fatalf("the office's own word: %d %s", status, body)
	}
	ana.phone.Offline(false)
	ana.card(id, `c.state == "conflict" && c.reason == "invalid_transition"`)
	ana.inCard(id, "outbox-same")
	ana.inCard(id, "outbox-same-confirm")
	ana.tab.Bar("b.conflict == 1 && b.sent == 0")
}

func TestCancellingAndPhotosNeedTheOfficeAndSaySoBefore(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	id := ana.take(order{customer: "C-0036", lines: map[string]int{"P-0026": 1}})
	ana.tab.Bar("b.sent == 1")
	ana.stored("orders", id)
	ana.tab.Go("/orders/" + id)
	ana.tab.Until(`at("order-cancel") && !at("order-cancel").disabled`)
	ana.phone.Offline(true)
	ana.tab.Until(`at("order-cancel").disabled && at("order-cancel").parentElement.querySelector(".hint").textContent.length > 20`)
	dispatch := demo.DispatchID(5)
	ana.tab.Go("/dispatches/" + dispatch)
	ana.tab.Until(`at("dispatch-photo").disabled && document.getElementById("photo-why").textContent.length > 20`)
	ana.phone.Offline(false)
	ana.tab.Until(`!at("dispatch-photo").disabled`)
	ana.tab.Choose("dispatch-photo", picture(t))
	stage.Wait(t, "the office has the photo", func() bool {
		return ana.office.As("ana").Get("/api/v1/dispatches/" + dispatch)["photos"] == 1.0
	}, ana.log)
	// Whoever may see the delivery sees the photo on its page.
	ana.tab.Go("/dispatches/" + dispatch)
	ana.tab.Until(`at("dispatch-picture") && at("dispatch-picture").querySelector("img").naturalWidth > 0`)
	ana.tab.Go("/orders/" + id)
	ana.tab.Type("cancel-reason", "Ordered twice")
	ana.tab.Leave()
	ana.tab.Click("order-cancel")
	stage.Wait(t, "the order is cancelled", func() bool {
		return ana.office.As("ana").Get("/api/v1/orders/"+id).String("state") == "cancelled"
	}, ana.log)
}

func TestASessionThatEndsAsksOnceAndSpendsNothing(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	first := ana.take(order{customer: "C-0037", lines: map[string]int{"P-0027": 1}})
	second := ana.take(order{customer: "C-0038", lines: map[string]int{"P-0028": 1}})
	ana.phone.ForgetCookies()
	ana.phone.Offline(false)
	ana.tab.Bar("b.attention == 2 && b.rejected == 0")
	ana.card(first, `c.reason == "signed_out" && c.attempts == "0"`)
	ana.card(second, `c.reason == "signed_out" && c.attempts == "0"`)
	refused := 0
	for _, hit := range ana.office.Net.Hits("POST", creates) {
		if hit.Status == 401 {
			refused++
		}
	}
	if refused > 1 {
		t.Errorf("%d requests knocked at a closed door, want one", refused)
	}
	ana.tab.Go("/signin")
	ana.signIn("ana")
	ana.tab.Bar("b.sent == 2 && b.attention == 0")
	ana.stored("orders", first)
	ana.stored("orders", second)
}

func TestAnotherUserOnThePhoneSendsNothingOfTheFirst(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0039", lines: map[string]int{"P-0029": 1}, note: "Secret of Ana"})
	ana.tab.Bar("b.pending + b.retrying == 1")
	ana.tab.Click("signout") // first it says how much stays
	ana.tab.Until(`document.querySelector("[role=alertdialog]").textContent.includes("1")`)
	ana.tab.Click("signout")
	ana.tab.Until(`location.pathname == "/signin"`)
	ana.phone.Offline(false)
	ana.signIn("ben")
	ana.tab.Go("/outbox")
	ana.tab.Bar("b.pending + b.retrying + b.attention == 0")
	ana.tab.Until(`document.querySelector("main").innerText.includes("another user") && all("outbox-item").length == 0`)
	ana.tab.Click("outbox-drain-now")
	bens := ana.office.As("ben")
	if status, _ := bens.Send("GET", "/api/v1/orders/"+id, nil); status != 404 {
		t.Errorf("ben sees ana's order: %d", status)
	}
	told := ana.office.Net.Hits("DELETE", "/api/v1/session")
	ended := ana.office.Net.Hits("POST", "/api/v1/session")
	if len(told) == 0 && len(ended) < 2 {
		t.Error("the office was never told that ana signed out")
	}
	ana.tab.Click("signout")
	ana.tab.Until(`location.pathname == "/signin"`)
	ana.signIn("ana")
	ana.tab.Bar("b.sent == 1")
	if got := ana.stored("orders", id).String("created_by"); got != demo.Ana {
		t.Errorf("the order was made by %s", got)
	}
}

func TestSigningOutWithNoNetworkWorksAtOnceAndTheOfficeIsToldFirst(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	ana.tab.Go("/")
	ana.tab.Click("signout")
	ana.tab.Until(`location.pathname == "/signin"`)
	ana.phone.Offline(false)
	if _, err := stage.WaitHits(t, ana.office.Net, "DELETE", "/api/v1/session", faultproxy.AtLeast(1)); err != nil {
		t.Fatalf("the office was not told: %v\n%s", err, ana.log())
	}
}

func TestACreatorFindsHisOrderAlsoAfterItWasGivenToAnother(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.single()
	ana.office.Net.Script("POST", "/api/v1/orders", 1, faultproxy.ResetAfter())
	dead := ana.office.Net.Script("", "/api/v1/*", faultproxy.Always, faultproxy.ResetBefore())
	id := ana.take(order{customer: "C-0040", lines: map[string]int{"P-0030": 1}})
	if _, err := waitHits(t, ana.office.Net, "/api/v1/orders", 1); err != nil {
		t.Fatal(err)
	}
	give(t, ana.office.Store, id, demo.Ben)
	dead.Lift()
	ana.card(id, "true")
	ana.tab.Click("outbox-drain-now")
	ana.tab.Bar("b.sent == 1 && b.conflict + b.rejected == 0")
}

// give moves an order to another rep, as the office's own tools do.
func give(t *testing.T, store, order, owner string) {
	t.Helper()
	db, err := sql.Open("sqlite", store+"?_pragma=busy_timeout(5000)")
	must(t, err)
	defer db.Close()
	result, err := db.Exec("UPDATE orders SET owner = ? WHERE id = ?", owner, order)
	must(t, err)
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		t.Fatalf("%d orders moved: %v", n, err)
	}
}

func TestADiscardAsksIsUndoneAndTellsIfTheOfficeHoldsTheOrderAfterAll(t *testing.T) {
	t.Parallel()
	ana, id, back := unheard(t, "C-0041", "P-0031")
	discard := func() {
		ana.inCard(id, "outbox-discard")
		ana.inCard(id, "outbox-discard-confirm")
		ana.tab.Bar("b.retrying + b.pending == 0")
	}
	discard()
	ana.inCard(id, "outbox-restore")
	ana.tab.Bar("b.retrying + b.pending == 1")
	discard()
	back()
	ana.tab.Reload()
	ana.tab.Until(fmt.Sprintf("item(%q) && /office (holds|has)/i.test(item(%q).textContent)", id, id))
}

func TestUnsentWorkTravelsAsOneFileAndArrivesOnce(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0042", lines: map[string]int{"P-0032": 3}})
	dir := ana.phone.Downloads()
	ana.card(id, "true")
	ana.tab.Click("outbox-export")
	file := ana.phone.Downloaded(dir, ".json")

	before := ana.entries()
	other := arrive(t, office, "ana")
	other.tab.Go("/outbox")
	other.tab.Choose("outbox-import", file)
	other.tab.Bar("b.sent == 1")
	other.stored("orders", id)
	// Byte for byte: the office tells a repeat from another version by them.
	if after := other.entries(); len(after) != 1 || after[0].Body != before[0].Body || after[0].Fingerprint != before[0].Fingerprint {
		t.Errorf("the other phone has %+v, the first %+v", after, before)
	}
	other.tab.Choose("outbox-import", file)
	other.tab.Until(`at("carry-report")`)
	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 1 && b.pending + b.retrying == 0")
	ana.stored("orders", id)
}

func TestTheFileOfAStoppedAppIsReadByAnyPhone(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0043", lines: map[string]int{"P-0033": 2}})
	dir := ana.phone.Downloads()
	stage.Eval[bool](ana.tab, `(showStopped("as the story wants"), true)`)
	ana.tab.Click("app-stopped-export")
	file := ana.phone.Downloaded(dir, ".json")

	other := arrive(t, office, "ana")
	other.tab.Go("/outbox")
	other.tab.Choose("outbox-import", file)
	other.tab.Bar("b.sent == 1")
	other.stored("orders", id)
}
