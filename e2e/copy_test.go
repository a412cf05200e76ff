package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"waybill/e2e/stage"
)

// sheet is a share sheet as phones have it, which keeps what it is given.
const sheet = `(navigator.canShare = (d) => Boolean(d.text || d.files), navigator.share = async (d) => {
  window.handed = {title: d.title, text: d.text, files: []};
  for (const f of d.files || []) window.handed.files.push({name: f.name, type: f.type, text: await f.text()});
}, true)`

// handed is what the sheet was given last.
type handed struct {
	Text  string
	Files []struct{ Name, Type, Text string }
}

func (r *rep) handed() handed {
	r.t.Helper()
	r.tab.Until(`window.handed`)
	return stage.Eval[handed](r.tab, `(() => { const h = window.handed; delete window.handed; return h; })()`)
}

func TestTheCustomersCopyIsSharedAsTextAndPDFAndSaysNotConfirmedUntilItIs(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	ana.phone.Offline(true)
	ana.tab.Go("/orders/new")
	stage.Eval[bool](ana.tab, sheet)
	ana.fill(order{customer: "C-0007", lines: map[string]int{"P-0003": 3}})
	ana.tab.Click("order-save")
	id := ana.saved("order-saved")
	ana.tab.Click("outbox-share")
	ana.tab.See("copy-paper")
	ref := stage.Eval[string](ana.tab, `at("order-saved").querySelector(".ref").textContent`)
	ana.tab.Click("copy-text")
	if h := ana.handed(); !strings.Contains(h.Text, ref) || !strings.Contains(h.Text, "NOT YET CONFIRMED") || !strings.Contains(h.Text, "C-0007") || !strings.Contains(h.Text, "6.18 EUR") {
		t.Errorf("shared %q", h.Text)
	}
	ana.tab.Click("copy-pdf")
	h := ana.handed()
	if len(h.Files) != 1 || h.Files[0].Type != "application/pdf" || h.Files[0].Name != "waybill-"+ref+".pdf" ||
		!strings.HasPrefix(h.Files[0].Text, "%PDF-") || !strings.Contains(h.Files[0].Text, "Not yet confirmed") || !strings.Contains(h.Files[0].Text, ref) {
		t.Errorf("shared %+v", h)
	}

	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 1")
	number := ana.stored("orders", id).String("number")
	ana.tab.Until(fmt.Sprintf(`at("copy-paper").textContent.includes(%q)`, number))
	ana.tab.Click("copy-text")
	if h := ana.handed(); !strings.Contains(h.Text, ref) || !strings.Contains(h.Text, number) || strings.Contains(strings.ToLower(h.Text), "not yet") {
		t.Errorf("shared %q", h.Text)
	}
}

func TestWithoutAShareSheetTheCopyIsSavedAndPrintedAlone(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	id := ana.take(order{customer: "C-0008", lines: map[string]int{"P-0003": 1}})
	ana.tab.Bar("b.sent == 1")
	number := ana.stored("orders", id).String("number")
	dir := ana.phone.Downloads()
	ana.tab.Go("/outbox")
	stage.Eval[bool](ana.tab, `(navigator.share = undefined, true)`)
	ana.card(id, `c.state == "sent"`)
	ana.inCard(id, "outbox-share")
	ana.tab.Click("copy-pdf")
	file, err := os.ReadFile(ana.phone.Downloaded(dir, ".pdf"))
	must(t, err)
	if !strings.HasPrefix(string(file), "%PDF-") || !strings.Contains(string(file), number) || strings.Contains(string(file), "Not yet") {
		t.Errorf("saved %q", file)
	}
	ana.tab.Until(`at("copy-report").textContent`)

	stage.Call(ana.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	printed := stage.Eval[string](ana.tab, `document.body.innerText`)
	if !strings.Contains(printed, number) || strings.Contains(printed, "Outbox") || strings.Contains(printed, "Print") || strings.Contains(printed, "Details") {
		t.Errorf("prints %q", printed)
	}
}
