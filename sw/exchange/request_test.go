//go:build !js

package exchange

import (
	"testing"

	"waybill/server/wire"
)

func TestOnlyAQuestionToTheOfficeCarriesAValue(t *testing.T) {
	for _, c := range []struct{ method, path, want string }{
		{"GET", wire.PathSession, wire.PathSession + "?ask=v"},
		{"GET", "/api/v1/orders?ids=A,B", "/api/v1/orders?ids=A,B&ask=v"},
		{"POST", wire.PathSession, ""},
		{"DELETE", wire.PathSession, ""},
		{"GET", "/web/app.css", ""},
	} {
		path, ask := Request{Method: c.method, Path: c.path}.Asking("v")
		if want := c.want != ""; want != (ask == "v") || want && path != c.want || !want && path != c.path {
			t.Errorf("%s %s: %s, %q", c.method, c.path, path, ask)
		}
	}
}
