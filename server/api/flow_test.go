package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/store"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
)

// photo uploads a photo for Ana's first dispatch and returns its id.
func (p *phone) photo(t *testing.T) string {
	t.Helper()
	ticket := read[wire.PhotoTicket](t, p.expect("a ticket", p.post(dispatchPath(1, "photos"), "{}"), "201"))
	r := p.request("PUT", ticket.UploadURL, jpeg)
	p.expect("an upload", p.send(r), "200")
	return ticket.ID
}

var jpeg = append([]byte{0xff, 0xd8, 0xff, 0xe0}, make([]byte, 2000)...)

func TestAPhotoGoesThroughASignedURL(t *testing.T) {
	o := openOffice(t)
	p, nobody := o.phoneOf(demo.Ana), o.nobody()
	ticket := read[wire.PhotoTicket](t, p.post(dispatchPath(1, "photos"), "{}"))
	put := func(url string, content []byte) reply { return nobody.send(nobody.request("PUT", url, content)) }
	p.expect("another id under this signature", put(strings.Replace(ticket.UploadURL, ticket.ID, newID(1), 1), jpeg), "403 forbidden")
	p.expect("a longer time", put(strings.Replace(ticket.UploadURL, "expires=", "expires=9", 1), jpeg), "403 forbidden")
	p.expect("no image", put(ticket.UploadURL, []byte("<html>")), "415 unsupported_media_type")
	p.expect("too large", put(ticket.UploadURL, append(jpeg, make([]byte, wire.PhotoMax)...)), "413 payload_too_large")
	p.expect("before the upload", p.get("/photos/"+ticket.ID), "404 not_found")
	r := p.expect("the upload needs no session", put(ticket.UploadURL, jpeg), "200")
	if string(r.body) != "{}" {
		t.Errorf("an upload answers %s", r.body)
	}
	p.expect("the same again", put(ticket.UploadURL, jpeg), "200")
	p.expect("other bytes", put(ticket.UploadURL, append(jpeg, 1)), "409 invalid_transition")
	r = p.expect("reading it", p.get("/photos/"+ticket.ID), "200")
	if !strings.HasPrefix(r.header.Get("Content-Disposition"), "attachment") || r.header.Get("Content-Type") != "image/jpeg" ||
		len(r.body) != len(jpeg) || r.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("served as %v", r.header)
	}
	if d := read[wire.Dispatch](t, p.get(dispatchPath(1, ""))); d.Photos != 1 {
		t.Errorf("the dispatch counts %d photos", d.Photos)
	}
	late := read[wire.PhotoTicket](t, p.post(dispatchPath(1, "photos"), "{}"))
	o.now = o.now.Add(16 * time.Minute)
	p.expect("after its time", put(late.UploadURL, jpeg), "403 forbidden")
}

func TestAQuantityThatIsNotSoldIsRefusedAtItsLine(t *testing.T) {
	o := openOffice(t)
	p, mia := o.phoneOf(demo.Ana), o.phoneOf(demo.Mia)
	const n = 57 // in packs of 6, at least 12
	b := order(1)
	b.Lines = append(b.Lines, wire.OrderLine{ProductID: demo.ProductID(n), Quantity: 14, UnitPriceMinor: 1, Currency: "EUR"})
	for _, way := range []string{"alone", "in a batch"} {
		var prob wire.Problem
		if way == "alone" {
			prob = p.expect(way, p.post("/orders", b), "422 validation_failed").prob
		} else {
			got := read[wire.BatchAnswer](t, p.post("/batch", wire.Batch{Writes: []wire.BatchWrite{item("a", "/api/v1/orders", encode(t, b))}})).Results[0]
			if err := json.Unmarshal(got.Body, &prob); err != nil || got.Status != 422 {
				t.Fatalf("%s: %d %s, %v", way, got.Status, got.Body, err)
			}
		}
		want := []wire.FieldError{{
			Field: "/lines/1/quantity", Code: wire.FieldQuantityRule, Params: wire.Params{"have": 14, "pack": 6, "min": 12},
			Message: "14 is not possible: in packs of 6, at least 12",
		}}
		if !reflect.DeepEqual(prob.Errors, want) || prob.ID != b.ID {
			t.Errorf("%s: refused with %+v", way, prob)
		}
	}
	b.Lines[1].Quantity = 18
	p.expect("an allowed one", p.post("/orders", b), "201")
	bad := wire.ProductBody{ID: newID(2), Code: "R-1", Name: "x", Currency: "EUR", Unit: "pc", QuantityRules: wire.QuantityRules{PackSize: -6}}
	p.expect("a manager's product with a rule that is none", mia.post("/products", bad), "422 validation_failed")
	bad.PackSize = 6
	made := read[wire.Product](t, p.expect("with a good one", mia.post("/products", bad), "201"))
	plain := p.get("/products/" + demo.ProductID(1))
	if made.PackSize != 6 || strings.Contains(string(plain.body), "pack_size") {
		t.Errorf("a product with a rule is %+v, one without is %s", made, plain.body)
	}
}

