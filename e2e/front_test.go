package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
)

// What a front (a CDN, a proxy, a filter) makes of the app's files and headers
// on their way to the phone.

// kept counts the files of this build that the phone has stored.
const kept = `caches.open("waybill-shell-" + waybill.build).then((c) => c.keys()).then((all) => all.length)`

// headed answers as the server does, with one header set to another value.
func headed(name, value string) faultproxy.Fault {
	return faultproxy.Rewrite(func(h http.Header, body []byte) []byte { h.Set(name, value); return body })
}

// another answers with bytes that are not the file's.
func another(more string) faultproxy.Fault {
	return faultproxy.Rewrite(func(_ http.Header, body []byte) []byte { return append(body, more...) })
}

func TestD17AFileThatNoOfflineStartNeedsMayBeMissingOrAltered(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path  string
		fault faultproxy.Fault
	}{
		"an icon packed anew":       {"/web/icons/icon-192.png", faultproxy.Replace(200, "image/png", "another picture")},
		"an icon that is not there": {"/web/icons/icon.svg", faultproxy.Replace(404, "text/plain", "no such file")},
		"a manifest that is a page": {"/manifest.webmanifest", faultproxy.CaptivePage()},
		"an icon that never comes":  {"/web/icons/apple-touch-icon.png", faultproxy.ResetBefore()},
		"the worker's own program":  {"/web/worker.*.wasm", faultproxy.Replace(403, "text/html", "wasm is blocked here")},
		"every picture packed anew": {"/web/icons/*", another("!")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRelease(t)
			rule := r.net.Script("GET", c.path, faultproxy.Always, c.fault)
			phone, tab := opened(t, r, "/")
			phone.Offline(true)
			tab.Reload()
			tab.Until(running)
			phone.Offline(false)
			before := stage.Eval[int](tab, kept)
			rule.Lift()
			tab.Reload() // the front is mended: what was missing is stored now
			stage.Wait(t, "the missing file is stored", func() bool { return stage.Eval[int](tab, kept) > before })
		})
	}
}

func TestD17ATypeOrAnEncodingThatAFrontHasChangedIsRepaired(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path  string
		fault faultproxy.Fault
	}{
		"a program that is data":          {"/web/app.*.wasm", headed("Content-Type", "application/octet-stream")},
		"the worker's program as text":    {"/web/worker.*.wasm", headed("Content-Type", "text/plain")},
		"a style without its encoding":    {"/app.css", faultproxy.StripHeaders("Content-Encoding")},
		"a style that is packed twice":    {"/app.css", faultproxy.PackTwice()},
		"a page that is a download":       {"/web/shell.*.html", headed("Content-Disposition", "attachment")},
		"a page with a policy of its own": {"/web/shell.*.html", faultproxy.AddHeader("Content-Security-Policy", "default-src 'none'")},
		"files that are kept for a year":  {"/app*", headed("Cache-Control", "public, max-age=31536000")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRelease(t)
			r.net.Script("GET", c.path, faultproxy.Always, c.fault)
			phone, tab := opened(t, r, "/")
			phone.Offline(true)
			tab.Reload()
			tab.Until(running + ` && getComputedStyle(document.querySelector("main")).display != "inline"`)
			wrong := stage.Eval[string](tab, `caches.open("waybill-shell-" + waybill.build).then(async (cache) => {
			  const types = { js: "text/javascript", css: "text/css", wasm: "application/wasm", html: "text/html", png: "image/png", svg: "image/svg+xml" };
			  const wrong = [];
			  for (const asked of await cache.keys()) {
			    const type = types[asked.url.split(".").pop()];
			    const has = (await cache.match(asked)).headers.get("Content-Type") || "";
			    if (type && !has.startsWith(type)) wrong.push(asked.url + " is " + has);
			  }
			  return wrong.join("\n"); })`)
			if wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

func TestD17AProgramOfAnotherTypeOrEncodingStartsTheFirstTime(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]faultproxy.Fault{
		"data":          headed("Content-Type", "application/octet-stream"),
		"no encoding":   faultproxy.StripHeaders("Content-Encoding"),
		"packed twice":  faultproxy.PackTwice(),
		"cut off, once": faultproxy.Truncate(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			office := stage.OpenOffice(t)
			times := faultproxy.Always
			if strings.HasSuffix(name, "once") {
				times = 1
			}
			office.Net.Script("GET", "/web/app.*.wasm", times, fault)
			tab := stage.NewPhone(t, office.Net.URL).Open("/signin")
			tab.See("signin-username")
			if n := stage.Eval[int](tab, `performance.getEntriesByType("navigation").filter((e) => e.type == "reload").length`); n != 0 {
				t.Error("the page was loaded twice")
			}
		})
	}
}

