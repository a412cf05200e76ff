package web

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func static(change map[string]string) fstest.MapFS {
	folder := fstest.MapFS{}
	for name, text := range map[string]string{
		"app.js": "page(__WAYBILL_BUILD__)", "worker.js": "worker(__WAYBILL_BUILD__)", "shell.html": "<!doctype html>",
		"app.css": strings.Repeat("a{color:red}", 100), "manifest.webmanifest": "{}", "wasm_exec.js": "loader",
		"app.wasm": "page program", "app.wasm.br": "BR", "app.wasm.gz": "GZ", "worker.wasm": "core", "icons/i.png": "png",
		"screenshots/s.png": "shot",
	} {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, text := range change {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return folder
}

func load(t *testing.T, change map[string]string) *Site {
	t.Helper()
	s, err := Load(static(change))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func get(s *Site, method, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestTheBuildIDIsTheContentAndNothingElse(t *testing.T) {
	first := load(t, nil)
	if again := load(t, nil); again.Build() != first.Build() {
		t.Error("the same files gave two build ids")
	}
	if packed := load(t, map[string]string{"app.wasm.br": "other brotli"}); packed.Build() != first.Build() {
		t.Error("another compression of the same bytes changed the build id")
	}
	for _, name := range []string{"app.js", "app.css", "worker.wasm", "wasm_exec.js", "icons/i.png"} {
		if s := load(t, map[string]string{name: "changed"}); s.Build() == first.Build() {
			t.Errorf("a changed %s kept the build id", name)
		}
	}
}

func TestAHashedNameIsImmutableAndChangesWithItsBytes(t *testing.T) {
	s := load(t, nil)
	hashed := s.Resolve("/web/app.wasm")
	if got := get(s, "GET", hashed).Header().Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("Cache-Control of %s = %q", hashed, got)
	}
	for _, plain := range []string{"/app.js", "/app-worker.js", "/web/app.wasm", "/manifest.webmanifest", "/web/icons/i.png"} {
		if got := get(s, "GET", plain).Header().Get("Cache-Control"); got != "no-cache, no-transform" {
			t.Errorf("Cache-Control of %s = %q, want no-cache, no-transform", plain, got)
		}
	}
	other := load(t, map[string]string{"app.wasm": "new program"})
	if got := get(other, "GET", hashed); got.Code != http.StatusNotFound {
		t.Errorf("another build answered %d to the old name, want 404", got.Code)
	}
	if css := load(t, map[string]string{"app.css": "x"}); css.Resolve("/web/app.wasm") != hashed {
		t.Error("the program's name changed although its bytes did not")
	}
}

func TestTheWorkerListsEveryFileOfTheShellWithTheHashOfWhatIsServed(t *testing.T) {
	s := load(t, nil)
	worker := get(s, "GET", "/app-worker.js").Body.String()
	for _, path := range s.Paths() {
		inShell := strings.Contains(worker, `"url":"`+path+`","hash":"`+hashOf(get(s, "GET", path).Body.Bytes())+`"`)
		outside := path == "/app-worker.js" || path == "/web/app.wasm" || path == "/web/worker.wasm" || strings.Contains(path, "screenshots")
		if inShell == outside {
			t.Errorf("%s: in the worker's list %v, want %v", path, inShell, !outside)
		}
	}
	if !strings.Contains(worker, `"id":"`+s.Build()+`"`) || strings.Contains(worker, placeholder) {
		t.Error("the worker does not carry its build id")
	}
}

// D17: an icon that a CDN packs anew must not cost the offline start.
func TestAnOfflineStartNeedsThePageItsScriptsItsStyleAndItsProgram(t *testing.T) {
	s := load(t, nil)
	worker := get(s, "GET", "/app-worker.js").Body.String()
	list := struct{ Files []shellFile }{}
	if err := json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimPrefix(worker, "worker("), ")")), &list); err != nil {
		t.Fatal(err)
	}
	needed := []string{"/app.js", "/app.css", "/wasm_exec.js", "/web/wasm_exec.*.js", "/web/shell.*.html", "/web/app.*.wasm"}
	for _, f := range list.Files {
		want := slices.ContainsFunc(needed, func(pattern string) bool { ok, _ := path.Match(pattern, f.URL); return ok })
		if f.Needed != want {
			t.Errorf("%s is needed: %v, want %v", f.URL, f.Needed, want)
		}
		if got := get(s, "GET", f.URL).Header().Get("Content-Type"); got != f.Type || got == "" {
			t.Errorf("%s is served as %q, and kept as %q", f.URL, got, f.Type)
		}
	}
}

