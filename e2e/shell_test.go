package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
)

const (
	running = `document.title == "running"`
	settled = `navigator.serviceWorker.controller` // the first worker has taken over
	// askAndSee asks for an update and resolves with how its install ended.
	askAndSee = `navigator.serviceWorker.getRegistration().then((r) => new Promise((resolve) => {
	  r.addEventListener("updatefound", () => { const w = r.installing; w.addEventListener("statechange", () => resolve(w.state)); });
	  r.update().catch((err) => resolve("none: " + err.message)); }))`
	shellCaches = `caches.keys().then((names) => names.filter((n) => n.startsWith("waybill-shell-")).sort().join(" "))`
)

// opened is a phone that has the current version installed, and its tab.
func opened(t *testing.T, r *release, path string) (*stage.Phone, *stage.Tab) {
	t.Helper()
	phone := stage.NewPhone(t, r.net.URL)
	tab := phone.Open(path)
	tab.Until(running + " && " + settled)
	return phone, tab
}

func TestTheAppStartsWithNoNetworkAtAnyAddress(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	phone, tab := opened(t, r, "/")
	phone.Offline(true)
	if err := r.net.Down(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/?source=homescreen", "/orders/01ABC?tab=2", "/outbox", "/never/heard/of"} {
		tab.Go(path)
		tab.Until(running)
		if got := stage.Eval[string](tab, "location.pathname + location.search"); got != path {
			t.Errorf("asked for %s, the app runs at %s", path, got)
		}
	}
	second := phone.Open("/orders/new")
	second.Until(running)
}

func TestTheAPIIsNeverAnsweredByTheShell(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	phone, tab := opened(t, r, "/")
	r.told.Store("first")
	first := stage.Eval[string](tab, `fetch("/api/v1/orders").then((a) => a.text())`)
	r.told.Store("second")
	second := stage.Eval[string](tab, `fetch("/api/v1/orders").then((a) => a.text())`)
	if first != "first" || second != "second" {
		t.Errorf("the API said first and second, the page heard %q and %q", first, second)
	}
	phone.Offline(true)
	if got := stage.Eval[string](tab, `fetch("/api/v1/orders").then((a) => "answered " + a.status, () => "failed")`); got != "failed" {
		t.Errorf("with no network the API %s", got)
	}
}

func TestAMissingFileIsA404AlsoThroughTheWorker(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	_, tab := opened(t, r, "/")
	got := stage.Eval[string](tab, `fetch("/web/gone.0123456789abcdef.js").then((a) => a.status + " " + a.headers.get("Content-Type"))`)
	if got != "404 text/plain; charset=utf-8" {
		t.Errorf("a missing script was answered %s", got)
	}
}

func TestAnInstallIsWholeOrDiscarded(t *testing.T) {
	t.Parallel()
	faults := map[string]faultproxy.Fault{
		"a hotel's page":     faultproxy.CaptivePage(),
		"an answer cut off":  faultproxy.Truncate(),
		"a lost connection":  faultproxy.ResetBefore(),
		"a gateway's error":  faultproxy.Replace(502, "text/html", "<h1>Bad gateway</h1>"),
		"another build's":    faultproxy.Replace(200, "text/css", "body { color: red }"),
		"a redirect to page": faultproxy.Redirect("/web/icons/icon.svg"),
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRelease(t)
			phone, tab := opened(t, r, "/")
			before := stage.Eval[string](tab, shellCaches)
			site := r.deploy(map[string]string{"app.css": "body { color: green }"})
			rule := r.net.Script("GET", "/app.css", faultproxy.Always, fault)
			if got := stage.Eval[string](tab, askAndSee); got != "redundant" {
				t.Errorf("an install with %s in it ended %s, want redundant", name, got)
			}
			if got := stage.Eval[string](tab, shellCaches); got != before {
				t.Errorf("caches are %s, were %s", got, before)
			}
			rule.Lift() // the same version installs now
			if got := stage.Eval[string](tab, askAndSee); got != "installed" {
				t.Errorf("the second try ended %s, want installed", got)
			}
			tab.Until(`caches.keys && true`)
			if got := stage.Eval[string](tab, shellCaches); !strings.Contains(got, site.Build()) || !strings.Contains(got, before) {
				t.Errorf("caches are %s, want both versions", got)
			}
			phone.Offline(true)
			tab.Reload()
			tab.Until(running)
		})
	}
}

