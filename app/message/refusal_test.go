//go:build !js

package message

import (
	"slices"
	"testing"

	"waybill/app/i18n"
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
	en, de := i18n.For("en"), i18n.For("de")
	for _, spec := range wire.Codes {
		english, german := refusalText(en, spec.Code), refusalText(de, spec.Code)
		if known := !slices.Contains(programs, spec.Code); known != (english != "") || known != (german != "") {
			t.Errorf("%s: %q, %q", spec.Code, english, german)
		}
		if english != "" && english == german {
			t.Errorf("%s is the same in both languages: %q", spec.Code, english)
		}
	}
	p := wire.NewProblem(wire.CodeDraining, "")
	if got := SayRefusal(de, p); got != i18n.Fill(de.OfficeRefused, "text", de.RefusedBusy) {
		t.Errorf("said: %q", got)
	}
	odd := &wire.Problem{Code: "of_tomorrow", Title: "Something new"}
	if got := SayRefusal(de, odd); got != i18n.Fill(de.OfficeRefused, "text", "Something new") {
		t.Errorf("a code of tomorrow is said as %q", got)
	}
}
