package api_test

import (
	"testing"

	"waybill/server/wire"
	"waybill/sw"
)

// class is what section 3 makes of a code for a create, told from the tables
// alone; the phone's own classifier must come to the same of real answers.
func class(spec wire.CodeSpec) sw.Class {
	switch {
	case spec.Code == wire.CodeIDExists:
		return sw.ClassApplied
	case spec.Status == 409:
		return sw.ClassAmbiguous
	case spec.Code == wire.CodeBodyAltered:
		return sw.ClassNone
	case spec.Status == 429, spec.Status >= 500:
		return sw.ClassTransient
	}
	return sw.ClassTerminal
}

// Both sides read one table of codes: here every code goes from the real
// handler into the real classifier.
func TestThePhoneUnderstandsEveryCode(t *testing.T) {
	seen := provoke(t)
	op, _ := wire.OpOrderCreate.Spec()
	for _, spec := range wire.Codes {
		r := seen[spec.Code]
		ev := sw.Evidence{
			Answered: true, Whole: true, Status: r.status, Body: r.body,
			Contract: r.header.Get(wire.HeaderContract), RetryAfter: r.header.Get("Retry-After"), Date: "Mon, 30 Nov 2026 12:00:00 GMT",
		}
		id := r.prob.ID
		if id == "" {
			id = newID(2)
		}
		v := sw.Classify(op, id, "f", ev)
		if v.Class != class(spec) {
			t.Errorf("%s is %q to the phone, want %q", spec.Code, v.Class, class(spec))
		}
		if rejected := v.Outcome == sw.OutJudged; rejected != spec.Code.Judges() {
			t.Errorf("%s ends as %q, and judges: %v", spec.Code, v.Outcome, spec.Code.Judges())
		}
	}
}
