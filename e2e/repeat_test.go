package e2e

import (
	"testing"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
)

// D01: on a connection that it uses again the browser sends a POST a second time
// by itself. The first copy is stored, unheard; the second meets a refusal.
func TestARefusalOfWhatTheBrowserSentTwiceByItselfIsNotBelieved(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.single()
	ana.office.Net.KeepAlive()
	ana.tab.Go("/orders/new")
	ana.fill(order{customer: "C-0036", lines: map[string]int{"P-0026": 1}})
	// What the page asks for itself, the browser's own copies apart; and a
	// connection that is open when the order leaves.
	stage.Eval[bool](ana.tab, `(async () => {
		const fetch = window.fetch; window.orders = 0;
		window.fetch = (path, options) => { if (path == "/api/v1/orders") window.orders++; return fetch(path, options) };
		for (let i = 0; i < 3; i++) await (await fetch("/api/v1/session", {cache: "no-store"})).text();
		return true })()`)
	ana.office.Net.Script("POST", "/api/v1/orders", 1, faultproxy.ResetAfter())
	ana.office.Net.Script("POST", "/api/v1/orders", 1, refusal(403, "forbidden", ""))
	ana.tab.Click("order-save")
	id := ana.saved("order-saved")
	ana.tab.Bar("b.sent == 1 && b.rejected == 0")
	ana.stored("orders", id)
	if posts := ana.office.Net.Hits("POST", "/api/v1/orders"); len(posts) != 2 || posts[1].Status != 403 {
		t.Errorf("the office's network saw %d orders: %+v", len(posts), posts)
	}
	if asked := stage.Eval[int](ana.tab, "window.orders"); asked != 1 {
		t.Errorf("the page sent it %d times: the second copy was not the browser's own", asked)
	}
}
