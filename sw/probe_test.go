//go:build !js

package sw

import (
	"fmt"
	"testing"

	"waybill/idbqueue"
	"waybill/server/wire"
)

const t0 = int64(1_790_000_000_000)

// entry is an order under way: version 2 of it is open, version 1 left before.
func entry(change ...func(*idbqueue.Entry)) idbqueue.Entry {
	e := idbqueue.Entry{
		Key: id1, Owner: "ana", Op: string(wire.OpOrderCreate), Record: id1, Body: `{}`, Fingerprint: fp2,
		State: idbqueue.Retrying, Attempt: 3, Left: []string{fp1, fp2}, Seq: 1, MadeAt: t0,
		Open: &idbqueue.Attempt{N: 3, At: t0, Deadline: t0 + 30_000, Fingerprint: fp2},
	}
	for _, f := range change {
		f(&e)
	}
	return e
}

func by(owner, fingerprint string) string {
	return fmt.Sprintf(`{"id":%q,"created_by":%q,"fingerprint":%q,"state":"placed"}`, id1, owner, fingerprint)
}

func doubted(at int64) func(*idbqueue.Entry) {
	return func(e *idbqueue.Entry) { e.Doubt, e.Doubted, e.DoubtAt = true, true, at }
}

func at(ev Evidence, left int64) Evidence {
	ev.LeftAt, ev.ArrivedAt = left, left+100
	return ev
}

func TestAProbeFindsOneOfFiveThingsOrNothing(t *testing.T) {
	absent := `{"code":"not_found","id":"` + id1 + `"}`
	list := func(items, missing string) string { return `{"items":[` + items + `],"missing":[` + missing + `]}` }
	for name, c := range map[string]struct {
		ev   Evidence
		e    idbqueue.Entry
		want Find
	}{
		"this version":                  {ours(200, by("ana", fp2)), entry(), FindSame},
		"this version, in a list":       {ours(200, list(by("ana", fp2), "")), entry(), FindSame},
		"an earlier version":            {ours(200, by("ana", fp1)), entry(), FindEarlier},
		"a version that never left":     {ours(200, by("ana", "cc")), entry(), FindOther},
		"another's":                     {ours(200, by("ben", fp2)), entry(), FindOther},
		"the office's own":              {ours(200, by("ana", "")), entry(), FindOther},
		"absent":                        {ours(404, absent), entry(), FindAbsent},
		"absent, in a list":             {ours(200, list("", `"`+id1+`"`)), entry(), FindAbsent},
		"left out of a list":            {ours(200, list("", `"`+id2+`"`)), entry(), FindUndecided},
		"a list without missing":        {ours(200, `{"items":[]}`), entry(), FindUndecided},
		"404 for another id":            {ours(404, `{"code":"not_found","id":"`+id2+`"}`), entry(), FindUndecided},
		"404 that echoes nothing":       {ours(404, code(wire.CodeNotFound)), entry(), FindUndecided},
		"404 no such route":             {ours(404, `{"code":"no_such_route","id":"`+id1+`"}`), entry(), FindUndecided},
		"a stranger's 404":              {strange(404, absent), entry(), FindUndecided},
		"a stranger's record":           {strange(200, by("ana", fp2)), entry(), FindUndecided},
		"401":                           {ours(401, code(wire.CodeUnauthenticated)), entry(), FindUndecided},
		"403":                           {ours(403, code(wire.CodeForbidden)), entry(), FindUndecided},
		"429":                           {ours(429, code(wire.CodeRateLimited)), entry(), FindUndecided},
		"500":                           {ours(500, code(wire.CodeInternal)), entry(), FindUndecided},
		"another contract":              {func() Evidence { e := ours(404, absent); e.Contract = "2"; return e }(), entry(), FindUndecided},
		"cut":                           {func() Evidence { e := ours(404, absent); e.Whole = false; return e }(), entry(), FindUndecided},
		"out of a cache":                {func() Evidence { e := ours(404, absent); e.Age = "1"; return e }(), entry(), FindUndecided},
		"a record out of a cache":       {func() Evidence { e := ours(200, by("ana", fp2)); e.Age = "90"; return e }(), entry(), FindUndecided},
		"an age of nothing":             {func() Evidence { e := ours(404, absent); e.Age = "0"; return e }(), entry(), FindAbsent},
		"absent a minute after a doubt": {at(ours(404, absent), t0+60_000), entry(doubted(t0)), FindAbsent},
		"absent too early":              {at(ours(404, absent), t0+59_999), entry(doubted(t0)), FindEarly},
		"there, however early":          {at(ours(200, by("ana", fp2)), t0+1), entry(doubted(t0)), FindSame},
	} {
		if got := ReadProbe(c.e, c.ev); got.Find != c.want {
			t.Errorf("%s: %q, want %q", name, got.Find, c.want)
		}
	}
}

