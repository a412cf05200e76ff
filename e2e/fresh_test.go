package e2e

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
	"waybill/server/wire"
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
	// What a screen reader is told is what the bar itself says.
	ana.tab.Until(`(bar => bar && bar.max == 720 && bar.value == 500 && bar.getAttribute("aria-valuetext") == "500 of 720 records")(document.querySelector("main progress")) &&
		/500 of 720 records/.test(document.body.innerText)`)
	ana.accessible(axe(t), "a load on its way")
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

// An office from before it counted: its first page says nothing of what is left.
func TestALoadFromAnOfficeThatDoesNotCountShowsABarWithoutAnEnd(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	first := office.As("ana").Get(wire.PathChanges + "?limit=500")
	delete(first, "left")
	page, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	release := make(chan struct{})
	office.Net.Script("GET", "/api/v1/changes", 1, faultproxy.Replace(200, "application/json", string(page), wire.HeaderContract, "1", wire.HeaderAsked, "?"+wire.QueryAsk))
	office.Net.Script("GET", "/api/v1/changes", 1, faultproxy.Hold(release))
	ana := &rep{t: t, office: office, phone: stage.NewPhone(t, office.Net.URL), name: "ana"}
	ana.tab = ana.phone.Open("/signin")
	ana.signIn("ana")
	ana.tab.Until(`(bar => bar && bar.position == -1)(document.querySelector("main progress")) && /500 records so far/.test(document.body.innerText)`)
	close(release)
	ana.tab.Until(`!document.querySelector("main progress") && /prices from/.test(document.body.innerText)`)
}

func TestALoadThatBreaksOffSaysWhyAndGoesOnByItself(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault faultproxy.Fault
		says  string
	}{
		"a hotel's sign-in page": {faultproxy.CaptivePage(), "Does this network ask for a sign-in first"},
		"a gateway's 503":        {faultproxy.Replace(503, "text/html", "<h1>Service unavailable</h1>"), "The office cannot be reached just now"},
		"a busy office": {
			faultproxy.Replace(503, "application/problem+json", `{"title":"Busy","status":503,"code":"busy"}`, wire.HeaderContract, "1", wire.HeaderAsked, "?"+wire.QueryAsk),
			"The office is busy just now",
		},
	} {
		t.Run(name, func(t *testing.T) {
			office := stage.OpenOffice(t)
			office.Net.Script("GET", "/api/v1/changes", 1, faultproxy.Delay(0))
			broken := office.Net.Script("GET", "/api/v1/changes", faultproxy.Always, c.fault)
			ana := &rep{t: t, office: office, phone: stage.NewPhone(t, office.Net.URL), name: "ana"}
			ana.tab = ana.phone.Open("/signin")
			ana.signIn("ana")
			ana.tab.Until(settled)
			said := `(text => ["Only a part of the customers and products is here yet.", ` + strconv.Quote(c.says) +
				`, "The app tries again by itself.", "500 of 720 records"].every(s => text.includes(s)))(document.querySelector("main").innerText) &&
				document.querySelector("main progress").value == 500`
			for _, path := range []string{"/orders", "/customers", "/"} {
				ana.tab.Until(said)
				ana.tab.Until(`document.querySelector('.nav a[href="` + path + `"]').click() || true`)
				ana.tab.Until(`location.pathname == "` + path + `"`)
			}
			ana.tab.Until(said)
			broken.Lift()
			ana.tab.Until(`!document.querySelector("main progress") && /prices from/.test(document.body.innerText)`)
			ana.stocked()
			for i, hit := range office.Net.Hits("GET", "/api/v1/changes") {
				if began := !strings.Contains(hit.Query, "cursor="); began != (i == 0) {
					t.Errorf("request %d asks with %q", i+1, hit.Query)
				}
			}
		})
	}
}
