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