func TestAnUpdateWaitsUntilItIsToldAndThenRunsWhole(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	old := r.site.Load().Build()
	phone, tab := opened(t, r, "/")
	site := r.deploy(map[string]string{"app.wasm": wasmWith("two"), "app.css": "body{}"})
	if got := stage.Eval[string](tab, askAndSee); got != "installed" {
		t.Fatalf("the install ended %s", got)
	}
	tab.Reload()
	tab.Until(running)
	if got := stage.Eval[string](tab, "waybill.build"); got != old {
		t.Errorf("build %s runs after a reload, want the old %s: nobody has said yes", got, old)
	}
	if !stage.Eval[bool](tab, "waybill.update()") {
		t.Error("the page does not see that an update waits")
	}
	stage.Eval[bool](tab, "(waybill.applyUpdate(), true)")
	tab.Until(fmt.Sprintf("waybill.build == %q && %s", site.Build(), running))
	tab.Until(settled)
	stage.Wait(t, "only the new cache is left", func() bool {
		return stage.Eval[string](tab, shellCaches) == "waybill-shell-"+site.Build()
	})
	phone.Offline(true)
	tab.Reload()
	tab.Until(fmt.Sprintf("waybill.build == %q && %s", site.Build(), running))
}

func TestWhatDidNotChangeIsNotDownloadedAgain(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	_, tab := opened(t, r, "/")
	before := len(r.net.All())
	r.deploy(map[string]string{"app.css": "body { color: green }"})
	if got := stage.Eval[string](tab, askAndSee); got != "installed" {
		t.Fatalf("the install ended %s", got)
	}
	for _, hit := range r.net.All()[before:] {
		if strings.HasPrefix(hit.Path, "/api/") {
			continue
		}
		if same := hit.Status != 304 && !strings.HasSuffix(hit.Path, ".js") && hit.Path != "/app.css"; same {
			t.Errorf("%s was loaded again (%d) though it is the same", hit.Path, hit.Status)
		}
	}
	if len(r.net.Hits("GET", "/app.css")) < 2 {
		t.Error("the changed file was not loaded")
	}
}

func TestGoingBackToAnOlderVersionWorks(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	old := r.site.Load().Build()
	_, tab := opened(t, r, "/")
	for _, step := range []struct{ css, want string }{{"body{color:green}", ""}, {"", old}} {
		change := map[string]string{"app.css": step.css}
		if step.css == "" {
			change = nil
		}
		site := r.deploy(change)
		if step.want != "" && site.Build() != step.want {
			t.Fatalf("the older version has build id %s, had %s", site.Build(), step.want)
		}
		if got := stage.Eval[string](tab, askAndSee); got != "installed" {
			t.Fatalf("the install ended %s", got)
		}
		stage.Eval[bool](tab, "(waybill.applyUpdate(), true)")
		tab.Until(fmt.Sprintf("waybill.build == %q && %s", site.Build(), running))
	}
}

func TestGoingBackBeforeTheUpdateWasAppliedKeepsTheWorkingCache(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	phone, tab := opened(t, r, "/")
	r.deploy(map[string]string{"app.css": "body{color:green}"})
	if got := stage.Eval[string](tab, askAndSee); got != "installed" {
		t.Fatalf("the install ended %s", got)
	}
	r.deploy(nil)
	if got := stage.Eval[string](tab, askAndSee); got != "installed" {
		t.Fatalf("the older version's install ended %s", got)
	}
	phone.Offline(true)
	tab.Reload()
	tab.Until(running)
}

func TestAnotherTabIsToldOfATakeoverAndNeverReloaded(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	phone, tab := opened(t, r, "/")
	other := phone.Open("/orders/new")
	other.Until(running + " && " + settled)
	stage.Eval[bool](other, `(waybill.onUpdate = () => { document.title = "told" }, globalThis.typed = "half an order", true)`)
	r.deploy(map[string]string{"app.css": "body{color:green}"})
	if got := stage.Eval[string](tab, askAndSee); got != "installed" {
		t.Fatalf("the install ended %s", got)
	}
	other.Until(`document.title == "told"`)
	stage.Eval[bool](other, `(document.title = "typing", true)`)
	stage.Eval[bool](tab, "(waybill.applyUpdate(), true)")
	other.Until(`document.title == "told"`)
	if got := stage.Eval[string](other, "globalThis.typed"); got != "half an order" {
		t.Errorf("the other tab was loaded again: typed is %q", got)
	}
	if !stage.Eval[bool](other, "waybill.update()") {
		t.Error("the other tab does not offer the update")
	}
}