func TestD17SettingsSayThatAndWhyThePhoneCannotStartWithoutAConnection(t *testing.T) {
	t.Parallel()
	for language, says := range map[string][3]string{
		"en-GB": {"cannot start without a connection", "arrived altered", "starts here without a connection"},
		"de-DE": {"ohne Verbindung nicht starten", "verändert angekommen", "startet hier auch ohne Verbindung"},
	} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			office := stage.OpenOffice(t)
			// A program with a note at its end runs as before, and is not the build's.
			rule := office.Net.Script("GET", "/web/app.*.wasm", faultproxy.Always, another("\x00\x03\x02CD"))
			phone := stage.NewPhone(t, office.Net.URL)
			phone.Speak(language)
			ana := &rep{t: t, office: office, phone: phone, name: "ana"}
			ana.tab = phone.Open("/signin")
			ana.signIn("ana")
			for _, path := range []string{"/", "/settings"} {
				ana.tab.Go(path)
				ana.tab.Until(fmt.Sprintf(`at("offline-start")?.dataset.state == "no" && [%q, %q, "/web/app."].every((text) => at("offline-start").innerText.includes(text))`, says[0], says[1]))
			}
			if stage.Eval[bool](ana.tab, `Boolean(navigator.serviceWorker.controller)`) {
				t.Error("a build with an altered program was installed")
			}
			rule.Lift()
			ana.tab.Reload()
			ana.tab.Until(fmt.Sprintf(`at("offline-start")?.dataset.state == "yes" && at("offline-start").innerText.includes(%q)`, says[2]))
			ana.tab.Until(settled)
			ana.tab.Go("/")
			ana.tab.Until(`bar() && !at("offline-start")`)
		})
	}
}

func TestD17AnUpdateThatDoesNotArriveIsSaidAndTheOldVersionStartsOffline(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	next, err := newer()
	must(t, err)
	ana := arrive(t, office, "ana")
	office.Replace(next)
	office.Net.Script("GET", "/app.css", faultproxy.Always, another("/* packed */"))
	ana.tab.Go("/settings")
	ana.tab.Until(`at("offline-start")?.dataset.state == "yes" && /newer version.*\/app\.css/s.test(at("offline-start").innerText)`)
	ana.phone.Offline(true)
	ana.tab.Reload()
	ana.tab.Until("bar()")
}

// everywhere sets a fault before every page and file of the site.
func everywhere(net *faultproxy.Proxy, fault faultproxy.Fault) {
	for _, depth := range []string{"/", "/*", "/*/*", "/*/*/*"} {
		net.Script("GET", depth, faultproxy.Always, fault)
	}
}

func TestD54AFrontsOwnPolicyIsNamedOnANewPhone(t *testing.T) {
	t.Parallel()
	const wasm, other = "default-src 'self'", "connect-src 'none'"
	for name, c := range map[string]struct{ policy, language, says string }{
		"in English":    {wasm, "en-US", "This site's server or a proxy forbids WebAssembly (Content-Security-Policy)"},
		"in German":     {wasm, "de-AT", "Der Server dieser Seite oder ein Proxy verbietet WebAssembly (Content-Security-Policy)"},
		"no fetching":   {other, "en-US", "forbids connect-src (Content-Security-Policy)"},
		"trusted types": {"require-trusted-types-for 'script'", "en-US", "forbids require-trusted-types-for (Content-Security-Policy)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			office := stage.OpenOffice(t)
			everywhere(office.Net, faultproxy.AddHeader("Content-Security-Policy", c.policy))
			phone := stage.NewPhone(t, office.Net.URL)
			phone.Speak(c.language)
			tab := phone.Open("/signin")
			tab.Until(fmt.Sprintf(`at("app-stopped")?.innerText.includes(%q) && at("app-stopped").querySelector("code").textContent == %q`, c.says, c.policy))
			if text := stage.Eval[string](tab, `at("app-stopped").innerText`); strings.Contains(text, "stopped.") || strings.Contains(text, "stehen geblieben") {
				t.Errorf("it also says: %s", text)
			}
		})
	}
}

func TestD54AnInstalledPhoneGoesOnAndWhatItStoresIsFreeOfTheFrontsPolicy(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	ana := arrive(t, office, "ana")
	policy := faultproxy.AddHeader("Content-Security-Policy", "default-src 'self'")
	everywhere(office.Net, policy)
	ana.tab.Reload()
	ana.stored("orders", ana.take(order{customer: "C-0001", lines: map[string]int{"P-0001": 1}}))

	// A new phone that could not start has stored the app meanwhile.
	tab := stage.NewPhone(t, office.Net.URL).Open("/signin")
	tab.See("app-stopped")
	tab.Until(settled)
	tab.Click("app-stopped-reload")
	tab.See("signin-username")
}
