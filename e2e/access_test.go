package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"waybill/e2e/stage"
)

// axeScript is axe-core as npm installs it into this folder.
const axeScript = "node_modules/axe-core/axe.min.js"

// axe reads axe-core, and has npm fetch it on a fresh machine.
func axe(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat(axeScript); err != nil {
		ctx, cancel := context.WithTimeout(t.Context(), buildWithin)
		defer cancel()
		out, err := exec.CommandContext(ctx, "npm", "install", "--omit=optional", "--no-audit", "--no-fund", "--no-package-lock").CombinedOutput()
		if err != nil {
			t.Fatalf("axe-core is missing and npm could not install it (`npm install` in e2e/): %v\n%s", err, out)
		}
	}
	script, err := os.ReadFile(axeScript)
	must(t, err)
	return string(script)
}

// violations asks axe-core about the page as it is now.
const violations = `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then((r) =>
  r.violations.map((v) => v.id + ": " + v.help + "\n" + v.nodes.slice(0, 3).map((n) => "    " + n.html.slice(0, 200)).join("\n")).join("\n"))`

// accessible checks the page in both colour schemes.
func (r *rep) accessible(script, state string) {
	r.t.Helper()
	for _, scheme := range []string{"light", "dark"} {
		stage.Call(r.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		stage.Eval[bool](r.tab, "(window.axe || (() => {"+script+"})(), true)")
		if found := stage.Eval[string](r.tab, violations); found != "" {
			r.t.Errorf("%s, %s:\n%s", state, scheme, found)
		}
	}
}

func TestEveryPageInEveryStateIsAccessible(t *testing.T) {
	t.Parallel()
	script := axe(t)
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	for _, path := range []string{
		"/", "/signin", "/orders", "/orders/new", "/customers", "/customers/new", "/products", "/products/new", "/dispatches", "/outbox", "/settings", "/office",
	} {
		ana.shown(path)
		ana.accessible(script, path)
	}
	ana.shown("/orders/new")
	ana.tab.Type("order-product", "")
	ana.tab.Click("order-save")
	ana.tab.See("form-error")
	ana.accessible(script, "an order form with errors")
	ana.pick("order-customer", "C-0029")
	ana.pick("order-product", "P-0057")
	ana.tab.Type("order-quantity", "13")
	ana.tab.See("order-take")
	ana.accessible(script, "a quantity that is not sold")
	ana.tab.Click("order-take")
	ana.tab.Type("line-quantity", "14")
	ana.tab.See("line-take")
	ana.tab.Type("order-product", "P-00")
	ana.tab.Until(`document.querySelectorAll(".match").length == 8`)
	ana.accessible(script, "a line that is not sold so, products searched")
	ana.tab.Click("line-take")
	ana.tab.Click("line-more")
	ana.tab.Type("order-product", "")
	ana.tab.Click("order-save")
	ana.saved("order-saved")
	ana.tab.Bar("b.sent == 1")
	ana.tab.Go("/orders/new")
	ana.pick("order-customer", "C-0029")
	ana.tab.See("order-usual")
	ana.accessible(script, "usual products")
	ana.tab.Click("order-usual")
	ana.tab.Click("order-last")
	ana.tab.Until(`all("order-line").length == 1 && at("order-product").value == ""`)
	ana.tab.Click("order-save")
	ana.tab.See("order-similar")
	ana.accessible(script, "a similar order asked about")
	stage.Eval[bool](ana.tab, `(Array.from(document.querySelectorAll('[data-testid="order-line"] button')).at(-1).click(), true)`) // leaves no draft
	ana.tab.Until(`all("order-line").length == 0`)

	ana.change("guess", "short")
	ana.tab.Until(`document.querySelector(".field-error")`)
	ana.accessible(script, "a password that is too short")
	ana.change("ana-demo-pass", "correct horse")
	ana.tab.See("password-done")
	ana.accessible(script, "a changed password")

	if status, body := office.As("ben").Send("POST", "/api/v1/customers", map[string]any{"id": "01KDVDNEM0X000000000000009", "code": "N-900", "name": "Ben's"}); status != 201 {
		t.Fatalf("ben's customer: %d %s", status, body)
	}
	conflict := ana.customer("N-900", "Ana's")
	ana.tab.Bar("b.conflict == 1") // before a load could cut the attempt off
	ana.card(conflict, `c.state == "conflict"`)
	ana.says(conflict, "Ben's")
	ana.accessible(script, "a conflict")

	ana.phone.Offline(true)
	waiting := ana.take(order{customer: "C-0003", lines: map[string]int{"P-0003": 1}, note: "n"})
	ana.accessible(script, "a saved order")
	ana.card(waiting, `c.state == "pending" || c.state == "retrying"`)
	ana.inCard(waiting, "outbox-details")
	ana.inCard(waiting, "outbox-discard")
	ana.accessible(script, "an outbox with no network, a card open, a discard asked")
	ana.tab.Click("signout")
	ana.accessible(script, "the warning before signing out")
	ana.tab.Go(fmt.Sprintf("/outbox/%s", waiting))
	ana.tab.See("outbox-item")
	ana.accessible(script, "one write")
}
