package e2e

import (
	"fmt"
	"testing"

	"waybill/e2e/stage"
)

// typed is a half-typed order as the form shows it.
const typed = `all("order-line").length == 2 && at("order-note").value == "ring at the back" && at("order-customer").value.includes("C-0098")`

func TestAHalfTypedOrderOutlivesAReloadADeploymentAndAKill(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	next, err := newer()
	must(t, err)
	ana := arriveWith(t, office, stage.NewLonePhone(t, office.Net.URL), "ana")
	ana.phone.Quit() // the sign-in is not what is at stake here
	ana.phone.Restart()
	ana.tab = ana.phone.Open("/orders/new")
	ana.fill(order{customer: "C-0098", lines: map[string]int{"P-0080": 2, "P-0081": 3}, note: "ring at the back"})
	stage.Wait(t, "the draft is stored", func() bool { return containsID([]byte(ana.rows()), "ring at the back") })
	ana.tab.Reload()
	ana.tab.Until(typed)

	// A newer version is found, and waits: nothing is loaded under the rep.
	office.Replace(next)
	stage.Eval[bool](ana.tab, `(globalThis.here = true)`)
	ana.findsAnUpdate()
	ana.tab.Until(typed)
	if !stage.Eval[bool](ana.tab, `globalThis.here === true`) {
		t.Error("the page was loaded again under a half-typed order")
	}

	ana.phone.Kill()
	ana.phone.Restart()
	ana.tab = ana.phone.Open("/orders/new")
	ana.tab.Until(typed)
	if n := len(ana.entries()); n != 0 {
		t.Errorf("%d orders are in the outbox though none was saved", n)
	}
	ana.tab.Click("order-save")
	ana.stored("orders", ana.saved("order-saved"))
	ana.tab.Go("/orders/new")
	ana.tab.Until(`at("order-note") && all("order-line").length == 0 && at("order-note").value == ""`)
}

// D18: two tabs type two orders; a kill leaves both.
func TestTwoTabsTypeTwoOrdersAndAKillLeavesBoth(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arriveWith(t, office, stage.NewLonePhone(t, office.Net.URL), "ana")
	kept := func(notes ...string) {
		t.Helper()
		stage.Wait(t, "the drafts are stored", func() bool {
			rows := []byte(ana.rows())
			for _, note := range notes {
				if !containsID(rows, note) {
					return false
				}
			}
			return true
		})
	}
	first := ana.tab
	first.Go("/orders/new")
	first.Type("order-note", "the first note")
	kept("the first note")
	ana.tab = ana.phone.Open("/orders/new")
	ana.tab.Until(`at("order-note") && at("order-note").value == ""`)
	ana.tab.Type("order-note", "the second note")
	kept("the first note", "the second note")
	first.Reload()
	first.Until(`at("order-note") && at("order-note").value == "the first note"`)

	ana.phone.Kill()
	ana.phone.Restart()
	ana.tab = ana.phone.Open("/orders/new")
	// Which of the two comes first does not matter: the other is offered.
	const both = `at("order-note") && at("draft-continue") && [at("order-note").value, at("draft-continue").textContent].every((t) => /the (first|second) note/.test(t))
		&& at("draft-continue").textContent.includes("the first note") != (at("order-note").value == "the first note")`
	ana.tab.Until(both)
	shown := stage.Eval[string](ana.tab, `at("order-note").value`)
	ana.tab.Click("draft-continue")
	ana.tab.Until(fmt.Sprintf(`at("order-note") && at("order-note").value != %q && %s`, shown, both))
	kept("the first note", "the second note")
}
