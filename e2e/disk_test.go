package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"

	"waybill/e2e/stage"
)

// fill writes into a database of its own until not even a kilobyte fits: a
// browser lets small writes pass for a while after its limit. It resolves with
// the bytes that fitted.
const fill = `(async () => {
	const db = await new Promise((resolve, reject) => {
		const open = indexedDB.open("junk", 1);
		open.onupgradeneeded = () => open.result.createObjectStore("junk", { autoIncrement: true });
		open.onsuccess = () => resolve(open.result); open.onerror = () => reject(open.error);
	});
	const put = (size) => new Promise((resolve) => {
		const tx = db.transaction("junk", "readwrite", { durability: "strict" });
		tx.objectStore("junk").add(crypto.getRandomValues(new Uint8Array(Math.min(size, 65536))));
		tx.oncomplete = () => resolve(true); tx.onabort = () => resolve(false);
	});
	let total = 0;
	for (const size of [65536, 8192, 1024]) while (await put(size)) total += size;
	db.close();
	return total; })()`

// small is the disk of a small phone: room for the app and little else.
const small = 80 << 20

// quota limits what the app may keep on the phone, 0: no more limit. It must
// stand before the browser has once looked how much is free.
func quota(phone *stage.Phone, size float64) {
	phone.T.Helper()
	params := storage.OverrideQuotaForOriginParams{Origin: phone.Origin}
	if size > 0 {
		params.QuotaSize = &size
	}
	stage.Call(phone, storage.OverrideQuotaForOrigin, params)
}

// arriveOnASmallPhone is arrive on a phone that is soon full.
func arriveOnASmallPhone(t *testing.T) *rep {
	t.Helper()
	office := stage.OpenOffice(t)
	phone := stage.NewPhone(t, office.Net.URL)
	quota(phone, small)
	return arriveWith(t, office, phone, "ana")
}

func TestOnAFullPhoneNothingIsCalledSavedAndTheFormKeepsItsContent(t *testing.T) {
	t.Parallel()
	ana := arriveOnASmallPhone(t)
	ana.phone.Offline(true)
	ana.tab.Go("/orders/new")
	ana.fill(order{customer: "C-0080", lines: map[string]int{"P-0070": 3}, note: "for the full phone"})
	if n := stage.Eval[float64](ana.tab, fill); n == 0 || n > small {
		t.Fatalf("%.0f bytes fitted: the phone is not as small as it should be", n)
	}
	ana.tab.Click("order-save")
	ana.tab.Until(`document.body.innerText.includes("This phone is full")`)
	if stage.Eval[bool](ana.tab, `Boolean(at("order-saved"))`) || len(ana.entries()) != 0 {
		t.Fatal("the order counts as saved on a full phone")
	}
	if got := stage.Eval[string](ana.tab, `at("order-note").value + all("order-line").length`); got != "for the full phone1" {
		t.Errorf("the form shows %q after a save that failed", got)
	}
	quota(ana.phone, 2*small)   // what is deleted from a database need not be free at once
	ana.tab.Click("order-save") // no reload in between
	id := ana.saved("order-saved")
	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 1")
	ana.stored("orders", id)
}

func TestOnAFullPhoneWhatIsSavedIsSentAndItsProofRecorded(t *testing.T) {
	t.Parallel()
	ana := arriveOnASmallPhone(t)
	ana.phone.Offline(true)
	id := ana.take(order{customer: "C-0081", lines: map[string]int{"P-0071": 3}})
	const weight = `caches.open("waybill-outbox-ballast").then((cache) => cache.keys()).then((keys) => keys.length == 1)`
	stage.Wait(t, "there is a ballast that can be let go", func() bool { return stage.Eval[bool](ana.tab, weight) })
	if n := stage.Eval[float64](ana.tab, fill); n == 0 || n > small {
		t.Fatalf("%.0f bytes fitted: the phone is not as small as it should be", n)
	}
	ana.phone.Offline(false)
	ana.tab.Bar("b.sent == 1 && b.pending + b.retrying + b.attention == 0")
	ana.stored("orders", id)
	if n := ana.sends(id); n != 1 {
		t.Errorf("the order reached the office %d times", n)
	}
	if stage.Eval[bool](ana.tab, weight) {
		t.Error("the ballast is still there: the disk was not full")
	}
}

// schema is the version of the outbox's database.
const schema = `indexedDB.databases().then((all) => all.find((d) => d.name == "waybill-outbox").version)`

