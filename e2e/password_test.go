package e2e

import (
	"testing"

	"waybill/e2e/stage"
)

// signInWith types a password that is not the demo's.
func (r *rep) signInWith(password string) {
	r.t.Helper()
	r.tab.Go("/signin")
	r.tab.Type("signin-username", r.name)
	r.tab.Type("signin-password", password)
	r.tab.Click("signin-submit")
}

// change fills the form of the settings and presses its button.
func (r *rep) change(current, fresh string) {
	r.t.Helper()
	r.tab.Go("/settings")
	r.tab.Type("password-current", current)
	r.tab.Type("password-new", fresh)
	r.tab.Click("password-submit")
}

func TestARepChangesTheirPasswordAndNothingThatWaitsIsTouched(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	tablet := arrive(t, office, "ana")
	tablet.phone.Offline(true)
	waiting := tablet.take(order{customer: "C-0023", lines: map[string]int{"P-0016": 2}})

	ana.phone.Offline(true)
	ana.tab.Go("/settings")
	ana.tab.Until(`at("password-submit").disabled && at("password-new").disabled && at("password-why").innerText.startsWith("There is no connection.")`)
	kept := ana.take(order{customer: "C-0024", lines: map[string]int{"P-0017": 1}})
	ana.office.Net.Script("POST", creates, 1, refusal(422, "validation_failed", `{"field":"/note","message":"no"}`))
	ana.phone.Offline(false)
	ana.tab.Bar("b.rejected == 1")

	ana.change("not it at all", "correct horse")
	ana.tab.Until(`document.body.innerText.includes("This is not your current password.") && document.activeElement == at("password-current")`)
	ana.change("ana-demo-pass", "correct horse")
	ana.tab.See("password-done")
	ana.tab.Until(`at("password-current").value == "" && at("password-new").value == ""`)
	ana.tab.Bar("b.rejected == 1") // this device stays signed in
	ana.card(kept, `c.state == "rejected"`)

	ana.tab.Click("signout")
	ana.tab.Until(`all("signout").length && document.querySelector(".guard")`)
	ana.tab.Click("signout")
	ana.tab.Until(`location.pathname == "/signin"`)
	ana.signInWith("ana-demo-pass")
	ana.tab.See("signin-error")
	ana.signInWith("correct horse")
	ana.tab.Bar("b.rejected == 1")
	ana.card(kept, `c.state == "rejected"`)

	// The other device finds out by itself, keeps what waits, and sends it then.
	tablet.phone.Offline(false)
	tablet.tab.Until(`at("statusbar").dataset.hold == "signed_out"`)
	tablet.absentFor("ana", "correct horse", waiting)
	tablet.card(waiting, `c.state == "attention" && c.reason == "signed_out"`)
	tablet.signInWith("correct horse")
	tablet.tab.Bar("b.sent == 1 && b.attention == 0")
	if status, _ := office.With("ana", "correct horse").Send("GET", "/api/v1/orders/"+waiting, nil); status != 200 {
		t.Errorf("the office answers %d for the order that waited", status)
	}
}

// absentFor checks as a user with a password of their own that the office does
// not have the order.
func (r *rep) absentFor(name, password, id string) {
	r.t.Helper()
	if status, _ := r.office.With(name, password).Send("GET", "/api/v1/orders/"+id, nil); status != 404 {
		r.t.Errorf("the office answers %d for order %s, want none", status, id)
	}
}
