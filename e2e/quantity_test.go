package e2e

import (
	"strings"
	"testing"

	"waybill/e2e/stage"
)

func TestAQuantityThatIsNotSoldIsSaidWhileTypingAndOneTapTakesAnAllowedOne(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	ana.tab.Go("/orders/new")
	ana.pick("order-customer", "C-0021")
	ana.pick("order-product", "P-0057") // packs of 6, at least 12
	ana.tab.Until(`at("order-quantity").placeholder == "12" && document.body.innerText.includes("Sold as: packs of 6, at least 12.")`)
	ana.tab.Type("order-quantity", "13")
	ana.tab.Until(`document.body.innerText.includes("13 is not possible: packs of 6, at least 12.") && all("order-take").map((b) => b.innerText).join() == "Take 12,Take 18"`)
	ana.tab.Click("order-take")
	ana.tab.Until(`all("order-line").length == 1 && at("order-line").dataset.quantity == "12" && all("order-take").length == 0`)
	ana.tab.Click("line-more")
	ana.tab.Until(`at("line-quantity").value == "18"`)
	ana.tab.Type("line-quantity", "20")
	ana.tab.Until(`at("line-take")`)
	ana.tab.Click("order-save")
	ana.tab.See("form-error")
	ana.tab.Click("line-take")
	ana.tab.Until(`at("line-quantity").value == "18" && document.activeElement == at("line-quantity") && !at("line-take")`)
	ana.tab.Click("order-save")
	id := ana.saved("order-saved")
	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 1")
	if lines := ana.stored("orders", id)["lines"].([]any); stage.Record(lines[0].(map[string]any))["quantity"] != 18.0 {
		t.Errorf("the office has %v", lines)
	}
}

func TestARefusalIsSaidInTheLanguageOfThePhone(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	phone := stage.NewPhone(t, office.Net.URL)
	phone.Speak("de-DE")
	ana := arriveWith(t, office, phone, "ana")
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0023", lines: map[string]int{"P-0016": 1500}})
	office.Import("products", "code,name,price_minor,currency,unit,pack_size,max_quantity\nP-0016,Sold in sevens now,650,EUR,box,7,1400\n")
	ana.phone.Offline(false)
	ana.tab.Bar("b.rejected == 1")
	ana.card(id, `c.state == "rejected"`)
	ana.says(id, "Zeile 1, Menge: 1.500 geht nicht: Packungen zu 7, höchstens 1.400.")
	ana.inCard(id, "outbox-edit")
	ana.tab.Until(`document.querySelector("main").innerText.includes("1.500 geht nicht: Packungen zu 7, höchstens 1.400.") && !document.body.innerText.includes("possible")`)
}

func TestARuleThatTightenedWhileTheRepWasAwayIsSaidBesideItsLineAndPutRight(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0022", lines: map[string]int{"P-0014": 2, "P-0015": 7}})
	ana.office.Import("products", "code,name,price_minor,currency,unit,pack_size\nP-0015,Sold in tens now,650,EUR,box,10\n")
	ana.phone.Offline(false)
	ana.tab.Bar("b.rejected == 1")
	ana.absent("orders", id)
	ana.card(id, `c.state == "rejected"`)
	ana.inCard(id, "outbox-edit")
	ana.tab.Until(`location.pathname == "/orders/new" && all("order-line").length == 2`)
	ana.tab.Until(`(() => { const wrong = all("order-line").filter((l) => l.querySelector(".field-error"));
	  return wrong.length == 1 && wrong[0].innerText.includes("P-0015") && wrong[0].innerText.includes("7 is not possible: packs of 10.") && at("line-take", wrong[0]).innerText == "Take 10"; })()`)
	ana.tab.Click("line-take")
	ana.tab.Until(`all("order-line").some((l) => l.dataset.quantity == "10")`)
	stage.Wait(t, "the correction is kept", func() bool { return strings.Contains(ana.rows(), `"Quantity": 10`) })
	ana.tab.Reload() // what was put right survives, like any other draft
	ana.tab.Until(`all("order-line").length == 2 && all("order-line").some((l) => l.dataset.quantity == "10") && !at("line-take")`)
	ana.tab.Click("order-save")
	ana.tab.Bar("b.sent == 1 && b.rejected == 0")
	for _, line := range ana.stored("orders", id)["lines"].([]any) {
		if l := stage.Record(line.(map[string]any)); l["quantity"] != 2.0 && l["quantity"] != 10.0 {
			t.Errorf("the office has %v", l)
		}
	}
}
