package api_test

import (
	"strings"
	"testing"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/wire"
)

// rights is every route × nobody, the rep who owns the record, another rep, a
// manager. A row without "own" data (customers) is the same for all reps.
var rights = []struct {
	route, path, body             string
	nobody, owner, other, manager string
}{
	{"POST /session", "/session", `{"username":"ana","password":"ana-demo-pass"}`, "200", "200", "200", "200"},
	{"GET /session", "/session", "", "200", "200", "200", "200"},
	{"DELETE /session", "/session", "", "200", "200", "200", "200"},
	{"POST /session/password", "/session/password", `{"current":"ana-demo-pass","new":"another-pass"}`, "401", "200", "422", "422"},
	{"GET /openapi.json", "/openapi.json", "", "200", "200", "200", "200"},
	{"GET /changes", "/changes", "", "401", "200", "200", "200"},
	{"POST /batch", "/batch", `{"writes":[{"ref":"a","method":"POST","path":"/x","fingerprint":"","body":{}}]}`, "401", "200", "200", "200"},
	{"POST /customers", "/customers", `{"id":"` + newID(500) + `","code":"M-1","name":"x"}`, "401", "201", "201", "201"},
	{"POST /products", "/products", `{"id":"` + newID(501) + `","code":"M-2","name":"x","price_minor":1,"currency":"EUR","unit":"pc"}`, "401", "403", "403", "201"},
	{"POST /orders", "/orders", string(mustEncode(order(502))), "401", "201", "201", "201"},
	{"GET /{kind}", "/orders", "", "401", "200", "200", "200"},
	{"GET /{kind}/{id}", "/customers/" + demo.CustomerID(1), "", "401", "200", "200", "200"},
	{"GET /{kind}/{id}", "/products/" + demo.ProductID(1), "", "401", "200", "200", "200"},
	{"GET /{kind}/{id}", "/orders/" + newID(1), "", "401", "200", "404", "200"},
	{"GET /{kind}/{id}", dispatchPath(1, ""), "", "401", "200", "404", "200"},
	{"POST /dispatches/{id}/deliver", dispatchPath(1, "deliver"), delivered, "401", "200", "404", "200"},
	{"POST /dispatches/{id}/fail", dispatchPath(1, "fail"), failed, "401", "200", "404", "200"},
	{"POST /orders/{id}/cancel", "/orders/" + newID(1) + "/cancel", `{"reason":"x"}`, "401", "200", "404", "200"},
	{"POST /dispatches/{id}/photos", dispatchPath(1, "photos"), "{}", "401", "201", "404", "201"},
	{"GET /dispatches/{id}/photos", dispatchPath(1, "photos"), "", "401", "200", "404", "200"},
	{"PUT /photos/{id}", "/photos/" + newID(9), "", "403", "403", "403", "403"}, // the URL is the right, not the session
	{"GET /photos/{id}", "/photos/PHOTO", "", "401", "200", "404", "200"},
}

func mustEncode(v any) []byte {
	b, err := wire.Encode(v)
	if err != nil {
		panic(err)
	}
	return b
}

func TestRightsMatrix(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range rights {
		seen[row.route] = true
		for who, want := range map[string]string{"": row.nobody, demo.Ana: row.owner, demo.Ben: row.other, demo.Mia: row.manager} {
			o := openOffice(t) // each try has an office of its own
			ana := o.phoneOf(demo.Ana)
			ana.expect("an order of Ana's", ana.post("/orders", order(1)), "201")
			photo := ana.photo(t)
			p := o.nobody()
			if who != "" {
				p = o.phoneOf(who)
			}
			method, _, _ := strings.Cut(row.route, " ")
			path := strings.Replace(row.path, "PHOTO", photo, 1)
			var body []byte
			if row.body != "" {
				body = []byte(row.body)
			}
			got := p.send(p.request(method, wire.Base+path, body))
			if !strings.HasPrefix(got.outcome(), want) {
				t.Errorf("%s as %q: %s, want %s", row.route, who, got.outcome(), want)
			}
		}
	}
	for _, route := range api.Routes() {
		if !seen[route] {
			t.Errorf("%s has no row in the matrix", route)
		}
	}
}
