package e2e

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"testing"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
)

// fault waits for the note on the store's trouble.
func (r *rep) fault(name string) {
	r.t.Helper()
	r.tab.Until(fmt.Sprintf(`at("store-note") && at("store-note").dataset.fault == %q`, name))
}

func TestC47AStoreThatIsWipedUnderTheAppIsNoticedAndWhatMayBeLostIsSaidUntilItIsRead(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	stuck := office.Net.Script("POST", "/api/v1/[ob]*", 1000, faultproxy.ResetBefore())
	ana.take(order{customer: "C-0051", lines: map[string]int{"P-0003": 1}})
	ana.tab.Bar("b.pending + b.retrying == 1")
	ana.tab.Go("/settings")
	ana.tab.Click("pull-now") // with this question the office hears of it
	ana.tab.Until(`at("pull-report").textContent == "Up to date."`)

	ana.tab.Go("/orders/new")
	ana.pick("order-customer", "C-0052")
	stage.Eval[string](ana.tab, `new Promise((done) => { const d = indexedDB.deleteDatabase("waybill-outbox"); d.onsuccess = () => done("gone"); })`)
	ana.tab.Type("order-note", "typed after the wipe")
	ana.tab.Leave()
	ana.fault("wiped")
	if note := stage.Eval[string](ana.tab, `at("order-note").value`); note != "typed after the wipe" {
		t.Errorf("the form has %q", note)
	}
	stuck.Lift()
	ana.tab.Go("/signin")
	ana.signIn("ana")
	ana.tab.Until(`at("writes-lost") && /1 write may be lost/.test(at("writes-lost").textContent)`)
	ana.tab.Reload()
	ana.tab.Until(`at("writes-lost")`)
	ana.tab.Click("lost-noted")
	ana.tab.Until(`!at("writes-lost")`)
	ana.tab.Reload()
	ana.tab.Until(`bar() && document.querySelector(".shortcuts")`)
	if stage.Eval[bool](ana.tab, `Boolean(at("writes-lost"))`) {
		t.Error("what was read is said again")
	}
}

// laterStore makes the outbox one that a later version has been at.
const laterStore = `new Promise((done, fail) => {
  const now = indexedDB.open("waybill-outbox");
  now.onsuccess = () => {
    const version = now.result.version + 5;
    now.result.close();
    const later = indexedDB.open("waybill-outbox", version);
    later.onerror = () => fail(later.error);
    later.onblocked = () => fail(new Error("blocked"));
    later.onupgradeneeded = () => later.transaction.objectStore("meta").put({step: 99}, "schema");
    later.onsuccess = () => { later.result.close(); done(true); };
  };
})`

func TestAfterARollbackTheOlderAppListsSendsAndCarriesAwayAndAsksForAnUpdate(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	ana.phone.Offline(true)
	before := ana.take(order{customer: "C-0053", lines: map[string]int{"P-0003": 1}})
	lost := office.Net.Script("POST", "/api/v1/[ob]*", 1000, faultproxy.ResetBefore())
	ana.phone.Offline(false)
	blank := ana.phone.Open("/manifest.webmanifest") // no program runs here to hold the database
	ana.tab.Close()
	stage.Eval[bool](blank, laterStore)
	ana.phone.Offline(true)
	ana.tab = blank
	ana.tab.Go("/outbox")
	ana.fault("newer")
	ana.card(before, `c.state == "pending" || c.state == "retrying"`)
	dir := ana.phone.Downloads()
	ana.tab.Click("outbox-export")
	file, err := os.ReadFile(ana.phone.Downloaded(dir, ".json"))
	must(t, err)
	if !strings.Contains(string(file), before) {
		t.Error("the export lacks the order")
	}
	after := ana.take(order{customer: "C-0054", lines: map[string]int{"P-0003": 2}})
	lost.Lift()
	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 2 && b.pending + b.retrying == 0")
	ana.stored("orders", before)
	ana.stored("orders", after)
}

// damage lets the database fail for whoever names a version, as the program
// does: a reader that takes it as it is still can.
const damage = `(() => { const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (name, version) {
    if (name == "waybill-outbox" && version !== undefined) throw new DOMException("Internal error", "UnknownError");
    return open.call(this, name);
  }; })()`

func TestADamagedStoreIsSaidOnceTheAppGoesOnOnlineAndWhatCanBeReadComesOut(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	ana.phone.Offline(true)
	kept := ana.take(order{customer: "C-0055", lines: map[string]int{"P-0003": 1}})
	ana.phone.Offline(false)
	stuck := office.Net.Script("POST", "/api/v1/[ob]*", 1000, faultproxy.ResetBefore())
	ana.sabotage(damage)
	ana.tab.Go("/")
	ana.fault("damaged")
	if got := stage.Eval[string](ana.tab, `at("statusbar").dataset.storage`); got != "off" {
		t.Errorf("data-storage is %q", got)
	}
	dir := ana.phone.Downloads()
	ana.tab.Click("store-rescue")
	file, err := os.ReadFile(ana.phone.Downloaded(dir, ".json"))
	must(t, err)
	if !strings.Contains(string(file), kept) {
		t.Error("what can be read is not in the file")
	}
	stuck.Lift()
	ana.tab.Go("/signin")
	ana.signIn("ana")
	// From here on no page is loaded: what is not saved lives as long as it.
	ana.tab.Until(`document.querySelector('a[href="/orders/new"]')`)
	stage.Eval[bool](ana.tab, `(document.querySelector('a[href="/orders/new"]').click(), true)`)
	ana.fill(order{customer: "C-0056", lines: map[string]int{"P-0003": 2}})
	ana.tab.Click("order-save")
	id := ana.saved("order-saved")
	if stage.Eval[bool](ana.tab, `Boolean(at("writes-lost"))`) {
		t.Error("what is in the damaged store is said to be lost")
	}
	if text := stage.Eval[string](ana.tab, `at("order-saved").querySelector("h2").textContent`); !strings.Contains(text, "not saved on this phone") {
		t.Errorf("it says %q", text)
	}
	ana.stored("orders", id)
}

// elsewhere is the office under an address that is not this machine's own, in
// plain http: what a browser calls insecure.
func elsewhere(t *testing.T, office *stage.Office) string {
	t.Helper()
	addrs, err := net.InterfaceAddrs()
	must(t, err)
	for _, a := range addrs {
		ip, ok := a.(*net.IPNet)
		if !ok || ip.IP.IsLoopback() || ip.IP.To4() == nil {
			continue
		}
		l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", net.JoinHostPort(ip.IP.String(), "0"))
		if err != nil {
			continue
		}
		target, err := url.Parse("http://" + office.Addr)
		must(t, err)
		s := httptest.NewUnstartedServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target); r.Out.Host = r.In.Host }})
		s.Listener.Close()
		s.Listener = l
		s.Start()
		t.Cleanup(s.Close)
		return s.URL
	}
	t.Skip("this machine has no address but its own")
	return ""
}

func TestOnPlainHTTPFromAnotherMachineSavingOfflineIsSaidToBeOff(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	origin := elsewhere(t, office)
	if r, err := http.Get(origin + "/healthz"); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("the office is not there under %s: %v", origin, err)
	}
	ana := &rep{t: t, office: office, phone: stage.NewPhone(t, origin), name: "ana"}
	ana.tab = ana.phone.Open("/signin")
	ana.signIn("ana")
	for _, path := range []string{"/", "/settings", "/orders"} {
		ana.tab.Go(path)
		ana.tab.Until(`at("storage-warning") && /insecure address/.test(at("storage-warning").textContent)`)
	}
}
