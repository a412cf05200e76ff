package message

import (
	"testing"

	"waybill/app/device"
	"waybill/app/i18n"
	"waybill/idbqueue/entry"
	"waybill/sw"
)

// What the bar says of the way to the office, each card says too.
func TestACardBlamesNobodyWhoSaidNothing(t *testing.T) {
	w := i18n.English()
	for _, c := range []struct {
		card sw.Card
		want string
	}{
		{sw.Card{State: entry.Retrying, Hold: sw.ReasonIntercepted, Cause: sw.CauseSignIn, InDoubt: true}, w.HoldProxy},
		{sw.Card{State: entry.Retrying, Hold: sw.ReasonIntercepted, Cause: sw.CauseUnmarked}, w.HoldUnmarked},
		{sw.Card{State: entry.Attention, Reason: sw.ReasonIntercepted, Cause: sw.CauseUnmarked}, w.HoldUnmarked},
		{sw.Card{State: entry.Attention, Reason: sw.ReasonFailing, Cause: sw.CauseWay}, w.AttentionWay},
		{sw.Card{State: entry.Attention, Reason: sw.ReasonFailing}, w.AttentionFailing},
	} {
		if got := SayCard(&w, c.card, device.Native{}); got != c.want {
			t.Errorf("%s %s, cause %q: %q, want %q", c.card.State, c.card.Reason, c.card.Cause, got, c.want)
		}
	}
	proxy := sw.Card{State: entry.Retrying, Reason: sw.ReasonIntercepted, Hold: sw.ReasonIntercepted, Cause: sw.CauseSignIn, InDoubt: true}
	if got := labelWaiting(&w, proxy, device.Native{}); got != w.StateRetrying {
		t.Errorf("a write that a proxy let not through is %q", got)
	}
}
