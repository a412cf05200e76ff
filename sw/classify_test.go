//go:build !js

package sw

import (
	"fmt"
	"strings"
	"testing"

	"waybill/server/wire"
)

const (
	id1 = "01HZX3M1N2P3Q4R5S6T7V8W9X1"
	id2 = "01HZX3M1N2P3Q4R5S6T7V8W9X2"
	fp1 = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	fp2 = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
)

func spec(op wire.Op) wire.OpSpec {
	s, _ := op.Spec()
	return s
}

// ours is a whole answer with the office's header.
func ours(status int, body string) Evidence {
	return Evidence{Answered: true, Whole: true, Status: status, Contract: "1", Body: []byte(body)}
}

// strange is a whole answer of a stranger.
func strange(status int, body string) Evidence {
	e := ours(status, body)
	e.Contract = ""
	return e
}

// code is a problem document of a server that has looked for the write and does
// not hold it.
func code(c wire.Code) string {
	return fmt.Sprintf(`{"code":%q,"request_id":"r","not_stored":true}`, c)
}

// unlooked is a problem document that does not say whether the write is stored.
func unlooked(c wire.Code) string { return fmt.Sprintf(`{"code":%q,"request_id":"r"}`, c) }

func proof(id, fingerprint string) string {
	return fmt.Sprintf(`{"id":%q,"fingerprint":%q,"state":"placed"}`, id, fingerprint)
}

// statuses are all that a response may carry, and some that none may.
func statuses() []int {
	all := []int{0, 600, 999}
	for s := 100; s <= 599; s++ {
		all = append(all, s)
	}
	return all
}

// expected is the table of section 3 once more, by status alone, written
// without a look at the rows.
func expected(status int, proven, create bool) (Outcome, bool) {
	later := status == 408 || status == 425 || status == 429 || status >= 500 && status <= 599 && status != 511
	switch {
	case later:
		return OutRetry, true
	case !proven && (status == 401 || status == 407):
		return OutIntercepted, false
	case !proven && status >= 400 && status <= 499:
		return OutRetry, true
	case !proven && (status == 0 || status == 511 || status >= 200 && status <= 399):
		return OutIntercepted, false
	case !proven:
		return OutRetry, true
	case status >= 200 && status <= 299, status == 409:
		if create {
			return OutProbe, true
		}
		return OutConflict, true
	case status == 401:
		return OutSignIn, false
	case status == 426:
		return OutUpdate, false
	case status >= 400 && status <= 499:
		return OutMisfit, false
	}
	return OutRetry, true
}

func TestEveryStatusHasOneMeaningWithAndWithoutProof(t *testing.T) {
	for _, op := range []wire.Op{wire.OpOrderCreate, wire.OpDispatchDeliver} {
		for _, status := range statuses() {
			for _, ev := range []Evidence{ours(status, `{}`), strange(status, `{}`)} {
				want, spends := expected(status, ev.Contract != "", spec(op).Create)
				v := Classify(spec(op), id1, fp1, ev)
				if v.Outcome != want || v.Spends != spends {
					t.Errorf("%s, %d, header %q: %q spends %v, want %q %v", op, status, ev.Contract, v.Outcome, v.Spends, want, spends)
				}
			}
		}
	}
}

func TestOnlyAProofOfThisVersionIsSent(t *testing.T) {
	bodies := []string{
		`{}`, `[]`, `null`, `"x"`, ``, `<html>`, proof(id2, fp1), proof(id1, fp2), proof("", ""), proof(id1, ""),
		code(wire.CodeIDExists), fmt.Sprintf(`{"code":"id_exists","id":%q}`, id2), `{"id":["` + id1 + `"],"fingerprint":"` + fp1 + `"}`,
	}
	for _, status := range statuses() {
		for _, body := range append(bodies, proof(id1, fp1)) {
			v := Classify(spec(wire.OpOrderCreate), id1, fp1, ours(status, body))
			proved := body == proof(id1, fp1) && (status == 200 || status == 201)
			replay := status == 409 && body == code(wire.CodeIDExists)
			if (v.Outcome == OutSent) != (proved || replay) {
				t.Errorf("%d %s: %q", status, body, v.Outcome)
			}
			if v := Classify(spec(wire.OpOrderCreate), id1, fp1, strange(status, body)); v.Outcome == OutSent {
				t.Errorf("a stranger's %d %s is sent", status, body)
			}
		}
	}
	if v := Classify(spec(wire.OpOrderCreate), "", "", ours(201, `{}`)); v.Outcome == OutSent {
		t.Error("two empty texts are equal, and prove nothing")
	}
	if v := Classify(wire.OpSpec{}, id1, fp1, ours(200, `{"id":"`+id1+`"}`)); v.Outcome == OutSent {
		t.Error("an operation that is not known cannot be proved")
	}
}

