//go:build !js

package app

import (
	"slices"
	"testing"

	"waybill/server/wire"
)

// programs are the codes that no person meets while the app does as it should,
// or that have words of their own where they are met.
var programs = []wire.Code{
	wire.CodeMalformed, wire.CodeBodyAltered, wire.CodeBadCredentials, wire.CodeCrossOrigin, wire.CodeNoSuchRoute,
	wire.CodeMethodNotAllowed, wire.CodeIDExists, wire.CodeIDReused, wire.CodeCursorExpired,
	wire.CodeUnsupportedMediaType, wire.CodeClientIDNotAccepted,
}

func TestEveryRefusalThatAPersonMeetsIsSaidInTheirLanguage(t *testing.T) {
	en, de := wordsFor("en"), wordsFor("de")
	for _, spec := range wire.Codes {
		english, german := en.refusal(spec.Code), de.refusal(spec.Code)
		if known := !slices.Contains(programs, spec.Code); known != (english != "") || known != (german != "") {
			t.Errorf("%s: %q, %q", spec.Code, english, german)
		}
		if english != "" && english == german {
			t.Errorf("%s is the same in both languages: %q", spec.Code, english)
		}
	}
	p := wire.NewProblem(wire.CodeDraining, "")
	if got := sayRefusal(de, p); got != fill(de.OfficeRefused, "text", de.RefusedBusy) {
		t.Errorf("said: %q", got)
	}
	odd := &wire.Problem{Code: "of_tomorrow", Title: "Something new"}
	if got := sayRefusal(de, odd); got != fill(de.OfficeRefused, "text", "Something new") {
		t.Errorf("a code of tomorrow is said as %q", got)
	}
}
