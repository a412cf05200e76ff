package api_test

import (
	"encoding/json"
	"testing"

	"waybill/server/demo"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
)

// D57: a front passes on the cookie and the type, and nothing else. What it
// makes of a body is the network's doing, and no judgement on the order.
func TestAPackedBodyThatLostItsHeadersIsAltered(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	for n, c := range []struct {
		name                   string
		packed, told, fingered bool
		want                   string
	}{
		{"all of it", true, true, true, "201"},
		{"the encoding is gone", true, false, true, "400 body_altered"},
		{"the fingerprint is gone", true, true, false, "400 body_altered"},
		{"both are gone", true, false, false, "400 body_altered"},
		{"it was unpacked on the way", false, true, true, "400 body_altered"},
		{"plain", false, false, true, "201"},
		{"plain, unchecked", false, false, false, "201"},
	} {
		plain := encode(t, order(n+1))
		for _, batch := range []bool{false, true} {
			path, body := "/orders", plain
			if batch {
				w := item("a", wire.Base+"/customers", encode(t, customer(100+n, "D57-"+string(rune('a'+n)))))
				if !c.fingered {
					w.Fingerprint = ""
				}
				path, body = "/batch", encode(t, wire.Batch{Writes: []wire.BatchWrite{w}})
			}
			if c.packed {
				body = gzipped(t, body)
			}
			r := p.request("POST", wire.Base+path, body)
			if c.told {
				r.Header.Set("Content-Encoding", "gzip")
			}
			if c.fingered && !batch {
				r.Header.Set(wire.HeaderFingerprint, fingerprint.Of(plain))
			}
			got := p.send(r)
			outcome := got.outcome()
			if batch && got.status == 200 {
				res := read[wire.BatchAnswer](t, got).Results[0]
				var prob wire.Problem
				if err := json.Unmarshal(res.Body, &prob); err != nil {
					t.Fatal(err)
				}
				if outcome = "201"; res.Status != 201 {
					outcome = reply{status: res.Status, prob: prob}.outcome()
				}
			}
			if outcome != c.want {
				t.Errorf("%s, in a batch %v: %s, want %s", c.name, batch, outcome, c.want)
			}
		}
	}
}

func TestASignInIsNoWriteAndNeedsNoFingerprint(t *testing.T) {
	p := openOffice(t).nobody()
	r := p.request("POST", wire.PathSession, gzipped(t, []byte(`{"username":"ana","password":"ana-demo-pass"}`)))
	p.expect("packed, its encoding gone", p.send(r), "400 body_altered")
	r = p.request("POST", wire.PathSession, gzipped(t, []byte(`{"username":"ana","password":"ana-demo-pass"}`)))
	r.Header.Set("Content-Encoding", "gzip")
	p.expect("packed", p.send(r), "200")
}
