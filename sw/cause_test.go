//go:build !js

package sw

import (
	"testing"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// D50: a firewall lets only known headers through, and takes the mark off.
func TestAnAnswerInTheContractsFormWithoutItsMarkIsTheNetworksDoing(t *testing.T) {
	aged := strange(200, `{"items":[]}`)
	aged.Contract, aged.Ask = "1", "x" // out of a cache, the mark on it
	moved := strange(200, `{"items":[]}`)
	moved.Redirected = true
	for name, c := range map[string]struct {
		ev   Evidence
		want bool
	}{
		"a problem":                  {strange(503, code(wire.CodeBusy)), true},
		"a refusal":                  {strange(422, unlooked(wire.CodeValidationFailed)), true},
		"a record":                   {strange(201, `{"id":"`+id1+`","created_by":"ana","fingerprint":"`+fp1+`","state":"placed"}`), true},
		"a list":                     {strange(200, `{"items":[],"missing":["`+id1+`"]}`), true},
		"a batch":                    {strange(200, `{"results":[]}`), true},
		"a session":                  {strange(200, `{"user":null,"store":"S","history":"H"}`), true},
		"nothing said":               {strange(200, `{}`), false},
		"another's problem":          {strange(503, `{"code":"busy"}`), false},
		"another's JSON":             {strange(200, `{"id":"`+id1+`","state":"up"}`), false},
		"a page":                     {strange(503, `<html>`), false},
		"the office's own":           {ours(503, code(wire.CodeBusy)), false},
		"an answer to another":       {aged, false},
		"a redirect":                 {moved, false},
		"half of it is no answer":    {Evidence{Answered: true, Status: 200, Body: []byte(`{"items":[]}`)}, false},
		"a mark that is none counts": {func() Evidence { e := strange(503, code(wire.CodeBusy)); e.Contract = "x"; return e }(), true},
	} {
		for _, v := range []Verdict{Classify(spec(wire.OpOrderCreate), id1, fp1, c.ev), ClassifyOther(c.ev)} {
			if got := v.Cause == CauseUnmarked; got != c.want {
				t.Errorf("%s: %+v", name, v)
			}
			if c.want && (v.Outcome != OutIntercepted || v.Spends || v.Proven || v.Class != ClassNone) {
				t.Errorf("%s: %+v", name, v)
			}
		}
	}
}

func TestTheOfficeIsBlamedOnlyForWhatItSaidItself(t *testing.T) {
	later := func(ev Evidence) Evidence { ev.RetryAfter = "60"; return ev }
	for name, c := range map[string]struct {
		answers []Evidence
		hold    Reason
		cause   Cause
	}{
		"a gateway's 503":                   {[]Evidence{strange(503, "<html>")}, ReasonFailing, CauseWay},
		"a stranger's 429":                  {[]Evidence{strange(429, "<html>")}, ReasonFailing, CauseWay},
		"a gateway asks to wait":            {[]Evidence{later(strange(503, "<html>"))}, ReasonRetryAfter, CauseWay},
		"the office's 503":                  {[]Evidence{ours(503, code(wire.CodeBusy))}, ReasonFailing, ""},
		"the office asks to wait":           {[]Evidence{later(ours(503, code(wire.CodeBusy)))}, ReasonRetryAfter, ""},
		"the office's, then a gateway's":    {[]Evidence{ours(503, code(wire.CodeBusy)), strange(502, "<html>")}, ReasonFailing, ""},
		"a gateway's, then the office's":    {[]Evidence{strange(502, "<html>"), ours(503, code(wire.CodeBusy))}, ReasonFailing, ""},
		"a verdict between the two":         {[]Evidence{ours(503, `{}`), ours(422, code(wire.CodeMalformed)), strange(502, "<html>")}, ReasonFailing, CauseWay},
		"a portal":                          {[]Evidence{strange(200, "<html>")}, ReasonIntercepted, ""},
		"a proxy's sign-in":                 {[]Evidence{strange(407, "<html>")}, ReasonIntercepted, CauseSignIn},
		"no mark":                           {[]Evidence{strange(503, code(wire.CodeBusy))}, ReasonIntercepted, CauseUnmarked},
		"a proxy's sign-in, then a portal":  {[]Evidence{strange(407, "<html>"), strange(200, "<html>")}, ReasonIntercepted, ""},
		"a portal, then no mark on answers": {[]Evidence{strange(200, "<html>"), strange(404, code(wire.CodeNotFound))}, ReasonIntercepted, CauseUnmarked},
		"no mark, then nobody":              {[]Evidence{strange(503, code(wire.CodeBusy)), {}}, ReasonNoAnswer, ""},
	} {
		var h Holds
		for i, ev := range c.answers {
			h, _ = h.After(about("w1", ev), t0+int64(i)*1000, 0.5)
		}
		v := View{Owner: "ana", Now: t0 + 3000, Holds: h}
		if b := BarOf(v); b.Hold != c.hold || b.Cause != c.cause {
			t.Errorf("%s: %q because of %q, want %q because of %q", name, b.Hold, b.Cause, c.hold, c.cause)
		}
		if card := CardOf(entry.Entry{Owner: "ana", State: entry.Pending}, v); card.Cause != c.cause {
			t.Errorf("%s: a card says %q", name, card.Cause)
		}
	}
}