func TestThreeTabsMakeWayForANewerVersionAndARolledBackAppWorksWithIt(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	newer := ana.phone.Open("/healthz") // a page of the origin without the app
	ana.phone.Offline(true)
	var ids []string
	for n := range 2 {
		ids = append(ids, ana.take(order{customer: fmt.Sprintf("C-008%d", 2+n), lines: map[string]int{"P-0072": 1 + n}}))
	}
	second := ana.phone.Open("/outbox")
	second.Bar("b.pending + b.retrying == 2")
	// The first tab is in the middle of an order when a third one, of a newer
	// release, changes the database.
	ana.tab.Go("/orders/new")
	ana.fill(order{customer: "C-0084", lines: map[string]int{"P-0073": 1}, note: "half typed"})
	version := stage.Eval[int](newer, schema)
	got := stage.Eval[string](newer, fmt.Sprintf(`new Promise((resolve) => {
		const open = indexedDB.open("waybill-outbox", %d);
		open.onupgradeneeded = () => {
			open.result.createObjectStore("of-the-future");
			const entries = open.transaction.objectStore("entries");
			entries.openCursor().onsuccess = (e) => { const c = e.target.result; if (c) { c.update({ ...c.value, mood: "sunny" }); c.continue(); } };
		};
		open.onsuccess = () => { open.result.close(); resolve("upgraded"); };
		open.onerror = () => resolve(open.error.name); })`, version+10))
	if got != "upgraded" {
		t.Fatalf("the newer version's open ended %s", got)
	}
	for name, tab := range map[string]*stage.Tab{"typing": ana.tab, "looking": second} {
		tab.Until(`at("statusbar")`)
		if stage.Eval[bool](tab, `Boolean(at("app-stopped"))`) {
			t.Errorf("the tab that was %s has stopped", name)
		}
	}
	ana.tab.Until(`document.body.innerText.includes("newer version is open in another tab")`)
	second.Until(`document.body.innerText.includes("newer version is open in another tab")`)
	if got := stage.Eval[string](ana.tab, `at("order-note").value`); got != "half typed" {
		t.Errorf("the form holds %q", got)
	}
	// Loaded again, this version works with the newer database as it is.
	second.Reload()
	second.Bar("b.pending + b.retrying == 2")
	ana.phone.Offline(false)
	second.Click("outbox-drain-now")
	second.Bar("b.sent == 2 && b.pending + b.retrying == 0")
	for _, id := range ids {
		ana.stored("orders", id)
	}
	ana.tab = second
	if n := strings.Count(ana.rows(), `"mood": "sunny"`); n < 2 {
		t.Errorf("%d of 2 entries kept the newer version's field", n)
	}
	if now := stage.Eval[int](second, schema); now != version+10 {
		t.Errorf("the database has version %d, want the newer %d", now, version+10)
	}
}

// sabotage runs before any script of each page that the tab loads from now on.
func (r *rep) sabotage(script string) {
	r.t.Helper()
	stage.Call(r.tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

func TestWhereNothingCanBeSavedItIsSaidAndAnOrderGoesStraightToTheOffice(t *testing.T) {
	t.Parallel()
	broken := map[string]string{
		"a private window":      `Object.defineProperty(IDBFactory.prototype, "open", { value() { throw new DOMException("A mutation operation was attempted on a database that did not allow mutations.", "InvalidStateError"); } });`,
		"a browser without any": `Object.defineProperty(globalThis, "indexedDB", { value: undefined });`,
	}
	for name, script := range broken {
		t.Run(name, func(t *testing.T) {
			office := stage.OpenOffice(t)
			phone := stage.NewPhone(t, office.Net.URL)
			ana := &rep{t: t, office: office, phone: phone, name: "ana"}
			ana.tab = phone.Open("/healthz")
			ana.sabotage(script)
			ana.tab.Go("/signin")
			ana.tab.Until(`at("statusbar").dataset.storage == "off" && at("storage-warning")`)
			ana.signIn("ana")
			ana.tab.Until(`at("statusbar").dataset.storage == "off" && at("storage-warning")`)
			stage.Eval[bool](ana.tab, `(goappNav("/orders/new"), true)`)
			ana.fill(order{customer: "C-0085", lines: map[string]int{"P-0074": 1}})
			ana.tab.Until(`at("order-save").innerText.includes("Send now")`)
			ana.tab.Click("order-save")
			ana.tab.Bar("b.sent == 1")
			id := ana.saved("order-saved")
			ana.stored("orders", id)
			if stage.Eval[bool](ana.tab, `document.body.innerText.includes("Saved on this")`) {
				t.Error("the page says that the order is saved here")
			}
		})
	}
}

func TestAllTabsShowTheSameCountsSoon(t *testing.T) {
	t.Parallel()
	ana := arrive(t, stage.OpenOffice(t), "ana")
	ana.phone.Offline(true)
	tabs := []*stage.Tab{ana.phone.Open("/"), ana.phone.Open("/outbox")}
	ana.tab.Go("/orders/new")
	ana.fill(order{customer: "C-0095", lines: map[string]int{"P-0076": 1}})
	watch := `(globalThis.seenAt = new Promise((resolve) => { const look = () => { const b = bar(); if (b && b.pending + b.retrying == 1) resolve(performance.timeOrigin + performance.now()); };
		new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true }); look(); }), true)`
	for _, tab := range append(tabs, ana.tab) {
		stage.Eval[bool](tab, watch)
	}
	ana.tab.Click("order-save")
	ana.saved("order-saved")
	here := stage.Eval[float64](ana.tab, "globalThis.seenAt")
	for n, tab := range tabs {
		t.Logf("tab %d showed it %.0f ms after the tab that saved", n+2, stage.Eval[float64](tab, "globalThis.seenAt")-here)
	}
	ana.phone.Offline(false)
	for _, tab := range append(tabs, ana.tab) {
		tab.Bar("b.sent == 1 && b.pending + b.retrying == 0")
	}
}
