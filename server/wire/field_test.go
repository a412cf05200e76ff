package wire

import (
	"slices"
	"strings"
	"testing"
)

// wellFormed says what is wrong with an error beside the table of reasons.
func wellFormed(e FieldError) string {
	spec, known := e.Code.Spec()
	if !known {
		return "its code is no reason"
	}
	for _, p := range spec.Always {
		if _, there := e.Params[p]; !there {
			return "it lacks " + p
		}
	}
	for p := range e.Params {
		if !slices.Contains(spec.Always, p) && !slices.Contains(spec.Maybe, p) {
			return "it has a strange " + p
		}
	}
	if e.Message == "" {
		return "it has no message"
	}
	return ""
}

// officeOnly are the reasons that the body alone cannot give.
var officeOnly = []FieldCode{
	FieldUnknownCustomer, FieldUnknownProduct, FieldCustomerClosed, FieldNoLongerSold, FieldCodeTaken,
	FieldWrongPassword, FieldNull, FieldUnknown, FieldWrongType, FieldTwice, FieldNotUnique,
}

func TestEveryReasonThatABodyGivesHasItsCodeAndItsNumbers(t *testing.T) {
	id := "01HZX3M1N2P3Q4R5S6T7V8W9XA"
	line := OrderLine{ProductID: id, Quantity: 7, UnitPriceMinor: 100, Currency: "EUR"}
	rules := func(string) QuantityRules { return QuantityRules{PackSize: 6, MinQuantity: 12, MaxQuantity: 60} }
	errs := slices.Concat(
		OrderBody{Note: strings.Repeat("x", NoteMax+1), DeliverOn: "2026-02-30"}.Check(),
		OrderBody{CustomerID: "x", PlacedAt: "now", Note: "\x00", Lines: []OrderLine{line, line, {UnitPriceMinor: -1}, {UnitPriceMinor: PriceMax + 1}}}.Check(),
		OrderBody{Lines: make([]OrderLine, LinesMax+1)}.Check(),
		OrderBody{Lines: []OrderLine{line}}.CheckQuantities(rules),
		CustomerBody{}.Check(),
		ProductBody{Code: "P", Name: "x", Currency: "EUR", Unit: "pc", QuantityRules: QuantityRules{0, 8, 7}}.Check(),
		ProductBody{QuantityRules: QuantityRules{PackSize: -1}}.Check(),
		DeliverBody{}.Check(), FailBody{}.Check(), CancelBody{}.Check(), PasswordBody{}.Check(),
		PasswordBody{Current: "correct horse", New: "correct horse"}.Check(),
		PasswordBody{Current: "x", New: strings.Repeat("x", PasswordMax+1)}.Check(),
	)
	seen := map[FieldCode]bool{}
	for _, e := range errs {
		seen[e.Code] = true
		if wrong := wellFormed(e); wrong != "" {
			t.Errorf("%+v: %s", e, wrong)
		}
	}
	for _, spec := range FieldCodes {
		if office := slices.Contains(officeOnly, spec.Code); seen[spec.Code] == office {
			t.Errorf("%s: given by a body %v, by the office only %v", spec.Code, seen[spec.Code], office)
		}
	}
}

func TestTheNumbersOfAQuantityRuleAreTheRules(t *testing.T) {
	for _, r := range []QuantityRules{{PackSize: 6}, {MinQuantity: 12, MaxQuantity: 60}, {6, 12, 60}} {
		p := r.params(7)
		if got := RulesOf(p); got != r || p[ParamHave] != 7 {
			t.Errorf("%+v travels as %v and reads as %+v", r, p, got)
		}
	}
}
