package stage

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/chromedp/cdproto/target"
)

func TestMain(m *testing.M) {
	code := m.Run()
	CloseBrowser()
	os.Exit(code)
}

// site is a page with a service worker, and nothing of the app.
func site(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/worker.js":
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = io.WriteString(w, `self.addEventListener("message", () => {}); self.addEventListener("activate", (e) => e.waitUntil(clients.claim()))`)
	case "/":
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<!doctype html><title>site</title><script>navigator.serviceWorker.register("/worker.js")</script>`)
	}
}

// visit is a phone on the site, whose worker is in charge.
func visit(t *testing.T) (*Phone, *Tab) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(site))
	t.Cleanup(server.Close)
	phone := NewPhone(t, server.URL)
	tab := phone.Open("/")
	tab.Until("navigator.serviceWorker.controller")
	return phone, tab
}

func wake(t *Tab) {
	Eval[bool](t, `navigator.serviceWorker.ready.then((r) => (r.active.postMessage("wake up"), true))`)
}

// listed waits until the worker runs and returns its id.
func listed(p *Phone) target.ID {
	p.T.Helper()
	var ids []target.ID
	Wait(p.T, "the worker runs", func() (one bool) {
		var err error
		ids, err = p.running()
		p.must(err)
		return len(ids) == 1
	})
	return ids[0]
}

// A stopped worker takes an attach and every command, and answers none.
func TestAWorkerThatStopsBetweenTheListAndTheAttachIsNotWaitedFor(t *testing.T) {
	phone, tab := visit(t)
	stopped := 0
	for range 10 {
		phone.startWorker()
		id := listed(phone)
		phone.StopWorkers()
		_, err := phone.attach(id)
		if err != nil && !errors.Is(err, errGone) { // it may have been woken again
			t.Fatal(err)
		}
		if err != nil {
			stopped++
		}
	}
	if stopped == 0 {
		t.Error("no worker had stopped: nothing was at stake")
	}
	wake(tab)
	if got := phone.InWorker("1 + 1"); got != "2" {
		t.Errorf("the next worker says %s", got)
	}
}

func TestAWorkerThatStopsUnderACommandIsNotWaitedFor(t *testing.T) {
	phone, _ := visit(t)
	for id, session := range phone.attachWorkers() {
		ctx, end := context.WithCancel(session)
		err := phone.whileRunning(id, end, func() error {
			phone.StopWorkers()
			_, err := phone.evalIn(ctx, "new Promise(() => {})")
			return err
		})
		if !errors.Is(err, errGone) {
			t.Errorf("the command ended with %v, want %v", err, errGone)
		}
	}
}

// reaches says whether a request of the worker gets through.
const reaches = `fetch("/").then(() => "answered", () => "failed")`

func TestFlightModeHoldsForAWorkerThatStopsAndStartsAgain(t *testing.T) {
	phone, tab := visit(t)
	want := map[bool]string{true: "failed", false: "answered"}
	for _, offline := range []bool{true, false, true} {
		phone.Offline(offline)
		phone.StopWorkers()
		wake(tab)
		if got := phone.InWorker(reaches); got != want[offline] {
			t.Errorf("flight mode %v: a request of the worker that started again %s", offline, got)
		}
	}
	for _, offline := range []bool{false, true, false} { // switched while none runs
		phone.StopWorkers()
		phone.Offline(offline)
		wake(tab)
		if got := phone.InWorker(reaches); got != want[offline] {
			t.Errorf("flight mode %v, switched without a worker: the next one's request %s", offline, got)
		}
	}
}
