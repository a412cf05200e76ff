package engines

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// page is as plain as a page can be, and keeps what is typed.
const page = `<!doctype html><title>plain</title><input id="in"><button id="go">Go</button>
<script>document.getElementById("go").onclick = () => { document.title = document.getElementById("in").value }</script>`

func serve(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, page)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func open(t *testing.T, e Engine) Browser {
	t.Helper()
	b, err := e.Start(t.TempDir() + "/profile")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func value(t *testing.T, b Browser, expression string) string {
	t.Helper()
	raw, err := b.Eval(expression)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestABrowserLoadsTypesClicksAndTells(t *testing.T) {
	url := serve(t)
	for _, e := range Engines {
		t.Run(e.Name, func(t *testing.T) {
			b := open(t, e)
			must(t, b.Go(url), b.Type("#in", "hello"), b.Click("#go"))
			if got := value(t, b, "Promise.resolve(document.title)"); got != `"hello"` {
				t.Errorf("title is %s after typing and a click", got)
			}
			if _, err := b.Eval("Promise.reject(new Error('no'))"); err == nil {
				t.Error("a promise that was rejected is no error")
			}
			if err := b.Click("#none"); err == nil {
				t.Error("a click on nothing is no error")
			}
			must(t, b.Tab())
			if got := value(t, b, "document.title"); got == `"hello"` {
				t.Error("the new tab is the old one")
			}
		})
	}
}

func TestADrivenPageKeepsItsDataOverACrash(t *testing.T) {
	app := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'self'")
		if r.URL.Path == "/app.js" {
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, DriveScript)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<!doctype html><title>driven</title><input id="in"><script src="/app.js"></script>`)
	}))
	t.Cleanup(app.Close)
	drive, err := NewDrive(app.URL)
	must(t, err)
	front := httptest.NewServer(drive)
	t.Cleanup(front.CloseClientConnections)
	b, err := StartDriven(t.TempDir(), drive, front.URL)
	must(t, err)
	t.Cleanup(b.Close)
	const put = `new Promise((ok, no) => { const r = indexedDB.open("kept", 1); r.onerror = no;
		r.onupgradeneeded = () => r.result.createObjectStore("s");
		r.onsuccess = () => { const tx = r.result.transaction("s", "readwrite", { durability: "strict" });
			tx.objectStore("s").put("here", "a"); tx.oncomplete = () => ok("put"); }; })`
	const get = `new Promise((ok, no) => { const r = indexedDB.open("kept", 1); r.onerror = no;
		r.onsuccess = () => { const q = r.result.transaction("s").objectStore("s").get("a"); q.onsuccess = () => ok(q.result); }; })`
	if got := value(t, b, put); got != `"put"` {
		t.Fatalf("put: %s", got)
	}
	must(t, b.Crash())
	if got := value(t, b, "location.pathname"); got != `"/outbox"` {
		t.Errorf("after a crash the browser is at %s", got)
	}
	if got := value(t, b, get); got != `"here"` {
		t.Errorf("after a crash the store has %s", got)
	}
	must(t, b.Go(front.URL+"/elsewhere"), b.Type("#in", "typed"))
	if got := value(t, b, `location.pathname + " " + document.getElementById("in").value`); got != `"/elsewhere typed"` {
		t.Errorf("after going elsewhere: %s", got)
	}
}
