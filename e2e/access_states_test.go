package e2e

import (
	"testing"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
	"waybill/server/demo"
)

// shown waits until the page has more than its skeleton.
func (r *rep) shown(path string) {
	r.t.Helper()
	r.tab.Go(path)
	r.tab.Until(`bar() && !document.querySelector("main .skeleton")`)
}

func TestTheStatesOfADaysWritesAreAccessible(t *testing.T) {
	t.Parallel()
	script := axe(t)
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	ana.single()
	sent := ana.take(order{customer: "C-0061", lines: map[string]int{"P-0003": 2}})
	ana.tab.Bar("b.sent == 1")
	ana.tab.Click("outbox-share")
	ana.tab.See("copy-paper")
	ana.accessible(script, "a confirmed copy for the customer")
	office.Net.Script("POST", "/api/v1/orders", 1, refusal(422, "validation_failed", `{"field":"/lines/0/quantity","message":"at most 10 of these"}`))
	refused := ana.take(order{customer: "C-0062", lines: map[string]int{"P-0003": 11}})
	ana.tab.Bar("b.rejected == 1")
	office.Net.Script("POST", "/api/v1/orders", 1, faultproxy.ResetAfter())
	unheard := office.Net.Script("POST", "/api/v1/orders", 1000, faultproxy.ResetBefore())
	unasked := office.Net.Script("GET", "/api/v1/orders*", 1000, faultproxy.ResetBefore())
	doubtful := ana.take(order{customer: "C-0063", lines: map[string]int{"P-0003": 1}})
	ana.tab.Bar("b.retrying == 1")
	ana.card(refused, `c.state == "rejected"`)
	ana.card(doubtful, `c.state == "retrying"`)
	ana.tab.Until(`at("outbox-check")`)
	ana.inCard(sent, "outbox-details")
	ana.accessible(script, "an outbox with a refusal, a doubt and a receipt with its details")
	ana.inCard(refused, "outbox-discard")
	ana.tab.Click("outbox-discard-confirm")
	ana.tab.Until(`at("outbox-restore")`)
	ana.shown("/")
	ana.tab.See("day-total")
	ana.accessible(script, "today with a total and what does not count")
	unheard.Lift()
	unasked.Lift()

	ana.phone.ForgetCookies()
	ana.tab.Go("/outbox")
	ana.tab.Click("outbox-drain-now")
	ana.tab.Until(`bar().attention == 1`)
	ana.accessible(script, "an outbox that waits for a sign-in")
}

func TestTheOnlineOnlyPagesAndNoticesAreAccessible(t *testing.T) {
	t.Parallel()
	script := axe(t)
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	ana.single()
	id := ana.take(order{customer: "C-0064", lines: map[string]int{"P-0003": 2}})
	ana.tab.Bar("b.sent == 1")
	for _, offline := range []bool{false, true} {
		ana.phone.Offline(offline)
		ana.shown("/orders/" + id)
		ana.tab.See("order-cancel")
		ana.accessible(script, "an order that may be cancelled")
		ana.shown("/dispatches/" + demo.DispatchID(6))
		ana.tab.See("dispatch-deliver")
		ana.accessible(script, "a delivery to be handed over")
	}
	ana.tab.Type("dispatch-received-by", "Weber")
	ana.tab.Click("dispatch-deliver")
	ana.tab.See("dispatch-saved")
	ana.accessible(script, "a delivery handed over and not sent yet")
	ana.shown("/settings")
	stage.Eval[bool](ana.tab, `(document.querySelector("summary").click(), waybill.onUpdate(), true)`)
	ana.tab.See("update-available")
	ana.accessible(script, "settings with the diagnostics open and a new version ready")

	ana.phone.Offline(false)
	ana.sabotage(damage)
	ana.tab.Go("/outbox")
	ana.fault("damaged")
	ana.accessible(script, "a damaged store, nobody signed in")
	ana.tab.Go("/signin")
	ana.tab.Type("signin-username", "ana")
	ana.tab.Type("signin-password", "wrong")
	ana.tab.Click("signin-submit")
	ana.tab.See("signin-error")
	ana.accessible(script, "a wrong password")
	stage.Eval[bool](ana.tab, `(showStopped("as the story wants"), true)`)
	ana.accessible(script, "an app that has stopped")
}
