package api_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/store"
	"waybill/server/wire"
)

// office is the demo behind the real handler, with a clock that tests turn.
type office struct {
	t   testing.TB
	st  *store.DB
	api *api.API
	now time.Time
	// route is what the last answer was observed as.
	route string
}

// plainPassword stands in for argon2: the password is kept as it is.
func plainPassword(_ context.Context, pw, stored string) (bool, error) {
	return stored != "" && pw == stored, nil
}

func plainHash(_ context.Context, pw string) (string, error) { return pw, nil }

func openOffice(t testing.TB, change ...func(*api.Config)) *office {
	t.Helper()
	st, err := store.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	o := &office{t: t, st: st, now: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)}
	if err := demo.Fill(t.Context(), st, o.now, func(pw string) string { return pw }); err != nil {
		t.Fatal(err)
	}
	c := api.Config{Store: st, Now: func() time.Time { return o.now }, Verify: plainPassword, Hash: plainHash, Observe: o.observe}
	for _, f := range change {
		f(&c)
	}
	o.api = api.New(c)
	return o
}

func (o *office) observe(x api.Observation) { o.route = x.Method + " " + x.Route }

// phone is a signed-in device.
type phone struct {
	*office
	token  string
	device string
	header http.Header
}

// phoneOf signs a user in without a password.
func (o *office) phoneOf(user string) *phone {
	o.t.Helper()
	token, _, err := o.st.OpenSession(o.t.Context(), o.now, user, "d", "")
	if err != nil {
		o.t.Fatal(err)
	}
	return &phone{office: o, token: token, header: http.Header{}}
}

func (o *office) nobody() *phone { return &phone{office: o, header: http.Header{}} }

// reply is what came back, taken apart.
type reply struct {
	status int
	header http.Header
	body   []byte
	prob   wire.Problem // zero unless it is a problem document
}

func (r reply) outcome() string {
	if r.prob.Code != "" {
		return fmt.Sprintf("%d %s", r.status, r.prob.Code)
	}
	return fmt.Sprint(r.status)
}

func read[T any](t testing.TB, r reply) (v T) {
	t.Helper()
	if err := json.Unmarshal(r.body, &v); err != nil {
		t.Fatalf("%d %s: %v", r.status, r.body, err)
	}
	return v
}

// request makes what a phone would send.
func (p *phone) request(method, path string, body []byte) *http.Request {
	r := httptest.NewRequest(method, path, bytes.NewReader(body))
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for k, v := range p.header {
		r.Header[k] = v
	}
	if p.token != "" {
		r.AddCookie(&http.Cookie{Name: api.SessionCookie, Value: p.token})
	}
	if p.device != "" {
		r.AddCookie(&http.Cookie{Name: api.DeviceCookie, Value: p.device})
	}
	return r
}

// send sends a request and holds every answer to what all answers promise.
func (p *phone) send(r *http.Request) reply {
	p.t.Helper()
	w := httptest.NewRecorder()
	p.api.ServeHTTP(w, r)
	out := reply{status: w.Code, header: w.Header(), body: w.Body.Bytes()}
	if out.header.Get(wire.HeaderContract) != "1" || out.header.Get("Cache-Control") != "no-store" {
		p.t.Errorf("%s %s: an answer without the contract's headers: %v", r.Method, r.URL, out.header)
	}
	if out.header.Get("Clear-Site-Data") != "" {
		p.t.Error("an answer clears site data")
	}
	if w.Code >= 400 {
		out.prob = read[wire.Problem](p.t, out)
		spec, known := out.prob.Code.Spec()
		if !known || spec.Status != w.Code || out.prob.Status != w.Code || out.prob.RequestID == "" ||
			out.header.Get("Content-Type") != "application/problem+json" {
			p.t.Errorf("%s %s: %d %s is no problem document of ours", r.Method, r.URL, w.Code, out.body)
		}
	}
	for _, e := range out.prob.Errors {
		if !reasoned(e) {
			p.t.Errorf("%s %s: %+v is not what the table of reasons says", r.Method, r.URL, e)
		}
	}
	if r.Method != http.MethodHead {
		if err := api.Described(p.route, out.status, out.prob.Code, out.body); err != nil {
			p.t.Error(err)
		}
	}
	return out
}

// raw is what goes over the wire, not held to anything.
func (p *phone) raw(r *http.Request) (http.Header, []byte) {
	w := httptest.NewRecorder()
	p.api.ServeHTTP(w, r)
	return w.Header(), w.Body.Bytes()
}

func (p *phone) get(path string) reply {
	p.t.Helper()
	return p.send(p.request("GET", wire.Base+path, nil))
}

func (p *phone) post(path string, body any) reply {
	p.t.Helper()
	return p.send(p.request("POST", wire.Base+path, encode(p.t, body)))
}

func encode(t testing.TB, body any) []byte {
	t.Helper()
	switch b := body.(type) {
	case string:
		return []byte(b)
	case []byte:
		return b
	}
	b, err := wire.Encode(body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (p *phone) expect(name string, r reply, want string) reply {
	p.t.Helper()
	if got := r.outcome(); got != want {
		p.t.Errorf("%s: %s, want %s (%s)", name, got, want, r.body)
	}
	return r
}

func newID(n int) string { return fmt.Sprintf("01KDVDNEM0R%015d", n) }

// order is a good order of one line.
func order(n int) wire.OrderBody {
	return wire.OrderBody{
		ID: newID(n), CustomerID: demo.CustomerID(1), PlacedAt: "2026-11-30T11:00:00Z",
		Lines: []wire.OrderLine{{ProductID: demo.ProductID(1), Quantity: 5, UnitPriceMinor: demo.PriceMinor(1), Currency: "EUR"}},
	}
}

func customer(n int, code string) wire.CustomerBody {
	return wire.CustomerBody{ID: newID(n), Code: code, Name: "New " + code}
}

const (
	delivered = `{"delivered_at":"2026-11-30T11:30:00Z","received_by":"Kim"}`
	failed    = `{"failed_at":"2026-11-30T11:30:00Z","reason":"closed"}`
)

func gzipped(t *testing.T, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := io.Copy(z, bytes.NewReader(b)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// dispatchPath is a path under the n-th dispatch.
func dispatchPath(n int, verb string) string {
	return strings.TrimSuffix("/dispatches/"+demo.DispatchID(n)+"/"+verb, "/")
}
