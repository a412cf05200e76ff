package api_test

import (
	"net/url"
	"strings"
	"testing"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/wire"
)

// D55: an answer says which question it is for, whatever the answer is.
func TestEveryAnswerRepeatsTheValueOfItsQuestion(t *testing.T) {
	o := openOffice(t)
	ana := o.phoneOf(demo.Ana)
	photo := ana.photo(t)
	n := 0
	for _, row := range rights {
		if !strings.HasPrefix(row.route, "GET ") {
			continue
		}
		n++
		path := strings.Replace(row.path, "PHOTO", photo, 1)
		for _, p := range []*phone{ana, o.nobody()} {
			plain, with := p.get(path), p.get(path+"?"+wire.QueryAsk+"=aZ09")
			if with.status != plain.status || with.header.Get(wire.HeaderAsked) != "aZ09" {
				t.Errorf("%s: %d with %q, %d without", path, with.status, with.header.Get(wire.HeaderAsked), plain.status)
			}
			if plain.header.Values(wire.HeaderAsked) != nil {
				t.Errorf("%s: an answer to a question without a value has one", path)
			}
		}
	}
	if n < 8 {
		t.Errorf("%d routes were asked", n)
	}
	for _, path := range []string{"/nothing", "/orders?limit=x", "/orders?ids=" + newID(1), "/changes?cursor=x"} {
		sep := map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")]
		if got := ana.get(path + sep + wire.QueryAsk + "=1").header.Get(wire.HeaderAsked); got != "1" {
			t.Errorf("%s: %q", path, got)
		}
	}
	o.api.Drain()
	if r := ana.get("/orders?ask=1"); r.status != 503 || r.header.Get(wire.HeaderAsked) != "1" {
		t.Errorf("draining: %d %v", r.status, r.header)
	}
}

func TestWhatIsNoValueIsNotRepeated(t *testing.T) {
	p := openOffice(t, func(*api.Config) {}).phoneOf(demo.Ana)
	long := strings.Repeat("a", wire.AskMax)
	for ask, want := range map[string]string{
		long: long, long + "a": "", "": "", "a b": "", "a-b": "", "ä": "", "a\r\nSet-Cookie: x": "", "\x00": "",
	} {
		r := p.get("/session?ask=" + url.QueryEscape(ask))
		if got := r.header.Get(wire.HeaderAsked); got != want || r.status != 200 {
			t.Errorf("%q: %d, repeated as %q", ask, r.status, got)
		}
	}
}
