//go:build !js

package sw

import (
	"slices"
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

func card(state entry.State, reason Reason, change ...func(*entry.Entry)) entry.Entry {
	e := anEntry(change...)
	e.Open, e.State, e.Reason = nil, state, reason
	return e
}

func TestEachStateOffersWhatThePersonCanDo(t *testing.T) {
	customer := func(e *entry.Entry) { e.Op = string(wire.OpCustomerCreate) }
	delivery := func(e *entry.Entry) { e.Op = string(wire.OpDispatchDeliver) }
	for name, c := range map[string]struct {
		e    entry.Entry
		want []Act
	}{
		"pending":                      {card(entry.Pending, ""), []Act{ActEdit, ActDiscard}},
		"retrying":                     {card(entry.Retrying, ReasonFailing), []Act{ActRetry, ActEdit, ActDiscard}},
		"retrying in doubt":            {card(entry.Retrying, ReasonFailing, doubted(t0)), []Act{ActCheck, ActRetry, ActEdit, ActDiscard}},
		"budget":                       {card(entry.Attention, ReasonBudget), []Act{ActRetry, ActEdit, ActDiscard}},
		"restored":                     {card(entry.Attention, ReasonRestored), []Act{ActRetry, ActEdit, ActDiscard}},
		"rejected":                     {card(entry.Rejected, "validation_failed"), []Act{ActEdit, ActRetry, ActDiscard}},
		"an earlier order":             {card(entry.Conflict, ReasonEarlier), []Act{ActTheirs, ActMine}},
		"an earlier customer":          {card(entry.Conflict, ReasonEarlier, customer), []Act{ActTheirs}},
		"a clash":                      {card(entry.Conflict, "duplicate_code", customer), []Act{ActTheirs, ActEdit, ActRetry, ActDiscard}},
		"a transition clashes":         {card(entry.Conflict, "invalid_transition", delivery), []Act{ActSame, ActRetry, ActDiscard}},
		"discarded":                    {card(entry.Discarded, DiscardByRep), []Act{ActRestore}},
		"sent":                         {card(entry.Sent, ""), nil},
		"under way":                    {anEntry(), nil},
		"it waits for one that failed": {card(entry.Pending, "", func(e *entry.Entry) { e.Parents = []string{"gone"} }), []Act{ActRepoint, ActEdit, ActDiscard}},
	} {
		if got := CardOf(c.e, View{Owner: "ana", Now: t0}).Acts; !slices.Equal(got, c.want) {
			t.Errorf("%s offers %v, want %v", name, got, c.want)
		}
	}
}

func TestAChildShowsWhatBecomesOfItsParents(t *testing.T) {
	child := card(entry.Pending, "", func(e *entry.Entry) { e.Key, e.Parents = "child", []string{"p"} })
	for name, c := range map[string]struct {
		parent *entry.Entry
		holds  Holds
		want   entry.State
	}{
		"pending":     {ptr(card(entry.Pending, "")), Holds{}, entry.Pending},
		"retrying":    {ptr(card(entry.Retrying, ReasonFailing)), Holds{}, entry.Pending},
		"attention":   {ptr(card(entry.Attention, ReasonBudget)), Holds{}, entry.Attention},
		"conflict":    {ptr(card(entry.Conflict, "duplicate_code")), Holds{}, entry.Attention},
		"rejected":    {ptr(card(entry.Rejected, "forbidden")), Holds{}, entry.Attention},
		"discarded":   {ptr(card(entry.Discarded, DiscardByRep)), Holds{}, entry.Attention},
		"missing":     {nil, Holds{}, entry.Attention},
		"signed out":  {ptr(card(entry.Pending, "")), Holds{SignedOut: map[string]OwnerHold{"ana": {Reason: ReasonSignedOut}}}, entry.Attention},
		"in a circle": {ptr(card(entry.Pending, "", func(e *entry.Entry) { e.Parents = []string{"p"} })), Holds{}, entry.Attention},
	} {
		v := View{Owner: "ana", Now: t0, Holds: c.holds, Known: map[string]entry.Entry{}, Family: []entry.Entry{child}, Totals: entry.Totals{Children: 1}}
		if c.parent != nil {
			v.Known["p"] = *c.parent
		}
		got := CardOf(child, v)
		bar := BarOf(v)
		if got.State != c.want || got.Reason != ReasonParent || bar.Unsent() != 1 || (bar.Attention == 1) != (c.want == entry.Attention) {
			t.Errorf("a parent that is %s: %s %s, bar %+v", name, got.State, got.Reason, bar)
		}
	}
}

func ptr[T any](v T) *T { return &v }

func TestTheBarCountsEverythingOnceAndTodaysProofs(t *testing.T) {
	totals := entry.Totals{
		Pending: 3, Retrying: 2, Attention: 1, Conflict: 4, Rejected: 5, Unreadable: 6, Sent: 9,
		Days: map[string]int{"2026-11-30": 7, "2026-11-29": 2}, Oldest: t0 - 5, Others: 8, Unowned: 1,
	}
	v := View{Now: t0, Day: "2026-11-30", Owner: "ana", Totals: totals}
	b := BarOf(v)
	if b.Unsent() != totals.Unsent() || b.Sent != 7 || b.Attention != 7 || !b.Online || b.Hold != "" {
		t.Errorf("%+v", b)
	}
	v.Holds = Holds{Failing: Failing{Answered: 5, FailingMS: budgetFailing.Milliseconds()}, Device: &Hold{Reason: ReasonFailing, Since: t0 - 9, Until: entry.Wait{SetAt: t0, DelayMS: 60_000}}}
	b = BarOf(v)
	if b.Unsent() != totals.Unsent() || b.Pending+b.Retrying != 0 || b.Attention != 12 || b.Hold != ReasonFailing || b.Since != t0-9 || b.Until != t0+60_000 {
		t.Errorf("under a server that fails: %+v", b)
	}
	v.Holds = Holds{Device: &Hold{Reason: ReasonNoAnswer}}
	if b = BarOf(v); b.Online {
		t.Error("online, and nothing comes back")
	}
}

func TestAHeldWritesNextTryIsTheHolds(t *testing.T) {
	e := card(entry.Retrying, ReasonFailing, func(e *entry.Entry) { e.Next = &entry.Wait{SetAt: t0, DelayMS: 5_000} })
	hold := func(ms int64) Holds {
		return Holds{Device: &Hold{Reason: ReasonFailing, Until: entry.Wait{SetAt: t0, DelayMS: ms}}}
	}
	for name, c := range map[string]struct {
		holds Holds
		want  int64
	}{
		"no hold":        {Holds{}, t0 + 5_000},
		"a longer hold":  {hold(60_000), t0 + 60_000},
		"a shorter hold": {hold(1_000), t0 + 5_000},
		"signed out":     {Holds{SignedOut: map[string]OwnerHold{"ana": {}}}, 0},
	} {
		if got := CardOf(e, View{Owner: "ana", Now: t0, Holds: c.holds}).NextAt; got != c.want {
			t.Errorf("%s: next at +%d ms", name, got-t0)
		}
	}
}

func TestTheBarsNextTryIsWhenTheLongerOfTwoWaitsIsOver(t *testing.T) {
	device := func(ms int64) *Hold {
		return &Hold{Reason: ReasonRetryAfter, Since: t0 - 9, Until: entry.Wait{SetAt: t0, DelayMS: ms}}
	}
	build := map[string]BuildHold{"b1": {Since: t0 - 5, Until: entry.Wait{SetAt: t0, DelayMS: 20_000}}}
	for name, c := range map[string]struct {
		holds        Holds
		since, until int64
	}{
		"the device's":             {Holds{Device: device(60_000)}, t0 - 9, t0 + 60_000},
		"the build's":              {Holds{Update: build}, t0 - 5, t0 + 20_000},
		"both, the device's later": {Holds{Device: device(60_000), Update: build}, t0 - 5, t0 + 60_000},
		"both, the build's later":  {Holds{Device: device(1_000), Update: build}, t0 - 5, t0 + 20_000},
	} {
		b := BarOf(View{Owner: "ana", Build: "b1", Now: t0, Holds: c.holds})
		if b.Since != c.since || b.Until != c.until {
			t.Errorf("%s: since %+d, until %+d ms", name, b.Since-t0, b.Until-t0)
		}
	}
}

func TestADayIsTheDevicesOwn(t *testing.T) {
	auckland := time.FixedZone("NZDT", 13*3600)
	if got := wire.LocalDay(time.Date(2026, 11, 30, 23, 30, 0, 0, auckland)); got != "2026-11-30" {
		t.Errorf("%s", got)
	}
}

func TestD23ACardNamesTheHoldThatTheBarNames(t *testing.T) {
	e := card(entry.Pending, "")
	device := func(r Reason) Holds {
		return Holds{Device: &Hold{Reason: r, Since: t0 - 9, Until: entry.Wait{SetAt: t0, DelayMS: 60_000}}}
	}
	for name, v := range map[string]View{
		"none":        {},
		"no answer":   {Holds: device(ReasonNoAnswer)},
		"failing":     {Holds: device(ReasonFailing)},
		"retry after": {Holds: device(ReasonRetryAfter)},
		"signed out":  {Holds: Holds{SignedOut: map[string]OwnerHold{"ana": {Reason: ReasonSignedOut, Since: t0 - 5}}}},
		"storage":     {Holds: device(ReasonNoAnswer), Stuck: true},
	} {
		v.Owner, v.Now = "ana", t0
		b, c := BarOf(v), CardOf(e, v)
		if c.Hold != b.Hold || c.HeldSince != b.Since || c.HeldUntil != b.Until {
			t.Errorf("%s: the bar is held by %q (%d, %d), the card by %q (%d, %d)", name, b.Hold, b.Since, b.Until, c.Hold, c.HeldSince, c.HeldUntil)
		}
		if name == "storage" && (b.Hold != ReasonStorage || b.Online) {
			t.Errorf("storage: %+v", b)
		}
	}
}
