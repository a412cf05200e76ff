package api_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"

	"waybill/server/demo"
	"waybill/server/wire"
)

func TestALargeAnswerTravelsPackedWhereTheClientTakesIt(t *testing.T) {
	p := openOffice(t).phoneOf(demo.Ana)
	path := wire.Base + "/customers?limit=50"
	plain := p.send(p.request("GET", path, nil))
	if plain.header.Get("Content-Encoding") != "" || plain.header.Get("Vary") != "Accept-Encoding" {
		t.Fatalf("unasked: %v", plain.header)
	}
	for accepts, want := range map[string]string{
		"gzip, deflate, br": "gzip", "br;q=1.0, GZIP ; q=0.8": "gzip",
		"": "", "br": "", "gzip;q=0": "", "gzip; q=0.000, br": "", "gzipped": "",
	} {
		r := p.request("GET", path, nil)
		r.Header.Set("Accept-Encoding", accepts)
		// Straight to the handler: what every answer promises is said of JSON.
		got, body := p.raw(r)
		if got.Get("Content-Encoding") != want {
			t.Errorf("%q: packed as %q, want %q", accepts, got.Get("Content-Encoding"), want)
			continue
		}
		if got.Get("Content-Length") != fmt.Sprint(len(body)) {
			t.Errorf("%q: %s bytes announced, %d came", accepts, got.Get("Content-Length"), len(body))
		}
		if want == "gzip" {
			if len(body) > len(plain.body)/3 {
				t.Errorf("%d bytes packed to %d", len(plain.body), len(body))
			}
			body = unpacked(t, body)
		}
		if !bytes.Equal(body, plain.body) {
			t.Errorf("%q: the body is another", accepts)
		}
	}
}

func TestASmallAnswerIsNotPacked(t *testing.T) {
	p := openOffice(t).phoneOf(demo.Ana)
	r := p.request("GET", wire.Base+"/customers/"+demo.CustomerID(1), nil)
	r.Header.Set("Accept-Encoding", "gzip")
	if got, body := p.raw(r); got.Get("Content-Encoding") != "" || !strings.HasPrefix(string(body), "{") {
		t.Errorf("%v %s", got, body)
	}
}

func unpacked(t *testing.T, body []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