func TestALostCacheIsFilledAgain(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	phone, tab := opened(t, r, "/")
	stage.Eval[bool](tab, `caches.keys().then((names) => Promise.all(names.map((n) => caches.delete(n)))).then(() => true)`)
	tab.Reload()
	tab.Until(running)
	phone.Offline(true)
	tab.Reload()
	tab.Until(running)
}

func TestASpoiledOrMixedCacheIsMendedAndNothingElseIsTouched(t *testing.T) {
	t.Parallel()
	spoil := `caches.open("waybill-shell-" + waybill.build).then(async (cache) => {
		for (const r of await cache.keys()) if (r.url.includes(%q)) await cache.put(r, new Response(%s, { headers: { "Content-Type": %q } }));
		return true; })`
	for name, script := range map[string]string{
		"a program of zeros":         fmt.Sprintf(spoil, "/web/app.", "new Uint8Array(4096)", "application/wasm"),
		"half a program":             fmt.Sprintf(spoil, "/web/app.", `(await (await cache.match(r)).arrayBuffer()).slice(0, 5000)`, "application/wasm"),
		"another toolchain's loader": fmt.Sprintf(spoil, "/wasm_exec.js", `"globalThis.Go = class { importObject = {}; env = {}; async run() {} };"`, "text/javascript"),
		"a loader that is a hotel's": fmt.Sprintf(spoil, "/wasm_exec.js", `"<h1>Welcome</h1>"`, "text/javascript"),
	} {
		t.Run(name, func(t *testing.T) {
			r := newRelease(t)
			phone, tab := opened(t, r, "/")
			stage.Eval[bool](tab, `new Promise((resolve) => { const open = indexedDB.open("waybill-outbox", 7);
				open.onupgradeneeded = () => open.result.createObjectStore("entries").put("an order", 1);
				open.onsuccess = () => { open.result.close(); resolve(true); }; })`)
			before := stage.Eval[string](tab, shellCaches)
			stage.Eval[bool](tab, script)
			tab.Reload()
			tab.Until(running)
			if after := stage.Eval[string](tab, shellCaches); after != before {
				t.Errorf("caches are %s, were %s", after, before)
			}
			kept := stage.Eval[string](tab, `new Promise((resolve) => { const open = indexedDB.open("waybill-outbox");
				open.onsuccess = () => { const got = open.result.transaction("entries").objectStore("entries").get(1); got.onsuccess = () => { open.result.close(); resolve(got.result); }; }; })`)
			if kept != "an order" {
				t.Errorf("the outbox holds %q", kept)
			}
			phone.Offline(true) // and it is whole again
			tab.Reload()
			tab.Until(running)
		})
	}
}

func TestTheFirstLoadShowsHowFarItIs(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	r.net.Script("GET", r.site.Load().Resolve("/web/app.wasm"), 1, faultproxy.Stall())
	phone := stage.NewPhone(t, r.net.URL)
	tab := phone.Open("/")
	tab.Until(`document.querySelector("progress") && document.querySelector("progress").value > 0`)
	if got := stage.Eval[string](tab, `document.querySelector("h1").textContent`); got != "Waybill" {
		t.Errorf("before the program runs the page shows %q", got)
	}
}

func TestAProgramThatEndsOrNeverStartsSaysSo(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	_, tab := opened(t, r, "/")
	stage.Eval[bool](tab, `(() => { try { endGo() } catch {} return true })()`)
	tab.See("app-stopped")
	tab.Until(`at("app-stopped").textContent.includes("safe")`)

	broken := newRelease(t)
	broken.deploy(map[string]string{"app.wasm": "this is no program"})
	phone := stage.NewPhone(t, broken.net.URL)
	never := phone.Open("/")
	never.See("app-stopped")
}

func TestALinkOfTheAppLoadsNoPageAsLongAsTheProgramFollowsIt(t *testing.T) {
	t.Parallel()
	_, tab := opened(t, newRelease(t), "/")
	stage.Eval[bool](tab, `(() => {
	  window.kept = (attributes, init) => {
	    const link = Object.assign(document.createElement("a"), { href: "#here", ...attributes });
	    document.body.append(link);
	    return !link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
	  };
	  return true })()`)
	const program = `window.onclick = () => {}` // what Go sets; it may get to the click much later
	for _, c := range []struct {
		what, before, click string
		want                bool
	}{
		{"before the program listens", `window.onclick = null`, `kept()`, false},
		{"a tap", program, `kept()`, true},
		{"a tap for a new tab", program, `kept({}, { ctrlKey: true })`, false},
		{"a download", program, `kept({ download: "orders.json" })`, false},
		{"a link to a new window", program, `kept({ target: "_blank" })`, false},
		{"after the program has ended", `try { endGo() } catch {}`, `kept()`, false},
	} {
		stage.Eval[bool](tab, `(() => { `+c.before+`; return true })()`)
		if strings.Contains(c.before, "endGo") {
			tab.See("app-stopped")
		}
		if got := stage.Eval[bool](tab, c.click); got != c.want {
			t.Errorf("%s: the page's load is prevented: %v", c.what, got)
		}
	}
}