func item(ref, path string, body []byte) wire.BatchWrite {
	return wire.BatchWrite{Ref: ref, Method: "POST", Path: path, Fingerprint: fingerprint.Of(body), Body: body}
}

func TestABatchGivesEachWriteItsOwnVerdict(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	altered := item("altered", "/api/v1/orders", encode(t, order(3)))
	altered.Fingerprint = strings.Repeat("0", 64)
	batch := wire.Batch{Writes: []wire.BatchWrite{
		item("new", "/api/v1/orders", encode(t, order(1))),
		item("replay", "/api/v1/orders", encode(t, order(1))),
		altered,
		item("refused", "/api/v1/orders", []byte(`{"id":"`+newID(4)+`","customer_id":"","placed_at":"","lines":[]}`)),
		item("nowhere", "/api/v1/things", []byte(`{}`)),
		item("cancel", "/api/v1/orders/"+newID(1)+"/cancel", []byte(`{"reason":"x"}`)),
		item("deliver", "/api/v1"+dispatchPath(1, "deliver"), []byte(delivered)),
		item("id", "/api/v1"+dispatchPath(2, "deliver"), []byte(`{"id":"x"}`)),
		item("not yours", "/api/v1"+dispatchPath(30, "fail"), []byte(failed)),
	}}
	got := read[wire.BatchAnswer](t, p.expect("a batch", p.post("/batch", batch), "200"))
	want := []string{
		"new 201 ", "replay 409 id_exists", "altered 400 body_altered", "refused 422 validation_failed", "nowhere 404 no_such_route",
		"cancel 404 no_such_route", "deliver 200 ", "id 422 client_id_not_accepted", "not yours 404 not_found",
	}
	for i, res := range got.Results {
		var b struct {
			Code, ID, Fingerprint string
			RequestID             string `json:"request_id"`
		}
		if err := json.Unmarshal(res.Body, &b); err != nil {
			t.Fatal(err)
		}
		if line := fmt.Sprintf("%s %d %s", res.Ref, res.Status, b.Code); line != want[i] {
			t.Errorf("item %d: %s, want %s", i, line, want[i])
		}
		if res.Status >= 400 && b.RequestID == "" {
			t.Errorf("item %d has no request id", i)
		}
	}
	if len(got.Results) != len(want) {
		t.Errorf("%d results", len(got.Results))
	}
}

func TestABatchIsRefusedAsAWhole(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	many := wire.Batch{}
	for n := range wire.BatchMax + 1 {
		many.Writes = append(many.Writes, item(fmt.Sprint(n), "/api/v1/orders", encode(t, order(n+1))))
	}
	p.expect("101 writes", p.post("/batch", many), "400 malformed")
	p.expect("none", p.post("/batch", `{"writes":[]}`), "400 malformed")
	one := item("a", "/api/v1/orders", encode(t, order(1)))
	p.expect("a ref twice", p.post("/batch", wire.Batch{Writes: []wire.BatchWrite{one, one}}), "400 malformed")
	p.expect("over 1 MiB", p.post("/batch", `{"writes":[{"ref":"`+strings.Repeat("x", wire.BatchBytesMax)+`"}]}`), "413 payload_too_large")
	p.header = http.Header{wire.HeaderOwner: {demo.Ben}}
	p.expect("another's", p.post("/batch", wire.Batch{Writes: []wire.BatchWrite{one}}), "401 wrong_user")
	p.header = http.Header{}
	p.expect("100 writes", p.post("/batch", wire.Batch{Writes: many.Writes[:wire.BatchMax]}), "200")
	if got := len(read[wire.List](t, p.get("/orders?limit=500")).Items); got != wire.BatchMax {
		t.Errorf("%d orders stored", got)
	}
}

