package e2e

import (
	"strings"
	"testing"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
)

func TestTheFirstLoadShowsHowFarItIsAndThenOnlyChangesAreAskedFor(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	release := make(chan struct{})
	office.Net.Script("GET", "/api/v1/changes", 1, faultproxy.Delay(0))
	office.Net.Script("GET", "/api/v1/changes", 1, faultproxy.Hold(release))
	ana := &rep{t: t, office: office, phone: stage.NewPhone(t, office.Net.URL), name: "ana"}
	ana.tab = ana.phone.Open("/signin")
	ana.signIn("ana")
	ana.tab.Until(`document.querySelector("main progress") && /\d+ records so far/.test(document.body.innerText)`)
	close(release)
	ana.tab.Until(`!document.querySelector("main progress") && /prices from/.test(document.body.innerText)`)
	ana.stocked()

	before := len(office.Net.Hits("GET", "/api/v1/changes"))
	ana.tab.Go("/settings")
	ana.tab.Click("pull-now")
	ana.tab.Until(`at("pull-report").textContent == "Up to date."`)
	hits := office.Net.Hits("GET", "/api/v1/changes")
	if len(hits) != before+1 || !strings.Contains(hits[len(hits)-1].Query, "cursor=") {
		t.Errorf("%d more requests, the last with %q; want one, for what changed", len(hits)-before, hits[len(hits)-1].Query)
	}
	ana.phone.Offline(true)
	ana.tab.Click("pull-now")
	ana.tab.Until(`/does not answer/.test(at("pull-report").textContent)`)
	ana.tab.Go("/products")
	ana.tab.Until(`/prices from/.test(document.body.innerText) && document.body.innerText.includes("P-0001")`)
}

func TestARepWhoseFirstLoadNeverCameSeesWhyTheListsAreEmpty(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	office.Net.Script("GET", "/api/v1/changes", 50, faultproxy.ResetBefore())
	ana := &rep{t: t, office: office, phone: stage.NewPhone(t, office.Net.URL), name: "ana"}
	ana.tab = ana.phone.Open("/signin")
	ana.signIn("ana")
	ana.tab.Until(settled)
	for _, path := range []string{"/", "/customers", "/products", "/orders"} {
		ana.tab.Go(path)
		ana.tab.Until(`/come with the first connection/.test(document.querySelector("main").innerText)`)
	}
}