func TestATransitionIsSentOnlyWithItsRecordInItsNewState(t *testing.T) {
	for body, want := range map[string]Outcome{
		`{"id":"` + id1 + `","state":"delivered"}`: OutSent,
		`{"id":"` + id1 + `","state":"out"}`:       OutConflict,
		`{"id":"` + id2 + `","state":"delivered"}`: OutConflict,
		`{"state":"delivered"}`:                    OutConflict,
	} {
		if v := Classify(spec(wire.OpDispatchDeliver), id1, fp1, ours(200, body)); v.Outcome != want {
			t.Errorf("%s: %q, want %q", body, v.Outcome, want)
		}
	}
	v := Classify(spec(wire.OpDispatchDeliver), id1, fp1, ours(409, code(wire.CodeIDExists)))
	if v.Outcome != OutConflict || v.Spends {
		t.Errorf("id_exists on a transition: %q spends %v; it has no id to know itself by", v.Outcome, v.Spends)
	}
}

func TestEachCodeHasItsRow(t *testing.T) {
	want := map[wire.Code]Outcome{
		wire.CodeMalformed: OutJudged, wire.CodeForbidden: OutJudged, wire.CodeNotFound: OutJudged,
		wire.CodePayloadTooLarge: OutJudged, wire.CodeValidationFailed: OutJudged, wire.CodeClientIDNotAccepted: OutJudged,
		wire.CodeBodyAltered:     OutIntercepted,
		wire.CodeUnauthenticated: OutSignIn, wire.CodeBadCredentials: OutSignIn, wire.CodeWrongUser: OutSignIn,
		wire.CodeUpgradeRequired: OutUpdate,
		wire.CodeCrossOrigin:     OutMisfit, wire.CodeNoSuchRoute: OutMisfit, wire.CodeMethodNotAllowed: OutMisfit,
		wire.CodeCursorExpired: OutMisfit, wire.CodeUnsupportedMediaType: OutMisfit,
		wire.CodeIDExists: OutSent, wire.CodeIDReused: OutProbe, wire.CodeDuplicateCode: OutProbe,
		wire.CodeForeignKey: OutProbe, wire.CodeInvalidTransition: OutProbe,
		wire.CodeRateLimited: OutRetry, wire.CodeInternal: OutRetry, wire.CodeOverloaded: OutRetry,
		wire.CodeDraining: OutRetry, wire.CodeContractAhead: OutRetry, wire.CodeBusy: OutRetry,
	}
	for _, c := range wire.Codes {
		v := Classify(spec(wire.OpOrderCreate), id1, fp1, ours(c.Status, code(c.Code)))
		if v.Outcome != want[c.Code] || want[c.Code] == "" {
			t.Errorf("%d %s: %q, want %q", c.Status, c.Code, v.Outcome, want[c.Code])
		}
		// The same words without the office's mark never judge.
		if v := Classify(spec(wire.OpOrderCreate), id1, fp1, strange(c.Status, code(c.Code))); v.Outcome != OutIntercepted || v.Spends || v.Cause != CauseUnmarked {
			t.Errorf("a stranger's %d %s: %q", c.Status, c.Code, v.Outcome)
		}
	}
}

func TestAProvenAnswerInAnotherContractMeansUpdateWhateverItsStatus(t *testing.T) {
	for _, status := range statuses() {
		ev := ours(status, proof(id1, fp1))
		ev.Contract = "2"
		if v := Classify(spec(wire.OpOrderCreate), id1, fp1, ev); v.Outcome != OutUpdate || v.Spends || v.Code != "" {
			t.Fatalf("%d in contract 2: %q", status, v.Outcome)
		}
	}
}

func TestWhatIsNotWholeIsNoAnswerAndSpendsNothing(t *testing.T) {
	cut := ours(201, proof(id1, fp1))
	cut.Whole = false
	strangersCut := strange(503, "<html>")
	strangersCut.Whole = false
	for name, ev := range map[string]Evidence{"nothing": {}, "timed out": {TimedOut: true}, "cut": cut, "a stranger's, cut": strangersCut} {
		if v := Classify(spec(wire.OpOrderCreate), id1, fp1, ev); v.Outcome != OutNoAnswer || v.Spends {
			t.Errorf("%s: %q spends %v", name, v.Outcome, v.Spends)
		}
	}
}

