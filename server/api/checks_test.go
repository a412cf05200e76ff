package api_test

import (
	"fmt"
	"strings"
	"testing"

	"waybill/server/demo"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
)

// Each case breaks everything from its check on, so that only the order of the
// checks makes the answer.
func TestChecksGoInTheOrderOfTheContract(t *testing.T) {
	o := openOffice(t)
	good := encode(t, order(1))
	big := []byte(`{"note":"` + strings.Repeat("x", wire.BodyMax) + `"`)
	for _, c := range []struct {
		name, path, contract, owner, ctype, print string
		token                                     bool
		body                                      []byte
		want                                      string
	}{
		{"route", "/nothing", "9", "ben", "text/plain", "x", false, big, "404 no_such_route"},
		{"contract ahead", "/orders", "9", "ben", "text/plain", "x", false, big, "503 contract_ahead"},
		{"contract too old", "/orders", "0", "ben", "text/plain", "x", false, big, "426 upgrade_required"},
		{"contract junk", "/orders", "one", "ben", "text/plain", "x", false, big, "426 upgrade_required"},
		{"session", "/orders", "1", "ben", "text/plain", "x", false, big, "401 unauthenticated"},
		{"owner", "/orders", "1", "ben", "text/plain", "x", true, big, "401 wrong_user"},
		{"type", "/orders", "1", demo.Ana, "text/plain", "x", true, big, "415 unsupported_media_type"},
		{"size", "/orders", "1", demo.Ana, "application/json", "x", true, big, "413 payload_too_large"},
		{"fingerprint", "/orders", "1", demo.Ana, "application/json", "x", true, []byte(`{`), "400 body_altered"},
		{"shape", "/orders", "", "", "application/json; charset=utf-8", "", true, []byte(`{`), "400 malformed"},
		{"all well", "/orders", "", demo.Ana, "application/json", fingerprint.Of(good), true, good, "201"},
	} {
		p := o.nobody()
		if c.token {
			p = o.phoneOf(demo.Ana)
		}
		r := p.request("POST", wire.Base+c.path, c.body)
		for k, v := range map[string]string{wire.HeaderContract: c.contract, wire.HeaderOwner: c.owner, "Content-Type": c.ctype, wire.HeaderFingerprint: c.print} {
			if v != "" {
				r.Header.Set(k, v)
			}
		}
		p.expect(c.name, p.send(r), c.want)
	}
}

