//go:build !js

package sw

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// FuzzClassify: whatever comes back, each write gets exactly one outcome, and
// nothing is sent or refused without the office's own word.
func FuzzClassify(f *testing.F) {
	for _, body := range []string{``, `{}`, `<html>`, proof(id1, fp1), code(wire.CodeIDExists), code(wire.CodeValidationFailed), `{"id":1}`, `null`, "{\"code\":\"\xff\"}"} {
		for _, status := range []int{0, 200, 201, 204, 304, 400, 401, 404, 409, 422, 426, 429, 500, 503, 511, 999} {
			f.Add(status, "1", "30", "", "", true, true, false, []byte(body))
			f.Add(status, "", "", "Mon, 30 Nov 2026 09:00:00 GMT", "3", true, status%2 == 0, status%3 == 0, []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, status int, contract, retryAfter, date, age string, answered, whole, redirected bool, body []byte) {
		ev := Evidence{
			Answered: answered, Whole: whole, Redirected: redirected, Status: status, Contract: contract,
			RetryAfter: retryAfter, Date: date, Age: age, Body: body,
		}
		for _, op := range wire.Ops {
			v := Classify(op, id1, fp1, ev)
			if v.Row == "" || v.Class == "" || v.Outcome == "" {
				t.Fatalf("no row: %+v", v)
			}
			final := v.Outcome == OutSent || v.Outcome == OutJudged || v.Outcome == OutConflict || v.Outcome == OutProbe
			if final && (ev.Proof() != Proven || !ev.Speaks()) {
				t.Fatalf("%q without the office's word", v.Outcome)
			}
			if n := Decide(anEntry(), v, Moment{}); n.Move.To == entry.Rejected && op.Create && !Read(body).NotStored {
				t.Fatal("a refusal is believed of an office that has not looked")
			}
			if v.Outcome == OutSent && v.Spends || v.Asked != nil && v.Class != ClassTransient {
				t.Fatalf("%+v", v)
			}
			if v.Asked != nil && (v.Asked.Wait <= 0 || v.Asked.Wait > retryAfterMax) {
				t.Fatalf("a wait of %v", v.Asked.Wait)
			}
		}
		if v := ClassifyOther(ev); v.Outcome == "" || v.Outcome == OutSent && status != 409 {
			t.Fatalf("%+v", v)
		}
		find := ReadProbe(anEntry(), ev)
		if find.Find != FindUndecided && (ev.Proof() != Proven || !ev.Speaks() || age != "" && age != "0") {
			t.Fatalf("a probe finds %q without the office's word", find.Find)
		}
		if items, whole := ItemEvidence(ev); whole && (ev.Proof() != Proven || items == nil) {
			t.Fatal("a batch of a stranger's is read")
		}
	})
}

// FuzzRetryAfter: never immediate, never beyond the bounds, never from junk.
func FuzzRetryAfter(f *testing.F) {
	for _, value := range []string{"", "0", "120", "-3", "1.5", "1000abc", "99999999999", "120, 120", "Wed, 21 Oct 2026 07:28:00 GMT", "Wednesday, 21-Oct-26 07:28:00 GMT", "Wed Oct 21 07:28:00 2026"} {
		f.Add(value, "Wed, 21 Oct 2026 07:26:00 GMT")
		f.Add(value, "")
	}
	f.Fuzz(func(t *testing.T, value, date string) {
		for _, proven := range []bool{true, false} {
			a, ok := RetryAfter(value, date, proven)
			limit := retryAfterUnprovenMax
			if proven {
				limit = retryAfterMax
			}
			if ok != (a.Wait > 0) || a.Wait > limit {
				t.Fatalf("%q at %q: %v %v", value, date, a.Wait, ok)
			}
			trimmed := strings.TrimSpace(value)
			if ok && strings.Trim(trimmed, "0123456789") != "" && date == "" {
				t.Fatalf("%q is read without a Date", value)
			}
			if ok && (a.Delay(0) < a.Wait || a.Delay(0.999) > a.Wait+time.Minute) {
				t.Fatalf("%v waits %v to %v", a.Wait, a.Delay(0), a.Delay(0.999))
			}
		}
	})
}

// FuzzHolds: no order of answers leaves a hold that nothing ends, a wait
// beyond the bounds, or a count that runs back.
func FuzzHolds(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, int64(1))
	f.Add([]byte{6, 6, 6, 0, 6, 1}, int64(-400*24*3600*1000))
	evidence := []Evidence{
		{},
		ours(201, proof(id1, fp1)), ours(401, `{}`), ours(426, `{}`), ours(404, code(wire.CodeNoSuchRoute)),
		ours(409, `{}`), ours(503, `{}`), strange(200, ""), strange(502, ""), asking(503, "99999"), ours(400, code(wire.CodeBodyAltered)),
	}
	f.Fuzz(func(t *testing.T, answers []byte, step int64) {
		var h Holds
		now := t0
		for i, n := range answers {
			now = max(1, now+step%(1000*24*3600*1000))
			h, _ = h.Restamped("b1", now, 0.5)
			h, _ = h.After(about([]string{"w1", "w2", "w3"}[i%3], evidence[int(n)%len(evidence)]), now, 0.5)
			raw, err := json.Marshal(h)
			if err != nil || len(raw) > 8<<10 {
				t.Fatalf("%d bytes, %v", len(raw), err)
			}
			p := h.Gate("ana", "b1", now, NudgeNone)
			if !p.Open && !p.Canary && p.Until == 0 && len(h.SignedOut) == 0 {
				t.Fatalf("held for ever: %s", raw)
			}
			if p.Until > now+retryAfterMax.Milliseconds()+60_000 {
				t.Fatalf("held for %d ms", p.Until-now)
			}
		}
	})
}
