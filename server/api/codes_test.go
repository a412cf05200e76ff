package api_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/password"
	"waybill/server/store"
	"waybill/server/wire"
)

// provoke makes the real handler answer with every code that it has.
func provoke(t *testing.T) map[wire.Code]reply {
	t.Helper()
	o := openOffice(t, func(c *api.Config) { c.Limits.Login = api.Rate{Burst: 1, Every: time.Minute} })
	ana, ben, nobody := o.phoneOf(demo.Ana), o.phoneOf(demo.Ben), o.nobody()
	seen := map[wire.Code]reply{}
	note := func(r reply) { seen[r.prob.Code] = r }
	with := func(p *phone, r *http.Request, header, value string) {
		r.Header.Set(header, value)
		note(p.send(r))
	}
	post := func(path string, body any) *http.Request {
		return ana.request("POST", wire.Base+path, encode(t, body))
	}
	ana.post("/orders", order(1))
	ana.post(dispatchPath(1, "deliver"), delivered)
	note(ana.post("/orders", "{"))
	with(ana, post("/orders", order(2)), wire.HeaderFingerprint, "0")
	note(nobody.get("/orders"))
	note(signIn(nobody, "ana", "wrong"))
	note(signIn(nobody, "ana", "wrong"))
	with(ana, post("/orders", order(2)), wire.HeaderOwner, demo.Ben)
	note(ana.post("/products", wire.ProductBody{ID: newID(3), Code: "X", Name: "x", Currency: "EUR", Unit: "pc"}))
	with(ana, post("/orders", order(2)), "Sec-Fetch-Site", "cross-site")
	note(ana.get("/orders/" + newID(9)))
	note(ana.get("/nothing"))
	note(ana.send(ana.request("PATCH", wire.Base+"/orders", nil)))
	note(ana.post("/orders", order(1)))
	note(ben.post("/orders", order(1)))
	note(ana.post("/customers", customer(4, "C-0001")))
	missing := order(5)
	missing.CustomerID = newID(99)
	note(ana.post("/orders", missing))
	note(ana.post(dispatchPath(1, "fail"), failed))
	note(ana.get("/changes?cursor=x"))
	note(ana.post("/orders", strings.Repeat(" ", wire.BodyMax+1)))
	with(ana, post("/orders", order(2)), "Content-Type", "text/plain")
	note(ana.post(dispatchPath(2, "fail"), `{"reason":""}`))
	note(ana.post(dispatchPath(2, "fail"), `{"id":"x"}`))
	with(ana, post("/orders", order(2)), wire.HeaderContract, "0")
	with(ana, post("/orders", order(2)), wire.HeaderContract, "2")
	for _, err := range []error{errors.New("a bug"), store.ErrBusy} {
		o.api = api.New(api.Config{Store: broken{o.st, func() ([]store.Result, error) { return nil, err }}, Now: func() time.Time { return o.now }})
		note(ana.post("/orders", order(2)))
	}
	crowded := func(context.Context, string, string) (bool, error) { return false, password.ErrCrowded }
	o.api = api.New(api.Config{Store: o.st, Now: func() time.Time { return o.now }, Verify: crowded})
	note(signIn(nobody, "ana", "x"))
	o.api.Drain()
	note(ana.get("/orders"))
	return seen
}

func TestEveryCodeComesOutOfTheHandler(t *testing.T) {
	seen := provoke(t)
	for _, spec := range wire.Codes {
		r, ok := seen[spec.Code]
		if !ok {
			t.Errorf("nothing was answered with %s", spec.Code)
			continue
		}
		later := spec.Status == 429 || spec.Status == 503
		if later != (r.header.Get("Retry-After") != "") {
			t.Errorf("%s: Retry-After is %q", spec.Code, r.header.Get("Retry-After"))
		}
	}
	if len(seen) != len(wire.Codes) {
		t.Errorf("%d codes were seen, the table has %d", len(seen), len(wire.Codes))
	}
}

// A store that never answers: the request ends by itself, within the time that
// the contract gives the server.
func TestARequestEndsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := openOffice(t)
		o.api = api.New(api.Config{Store: stuck{o.st}, Now: func() time.Time { return o.now }})
		p := o.phoneOf(demo.Ana)
		began := time.Now()
		p.expect("a stuck store", p.post("/orders", order(1)), "503 busy")
		if took := time.Since(began); took <= 0 || took+store.EndTime+api.DefaultLimits.Wait >= wire.ServerTime {
			t.Errorf("it took %s", took)
		}
	})
}

// stuck is a store whose writes wait for ever.
type stuck struct{ api.Store }

func (stuck) Apply(ctx context.Context, _ time.Time, _ []store.Write) ([]store.Result, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestLogsNameRequestsAndDevicesAndNoCustomers(t *testing.T) {
	var log bytes.Buffer
	o := openOffice(t, func(c *api.Config) { c.Log = slog.New(slog.NewJSONHandler(&log, nil)) })
	p := o.phoneOf(demo.Ana)
	p.device = strings.Repeat("ab", 10)
	p.header = http.Header{wire.HeaderClient: {"build-7"}}
	b := customer(1, "SECRET-CODE")
	b.Name, b.Phone = "Secret Bakery", "+49 555"
	r := p.expect("a customer", p.post("/customers", b), "201")
	p.expect("its replay", p.post("/customers", b), "409 duplicate_code")
	p.get("/customers?q=Bakery")
	p.get("/customers/" + b.ID)
	signIn(o.nobody(), "ana", "my-password")
	got := log.String()
	for _, want := range []string{r.header.Get("X-Request-Id"), p.device, "build-7", "/{kind}/{id}", "duplicate_code", demo.Ana} {
		if !strings.Contains(got, want) {
			t.Errorf("the log lacks %q", want)
		}
	}
	for _, secret := range []string{"Bakery", "SECRET", b.Phone, b.ID, p.token, "my-password"} {
		if strings.Contains(got, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// Whatever the bytes are, the answer is a verdict or a refusal, never a bug.
func FuzzBodies(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"id":1}`, delivered, failed, string(mustEncode(order(1))), `{"writes":[{"ref":"a","method":"POST","path":"/api/v1/orders","fingerprint":"","body":{}}]}`, "{\"id\":\"\xff\"}", `{"note":"\ud800"}`} {
		f.Add(seed)
	}
	o := openOffice(f) // one for all: filling it takes a hundred times as long as asking it
	p := o.phoneOf(demo.Ana)
	f.Fuzz(func(t *testing.T, body string) {
		o.t = t
		for _, path := range []string{"/orders", "/customers", "/batch", dispatchPath(1, "deliver"), dispatchPath(2, "photos"), "/session"} {
			if r := p.post(path, body); r.status >= 500 {
				t.Errorf("%s: %s", path, r.outcome())
			}
		}
	})
}
