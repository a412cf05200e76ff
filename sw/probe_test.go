//go:build !js

package sw

import (
	"fmt"
	"testing"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

const t0 = int64(1_790_000_000_000)

// anEntry is an order under way: version 2 of it is open, version 1 left before.
func anEntry(change ...func(*entry.Entry)) entry.Entry {
	e := entry.Entry{
		Key: id1, Owner: "ana", Op: string(wire.OpOrderCreate), Record: id1, Body: `{}`, Fingerprint: fp2,
		State: entry.Retrying, Attempt: 3, Left: []string{fp1, fp2}, Seq: 1, MadeAt: t0,
		Open: &entry.Attempt{N: 3, At: t0, Deadline: t0 + 30_000, Fingerprint: fp2},
	}
	for _, f := range change {
		f(&e)
	}
	return e
}

func by(owner, fingerprint string) string {
	return fmt.Sprintf(`{"id":%q,"created_by":%q,"fingerprint":%q,"state":"placed"}`, id1, owner, fingerprint)
}

func doubted(at int64) func(*entry.Entry) {
	return func(e *entry.Entry) { e.Doubt, e.Doubted, e.DoubtAt = true, true, at }
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
		e    entry.Entry
		want Find
	}{
		"this version":                  {ours(200, by("ana", fp2)), anEntry(), FindSame},
		"this version, in a list":       {ours(200, list(by("ana", fp2), "")), anEntry(), FindSame},
		"an earlier version":            {ours(200, by("ana", fp1)), anEntry(), FindEarlier},
		"a version that never left":     {ours(200, by("ana", "cc")), anEntry(), FindOther},
		"another's":                     {ours(200, by("ben", fp2)), anEntry(), FindOther},
		"the office's own":              {ours(200, by("ana", "")), anEntry(), FindOther},
		"absent":                        {ours(404, absent), anEntry(), FindAbsent},
		"absent, in a list":             {ours(200, list("", `"`+id1+`"`)), anEntry(), FindAbsent},
		"left out of a list":            {ours(200, list("", `"`+id2+`"`)), anEntry(), FindUndecided},
		"a list without missing":        {ours(200, `{"items":[]}`), anEntry(), FindUndecided},
		"404 for another id":            {ours(404, `{"code":"not_found","id":"`+id2+`"}`), anEntry(), FindUndecided},
		"404 that echoes nothing":       {ours(404, code(wire.CodeNotFound)), anEntry(), FindUndecided},
		"404 no such route":             {ours(404, `{"code":"no_such_route","id":"`+id1+`"}`), anEntry(), FindUndecided},
		"a stranger's 404":              {strange(404, absent), anEntry(), FindUndecided},
		"a stranger's record":           {strange(200, by("ana", fp2)), anEntry(), FindUndecided},
		"401":                           {ours(401, code(wire.CodeUnauthenticated)), anEntry(), FindUndecided},
		"403":                           {ours(403, code(wire.CodeForbidden)), anEntry(), FindUndecided},
		"429":                           {ours(429, code(wire.CodeRateLimited)), anEntry(), FindUndecided},
		"500":                           {ours(500, code(wire.CodeInternal)), anEntry(), FindUndecided},
		"another contract":              {func() Evidence { e := ours(404, absent); e.Contract = "2"; return e }(), anEntry(), FindUndecided},
		"cut":                           {func() Evidence { e := ours(404, absent); e.Whole = false; return e }(), anEntry(), FindUndecided},
		"out of a cache":                {func() Evidence { e := ours(404, absent); e.Age = "1"; return e }(), anEntry(), FindUndecided},
		"a record out of a cache":       {func() Evidence { e := ours(200, by("ana", fp2)); e.Age = "90"; return e }(), anEntry(), FindUndecided},
		"an age of nothing":             {func() Evidence { e := ours(404, absent); e.Age = "0"; return e }(), anEntry(), FindAbsent},
		"absent a minute after a doubt": {at(ours(404, absent), t0+60_000), anEntry(doubted(t0)), FindAbsent},
		"absent too early":              {at(ours(404, absent), t0+59_999), anEntry(doubted(t0)), FindEarly},
		"there, however early":          {at(ours(200, by("ana", fp2)), t0+1), anEntry(doubted(t0)), FindSame},
	} {
		if got := ReadProbe(c.e, c.ev); got.Find != c.want {
			t.Errorf("%s: %q, want %q", name, got.Find, c.want)
		}
	}
}