func TestARedirectIsAStrangersWordWhatEverItLedTo(t *testing.T) {
	followed := ours(201, proof(id1, fp1))
	followed.Redirected = true
	for name, ev := range map[string]Evidence{
		"opaque": {Answered: true, Redirected: true}, "followed to a record": followed,
		"302": strange(302, ""), "307": strange(307, ""), "308": strange(308, ""),
	} {
		if v := Classify(spec(wire.OpOrderCreate), id1, fp1, ev); v.Outcome != OutIntercepted || v.Spends {
			t.Errorf("%s: %q spends %v", name, v.Outcome, v.Spends)
		}
	}
}

func TestTheHeaderAndNotTheLooksProveTheSender(t *testing.T) {
	plain := ours(201, proof(id1, fp1)) // as text/plain: the type is not looked at
	if v := Classify(spec(wire.OpOrderCreate), id1, fp1, plain); v.Outcome != OutSent {
		t.Errorf("an unusual but valid answer: %q", v.Outcome)
	}
	for _, header := range []string{"", "0", "-1", "one", "1, 1", "1.0"} {
		ev := plain
		ev.Contract = header
		if v := Classify(spec(wire.OpOrderCreate), id1, fp1, ev); v.Outcome != OutIntercepted {
			t.Errorf("header %q: %q", header, v.Outcome)
		}
	}
}

func TestEveryRowIsReachedAndTheLastTakesWhatIsLeft(t *testing.T) {
	met := map[string]bool{}
	evidence := []Evidence{{}, ours(201, proof(id1, fp1)), ours(409, code(wire.CodeIDExists)), ours(400, code(wire.CodeBodyAltered)), ours(422, code(wire.CodeValidationFailed))}
	for _, status := range statuses() {
		evidence = append(evidence, ours(status, `{}`), strange(status, ``))
	}
	evidence = append(evidence, strange(422, code(wire.CodeValidationFailed)))
	another := ours(200, `{}`)
	another.Contract = "7"
	for _, ev := range append(evidence, another) {
		met[Classify(spec(wire.OpOrderCreate), id1, fp1, ev).Row] = true
	}
	for _, row := range Rows {
		if !met[row.Name] {
			t.Errorf("nothing reaches the row %q", row.Name)
		}
		if row.Class == "" || row.Create == "" || row.Transition == "" {
			t.Errorf("the row %q leaves something open", row.Name)
		}
	}
	if !Rows[len(Rows)-1].When(Facts{}) {
		t.Error("the last row does not take anything")
	}
}

func TestTheZeroValuesDecideNothing(t *testing.T) {
	var v Verdict
	if VerdictLifts(v) || v.Spends || v.Proven {
		t.Error("a verdict that was never set is one")
	}
	if got := (Evidence{}).Proof(); got != NoAnswer {
		t.Errorf("no evidence proves %v", got)
	}
	if ReadProbe(anEntry(), Evidence{}).Find != FindUndecided {
		t.Error("no evidence decides a probe")
	}
}

func TestARefusalKeepsItsReasonsAndAStrangersTextIsNotKept(t *testing.T) {
	body := `{"code":"validation_failed","request_id":"r1","errors":[{"field":"/lines/6/quantity","message":"must lie between 1 and 1000000"}]}`
	v := Classify(spec(wire.OpOrderCreate), id1, fp1, ours(422, body))
	if v.Answer.Problem != body || v.Answer.RequestID != "r1" || v.Answer.Code != "validation_failed" {
		t.Errorf("the reasons are lost: %+v", v.Answer)
	}
	if v := Classify(spec(wire.OpOrderCreate), id1, fp1, strange(403, body)); v.Answer.Problem != "" || v.Code != "" || v.Answer.Status != 403 {
		t.Errorf("a stranger's words are kept: %+v", v.Answer)
	}
	if v := Classify(spec(wire.OpCustomerCreate), id1, fp1, ours(201, strings.Replace(proof(id1, fp1), "{", `{"code":"not_found",`, 1))); v.Code != "" || v.Outcome != OutSent {
		t.Errorf("a customer's business code is taken for a problem's: %+v", v)
	}
}

func TestAnAgedAnswerToAQuestionIsAStrangers(t *testing.T) {
	ev := ours(200, `{"items":[]}`)
	if v := ClassifyOther(ev); v.Outcome != OutProbe || !v.Proven {
		t.Errorf("a fresh one: %+v", v)
	}
	ev.Age = "7"
	if v := ClassifyOther(ev); v.Outcome != OutIntercepted || v.Proven {
		t.Errorf("an aged one: %+v", v)
	}
}
