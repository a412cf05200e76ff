package message

import (
	"strings"
	"testing"

	"waybill/app/apptest"
	"waybill/app/device"
	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

func TestTheBarSaysWhatHoldsThenWhatNeedsYouThenWhatWaits(t *testing.T) {
	w := i18n.English()
	for _, c := range []struct {
		bar  sw.Bar
		want []string
		not  []string
	}{
		{sw.Bar{Online: true, Sent: 3}, []string{"Nothing waiting. 3 sent today."}, nil},
		{sw.Bar{Online: true, Pending: 1, Retrying: 1, Oldest: fake.Now}, []string{"2 waiting to send", "oldest since"}, []string{"need"}},
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
		got := SayBar(&w, c.bar, device.Native{})
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
	w := i18n.English()
	seen := map[string]string{}
	for _, r := range []sw.Reason{
		sw.ReasonNoAnswer, sw.ReasonIntercepted, sw.ReasonSignedOut, sw.ReasonWrongUser, sw.ReasonUpdate, sw.ReasonMisfit,
		sw.ReasonRetryAfter, sw.ReasonFailing, sw.ReasonStorage,
	} {
		s := sayHold(&w, sw.Bar{Online: true, Hold: r}, device.Native{})
		if s == "" || s == w.HoldOther || seen[s] != "" {
			t.Errorf("hold %s says %q (as %q)", r, s, seen[s])
		}
		seen[s] = r
	}
	for _, r := range []sw.Reason{sw.ReasonBudget, sw.ReasonSwallowed, sw.ReasonParent, sw.ReasonRestored, sw.ReasonCancelled, sw.ReasonFailing, sw.ReasonMisfit} {
		if s := sayAttention(&w, sw.Card{Reason: r}, device.Native{}); s == "" || s == w.AttentionOther {
			t.Errorf("attention %s says %q", r, s)
		}
	}
	for _, r := range []string{sw.ReasonEarlier, sw.ReasonTaken, sw.ReasonUnclear, "duplicate_code", "foreign_key", "invalid_transition"} {
		if s := sayConflict(&w, sw.Card{Reason: r, Entry: entry.Entry{Op: string(wire.OpOrderCreate)}}); s == w.ConflictOther {
			t.Errorf("conflict %s has no sentence", r)
		}
	}
}

func TestComparingPairsLinesByProduct(t *testing.T) {
	line := func(id string, n int64) wire.OrderLine {
		return wire.OrderLine{ProductID: id, Quantity: n, UnitPriceMinor: 100, Currency: "EUR"}
	}
	mine, _ := wire.Encode(wire.OrderBody{CustomerID: "C", Lines: []wire.OrderLine{line("A", 1), line("B", 2), line("D", 4)}})
	theirs, _ := wire.Encode(wire.Order{CustomerID: "C", Lines: []wire.OrderLineRecord{{OrderLine: line("B", 2)}, {OrderLine: line("A", 5)}, {OrderLine: line("E", 9)}}})
	w := apptest.New()
	got := map[string]bool{}
	for _, d := range Compare(i18n.For("en"), wire.OpOrderCreate, mine, theirs, Reader{Ports: w.Ports}) {
		got[d.Label] = d.Differs
	}
	for label, differs := range map[string]bool{"Customer": false, "A": true, "B": false, "D": true, "E": true} {
		if d, ok := got[label]; !ok || d != differs {
			t.Errorf("%s: there %v, differs %v, want %v", label, ok, d, differs)
		}
	}
}
