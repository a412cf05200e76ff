package serve

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"waybill/app"
	"waybill/web"
)

// routed registers the pages once: go-app keeps them for the whole process.
var routed = sync.OnceFunc(func() { app.Routes(nil) })

// builtShell is the shell over the hand-written files and programs that stand
// in for the built ones.
func builtShell(t *testing.T) (shell, *web.Site) {
	t.Helper()
	routed()
	folder := fstest.MapFS{}
	for name, text := range map[string]string{
		"app.js": "page", "worker.js": "worker", "shell.html": "<!doctype html>", "app.css": "css", "manifest.webmanifest": "{}",
		"wasm_exec.js": "loader", "app.wasm": "page program", "worker.wasm": "core",
	} {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	site, err := web.Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	h, err := newShell(site)
	if err != nil {
		t.Fatal(err)
	}
	return h, site
}

func ask(h http.Handler, method, path string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func somePaths(site *web.Site) []string {
	paths := append(site.Paths(), "/robots.txt", "/sitemap.xml", "/ads.txt", "/goapp.js", "/app.wasm", "/goapp.wasm",
		"/manifest.json", "/favicon.ico", "/web/", "/web/gone.png", "/nothing", "/"+site.Build()+"/robots.txt")
	for _, p := range app.Pages() {
		paths = append(paths, strings.ReplaceAll(p.Path, "{id}", "01ARZ3NDEKTSV4RRFFQ69G5FAV"))
	}
	return paths
}

// noWay fails every outgoing request and counts it.
type noWay struct{ hosts []string }

func (n *noWay) RoundTrip(r *http.Request) (*http.Response, error) {
	n.hosts = append(n.hosts, r.URL.Host+r.URL.Path)
	return nil, errors.New("no request may leave")
}

func TestAForeignHostMakesTheServerFetchNothing(t *testing.T) {
	h, site := builtShell(t)
	out := &noWay{}
	before := http.DefaultTransport
	http.DefaultTransport = out
	defer func() { http.DefaultTransport = before }()
	for _, path := range somePaths(site) {
		ask(h, "GET", path, func(r *http.Request) { r.Host = "evil.example" })
	}
	if len(out.hosts) > 0 {
		t.Errorf("the server fetched %v", out.hosts)
	}
}

func TestEveryAnswerCarriesTheStrictPolicy(t *testing.T) {
	h, site := builtShell(t)
	for _, path := range somePaths(site) {
		got := ask(h, "GET", path).Header()
		csp := got.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'self'") || strings.Contains(csp, "unsafe-inline") {
			t.Errorf("%s: policy %q", path, csp)
		}
		if got.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: may be sniffed", path)
		}
	}
}

func TestEveryKnownPageIsRenderedAndNothingElseIs(t *testing.T) {
	h, site := builtShell(t)
	for _, path := range somePaths(site) {
		_, page := app.Known(path)
		w := ask(h, "GET", path)
		html := strings.HasPrefix(w.Header().Get("Content-Type"), "text/html")
		switch {
		case page && (w.Code != http.StatusOK || !html):
			t.Errorf("page %s: %d %s", path, w.Code, w.Header().Get("Content-Type"))
		case !page && !site.Has(path) && (w.Code != http.StatusNotFound || html):
			t.Errorf("%s is neither page nor file, and was answered %d %s", path, w.Code, w.Header().Get("Content-Type"))
		}
	}
}

// attribute finds what loads something: a page must not reach outside.
var attribute = regexp.MustCompile(`(?:src|href)="([^"]*)"`)

func TestAPageLoadsOnlyFilesThatTheServerHas(t *testing.T) {
	h, _ := builtShell(t)
	real, err := web.Load(web.Static())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range app.Pages() {
		path := strings.ReplaceAll(p.Path, "{id}", "01ARZ3NDEKTSV4RRFFQ69G5FAV")
		for _, found := range attribute.FindAllStringSubmatch(ask(h, "GET", path).Body.String(), -1) {
			_, page := app.Known(found[1])
			if !page && !real.Has(found[1]) && !strings.HasPrefix(found[1], "#") {
				t.Errorf("%s refers to %q, which is no page and no file", path, found[1])
			}
		}
	}
}

func TestAPageIsTheSameForEverybodyAndPromisesNothingBeforeItRuns(t *testing.T) {
	h, _ := builtShell(t)
	control := regexp.MustCompile(`<(?:button|input|select|textarea)\b[^>]*>`)
	for _, p := range app.Pages() {
		path := strings.ReplaceAll(p.Path, "{id}", "01ARZ3NDEKTSV4RRFFQ69G5FAV")
		plain := ask(h, "GET", path).Body.String()
		known := ask(h, "GET", path, func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "waybill_session", Value: "x"}) }).Body.String()
		if plain != known {
			t.Errorf("%s: the bytes differ with a cookie", path)
		}
		for _, tag := range control.FindAllString(plain, -1) {
			if !strings.Contains(tag, "disabled") {
				t.Errorf("%s: %s can be used before the program runs", path, tag)
			}
		}
		if strings.Contains(plain, "data-pending") {
			t.Errorf("%s: counts before the outbox is open", path)
		}
	}
}

func TestPagesAreOnlyRead(t *testing.T) {
	h, _ := builtShell(t)
	if w := ask(h, "POST", "/orders"); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST /orders: %d", w.Code)
	}
}

func TestAServerWithoutTheProgramsSaysHowToGetThem(t *testing.T) {
	routed()
	folder := fstest.MapFS{}
	for _, name := range []string{"app.js", "worker.js", "shell.html", "app.css", "manifest.webmanifest"} {
		folder[name] = &fstest.MapFile{Data: []byte("x")}
	}
	site, err := web.Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	h, err := newShell(site)
	if err != nil {
		t.Fatal(err)
	}
	w := ask(h, "GET", "/")
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "make build") {
		t.Errorf("got %d %q", w.Code, w.Body.String())
	}
}
