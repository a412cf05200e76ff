package e2e

import (
	"fmt"
	"testing"

	"waybill/e2e/stage"
)

// sums waits until the day's total shows an amount under a hook, "" for none.
func (r *rep) sums(hook, amount string) {
	r.t.Helper()
	if amount == "" {
		r.tab.Until(fmt.Sprintf(`at("day-total") && !at(%q)`, hook))
		return
	}
	r.tab.Until(fmt.Sprintf(`at(%q) && at(%q).querySelector("strong").textContent == %q`, hook, hook, amount))
}

func TestC22TheDaysTotalCountsWhatIsProvedAndARefusedOrWithdrawnOrderLeavesItAtOnce(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	ana.single()
	kept := ana.take(order{customer: "C-0041", lines: map[string]int{"P-0003": 2}})
	ana.tab.Bar("b.sent == 1")
	withdrawn := ana.take(order{customer: "C-0042", lines: map[string]int{"P-0003": 1}})
	ana.tab.Bar("b.sent == 2")
	office.Net.Script("POST", "/api/v1/orders", 1, refusal(403, "forbidden", `{"field":"/customer_id","message":"not your customer"}`))
	ana.take(order{customer: "C-0043", lines: map[string]int{"P-0003": 3}})
	ana.tab.Bar("b.rejected == 1")
	ana.tab.Go("/")
	ana.sums("day-proved", "6.18 EUR")
	ana.sums("day-refused", "6.18 EUR")
	ana.sums("day-waiting", "")

	ana.tab.Go("/orders/" + withdrawn)
	ana.tab.Click("order-cancel")
	stage.Wait(t, "the order is cancelled", func() bool {
		return office.As("ana").Get("/api/v1/orders/"+withdrawn).String("state") == "cancelled"
	}, ana.log)
	ana.tab.Until(`/cancelled/i.test(document.querySelector("main").innerText) && !at("order-cancel")`)
	ana.tab.Go("/")
	ana.sums("day-proved", "4.12 EUR")

	ana.phone.Offline(true)
	ana.take(order{customer: "C-0044", lines: map[string]int{"P-0003": 4}})
	ana.tab.Go("/")
	ana.sums("day-waiting", "8.24 EUR")
	ana.sums("day-proved", "4.12 EUR")
	ana.phone.Offline(false)
	ana.sums("day-proved", "12.36 EUR")
	ana.sums("day-waiting", "")
	ana.stored("orders", kept)
}
