package main

import (
	"fmt"
	"strings"
	"testing"
)

const report = `{"categories":{
  "accessibility":{"score":%s,"auditRefs":[{"id":"color-contrast","weight":7},{"id":"hint","weight":0}]},
  "best-practices":{"score":1,"auditRefs":[]},"performance":{"score":0.734,"auditRefs":[]}},
 "audits":{"color-contrast":{"title":"Too faint","score":0,"details":{"items":[{"node":"<p>"}]}},"hint":{"title":"Only a hint","score":0}}}`

func TestAScoreIsReadWithWhatCostIt(t *testing.T) {
	s, err := read(fmt.Appendf(nil, report, "0.97"))
	if err != nil || s.accessibility != 97 || s.practices != 100 || s.performance != 73 {
		t.Fatalf("%+v, %v", s, err)
	}
	if len(s.failed) != 1 || !strings.Contains(s.failed[0], "Too faint") || !strings.Contains(s.failed[0], "<p>") {
		t.Errorf("failed %q, want the one audit that counts, with its place", s.failed)
	}
}

func TestNoScoreIsNoGoodScore(t *testing.T) {
	for _, raw := range []string{fmt.Sprintf(report, "null"), `{}`, `{"runtimeError":{"message":"NO_FCP"}}`, `<html>`} {
		if s, err := read([]byte(raw)); err == nil {
			t.Errorf("%.40s was read as %+v", raw, s)
		}
	}
}
