package benchkit

import (
	"fmt"

	"waybill/e2e/stage"
)

// TypeOrder types an order of one line into a fresh form, ready to be saved.
func (r *Rep) TypeOrder(customer, product string) {
	r.T.Helper()
	r.Tab.Go("/orders/new")
	r.pick("order-customer", customer)
	r.pick("order-product", product)
	r.Tab.Type("order-quantity", "3")
	r.Tab.Enter()
	r.Tab.Until(`all("order-line").length == 1 && at("order-save") && !at("order-save").disabled`)
}

// pick types a code and lets Enter take the first match.
func (r *Rep) pick(field, code string) {
	r.T.Helper()
	r.Tab.Type(field, code)
	r.Tab.Enter()
	r.Tab.Until(fmt.Sprintf("at(%q).value.includes(%q) && at(%q).value.length > %d", field, code, field, len(code)))
}

// TapSave taps on Save and returns the milliseconds until the page says that
// the order is durable.
func (r *Rep) TapSave() float64 {
	r.T.Helper()
	return stage.Eval[float64](r.Tab, `new Promise((resolve) => {
		const from = performance.now();
		new MutationObserver((_, watch) => {
			if (!at("order-saved")) return;
			watch.disconnect();
			resolve(performance.now() - from);
		}).observe(document, { subtree: true, childList: true, attributes: true });
		at("order-save").click();
	})`)
}
