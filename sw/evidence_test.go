//go:build !js

package sw

import "testing"

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
