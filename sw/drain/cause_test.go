//go:build !js

package drain

import (
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// D47: a proxy wants a password. Nothing got through it.
func TestAStrangersSignInIsInterceptionAndLetsNothingThrough(t *testing.T) {
	for _, status := range []int{401, 407} {
		m := judge(anEntry(), strange(status, "<html>"), sw.Moment{Now: t0}).Move
		if m.To != entry.Retrying || m.Reason != sw.ReasonIntercepted || m.Books.Spent != 0 || m.GotOut || m.Answer != nil || !m.Doubtful {
			t.Errorf("%d: %+v", status, m)
		}
	}
	if m := judge(anEntry(), ours(401, code(wire.CodeUnauthenticated)), sw.Moment{Now: t0}).Move; m.Reason != sw.ReasonSignedOut {
		t.Errorf("the office's own: %+v", m)
	}
	l := newLine(t)
	keys := l.orders(3)
	l.answer = script(strange(401, "<html>"))
	l.pass(20 * time.Minute)
	for _, key := range keys {
		e := l.entry(key)
		if c := sw.CardOf(e, sw.View{Owner: "ana", Now: l.now, Holds: l.holds()}); c.State != entry.Retrying && c.State != entry.Pending || c.MayHaveArrived || c.Cause != sw.CauseSignIn || e.Books.Spent != 0 {
			t.Errorf("%s %s, may have arrived %v, cause %q, spent %d", c.State, c.Reason, c.MayHaveArrived, c.Cause, e.Books.Spent)
		}
	}
	l.answer = l.office
	l.pass(time.Hour)
	for _, key := range keys {
		l.want(key, entry.Sent, "", 0)
	}
}