// broken is a store whose writes end as a test wants.
type broken struct {
	api.Store
	apply func() ([]store.Result, error)
}

func (b broken) Apply(context.Context, time.Time, []store.Write) ([]store.Result, error) {
	return b.apply()
}

func TestFaultsOfTheStoreAreToldHonestly(t *testing.T) {
	for name, c := range map[string]struct {
		apply func() ([]store.Result, error)
		want  string
	}{
		"a store that stayed locked": {func() ([]store.Result, error) { return nil, fmt.Errorf("x: %w", store.ErrBusy) }, "503 busy"},
		"no time left":               {func() ([]store.Result, error) { return nil, context.DeadlineExceeded }, "503 busy"},
		"a bug":                      {func() ([]store.Result, error) { return nil, errors.New("UNIQUE constraint failed") }, "500 internal"},
		"a panic":                    {func() ([]store.Result, error) { panic("secret") }, "500 internal"},
	} {
		o := openOffice(t)
		o.api = api.New(api.Config{Store: broken{o.st, c.apply}, Now: func() time.Time { return o.now }})
		p := o.phoneOf(demo.Ana)
		for _, r := range []reply{p.post("/orders", order(1)), p.post("/batch", wire.Batch{Writes: []wire.BatchWrite{item("a", "/api/v1/orders", encode(t, order(1)))}})} {
			p.expect(name, r, c.want)
			if strings.Contains(string(r.body), "UNIQUE") || strings.Contains(string(r.body), "secret") {
				t.Errorf("%s: the cause is told to strangers: %s", name, r.body)
			}
			if (r.status == 503) != (r.header.Get("Retry-After") != "") {
				t.Errorf("%s: Retry-After is %q", name, r.header.Get("Retry-After"))
			}
		}
	}
}

func TestDrainingRefusesWhatIsNewAndFinishesWhatHasBegun(t *testing.T) {
	o := openOffice(t)
	begun, finish := make(chan struct{}), make(chan struct{})
	st := broken{o.st, func() ([]store.Result, error) {
		close(begun)
		<-finish
		return []store.Result{{Status: 201, Record: &wire.Order{}}}, nil
	}}
	o.api = api.New(api.Config{Store: st, Now: func() time.Time { return o.now }})
	p := o.phoneOf(demo.Ana)
	var wg sync.WaitGroup
	wg.Go(func() { p.expect("what has begun", p.post("/orders", order(1)), "201") })
	<-begun
	o.api.Drain()
	r := p.expect("what is new", p.post("/orders", order(2)), "503 draining")
	if r.header.Get("Retry-After") == "" || r.header.Get("Connection") != "close" {
		t.Errorf("told with %v", r.header)
	}
	close(finish)
	wg.Wait()
}

func TestLoadIsShedBeforeEverybodyGetsSlow(t *testing.T) {
	o := openOffice(t)
	begun, finish := make(chan struct{}, 1), make(chan struct{})
	st := broken{o.st, func() ([]store.Result, error) {
		begun <- struct{}{}
		<-finish
		return []store.Result{{Status: 201, Record: &wire.Order{}}}, nil
	}}
	limits := api.Limits{AtOnce: 1, Waiting: 1, Wait: time.Millisecond}
	o.api = api.New(api.Config{Store: st, Now: func() time.Time { return o.now }, Limits: limits})
	p := o.phoneOf(demo.Ana)
	var wg sync.WaitGroup
	wg.Go(func() { p.expect("the first", p.post("/orders", order(1)), "201") })
	<-begun
	r := p.expect("one that waited for its turn in vain", p.get("/orders"), "503 overloaded")
	if r.header.Get("Retry-After") == "" {
		t.Error("it is not told when to come back")
	}
	close(finish)
	wg.Wait()
	p.expect("afterwards", p.get("/orders"), "200")
}

func TestEveryCodeThatTheServerSendsIsInTheTable(t *testing.T) {
	for _, spec := range wire.Codes {
		p := wire.NewProblem(spec.Code, "")
		if p.Status != spec.Status || p.Title == "" || p.Code != spec.Code {
			t.Errorf("%s becomes %+v", spec.Code, p)
		}
	}
}