func TestWhatAProbeMeans(t *testing.T) {
	led := func(status int, c wire.Code) func(*entry.Entry) {
		return func(e *entry.Entry) {
			e.Open.Probing, e.Led = true, &entry.Answer{Status: status, Code: string(c), Problem: code(c)}
		}
	}
	ok := ClassifyOther(ours(200, `{}`))
	for name, c := range map[string]struct {
		e      entry.Entry
		find   Find
		v      Verdict
		step   entry.Step
		to     entry.State
		reason Reason
		spent  int
	}{
		"there":                          {anEntry(led(409, wire.CodeDuplicateCode)), FindSame, ok, entry.StepProve, "", "", 0},
		"an earlier version":             {anEntry(led(409, wire.CodeIDReused)), FindEarlier, ok, entry.StepEnd, entry.Conflict, ReasonEarlier, 1},
		"other content":                  {anEntry(led(409, wire.CodeIDReused)), FindOther, ok, entry.StepEnd, entry.Conflict, ReasonTaken, 1},
		"absent after id_reused":         {anEntry(led(409, wire.CodeIDReused)), FindAbsent, ok, entry.StepEnd, entry.Conflict, ReasonTaken, 1},
		"absent after duplicate_code":    {anEntry(led(409, wire.CodeDuplicateCode)), FindAbsent, ok, entry.StepEnd, entry.Conflict, "duplicate_code", 1},
		"absent after a 409 without one": {anEntry(led(409, "")), FindAbsent, ok, entry.StepEnd, entry.Conflict, ReasonUnclear, 1},
		"absent after a refusal":         {anEntry(led(422, wire.CodeValidationFailed)), FindAbsent, ok, entry.StepEnd, entry.Rejected, "validation_failed", 1},
		"absent after an empty 202":      {anEntry(led(202, "")), FindAbsent, ok, entry.StepEnd, entry.Retrying, ReasonFailing, 1},
		"too early":                      {anEntry(led(409, wire.CodeDuplicateCode)), FindEarly, ok, entry.StepEnd, entry.Retrying, "", 0},
		"500":                            {anEntry(led(409, "")), FindUndecided, ClassifyOther(ours(500, `{}`)), entry.StepEnd, entry.Retrying, ReasonFailing, 1},
		"403":                            {anEntry(led(409, "")), FindUndecided, ClassifyOther(ours(403, code(wire.CodeForbidden))), entry.StepEnd, entry.Retrying, ReasonFailing, 1},
		"401":                            {anEntry(led(409, "")), FindUndecided, ClassifyOther(ours(401, code(wire.CodeUnauthenticated))), entry.StepEnd, entry.Retrying, ReasonSignedOut, 0},
		"nobody":                         {anEntry(led(409, "")), FindUndecided, ClassifyOther(Evidence{}), entry.StepEnd, entry.Retrying, ReasonNoAnswer, 0},
		"a portal":                       {anEntry(led(409, "")), FindUndecided, ClassifyOther(strange(200, "<html>")), entry.StepEnd, entry.Retrying, ReasonIntercepted, 0},
		"no such route":                  {anEntry(led(409, "")), FindUndecided, ClassifyOther(ours(404, code(wire.CodeNoSuchRoute))), entry.StepEnd, entry.Attention, ReasonMisfit, 0},
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
	if next := DecideProbe(anEntry(), Found{Find: FindAbsent}, ok, Moment{Now: t0}); !next.Resend {
		t.Error("a doubt that was asked first, and is absent, is not sent again")
	}
}

func TestAProbeThatCameTooEarlyWaitsForTheMinuteAndNotForAWrongClock(t *testing.T) {
	e := anEntry(doubted(t0 - 20_000))
	m := DecideProbe(e, Found{Find: FindEarly}, Verdict{}, Moment{Now: t0}).Move
	if m.Next.DueAt() != t0+40_000 || m.Books.Spent != 0 || !m.Probe {
		t.Errorf("due at +%d ms", m.Next.DueAt()-t0)
	}
	e = anEntry(doubted(t0 + 1e12))
	m = DecideProbe(e, Found{Find: FindEarly}, Verdict{}, Moment{Now: t0}).Move
	if wait := m.Next.DelayMS; wait > (entry.ExchangeMax + SettleWait).Milliseconds() {
		t.Errorf("a doubt of a clock that was ahead: due in %d ms", wait)
	}
}

// A proof may come when the write was edited meanwhile: then it is a conflict,
// and the rep sees what the office has.
func TestAFindBringsTheOfficesRecordAlong(t *testing.T) {
	const held = `{"id":"K","fingerprint":"F1"}`
	m := proveFound(entry.Entry{Key: "K", Fingerprint: "F1"}, Found{Record: held}, Verdict{Status: 200}, Moment{Now: 5})
	if m.Answer == nil || m.Answer.Current != held || m.Receipt.Record != held {
		t.Errorf("%+v with %+v", m.Answer, m.Receipt)
	}
}