func TestTheCoreStartsWithTheFirstEventThatNeedsIt(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	phone, tab := opened(t, r, "/")
	tab.Reload()
	tab.Until(running)
	before := len(r.net.Hits("POST", "/api/pass/*"))
	phone.Sync(false)
	hits, err := waitHits(t, r.net, "/api/pass/sync", before+1)
	if err != nil {
		t.Fatalf("a sync event started no pass: %v, %d hits", err, len(hits))
	}
	stage.Eval[bool](tab, `(navigator.serviceWorker.controller.postMessage({ type: "drain" }), true)`)
	if _, err := waitHits(t, r.net, "/api/pass/message", 1); err != nil {
		t.Fatalf("a drain message started no pass: %v", err)
	}
}

func TestACoreThatPanicsCostsOnePass(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	phone, _ := opened(t, r, "/")
	phone.Sync(false)
	hits, err := waitHits(t, r.net, "/api/pass/sync", 1)
	if err != nil {
		t.Fatal(err)
	}
	n := len(hits)
	r.told.Store("panic")
	phone.Sync(false)
	if _, err := waitHits(t, r.net, "/api/pass/sync", n+1); err != nil {
		t.Fatal(err)
	}
	r.told.Store("ok")
	phone.Sync(false)
	if _, err := waitHits(t, r.net, "/api/pass/sync", n+2); err != nil {
		t.Fatalf("after a panic the next event sent nothing: %v", err)
	}
}

func TestAPassThatLeavesWorkRejectsItsEventAndAnEmptyOneDoesNot(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	phone, _ := opened(t, r, "/")
	for told, want := range map[string]string{"left": "rejected", "ok": "resolved", "panic": "rejected"} {
		r.told.Store(told)
		if got := phone.InWorker(`pass("sync", false).then(() => "resolved", () => "rejected")`); got != want {
			t.Errorf("told %q the pass %s, want %s", told, got, want)
		}
	}
}

func TestAWorkerStoppedInAPassStartsAfreshWithTheNextEvent(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	phone, tab := opened(t, r, "/")
	tab.Close()
	r.net.Script("POST", "/api/pass/sync", 1, faultproxy.Hold(make(chan struct{})))
	n := len(r.net.Hits("POST", "/api/pass/sync"))
	phone.Sync(false)
	if _, err := stage.WaitHits(t, r.net, "POST", "/api/pass/sync", func(h []faultproxy.Hit) bool { return len(h) > n }); err != nil {
		t.Fatal(err)
	}
	phone.StopWorkers()
	phone.Sync(false)
	if _, err := waitHits(t, r.net, "/api/pass/sync", n+2); err != nil {
		t.Fatal(err)
	}
}

func TestTheAppCanBeInstalled(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	_, tab := opened(t, r, "/")
	manifest := stage.Call(tab, page.GetAppManifest, page.GetAppManifestParams{})
	for _, e := range manifest.Errors {
		t.Errorf("manifest: %s", e.Message)
	}
	for _, member := range []string{`"id"`, `"lang"`, `"scope"`, `"maskable"`, `"/orders/new"`, `"/outbox"`, `"screenshots"`} {
		if !strings.Contains(manifest.Data, member) {
			t.Errorf("the manifest has no %s", member)
		}
	}
	errs := stage.Call(tab, page.GetInstallabilityErrors, cdp.Empty{})
	for _, e := range errs.InstallabilityErrors {
		if e.ErrorID != "in-incognito" { // every phone of the stage is a private profile
			t.Errorf("not installable: %s", e.ErrorID)
		}
	}
}

// waitHits waits for n POSTs to a path that have ended.
func waitHits(t *testing.T, net *faultproxy.Proxy, path string, n int) ([]faultproxy.Hit, error) {
	return stage.WaitHits(t, net, "POST", path, faultproxy.AtLeast(n))
}
