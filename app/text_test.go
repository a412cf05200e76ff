package app

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

func TestEveryLanguageHasEveryMessageWithItsPlaceholders(t *testing.T) {
	en := reflect.ValueOf(english())
	for name, w := range map[string]Words{"de": german()} {
		v := reflect.ValueOf(w)
		for i := range v.NumField() {
			field := v.Type().Field(i).Name
			if field == "_" {
				continue
			}
			texts := map[string][2]string{"": {fmt.Sprint(en.Field(i)), fmt.Sprint(v.Field(i))}}
			if f, ok := v.Field(i).Interface().(Forms); ok {
				e := en.Field(i).Interface().(Forms)
				texts = map[string][2]string{"one": {e.One, f.One}, "other": {e.Other, f.Other}}
			}
			for form, pair := range texts {
				if pair[1] == "" || pair[0] == "" {
					t.Errorf("%s: %s %s is empty", name, field, form)
				}
				if a, b := placeholders(pair[0]), placeholders(pair[1]); !slices.Equal(a, b) {
					t.Errorf("%s: %s %s has %v, in English %v", name, field, form, b, a)
				}
			}
		}
	}
}

// placeholders are the names in braces of a message, sorted, each once.
func placeholders(message string) (names []string) {
	for _, m := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(message, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestNoMessageUsesTheWordsOfTheTrade(t *testing.T) {
	v := reflect.ValueOf(english())
	for i := range v.NumField() {
		text := strings.ToLower(fmt.Sprint(v.Field(i)))
		for _, bad := range []string{"sync", "queue", "cache", "upload", "payload", "409", "offline queue", "idempot"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s says %q", v.Type().Field(i).Name, bad)
			}
		}
	}
}

func TestCountsAgreeWithTheirNouns(t *testing.T) {
	w := german()
	for n, want := range map[int]string{0: "0 Einträge sind", 1: "1 Eintrag ist", 2: "2 Einträge sind"} {
		if got := w.n(native{}, w.SignOutGuard, n); !strings.Contains(got, want) {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// Money as people type it: with a point or a comma as decimal mark, grouped or
// not, in other digits.
func TestSearchFoldsCaseAccentsAndDashes(t *testing.T) {
	for a, b := range map[string]string{"Müller": "muller", "MU\u0308LLER": "müller", "Café": "CAFE", "AB\u20111": "ab-1", "Straße": "strasse", "Łódź": "lodz"} {
		if fold(a) != fold(b) {
			t.Errorf("%q folds to %q, %q to %q", a, fold(a), b, fold(b))
		}
	}
}

func TestTheBarSaysWhatHoldsThenWhatNeedsYouThenWhatWaits(t *testing.T) {
	w := english()
	for _, c := range []struct {
		bar  sw.Bar
		want []string
		not  []string
	}{
		{sw.Bar{Online: true, Sent: 3}, []string{"Nothing waiting. 3 sent today."}, nil},
		{sw.Bar{Online: true, Pending: 1, Retrying: 1, Oldest: fakeNow}, []string{"2 waiting to send", "oldest since"}, []string{"need"}},
		{sw.Bar{Online: true, Pending: 1, Rejected: 2}, []string{"2 need you.", "1 waiting"}, nil},
		{sw.Bar{Online: true, Rejected: 1}, []string{"1 needs you."}, []string{"waiting"}},
		{sw.Bar{Pending: 1, Hold: sw.ReasonNoAnswer}, []string{w.NoConnection}, nil},
		{sw.Bar{Online: true, Pending: 1, Hold: sw.ReasonIntercepted}, []string{w.HoldIntercepted, "1 waiting"}, nil},
		{sw.Bar{Pending: 1, Hold: sw.ReasonIntercepted, Cause: sw.CauseUnmarked}, []string{"Something on the way removes the office's mark."}, []string{"Wi-Fi"}},
		{sw.Bar{Pending: 1, Hold: sw.ReasonIntercepted, Cause: sw.CauseSignIn}, []string{"Something between this phone and the office wants a sign-in of its own."}, []string{"Wi-Fi", "failing"}},
		{sw.Bar{Pending: 1, Hold: sw.ReasonIntercepted, Cause: "newer"}, []string{w.HoldIntercepted}, nil},
		{sw.Bar{Online: true, Pending: 1, Hold: sw.ReasonFailing}, []string{"The office's server is failing since"}, nil},
		{sw.Bar{Online: true, Pending: 1, Hold: sw.ReasonFailing, Cause: sw.CauseWay}, []string{"The office, or something on the way to it, is failing since"}, []string{"server"}},
		{sw.Bar{Online: true, Pending: 1, Hold: sw.ReasonRetryAfter, Cause: sw.CauseWay}, []string{"Something on the way asked to wait"}, []string{"The office"}},
		{sw.Bar{Online: true, Pending: 1, Hold: sw.ReasonSignedOut}, []string{w.HoldSignedOut}, nil},
		{sw.Bar{Online: true, Others: 3}, []string{"3 writes of another user wait here."}, []string{"Nothing"}},
	} {
		got := sayBar(&w, c.bar, native{})
		for _, s := range c.want {
			if !strings.Contains(got, s) {
				t.Errorf("%+v says %q, want %q", c.bar, got, s)
			}
		}
		for _, s := range c.not {
			if strings.Contains(got, s) {
				t.Errorf("%+v says %q", c.bar, got)
			}
		}
	}
}

func TestEveryReasonHasASentenceOfItsOwn(t *testing.T) {
	w := english()
	seen := map[string]string{}
	for _, r := range []sw.Reason{
		sw.ReasonNoAnswer, sw.ReasonIntercepted, sw.ReasonSignedOut, sw.ReasonWrongUser, sw.ReasonUpdate, sw.ReasonMisfit,
		sw.ReasonRetryAfter, sw.ReasonFailing, sw.ReasonStorage,
	} {
		s := sayHold(&w, sw.Bar{Online: true, Hold: r}, native{})
		if s == "" || s == w.HoldOther || seen[s] != "" {
			t.Errorf("hold %s says %q (as %q)", r, s, seen[s])
		}
		seen[s] = r
	}
	for _, r := range []sw.Reason{sw.ReasonBudget, sw.ReasonSwallowed, sw.ReasonParent, sw.ReasonRestored, sw.ReasonCancelled, sw.ReasonFailing, sw.ReasonMisfit} {
		if s := sayAttention(&w, sw.Card{Reason: r}, native{}); s == "" || s == w.AttentionOther {
			t.Errorf("attention %s says %q", r, s)
		}
	}
	for _, r := range []string{sw.ReasonEarlier, sw.ReasonTaken, sw.ReasonUnclear, "duplicate_code", "foreign_key", "invalid_transition"} {
		if s := sayConflict(&w, sw.Card{Reason: r, Entry: entry.Entry{Op: string(wire.OpOrderCreate)}}); s == w.ConflictOther {
			t.Errorf("conflict %s has no sentence", r)
		}
	}
}

func TestLooksAreSixAndNeverSaySentForWhatIsNot(t *testing.T) {
	for _, state := range []entry.State{entry.Pending, entry.Retrying, entry.Attention, entry.Conflict, entry.Rejected, entry.Discarded} {
		for _, doubt := range []bool{false, true} {
			if l := lookOf(sw.Card{State: state, InDoubt: doubt}); l == LookSent {
				t.Errorf("%s looks sent", state)
			}
		}
	}
	for _, hold := range []sw.Reason{sw.ReasonNoAnswer, ""} {
		if l := lookOfBar(sw.Bar{Pending: 1, Hold: hold}); l != LookNeutral {
			t.Errorf("being offline looks %s", l)
		}
	}
}

func TestAFieldErrorIsNamedAsTheFormNamesIt(t *testing.T) {
	w := english()
	for pointer, want := range map[string]string{"/lines/6/quantity": "Line 7, Quantity", "/lines/0": "Line 1", "/name": "Name", "/new_one": "new_one"} {
		if got := fieldName(&w, wire.OpOrderCreate, pointer); got != want {
			t.Errorf("%s is called %q, want %q", pointer, got, want)
		}
	}
	for op, want := range map[wire.Op]string{wire.OpCustomerCreate: w.CustomerCode, wire.OpProductCreate: w.ProductCode} {
		if got := fieldName(&w, op, "/code"); got != want {
			t.Errorf("%s: the code is called %q, want %q", op, got, want)
		}
	}
}

func TestComparingPairsLinesByProduct(t *testing.T) {
	line := func(id string, n int64) wire.OrderLine {
		return wire.OrderLine{ProductID: id, Quantity: n, UnitPriceMinor: 100, Currency: "EUR"}
	}
	mine, _ := wire.Encode(wire.OrderBody{CustomerID: "C", Lines: []wire.OrderLine{line("A", 1), line("B", 2), line("D", 4)}})
	theirs, _ := wire.Encode(wire.Order{CustomerID: "C", Lines: []wire.OrderLineRecord{{OrderLine: line("B", 2)}, {OrderLine: line("A", 5)}, {OrderLine: line("E", 9)}}})
	w := newWorld()
	got := map[string]bool{}
	for _, d := range compare(wordsFor("en"), wire.OpOrderCreate, mine, theirs, reader{ports: w.ports}) {
		got[d.Label] = d.Differs
	}
	for label, differs := range map[string]bool{"Customer": false, "A": true, "B": false, "D": true, "E": true} {
		if d, ok := got[label]; !ok || d != differs {
			t.Errorf("%s: there %v, differs %v, want %v", label, ok, d, differs)
		}
	}
}
