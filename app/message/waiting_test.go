//go:build !js

package message

import (
	"strings"
	"testing"

	"waybill/app/fake"
	"waybill/app/i18n"
	"waybill/idbqueue/entry"
	"waybill/sw"
)

// standings are all that a write which goes out by itself may be found in.
func standings(f func(c sw.Card, b sw.Bar, d *fake.Device)) {
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
								d := &fake.Device{Offline: offline}
								online := hold != sw.ReasonNoAnswer && hold != sw.ReasonIntercepted
								f(
									sw.Card{State: state, InDoubt: doubt, MayHaveArrived: out, Sending: sending, Hold: hold, HeldSince: fake.Now, HeldUntil: fake.Now, Reason: reason},
									sw.Bar{Pending: 1, Online: online, Hold: hold, Since: fake.Now, Until: fake.Now}, d,
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
	for _, w := range []i18n.Words{i18n.English(), i18n.German()} {
		n := 0
		standings(func(c sw.Card, b sw.Bar, d *fake.Device) {
			n++
			bar, card, label := SayBar(&w, b, d), SayCard(&w, c, d), SayState(&w, c, d)
			says := func(text string) bool { return strings.Contains(card, text) }
			arrived := says(w.DoubtText) || says(w.DoubtLater) || says(w.DoubtHeld)
			none := strings.Contains(bar, w.NoConnection)
			fail := func(why string) {
				t.Errorf("%s: %s, doubt %v, out %v, sending %v, hold %q, reason %q, offline %v: bar %q, card %q (%s)",
					why, c.State, c.InDoubt, c.MayHaveArrived, c.Sending, c.Hold, c.Reason, d.Offline, bar, card, label)
			}
			if !c.MayHaveArrived && (arrived || label == w.StateDoubt) {
				fail("nothing got out, and it may have arrived")
			}
			if c.MayHaveArrived && !c.Sending && !arrived {
				fail("it may have arrived, and that is not said")
			}
			if none != (c.Hold == sw.ReasonNoAnswer || c.Hold == "" && d.Offline) {
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