func TestAFileIsServedWithoutAnyEncodingToWhomAsksForItPlain(t *testing.T) {
	s := load(t, nil)
	for _, path := range []string{"/app.css", s.Resolve("/web/app.wasm")} {
		w := get(s, "GET", path+"?"+Plain, "Accept-Encoding", "br, gzip")
		if w.Header().Get("Content-Encoding") != "" || hashOf(w.Body.Bytes()) != hashOf(get(s, "GET", path).Body.Bytes()) {
			t.Errorf("%s: %v", path, w.Header())
		}
	}
}

func TestNobodyOnTheWayMayRepackAFile(t *testing.T) {
	s := load(t, nil)
	for _, path := range s.Paths() {
		if got := get(s, "GET", path).Header().Get("Cache-Control"); !strings.Contains(got, "no-transform") {
			t.Errorf("%s: Cache-Control %q", path, got)
		}
	}
}

func TestThePagesScriptIsItsPartsAndThenItsStart(t *testing.T) {
	s := load(t, map[string]string{"page/b.js": "second();", "page/a.js": "first();"})
	if got := get(s, "GET", "/app.js").Body.String(); !strings.HasPrefix(got, "first();\nsecond();\npage(") {
		t.Errorf("the script is %q", got)
	}
}

// A translator that rewrites text takes the nodes away that Go draws into.
func TestThePageAsksTranslatorsToLeaveItAsItIs(t *testing.T) {
	shell, err := os.ReadFile("static/shell.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<html lang="en" translate="no">`, `<meta name="google" content="notranslate">`} {
		if !strings.Contains(string(shell), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestACompressedFormGoesOnlyToThoseWhoAskForIt(t *testing.T) {
	s := load(t, nil)
	for accept, want := range map[string]string{
		"gzip, deflate, br": "br", "gzip": "gzip", "": "", "br;q=0, gzip;q=0.5": "gzip", "br ; q=0": "", "BR": "br",
	} {
		w := get(s, "GET", s.Resolve("/web/app.wasm"), "Accept-Encoding", accept)
		if got := w.Header().Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q: Content-Encoding %q, want %q", accept, got, want)
		}
		if w.Header().Get("Vary") != "Accept-Encoding" || w.Header().Get("Content-Type") != "application/wasm" {
			t.Errorf("Accept-Encoding %q: headers %v", accept, w.Header())
		}
	}
}

func TestAKnownTagIsAnsweredWithoutABody(t *testing.T) {
	s := load(t, nil)
	tag := get(s, "GET", "/app.css").Header().Get("ETag")
	if w := get(s, "GET", "/app.css", "If-None-Match", `"x", W/`+tag); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
		t.Errorf("known tag: %d with %d bytes", w.Code, w.Body.Len())
	}
	if w := get(s, "GET", "/app.css", "If-None-Match", `"x"`); w.Code != http.StatusOK {
		t.Errorf("unknown tag: %d", w.Code)
	}
	if w := get(s, "GET", "/app.css", "If-None-Match", tag, "Accept-Encoding", "br"); w.Code != http.StatusOK {
		t.Errorf("the tag of the plain form matched the brotli one: %d", w.Code)
	}
}

func TestAMissingFileIsAPlain404AndOnlyReadsAreAnswered(t *testing.T) {
	s := load(t, nil)
	w := get(s, "GET", "/web/gone.js")
	if w.Code != http.StatusNotFound || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Errorf("missing file: %d %s", w.Code, w.Header().Get("Content-Type"))
	}
	if w := get(s, "POST", "/app.js"); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", w.Code)
	}
	if w := get(s, "HEAD", "/app.js"); w.Code != http.StatusOK || w.Body.Len() != 0 || w.Header().Get("Content-Length") == "0" {
		t.Errorf("HEAD: %d, %d bytes, length %s", w.Code, w.Body.Len(), w.Header().Get("Content-Length"))
	}
}

func TestASiteWithoutItsProgramsLoadsAndSaysSo(t *testing.T) {
	folder := static(nil)
	delete(folder, "worker.wasm")
	s, err := Load(folder)
	if err != nil || s.Built() == nil {
		t.Errorf("Load: %v, Built: %v; want a site that says it is not built", err, s.Built())
	}
	if err := load(t, nil).Built(); err != nil {
		t.Errorf("a whole site: %v", err)
	}
	delete(folder, "worker.js")
	if _, err := Load(folder); err == nil {
		t.Error("a site without its hand-written worker loaded")
	}
}

func TestTheEmbeddedFolderHoldsTheHandWrittenFiles(t *testing.T) {
	if _, err := Load(Static()); err != nil {
		t.Error(err)
	}
}