func TestBodiesAreDecodedStrictly(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	line := fmt.Sprintf(`{"product_id":"%s","quantity":1,"unit_price_minor":1,"currency":"EUR"}`, demo.ProductID(1))
	body := func(note, lines, more string) string {
		return fmt.Sprintf(`{"id":"%s","customer_id":"%s","placed_at":"2026-11-30T11:00:00Z","note":%s,"lines":%s%s}`,
			newID(1), demo.CustomerID(1), note, lines, more)
	}
	for name, c := range map[string]struct{ body, want string }{
		"not JSON":             {`{`, "400 malformed"},
		"nothing":              {``, "400 malformed"},
		"an array":             {`[]`, "400 malformed"},
		"trailing data":        {body(`""`, "["+line+"]", "") + "{}", "400 malformed"},
		"an unknown field":     {body(`""`, "["+line+"]", `,"color":1`), "400 malformed"},
		"a client_id":          {body(`""`, "["+line+"]", `,"client_id":"x"`), "400 malformed"},
		"a field in CAPITALS":  {strings.Replace(body(`""`, "["+line+"]", ""), `"note"`, `"NOTE"`, 1), "400 malformed"},
		"a field twice":        {body(`""`, "["+line+"]", `,"note":"x"`), "400 malformed"},
		"null":                 {body(`null`, "["+line+"]", ""), "400 malformed"},
		"a number for a text":  {body(`5`, "["+line+"]", ""), "400 malformed"},
		"a text for a number":  {body(`""`, "["+strings.Replace(line, `"quantity":1`, `"quantity":"1"`, 1)+"]", ""), "400 malformed"},
		"half a piece":         {body(`""`, "["+strings.Replace(line, `"quantity":1`, `"quantity":1.5`, 1)+"]", ""), "400 malformed"},
		"too large a number":   {body(`""`, "["+strings.Replace(line, `"quantity":1`, `"quantity":99999999999999999999`, 1)+"]", ""), "400 malformed"},
		"deep nesting":         {`{"a":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}", "400 malformed"},
		"invalid UTF-8":        {body("\"\xff\"", "["+line+"]", ""), "400 malformed"},
		"a lone surrogate":     {body(`"\ud800"`, "["+line+"]", ""), "400 malformed"},
		"an id that is none":   {strings.Replace(body(`""`, "["+line+"]", ""), newID(1), "abc", 1), "400 malformed"},
		"a lower-case id":      {strings.Replace(body(`""`, "["+line+"]", ""), newID(1), strings.ToLower(newID(1)), 1), "400 malformed"},
		"NUL":                  {body(`"a\u0000b"`, "["+line+"]", ""), "422 validation_failed"},
		"a direction override": {body(`"a\u202eb"`, "["+line+"]", ""), "422 validation_failed"},
		"combining marks":      {body(`"a`+strings.Repeat("\u0301", 5000)+`"`, "["+line+"]", ""), "422 validation_failed"},
		"no lines":             {body(`""`, "[]", ""), "422 validation_failed"},
		"equal lines":          {body(`""`, "["+line+","+line+"]", ""), "422 validation_failed"},
		"-1 pieces":            {body(`""`, "["+strings.Replace(line, `"quantity":1`, `"quantity":-1`, 1)+"]", ""), "422 validation_failed"},
	} {
		r := p.expect(name, p.post("/orders", c.body), c.want)
		if r.status == 422 && len(r.prob.Errors) == 0 {
			t.Errorf("%s: no field is named", name)
		}
	}
	if r := p.get("/orders"); len(read[wire.List](t, r).Items) != 0 {
		t.Error("something was stored")
	}
	p.expect("a good one", p.post("/orders", body(`"\u2028<&>"`, "["+line+"]", "")), "201")
}

func TestTheFingerprintIsThatOfTheBytes(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	print := func(id string) string {
		return read[wire.Order](t, p.get("/orders/"+id)).Fingerprint
	}
	b := order(1)
	b.Note = "<b>&\u2028"
	plain := encode(t, b)
	p.expect("plain", p.post("/orders", plain), "201")
	if got := print(b.ID); got != fingerprint.Of(plain) {
		t.Errorf("plain: %s", got)
	}
	newline := append(encode(t, order(2)), '\n')
	p.expect("a trailing newline", p.post("/orders", newline), "201")
	if got := print(newID(2)); got != fingerprint.Of(newline) {
		t.Errorf("newline: %s", got)
	}
	packed := encode(t, order(3))
	r := p.request("POST", wire.Base+"/orders", gzipped(t, packed))
	r.Header.Set("Content-Encoding", "gzip")
	r.Header.Set(wire.HeaderFingerprint, fingerprint.Of(packed))
	p.expect("gzip", p.send(r), "201")
	if got := print(newID(3)); got != fingerprint.Of(packed) {
		t.Errorf("gzip: %s", got)
	}
	b = order(4)
	b.Note = "<b>&\u2028"
	spaced := strings.Replace(string(encode(t, b)), `"note":`, `"note" :  `, 1)
	batch := fmt.Sprintf(`{"writes":[{"ref":"a","method":"POST","path":"/api/v1/orders","fingerprint":"%s","body":%s}]}`,
		fingerprint.Of([]byte(spaced)), spaced)
	answer := read[wire.BatchAnswer](t, p.expect("a batch", p.post("/batch", batch), "200"))
	if answer.Results[0].Status != 201 || print(newID(4)) != fingerprint.Of([]byte(spaced)) {
		t.Errorf("a batch: %d, %s", answer.Results[0].Status, print(newID(4)))
	}
}

func TestSizesAreCountedAfterDecompression(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	bomb := gzipped(t, []byte(`{"note":"`+strings.Repeat("x", wire.BodyMax)+`"}`))
	r := p.request("POST", wire.Base+"/orders", bomb)
	r.Header.Set("Content-Encoding", "gzip")
	p.expect("a bomb", p.send(r), "413 payload_too_large")
	r = p.request("POST", wire.Base+"/orders", encode(t, order(1)))
	r.Header.Set("Content-Encoding", "gzip")
	p.expect("no gzip", p.send(r), "400 body_altered")
	r.Header.Set("Content-Encoding", "br")
	p.expect("brotli", p.send(r), "415 unsupported_media_type")
	r = p.request("POST", wire.Base+"/orders", gzipped(t, encode(t, order(1)))[:40])
	r.Header.Set("Content-Encoding", "gzip")
	p.expect("cut off", p.send(r), "400 body_altered")
	exact := order(1)
	exact.Note = "x"
	p.expect("a small one", p.post("/orders", exact), "201")
}

func TestWhatIsNoRouteIsNeverAPage(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	for _, path := range []string{"/api", "/api/", "/api/v1", "/api/v1/", "/api/v2/orders", "/api/v1/things", "/api/v1//orders", "/api/v1/orders/", "/api/v1/orders/x/y", "/api/v1/orders/../orders/x", "/api/index.html"} {
		p.expect(path, p.send(p.request("GET", path, nil)), "404 no_such_route")
	}
	r := p.expect("a wrong method", p.send(p.request("PATCH", "/api/v1/orders", nil)), "405 method_not_allowed")
	if r.header.Get("Allow") != "POST, GET" {
		t.Errorf("allowed are %q", r.header.Get("Allow"))
	}
	p.expect("another site", func() reply {
		r := p.request("POST", "/api/v1/orders", encode(t, order(1)))
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		return p.send(r)
	}(), "403 cross_origin")
	if r := p.send(p.request("HEAD", "/api/v1/orders", nil)); r.status != 200 || len(r.body) != 0 {
		t.Errorf("HEAD answers %d with %d bytes", r.status, len(r.body))
	}
}

func TestTransitionsTakeNoClientID(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	for _, field := range []string{"id", "client_id"} {
		with := strings.Replace(delivered, "{", `{"`+field+`":"`+newID(1)+`","color":1,`, 1)
		for _, path := range []string{dispatchPath(1, "deliver"), dispatchPath(1, "fail"), "/orders/" + newID(9) + "/cancel", dispatchPath(1, "photos")} {
			p.expect(path+" with "+field, p.post(path, with), "422 client_id_not_accepted")
		}
	}
	p.expect("without", p.post(dispatchPath(1, "deliver"), delivered), "200")
}

func TestReadsAnswerAsTheProbeNeedsIt(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	p.expect("an order", p.post("/orders", order(1)), "201")
	r := p.expect("absent", p.get("/orders/"+newID(2)), "404 not_found")
	if r.prob.ID != newID(2) {
		t.Errorf("a 404 echoes %q", r.prob.ID)
	}
	list := read[map[string]any](t, p.get("/orders?ids="+newID(1)+","+newID(2)+","+newID(2)))
	if len(list["items"].([]any)) != 1 || fmt.Sprint(list["missing"]) != "["+newID(2)+"]" {
		t.Errorf("ids answers %v", list)
	}
	list = read[map[string]any](t, p.get("/orders?ids="+newID(1)))
	if missing, there := list["missing"].([]any); !there || len(missing) != 0 {
		t.Errorf("with nothing missing: %v", list)
	}
	for _, q := range []string{"ids=", "ids=x", "ids=" + strings.Repeat(newID(1)+",", wire.IDsMax) + newID(1), "limit=0", "limit=x", "limit=501", "after=x", "q=%00"} {
		p.expect(q, p.get("/orders?"+q), "400 malformed")
	}
	p.expect("a strange cursor", p.get("/changes?cursor=x"), "410 cursor_expired")
	changes := read[wire.Changes](t, p.get("/changes?limit=500"))
	if len(changes.Items) != 500 || !changes.More || changes.Cursor == "" {
		t.Errorf("%d changes, more %v", len(changes.Items), changes.More)
	}
}

// TestTheFirstPageOfChangesSaysHowManyAreLeft also holds the answer to its
// description, as every answer of these tests is.
func TestTheFirstPageOfChangesSaysHowManyAreLeft(t *testing.T) {
	o := openOffice(t)
	ana, ben := o.phoneOf(demo.Ana), o.phoneOf(demo.Ben)
	ana.expect("an order of Ana's", ana.post("/orders", order(1)), "201")
	for name, c := range map[string]struct {
		phone *phone
		sees  int
	}{"Ana": {ana, demo.Customers + demo.Products + demo.Dispatches + 1}, "Ben": {ben, demo.Customers + demo.Products + demo.Dispatches}} {
		answer := c.phone.get("/changes?limit=300")
		first := read[wire.Changes](t, answer)
		if all := len(first.Items) + first.Left; all != c.sees {
			t.Errorf("%s: %d here and %d left, want %d in all", name, len(first.Items), first.Left, c.sees)
		}
		if got := read[map[string]any](t, answer)["left"]; got != float64(c.sees-300) {
			t.Errorf("%s: left is %v", name, got)
		}
		for at := first; at.More; {
			rest := c.phone.get("/changes?limit=300&cursor=" + at.Cursor)
			if at = read[wire.Changes](t, rest); read[map[string]any](t, rest)["left"] != nil {
				t.Errorf("%s: a later page says that %d are left", name, at.Left)
			}
		}
	}
}
