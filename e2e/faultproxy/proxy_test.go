package faultproxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// world is a server that counts what it stores, behind a proxy.
type world struct {
	*Proxy
	stored atomic.Int64
	client http.Client
}

func start(t *testing.T) *world {
	t.Helper()
	w := &world{client: http.Client{
		Timeout:       10 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.stored.Add(1)
		rw.Header().Set("X-Contract", "1")
		rw.Header().Set("X-Host", r.Host)
		rw.WriteHeader(http.StatusCreated)
		_, _ = rw.Write(append([]byte("stored "), body...))
	}))
	t.Cleanup(server.Close)
	proxy, err := New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(proxy.Close)
	w.Proxy = proxy
	return w
}

// post sends one request and returns what came back, whole or not.
func (w *world) post(path string) (status int, body string, header http.Header, err error) {
	r, err := w.client.Post(w.URL+path, "application/json", strings.NewReader("order"))
	if err != nil {
		return 0, "", nil, err
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	return r.StatusCode, string(raw), r.Header, err
}

func TestWithoutARuleEverythingIsPassedOnAsItWas(t *testing.T) {
	w := start(t)
	status, body, header, err := w.post("/orders")
	if err != nil || status != http.StatusCreated || body != "stored order" {
		t.Fatalf("got %d %q %v", status, body, err)
	}
	if "http://"+header.Get("X-Host") != w.URL {
		t.Errorf("the server saw host %q, the client asked %s", header.Get("X-Host"), w.URL)
	}
}

func TestEachFaultDoesWhatItsNameSaysOnBothSides(t *testing.T) {
	for name, c := range map[string]struct {
		fault  Fault
		stored int64
		status int // 0: no answer at all
		body   string
		broken bool
	}{
		"reset before": {fault: ResetBefore(), stored: 0, broken: true},
		"reset after":  {fault: ResetAfter(), stored: 1, broken: true},
		"truncate":     {fault: Truncate(), stored: 1, status: 201, body: "stored", broken: true},
		"delay":        {fault: Delay(time.Millisecond), stored: 1, status: 201, body: "stored order"},
		"repeat":       {fault: Repeat(), stored: 2, status: 201, body: "stored order"},
		"replace":      {fault: Replace(503, "text/plain", "busy"), stored: 0, status: 503, body: "busy"},
		"replace late": {fault: ReplaceAfter(502, "text/plain", "bad"), stored: 1, status: 502, body: "bad"},
		"redirect":     {fault: Redirect("/login"), stored: 0, status: 302, body: "moved"},
	} {
		t.Run(name, func(t *testing.T) {
			w := start(t)
			w.Script("POST", "/orders", 1, c.fault)
			status, body, _, err := w.post("/orders")
			if (err != nil) != c.broken || status != c.status || body != c.body {
				t.Errorf("client got %d %q %v", status, body, err)
			}
			if got := w.stored.Load(); got != c.stored {
				t.Errorf("server stored %d, want %d", got, c.stored)
			}
			if status, _, _, err := w.post("/orders"); err != nil || status != 201 {
				t.Errorf("after its one time the fault went on: %d %v", status, err)
			}
		})
	}
}

func TestARuleMeetsOnlyItsMethodItsPathAndItsCount(t *testing.T) {
	w := start(t)
	w.Script("POST", "/orders/*", 2, Replace(500, "text/plain", ""))
	for i, want := range []int{500, 500, 201} {
		if status, _, _, _ := w.post("/orders/1"); status != want {
			t.Errorf("request %d: %d, want %d", i, status, want)
		}
	}
	if status, _, _, _ := w.post("/orders"); status != 201 {
		t.Errorf("another path met the rule: %d", status)
	}
	rule := w.Script("", "/x", Always, Replace(500, "text/plain", ""))
	rule.Lift()
	if status, _, _, _ := w.post("/x"); status != 201 {
		t.Errorf("a lifted rule still holds: %d", status)
	}
}

func TestHeadersCanBeStrippedAndAdded(t *testing.T) {
	w := start(t)
	w.Script("POST", "/strip", 1, StripHeaders("X-Contract"))
	w.Script("POST", "/add", 1, AddHeader("Age", "7"))
	if _, _, h, _ := w.post("/strip"); h.Get("X-Contract") != "" || h.Get("X-Host") == "" {
		t.Errorf("stripped: %v", h)
	}
	if _, _, h, _ := w.post("/add"); h.Get("Age") != "7" || h.Get("X-Contract") != "1" {
		t.Errorf("added: %v", h)
	}
}

func TestAHeldRequestGoesOnWhenItIsReleased(t *testing.T) {
	w := start(t)
	before, after := make(chan struct{}), make(chan struct{})
	w.Script("POST", "/before", 1, Hold(before))
	w.Script("POST", "/after", 1, HoldAnswer(after))
	done := make(chan int, 2)
	for _, path := range []string{"/before", "/after"} {
		go func() { status, _, _, _ := w.post(path); done <- status }()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	delivered := func(hits []Hit) bool { return len(hits) == 1 && hits[0].Delivered == 1 }
	if _, err := w.Wait(ctx, "POST", "/after", delivered); err != nil {
		t.Fatal(err)
	}
	if got := w.Hits("POST", "/before"); len(got) > 0 && got[0].Delivered != 0 {
		t.Error("a held request reached the server")
	}
	close(before)
	close(after)
	if a, b := <-done, <-done; a != 201 || b != 201 {
		t.Errorf("released: %d and %d", a, b)
	}
}

func TestAStalledBodyStaysOpenUntilTheClientGoes(t *testing.T) {
	w := start(t)
	w.Script("POST", "/orders", 1, Stall())
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", w.URL+"/orders", strings.NewReader("order"))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := w.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	half := make([]byte, len("stored"))
	if _, err := io.ReadFull(answer.Body, half); err != nil || !bytes.Equal(half, []byte("stored")) {
		t.Errorf("first half: %q %v", half, err)
	}
	cancel()
	if _, err := io.ReadAll(answer.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("the rest: %v, want only the client's own leaving", err)
	}
}

func TestDownRefusesAndUpListensOnTheSamePort(t *testing.T) {
	w := start(t)
	if err := w.Down(); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := w.post("/orders"); err == nil {
		t.Error("a proxy that is down answered")
	}
	if err := w.Up(); err != nil {
		t.Fatal(err)
	}
	if status, _, _, err := w.post("/orders"); err != nil || status != 201 {
		t.Errorf("up again: %d %v", status, err)
	}
}

func TestTheLogShowsFaultDeliveryAndStatus(t *testing.T) {
	w := start(t)
	w.Script("POST", "/orders", 1, ResetAfter())
	_, _, _, _ = w.post("/orders")
	_, _, _, _ = w.post("/orders")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	hits, err := w.Wait(ctx, "POST", "/orders", AtLeast(2))
	if err != nil {
		t.Fatal(err)
	}
	if h := hits[0]; h.Fault != "reset-after" || h.Delivered != 1 || h.Status != 0 || string(h.Body) != "order" {
		t.Errorf("first: %+v", h)
	}
	if h := hits[1]; h.Fault != "" || h.Status != 201 {
		t.Errorf("second: %+v", h)
	}
	if Overlap(hits) != 1 {
		t.Errorf("two requests in turn overlap by %d", Overlap(hits))
	}
}

func TestARuleForSomeRequestsLeavesTheOthersAlone(t *testing.T) {
	w := start(t)
	plain := func(r *http.Request) bool { return r.Header.Get("Content-Type") == "text/plain" }
	w.ScriptFor(plain, "POST", "/orders", 1, Replace(426, "text/plain", "too old"))
	if status, _, _, err := w.post("/orders"); err != nil || status != http.StatusCreated {
		t.Errorf("another request was answered %d, %v", status, err)
	}
	r, err := w.client.Post(w.URL+"/orders", "text/plain", strings.NewReader("order"))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != 426 || w.stored.Load() != 1 {
		t.Errorf("the request of the rule was answered %d, the server stored %d", r.StatusCode, w.stored.Load())
	}
}
