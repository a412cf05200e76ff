//go:build !js

package sw

import (
	"testing"

	"waybill/idbqueue/entry"
)

func TestANoticeNeedsAWishSomethingNewAndNobodyLooking(t *testing.T) {
	yes := Wish{Answer: AnsweredYes, Words: NoticeWords{Lang: "en", Title: "t", Forms: map[string]string{"other": "{n}"}}}
	for name, c := range map[string]struct {
		need, told Need
		wish       Wish
		seen       bool
		want       int // the count, 0: no notice
	}{
		"refused":                      {need: Need{Rejected: 1}, wish: yes, want: 1},
		"in conflict":                  {need: Need{Conflict: 2}, wish: yes, want: 2},
		"needs attention":              {need: Need{Attention: 1}, wish: yes, want: 1},
		"all in one notice":            {need: Need{1, 2, 3}, wish: yes, want: 6},
		"one more than was told":       {need: Need{Rejected: 2}, told: Need{Rejected: 1}, wish: yes, want: 2},
		"another kind than was told":   {need: Need{Conflict: 1}, told: Need{Rejected: 1}, wish: yes, want: 1},
		"told already":                 {need: Need{Rejected: 1}, told: Need{Rejected: 1}, wish: yes},
		"less than was told":           {need: Need{Rejected: 1}, told: Need{Rejected: 2}, wish: yes},
		"nothing":                      {wish: yes},
		"somebody looks at the app":    {need: Need{Rejected: 1}, wish: yes, seen: true},
		"the rep wants none":           {need: Need{Rejected: 1}, wish: Wish{Answer: AnsweredNo}},
		"the rep was never asked":      {need: Need{Rejected: 1}},
		"an answer of a later version": {need: Need{Rejected: 1}, wish: Wish{Answer: "weekdays"}},
	} {
		n, due := NoticeOf(c.need, c.told, c.wish, c.seen)
		if due != (c.want > 0) || n.Count != c.want {
			t.Errorf("%s: notice %v with %d, want %d", name, due, n.Count, c.want)
		}
		if due && (n.Tag != noticeTag || n.Open != "/outbox" || n.Words.Title != "t") {
			t.Errorf("%s: %+v is not the one notice of this device", name, n)
		}
	}
}

func TestOnlyWhatTheRepCanMendIsWorthANotice(t *testing.T) {
	waiting := entry.Totals{Pending: 2, Retrying: 3, Sent: 4, Discarded: 5, Children: 6}
	for shown, want := range map[Reason]int{
		"": 0, ReasonFailing: 0, ReasonIntercepted: 0, ReasonRetryAfter: 0,
		ReasonSignedOut: 5, ReasonWrongUser: 5, ReasonUpdate: 5,
	} {
		if got := needOf(waiting, shown).All(); got != want {
			t.Errorf("held by %q: %d need the rep, want %d", shown, got, want)
		}
	}
	if got := needOf(entry.Totals{Attention: 1, Conflict: 2, Rejected: 4, Pending: 8}, ""); got != (Need{1, 2, 4}) {
		t.Errorf("counted %+v", got)
	}
}
