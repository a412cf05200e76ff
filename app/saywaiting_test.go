//go:build !js

package app

import (
	"strings"
	"testing"

	"waybill/idbqueue/entry"
	"waybill/sw"
)

// standings are all that a write which goes out by itself may be found in.
func standings(f func(c sw.Card, b sw.Bar, d *fakeDevice)) {
	for _, state := range []entry.State{entry.Pending, entry.Retrying} {
		for _, doubt := range []bool{false, true} {
			for _, out := range []bool{false, true} {
				for _, sending := range []bool{false, true} {
					for _, hold := range []sw.Reason{
						"", sw.ReasonNoAnswer, sw.ReasonIntercepted, sw.ReasonRetryAfter, sw.ReasonFailing, sw.ReasonMisfit, sw.ReasonStorage,
					} {
						for _, reason := range []sw.Reason{"", sw.ReasonNoAnswer, sw.ReasonIntercepted, sw.ReasonRetryAfter, sw.ReasonFailing} {
							for _, offline := range []bool{false, true} {
								if out && !doubt {
									continue // what is not in doubt has not arrived
								}
								d := &fakeDevice{offline: offline}
								online := hold != sw.ReasonNoAnswer && hold != sw.ReasonIntercepted
								f(
									sw.Card{State: state, InDoubt: doubt, MayHaveArrived: out, Sending: sending, Hold: hold, HeldSince: fakeNow, HeldUntil: fakeNow, Reason: reason},
									sw.Bar{Pending: 1, Online: online, Hold: hold, Since: fakeNow, Until: fakeNow}, d,
								)
							}
						}
					}
				}
			}
		}
	}
}

// D23: bar, panel and card never say two things.
func TestD23BarAndCardNeverSayTwoThings(t *testing.T) {
	for _, w := range []Words{english(), german()} {
		n := 0
		standings(func(c sw.Card, b sw.Bar, d *fakeDevice) {
			n++
			bar, card, label := sayBar(&w, b, d), sayCard(&w, c, d), sayState(&w, c, d)
			says := func(text string) bool { return strings.Contains(card, text) }
			arrived := says(w.DoubtText) || says(w.DoubtLater) || says(w.DoubtHeld)
			none := strings.Contains(bar, w.NoConnection)
			fail := func(why string) {
				t.Errorf("%s: %s, doubt %v, out %v, sending %v, hold %q, reason %q, offline %v: bar %q, card %q (%s)",
					why, c.State, c.InDoubt, c.MayHaveArrived, c.Sending, c.Hold, c.Reason, d.offline, bar, card, label)
			}
			if !c.MayHaveArrived && (arrived || label == w.StateDoubt) {
				fail("nothing got out, and it may have arrived")
			}
			if c.MayHaveArrived && !c.Sending && !arrived {
				fail("it may have arrived, and that is not said")
			}
			if none != (c.Hold == sw.ReasonNoAnswer || c.Hold == "" && d.offline) {
				fail("the bar and the connection")
			}
			if none && (says(w.SayingSending) || says(w.DoubtText) || says(w.AskNow) || label == w.StateSending || says(w.NotThrough)) {
				fail("no connection, and something is going on")
			}
			if !none && (says(w.AskLater) || says(w.DoubtLater)) {
				fail("it waits for a connection that is there")
			}
			if c.Hold != "" && !none && !c.Sending && !says(sayHold(&w, b, d)) {
				fail("the bar names what holds it, and the card does not")
			}
			if c.Hold != "" && !none && says(w.SavedHere) {
				fail("it goes out when there is a connection, and that is not what holds it")
			}
			if card == "" || label == "" {
				fail("nothing is said")
			}
		})
		if n != 840 {
			t.Fatalf("%d standings", n)
		}
	}
}

// The panel after saving and the card say the same of the same write.
func TestD23SavedWithNoNetworkSaysTheSameInBarPanelAndCard(t *testing.T) {
	t1 := english()
	w := newWorld()
	c := sw.Card{Entry: customer(), State: entry.Retrying, Reason: sw.ReasonNoAnswer, InDoubt: true, Hold: sw.ReasonNoAnswer}
	w.outbox.cards = []sw.Card{c}
	panel, _ := show(t, &SavedState{Ports: w.ports, Key: c.Entry.Key})
	_, html, _ := card(t, w, c)
	for name, html := range map[string]string{"panel": panel, "card": html} {
		wants(t, html, t1.AskLater)
		lacks(t, html, t1.DoubtText, t1.StateDoubt, "may have arrived")
		if name == "card" {
			wants(t, html, t1.DoNotEnterAgain)
		}
	}
}
