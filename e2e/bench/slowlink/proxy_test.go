package slowlink

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// world is a server that counts what it stores, behind a line.
type world struct {
	*Proxy
	stored atomic.Int64
	client *http.Client
}

func start(t *testing.T, answer func(http.ResponseWriter)) *world {
	t.Helper()
	w := &world{client: &http.Client{Transport: &http.Transport{DisableCompression: true}, Timeout: 10 * time.Second}}
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.stored.Add(1)
		rw.Header().Set("X-Host", r.Host)
		answer(rw)
	}))
	t.Cleanup(server.Close)
	proxy, err := New(strings.TrimPrefix(server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(proxy.Close)
	t.Cleanup(w.client.CloseIdleConnections)
	w.Proxy = proxy
	return w
}

func stored(rw http.ResponseWriter) { _, _ = io.WriteString(rw, "stored") }

// post returns status and body, or the error that the browser would see.
func (w *world) post(body []byte) (int, string, error) {
	answer, err := w.client.Post(w.URL+"/orders?x=1", "application/json", bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), err
}

func (w *world) mustPost(t *testing.T, body []byte) time.Duration {
	t.Helper()
	from := time.Now()
	if status, text, err := w.post(body); status != 200 || text != "stored" || err != nil {
		t.Fatalf("answered %d %q %v", status, text, err)
	}
	return time.Since(from)
}

func TestAMessageTakesItsPlaceOnTheLine(t *testing.T) {
	at := func(d time.Duration) time.Time { return time.Unix(100, 0).Add(d) }
	line := Line{Latency: 150 * time.Millisecond, Bytes: 1000}
	for name, c := range map[string]struct {
		line        Line
		ready, free time.Duration
		n           int
		at, busy    time.Duration
	}{
		"an idle line":           {line, 0, -time.Second, 500, 650 * time.Millisecond, 500 * time.Millisecond},
		"behind another message": {line, 0, 200 * time.Millisecond, 500, 850 * time.Millisecond, 700 * time.Millisecond},
		"no limit but latency":   {Line{Latency: time.Second}, 0, 0, 1 << 30, time.Second, 0},
		"the machine's own line": {Line{}, 0, 0, 1 << 30, 0, 0},
	} {
		gotAt, gotBusy := c.line.arrives(at(c.ready), at(c.free), c.n)
		if !gotAt.Equal(at(c.at)) || !gotBusy.Equal(at(c.busy)) {
			t.Errorf("%s: arrives %v, busy until %v", name, gotAt.Sub(at(0)), gotBusy.Sub(at(0)))
		}
	}
}

func TestARoundTripIsPaidOnceAnExchangeAndOnceAConnection(t *testing.T) {
	w := start(t, stored)
	w.Shape(RoundTrip(60*time.Millisecond, 0, 0))
	first, second := w.mustPost(t, []byte("a")), w.mustPost(t, []byte("b"))
	if first < 120*time.Millisecond {
		t.Errorf("the first exchange of a connection took %v, less than handshake and round trip", first)
	}
	if second < 60*time.Millisecond || second >= 110*time.Millisecond {
		t.Errorf("the second took %v, want one round trip", second)
	}
	xs := w.Exchanges()
	if len(xs) != 2 || xs[0].Conn != 1 || xs[1].Conn != 1 {
		t.Errorf("want two exchanges on one connection: %+v", xs)
	}
}

func TestBandwidthIsSharedByAllConnections(t *testing.T) {
	w := start(t, stored)
	w.Shape(RoundTrip(0, 100_000, 0))
	from := time.Now()
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() { _, _, _ = w.post(make([]byte, 5000)) })
	}
	all.Wait()
	if took := time.Since(from); took < 150*time.Millisecond {
		t.Errorf("15 KB went through a line of 100 KB a second in %v", took)
	}
	if n := w.stored.Load(); n != 3 {
		t.Errorf("%d of 3 arrived", n)
	}
}

func TestBytesAreThoseOnTheWire(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(bytes.Repeat([]byte("waybill "), 1000))
	_ = z.Close()
	w := start(t, func(rw http.ResponseWriter) {
		rw.Header().Set("Content-Encoding", "gzip")
		_, _ = rw.Write(packed.Bytes())
	})
	body := bytes.Repeat([]byte("x"), 1000)
	if _, text, err := w.post(body); err != nil || len(text) != packed.Len() {
		t.Fatalf("the answer did not pass unchanged: %d bytes, %v", len(text), err)
	}
	x := w.Exchanges()[0]
	if x.Method != "POST" || x.Path != "/orders?x=1" || x.Status != 200 {
		t.Errorf("noted as %+v", x)
	}
	if head := x.Up - len(body); head < 50 || head > 400 {
		t.Errorf("up %d bytes for a body of %d", x.Up, len(body))
	}
	if head := x.Down - packed.Len(); head < 50 || head > 400 {
		t.Errorf("down %d bytes for a body of %d", x.Down, packed.Len())
	}
}

func TestALostAnswerIsStoredAndUnheard(t *testing.T) {
	w := start(t, stored)
	lose := true
	w.Lose(func(*http.Request) bool { defer func() { lose = false }(); return lose })
	if _, text, err := w.post([]byte("a")); err == nil {
		t.Errorf("a lost answer was heard: %q", text)
	}
	if n := w.stored.Load(); n != 1 {
		t.Errorf("the server saw the request %d times, want once", n)
	}
	w.mustPost(t, []byte("a"))
	if xs := w.Exchanges(); !xs[0].Lost || xs[1].Lost || xs[0].Conn == xs[1].Conn {
		t.Errorf("want the first lost with its connection, the second not: %+v", xs)
	}
}

func TestAnAnswerInsteadNeverReachesTheServer(t *testing.T) {
	w := start(t, stored)
	w.Instead(func(r *http.Request) []byte {
		if r.URL.Path != "/orders" {
			return nil
		}
		return []byte("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}")
	})
	if status, text, err := w.post([]byte("a")); status != 404 || text != "{}" || err != nil {
		t.Errorf("answered %d %q %v", status, text, err)
	}
	answer, err := w.client.Get(w.URL + "/other")
	if err != nil || answer.StatusCode != 200 {
		t.Fatalf("the other path: %v", err)
	}
	if n := w.stored.Load(); n != 1 {
		t.Errorf("the server saw %d requests, want only the other path", n)
	}
}

func TestAServerThatIsGoneDropsTheConnection(t *testing.T) {
	p, err := New("127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if answer, err := http.Post(p.URL, "text/plain", strings.NewReader("a")); err == nil {
		t.Errorf("answered %d with no server behind", answer.StatusCode)
	}
}