func TestWhatAProbeMeans(t *testing.T) {
	led := func(status int, c wire.Code) func(*idbqueue.Entry) {
		return func(e *idbqueue.Entry) {
			e.Open.Probing, e.Led = true, &idbqueue.Answer{Status: status, Code: string(c), Problem: code(c)}
		}
	}
	ok := ClassifyOther(ours(200, `{}`))
	for name, c := range map[string]struct {
		e      idbqueue.Entry
		find   Find
		v      Verdict
		step   idbqueue.Step
		to     idbqueue.State
		reason Reason
		spent  int
	}{
		"there":                          {entry(led(409, wire.CodeDuplicateCode)), FindSame, ok, idbqueue.StepProve, "", "", 0},
		"an earlier version":             {entry(led(409, wire.CodeIDReused)), FindEarlier, ok, idbqueue.StepEnd, idbqueue.Conflict, ReasonEarlier, 1},
		"other content":                  {entry(led(409, wire.CodeIDReused)), FindOther, ok, idbqueue.StepEnd, idbqueue.Conflict, ReasonTaken, 1},
		"absent after id_reused":         {entry(led(409, wire.CodeIDReused)), FindAbsent, ok, idbqueue.StepEnd, idbqueue.Conflict, ReasonTaken, 1},
		"absent after duplicate_code":    {entry(led(409, wire.CodeDuplicateCode)), FindAbsent, ok, idbqueue.StepEnd, idbqueue.Conflict, "duplicate_code", 1},
		"absent after a 409 without one": {entry(led(409, "")), FindAbsent, ok, idbqueue.StepEnd, idbqueue.Conflict, ReasonUnclear, 1},
		"absent after a refusal":         {entry(led(422, wire.CodeValidationFailed)), FindAbsent, ok, idbqueue.StepEnd, idbqueue.Rejected, "validation_failed", 1},
		"absent after an empty 202":      {entry(led(202, "")), FindAbsent, ok, idbqueue.StepEnd, idbqueue.Retrying, ReasonFailing, 1},
		"too early":                      {entry(led(409, wire.CodeDuplicateCode)), FindEarly, ok, idbqueue.StepEnd, idbqueue.Retrying, "", 0},
		"500":                            {entry(led(409, "")), FindUndecided, ClassifyOther(ours(500, `{}`)), idbqueue.StepEnd, idbqueue.Retrying, ReasonFailing, 1},
		"403":                            {entry(led(409, "")), FindUndecided, ClassifyOther(ours(403, code(wire.CodeForbidden))), idbqueue.StepEnd, idbqueue.Retrying, ReasonFailing, 1},
		"401":                            {entry(led(409, "")), FindUndecided, ClassifyOther(ours(401, code(wire.CodeUnauthenticated))), idbqueue.StepEnd, idbqueue.Retrying, ReasonSignedOut, 0},
		"nobody":                         {entry(led(409, "")), FindUndecided, ClassifyOther(Evidence{}), idbqueue.StepEnd, idbqueue.Retrying, ReasonNoAnswer, 0},
		"a portal":                       {entry(led(409, "")), FindUndecided, ClassifyOther(strange(200, "<html>")), idbqueue.StepEnd, idbqueue.Retrying, ReasonIntercepted, 0},
		"no such route":                  {entry(led(409, "")), FindUndecided, ClassifyOther(ours(404, code(wire.CodeNoSuchRoute))), idbqueue.StepEnd, idbqueue.Attention, ReasonMisfit, 0},
	} {
		next := DecideProbe(c.e, Found{Find: c.find}, c.v, Moment{Now: t0, Rand: 0.5})
		m := next.Move
		if m.Step != c.step || m.To != c.to || m.Reason != c.reason || m.Books.Spent != c.spent {
			t.Errorf("%s: %s %s %s spent %d", name, m.Step, m.To, m.Reason, m.Books.Spent)
		}
		undecided := c.find == FindUndecided || c.find == FindEarly
		if undecided != (m.Led != nil && m.Probe) {
			t.Errorf("%s: the answer that waits is %v, the probe %v", name, m.Led, m.Probe)
		}
		if m.Absent != (c.find == FindAbsent) {
			t.Errorf("%s: absent is %v", name, m.Absent)
		}
	}
	if next := DecideProbe(entry(), Found{Find: FindAbsent}, ok, Moment{Now: t0}); !next.Resend {
		t.Error("a doubt that was asked first, and is absent, is not sent again")
	}
}

func TestAProbeThatCameTooEarlyWaitsForTheMinuteAndNotForAWrongClock(t *testing.T) {
	e := entry(doubted(t0 - 20_000))
	m := DecideProbe(e, Found{Find: FindEarly}, Verdict{}, Moment{Now: t0}).Move
	if m.Next.DueAt() != t0+40_000 || m.Books.Spent != 0 || !m.Probe {
		t.Errorf("due at +%d ms", m.Next.DueAt()-t0)
	}
	e = entry(doubted(t0 + 1e12))
	m = DecideProbe(e, Found{Find: FindEarly}, Verdict{}, Moment{Now: t0}).Move
	if wait := m.Next.DelayMS; wait > (idbqueue.ExchangeMax + settleWait).Milliseconds() {
		t.Errorf("a doubt of a clock that was ahead: due in %d ms", wait)
	}
}

// A proof may come when the write was edited meanwhile: then it is a conflict,
// and the rep sees what the office has.
func TestAFindBringsTheOfficesRecordAlong(t *testing.T) {
	const held = `{"id":"K","fingerprint":"F1"}`
	m := proveFound(idbqueue.Entry{Key: "K", Fingerprint: "F1"}, Found{Record: held}, Verdict{Status: 200}, Moment{Now: 5})
	if m.Answer == nil || m.Answer.Current != held || m.Receipt.Record != held {
		t.Errorf("%+v with %+v", m.Answer, m.Receipt)
	}
}
