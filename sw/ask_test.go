//go:build !js

package sw

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
		path, ask := Request{Method: c.method, Path: c.path}.asking("v")
		if want := c.want != ""; want != (ask == "v") || want && path != c.want || !want && path != c.path {
			t.Errorf("%s %s: %s, %q", c.method, c.path, path, ask)
		}
	}
}

// D55: a cache that ignores everything gives one user's session to another.
func TestAnAnswerToAnotherQuestionIsAStrangers(t *testing.T) {
	for name, c := range map[string]struct {
		ask, asked string
		want       Proof
	}{
		"no value":        {"", "", Proven},
		"none was asked":  {"", "x", Proven},
		"it is repeated":  {"x", "x", Proven},
		"another's":       {"x", "y", Unproven},
		"nothing":         {"x", "", Unproven},
		"twice, by cache": {"x", "y, x", Unproven},
	} {
		ev := ours(200, `{"items":[],"missing":["`+id1+`"]}`)
		ev.Ask, ev.Asked = c.ask, c.asked
		if got := ev.Proof(); got != c.want {
			t.Errorf("%s: proof %d, want %d", name, got, c.want)
		}
		v, f := ClassifyOther(ev), ReadProbe(anEntry(), ev)
		if v.Proven != (c.want == Proven) || (v.Outcome == OutIntercepted) == v.Proven || (f.Find == FindAbsent) != v.Proven {
			t.Errorf("%s: %+v, a probe finds %q", name, v, f.Find)
		}
	}
	lost := Evidence{Ask: "x"}
	if lost.Proof() != NoAnswer {
		t.Error("nothing that came back is taken for somebody's answer")
	}
}
