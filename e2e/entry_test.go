package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"waybill/e2e/stage"
)

func TestAHalfTypedOrderOutlivesAKilledBrowser(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arriveWith(t, office, stage.NewLonePhone(t, office.Net.URL), "ana")
	ana.phone.Quit() // the sign-in is not what is at stake here
	ana.phone.Restart()
	ana.tab = ana.phone.Open("/orders/new")
	must(t, office.Net.Down())
	ana.fill(order{customer: "C-0025", lines: map[string]int{"P-0018": 4}, note: "ring at the back"})
	ana.pick("order-product", "P-0019")
	ana.tab.Type("order-quantity", "11")
	stage.Wait(t, "the draft is on the disk", func() bool {
		rows := ana.rows()
		return strings.Contains(rows, "ring at the back") && strings.Contains(rows, `"typed": "11"`)
	})
	ana.phone.Kill()
	ana.phone.Restart()
	ana.tab = ana.phone.Open("/orders/new")
	ana.tab.Until(`all("order-line").length == 1 && at("order-line").dataset.quantity == "4" && at("order-customer").value.startsWith("C-0025") &&
	  at("order-note").value == "ring at the back" && at("order-product").value.startsWith("P-0019") && at("order-quantity").value == "11"`)
	ana.tab.Click("order-save") // the quantity is typed: the line is meant
	id := ana.saved("order-saved")
	must(t, office.Net.Up())
	ana.tab.Bar("b.sent == 1")
	if lines := ana.stored("orders", id)["lines"].([]any); len(lines) != 2 {
		t.Errorf("the office has %v", lines)
	}
}

func TestHoweverOftenSaveIsPressedItIsOneOrder(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.tab.Go("/orders/new")
	ana.fill(order{customer: "C-0026", lines: map[string]int{"P-0020": 1}})
	stage.Eval[bool](ana.tab, `(() => { const b = at("order-save"); for (let i = 0; i < 5; i++) b.click(); return true; })()`)
	id := ana.saved("order-saved")
	ana.tab.Bar("b.sent == 1 && b.pending + b.retrying == 0")
	ana.stored("orders", id)
	if n := len(office(ana).List("orders")); n != 1 {
		t.Errorf("%d orders of one form", n)
	}
}

func office(r *rep) *stage.Client { return r.office.As(r.name) }

func TestTheUsualProductsAreTwoTapsAndTheSameOrderAsksFirst(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	ana.take(order{customer: "C-0027", lines: map[string]int{"P-0021": 7}})
	ana.tab.Go("/orders/new")
	ana.pick("order-customer", "C-0027")
	ana.tab.Until(`at("order-usual").innerText.includes("P-0021") && at("order-usual").innerText.includes("last 7 ×") && at("order-again")`)
	ana.tab.Click("order-usual")
	ana.tab.Click("order-last")
	ana.tab.Until(`all("order-line").length == 1 && at("order-line").dataset.quantity == "7"`)
	ana.tab.Click("order-save")
	ana.tab.See("order-similar")
	ana.tab.Click("line-more")
	ana.tab.Until(`at("line-quantity").value == "8" && !at("order-similar")`)
	ana.tab.Click("order-save")
	ana.saved("order-saved")
	ana.tab.Bar("b.pending + b.retrying == 2")
}

// The camera is a drawing and the reader a stand-in: this browser has neither.
const fakeCamera = `
  window.BarcodeDetector = class { async detect() { return [{ rawValue: "P-0042" }]; } };
  const canvas = document.createElement("canvas"); const ink = canvas.getContext("2d");
  setInterval(() => { ink.fillStyle = "#" + Math.random().toString(16).slice(2, 8); ink.fillRect(0, 0, 99, 99); }, 50);
  window.cameras = [];
  navigator.mediaDevices.getUserMedia = async () => { const s = canvas.captureStream(5); window.cameras.push(s); return s; };`

func TestACodeReadByTheCameraIsChosenAndTheCameraGoesOff(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.tab.Until(`!at("order-product-scan")`) // a browser that cannot is offered nothing
	ana.sabotage(fakeCamera)
	ana.phone.Offline(true)
	ana.tab.Go("/orders/new")
	ana.tab.Click("order-product-scan")
	ana.tab.Until(`at("order-product").value.startsWith("P-0042")`)
	ana.tab.Until(`window.cameras.length == 1 && window.cameras[0].getTracks().every((t) => t.readyState == "ended")`)
}

// fingerprint is that of the stored write, as it will be sent.
func (r *rep) fingerprint(id string) string {
	r.t.Helper()
	print := regexp.MustCompile(id + `[\s\S]*?"fingerprint": "([0-9a-f]{64})"`).FindStringSubmatch(r.rows())
	if print == nil {
		r.t.Fatalf("no fingerprint of %s", id)
	}
	return print[1]
}

// A delivery day is text: no zone moves it, not even one that changes between
// typing and sending, and an edit that changes nothing keeps the bytes.
func TestADeliveryDayStaysTheDayThatWasTyped(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	zone := func(name string) {
		stage.Call(ana.tab, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: name})
	}
	ana.phone.Offline(true)
	days := map[string]string{} // order → day
	for zoneName, day := range map[string]string{
		"America/Sao_Paulo": "2027-02-21", "Europe/Berlin": "2027-03-28", "Asia/Kathmandu": "2027-01-01", "Pacific/Auckland": "2027-04-04",
	} {
		zone(zoneName)
		ana.tab.Go("/orders/new")
		ana.fill(order{customer: "C-0028", lines: map[string]int{"P-0022": len(days) + 1}})
		stage.Eval[bool](ana.tab, fmt.Sprintf(`((el) => { el.value = %q; el.dispatchEvent(new Event("input", {bubbles: true})); return true; })(at("order-deliver-on"))`, day))
		ana.tab.Click("order-save")
		id := ana.saved("order-saved")
		days[id] = day
		zone("Pacific/Kiritimati") // the rep lands elsewhere, looks again and changes nothing
		ana.tab.Go("/orders/new?edit=" + id)
		ana.tab.Until(fmt.Sprintf(`at("order-deliver-on").value == %q`, day))
		print := ana.fingerprint(id)
		ana.tab.Click("order-save")
		ana.saved("order-saved")
		if again := ana.fingerprint(id); again != print {
			t.Errorf("%s: an edit that changes nothing made %s of %s", zoneName, again, print)
		}
	}
	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 4")
	for id, day := range days {
		if got := ana.stored("orders", id).String("deliver_on"); got != day {
			t.Errorf("typed %s, the office has %s", day, got)
		}
	}
}
