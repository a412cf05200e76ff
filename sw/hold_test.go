//go:build !js

package sw

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
)

// about is an exchange about one write.
func about(write string, ev Evidence) Exchange {
	v := Classify(spec(wire.OpOrderCreate), id1, fp1, ev)
	return Exchange{Verdict: v, Write: write, Route: "order.create", Owner: "ana", Build: "b1", SignIn: 5}
}

func applied(write string) Exchange { return about(write, ours(201, proof(id1, fp1))) }

// after runs exchanges one minute apart with the same luck.
func after(h Holds, xs ...Exchange) (Holds, []string) {
	var lifted []string
	for i, x := range xs {
		h, lifted = h.After(x, t0+int64(i)*60_000, 0.5)
	}
	return h, lifted
}

func asking(status int, seconds string) Evidence {
	ev := ours(status, `{}`)
	ev.RetryAfter = seconds
	return ev
}

func TestWhatSetsADevicesHold(t *testing.T) {
	misfit := ours(404, code(wire.CodeNoSuchRoute))
	other := about("w2", misfit)
	other.Route = "customer.create"
	for name, c := range map[string]struct {
		xs   []Exchange
		want Reason // empty: none
	}{
		"no answer":                        {[]Exchange{about("w1", Evidence{})}, ReasonNoAnswer},
		"interception":                     {[]Exchange{about("w1", strange(200, "<html>"))}, ReasonIntercepted},
		"a body altered":                   {[]Exchange{about("w1", ours(400, code(wire.CodeBodyAltered)))}, ReasonIntercepted},
		"429":                              {[]Exchange{about("w1", ours(429, `{}`))}, ReasonFailing},
		"502 of a stranger":                {[]Exchange{about("w1", strange(502, "<html>"))}, ReasonFailing},
		"503":                              {[]Exchange{about("w1", ours(503, `{}`))}, ReasonFailing},
		"504":                              {[]Exchange{about("w1", strange(504, ""))}, ReasonFailing},
		"a Retry-After":                    {[]Exchange{about("w1", asking(500, "30"))}, ReasonRetryAfter},
		"one 500":                          {[]Exchange{about("w1", ours(500, `{}`))}, ""},
		"two 500 to one write":             {[]Exchange{about("w1", ours(500, `{}`)), about("w1", ours(500, `{}`))}, ""},
		"two 500 to two writes":            {[]Exchange{about("w1", ours(500, `{}`)), about("w2", ours(500, `{}`))}, ReasonFailing},
		"a 403 of a stranger, alone":       {[]Exchange{about("w1", strange(403, ""))}, ""},
		"two 500 with a verdict between":   {[]Exchange{about("w1", ours(500, `{}`)), applied("w3"), about("w2", ours(500, `{}`))}, ""},
		"one misfit":                       {[]Exchange{about("w1", misfit)}, ""},
		"two misfits of one route":         {[]Exchange{about("w1", misfit), about("w2", misfit)}, ""},
		"two misfits of two routes":        {[]Exchange{about("w1", misfit), other}, ReasonMisfit},
		"cross origin":                     {[]Exchange{about("w1", ours(403, code(wire.CodeCrossOrigin)))}, ReasonMisfit},
		"applied":                          {[]Exchange{applied("w1")}, ""},
		"a refusal":                        {[]Exchange{about("w1", ours(422, code(wire.CodeValidationFailed)))}, ""},
		"a clash":                          {[]Exchange{about("w1", ours(409, `{}`))}, ""},
		"no answer, then a verdict":        {[]Exchange{about("w1", Evidence{}), applied("w2")}, ""},
		"failing, then a refusal":          {[]Exchange{about("w1", ours(503, `{}`)), about("w1", ours(422, code(wire.CodeMalformed)))}, ""},
		"no answer, then a proven 500":     {[]Exchange{about("w1", Evidence{}), about("w1", ours(500, `{}`))}, ""},
		"no answer, then a stranger's 500": {[]Exchange{about("w1", Evidence{}), about("w1", strange(500, ``))}, ReasonFailing},
		"interception, then a proven 401":  {[]Exchange{about("w1", strange(200, "")), about("w1", ours(401, `{}`))}, ""},
		"failing, then a proven 401":       {[]Exchange{about("w1", ours(503, `{}`)), about("w1", ours(401, `{}`))}, ReasonFailing},
		"failing, then nobody":             {[]Exchange{about("w1", ours(503, `{}`)), about("w1", Evidence{})}, ReasonNoAnswer},
		"altered, over and over":           {[]Exchange{about("w1", ours(400, code(wire.CodeBodyAltered))), about("w1", ours(400, code(wire.CodeBodyAltered)))}, ReasonIntercepted},
	} {
		h, _ := after(Holds{}, c.xs...)
		got := ""
		if h.Device != nil {
			got = h.Device.Reason
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestAHoldIsLengthenedByTheSameSchedule(t *testing.T) {
	var h Holds
	for n := 1; n <= 10; n++ {
		h, _ = h.After(about("w1", Evidence{}), t0, 0.5)
		if got, want := h.Device.Until.DelayMS, Delay(n, 0.5).Milliseconds(); got != want || h.Device.Failures != n {
			t.Errorf("failure %d: %d ms, want %d", n, got, want)
		}
	}
	altered := about("w1", ours(400, code(wire.CodeBodyAltered)))
	h, _ = h.After(altered, t0, 0.5)
	h, _ = h.After(altered, t0, 0.5)
	if h.Device.Failures != 12 {
		t.Errorf("a network that alters bodies starts the row again: %d", h.Device.Failures)
	}
}

func TestTheOfficesWaitIsNotCutShort(t *testing.T) {
	h, _ := after(Holds{}, about("w1", asking(503, "3600")))
	until := h.Device.Until.DueAt()
	if !h.Device.Asked || h.AskedUntil(t0) != until {
		t.Fatalf("%+v", h.Device)
	}
	h, _ = after(h, about("w1", Evidence{})) // a second tap went through, into silence
	if h.Device.Until.DueAt() != until || !h.Device.Asked || h.Device.Reason != ReasonRetryAfter {
		t.Errorf("silence cut it to %+v", h.Device)
	}
	if h = h.Reached(t0); h.Device == nil {
		t.Error("an answer to something else lifts it")
	}
	if stranger, _ := after(Holds{}, about("w1", func() Evidence { e := asking(503, "600"); e.Contract = ""; return e }())); stranger.Device.Asked {
		t.Error("a stranger's Retry-After binds like the office's")
	}
}

func TestAFailingServerIsShownAndHealsByItself(t *testing.T) {
	var h Holds
	for n := range 5 {
		if h.Shown("ana", "b1", t0) != "" {
			t.Fatalf("shown after %d answers", n)
		}
		h, _ = h.After(about("w1", ours(503, `{}`)), t0+int64(n)*225_000, 0.999)
	}
	if h.Shown("ana", "b1", t0) != "" {
		t.Error("five answers are not a quarter of an hour")
	}
	now := t0 + int64(5)*225_000
	for h.Failing.FailingMS < budgetFailing.Milliseconds() {
		now += 300_000
		h, _ = h.After(about("w1", ours(503, `{}`)), now, 0.999)
	}
	if h.Shown("ana", "b1", now) != ReasonFailing {
		t.Errorf("not shown: %+v", h.Failing)
	}
	if quiet, _ := h.After(about("w1", Evidence{}), now, 0.5); quiet.Shown("ana", "b1", now) != ReasonFailing {
		t.Error("a server that has failed so long is not failing because it is silent once")
	}
	healed, _ := h.After(applied("w1"), now, 0.5)
	if healed.Shown("ana", "b1", now) != "" || healed.Failing != (Failing{}) || healed.Device != nil {
		t.Errorf("healed: %+v", healed)
	}
}

func TestFailuresBeforeAHoldCountOnceThereIsOne(t *testing.T) {
	var h Holds
	now := int64(t0)
	fail := func(ev Evidence) {
		x := about("w1", ev)
		x.Own = &entry.Wait{SetAt: now, DelayMS: 240_000}
		h, _ = h.After(x, now, 0.5)
	}
	for range 5 { // the write's own matter, so far
		fail(ours(500, `{}`))
		if h.Device != nil || h.Shown("ana", "b1", now) != "" {
			t.Fatalf("one write's own failure holds all: %+v", h.Device)
		}
		now += 240_000
	}
	fail(strange(502, "<html>"))
	if h.Device == nil || h.Shown("ana", "b1", now) != ReasonFailing {
		t.Errorf("20 minutes of failures, and nobody is told: %+v", h.Failing)
	}
	h, _ = h.After(applied("w2"), now, 0.5)
	fail(strange(502, "<html>"))
	if h.Shown("ana", "b1", now) != "" {
		t.Error("failures before a verdict count")
	}
}

func TestInterceptionIsShownAfterADayOfItAndNotAfterADayOfSilence(t *testing.T) {
	day := 24 * time.Hour.Milliseconds()
	h, _ := Holds{}.After(about("w1", Evidence{}), t0, 0.5)
	h, _ = h.After(about("w1", strange(200, "")), t0+3*day, 0.5)
	if h.Shown("ana", "b1", t0+3*day) != "" {
		t.Error("a portal met after three days of silence is shown at once")
	}
	if h.Shown("ana", "b1", t0+4*day) != ReasonIntercepted {
		t.Error("a day of it is not shown")
	}
}

func TestSilenceForAWeekShowsNobody(t *testing.T) {
	var h Holds
	for n := range 1000 {
		h, _ = h.After(about(fmt.Sprint("w", n), Evidence{}), t0+int64(n)*600_000, 0.5)
	}
	if h.Shown("ana", "b1", t0+7*24*3600*1000) != "" || len(h.Device.By) > byMax {
		t.Errorf("shown, or %d writes remembered", len(h.Device.By))
	}
}

func TestAWriteThatAnothersVerdictPassesWaitsForItself(t *testing.T) {
	h, _ := after(Holds{}, about("w1", strange(200, "")), about("w2", Evidence{}))
	if _, lifted := h.After(applied("w2"), t0, 0.5); !slices.Equal(lifted, []string{"w1"}) {
		t.Errorf("passed by: %v", lifted)
	}
	if _, lifted := h.After(about("w3", ours(503, `{}`)), t0, 0.5); len(lifted) != 0 {
		t.Errorf("no verdict, and passed by: %v", lifted)
	}
}

func TestASwallowedWriteIsShownTheThirdTime(t *testing.T) {
	e := anEntry(func(e *entry.Entry) { e.Open, e.Next = nil, &entry.Wait{SetAt: t0} })
	for n := 1; n <= 4; n++ {
		m := Swallowed(e, t0, 0.5)
		want := entry.Retrying
		if n >= 3 {
			want = entry.Attention
		}
		if m.To != want || m.Next.DelayMS != Delay(n, 0.5).Milliseconds() || m.Books.Spent != 0 {
			t.Errorf("time %d: %s, %+v", n, m.To, m.Next)
		}
		e.State, e.Reason, e.Books = m.To, m.Reason, m.Books
	}
	e.Next = &entry.Wait{SetAt: t0 + 1e12, DelayMS: 1000} // of a clock that has run back
	if m := Swallowed(e, t0, 0.5); m.Next.DelayMS > delayMax.Milliseconds() {
		t.Errorf("waits %d ms", m.Next.DelayMS)
	}
}

func TestA401HoldsItsOwnerUntilTheNextSignIn(t *testing.T) {
	x := about("w1", ours(401, code(wire.CodeUnauthenticated)))
	h, _ := after(Holds{}, x)
	if h.SignedOut["ana"].Reason != ReasonSignedOut || h.Device != nil {
		t.Fatalf("%+v", h)
	}
	standing := func(signedIn int64) Holds {
		return ReadStanding(map[string]json.RawMessage{
			entry.RecordUser: Record("", User{ID: "ana", SignedInAt: signedIn}).Value, RecordHolds: Record("", h).Value,
		}).Holds
	}
	if _, stands := standing(5).SignedOut["ana"]; !stands {
		t.Error("the sign-in that was refused lifts the hold")
	}
	// The clock may have run back: another sign-in counts all the same.
	for _, at := range []int64{6, 4} {
		if _, stands := standing(at).SignedOut["ana"]; stands {
			t.Errorf("a sign-in at %d does not lift the hold", at)
		}
	}
}

func TestA426HoldsTheBuildUntilItIsServedAgain(t *testing.T) {
	old := about("w1", ours(426, code(wire.CodeUpgradeRequired)))
	h, _ := after(Holds{}, old)
	if p := h.Gate("ana", "b1", t0, NudgeNone); p.Open || p.Canary || p.Reason != ReasonUpdate || p.Until != t0+updateWait.Milliseconds() {
		t.Errorf("%+v", p)
	}
	if p := h.Gate("ana", "b2", t0, NudgeNone); !p.Open {
		t.Errorf("a newer app: %+v", p)
	}
	for name, x := range map[string]Exchange{"a verdict": applied("w1"), "401": about("w1", ours(401, `{}`))} {
		if served, _ := h.After(x, t0, 0.5); len(served.Update) != 0 {
			t.Errorf("%s leaves the build's hold", name)
		}
	}
	if h, _ := h.After(about("w1", ours(503, `{}`)), t0, 0.5); len(h.Update) != 1 {
		t.Error("a 503 lifts the build's hold")
	}
}

func TestOnlineShortensSilenceAndInterceptionOnly(t *testing.T) {
	for name, c := range map[string]struct {
		x    Exchange
		want bool
	}{
		"no answer":    {about("w1", Evidence{}), true},
		"interception": {about("w1", strange(302, "")), true},
		"failing":      {about("w1", ours(503, `{}`)), false},
		"retry after":  {about("w1", asking(503, "60")), false},
	} {
		h, _ := after(Holds{}, c.x)
		if got := h.Online(t0).Device.Until.Due(t0); got != c.want {
			t.Errorf("%s: due at once is %v", name, got)
		}
	}
}

func TestADeviceWithoutANetworkHoldsBeforeItSends(t *testing.T) {
	h := Holds{}.Offline(t0, 0.5)
	if h.Device == nil || h.Device.Reason != ReasonNoAnswer || len(h.Device.By) != 0 {
		t.Errorf("%+v", h.Device)
	}
}

func TestHoldsOfAJumpedClockAreRewrittenOnce(t *testing.T) {
	h, _ := Holds{}.After(about("w1", Evidence{}), t0+1e12, 0.5)
	h, _ = h.After(about("w1", ours(426, code(wire.CodeUpgradeRequired))), t0+1e12, 0.5)
	h, _ = h.After(about("w1", Evidence{}), t0+1e12, 0.5)
	h.NudgedAt = t0 + 1e12
	h, jumped := h.Restamped("b1", t0, 0.5)
	if !jumped || h.Device.Until.SetAt != t0 || h.Update["b1"].Until.SetAt != t0 || h.NudgedAt != 0 {
		t.Errorf("%+v %+v", h.Device, h.Update)
	}
	if _, again := h.Restamped("b1", t0, 0.5); again {
		t.Error("rewritten a second time")
	}
}

func TestTheGate(t *testing.T) {
	silent, _ := after(Holds{}, about("w1", Evidence{}))
	asked, _ := after(Holds{}, about("w1", asking(503, "60")))
	out, _ := after(Holds{}, about("w1", ours(401, `{}`)))
	old, _ := after(Holds{}, about("w1", ours(426, `{}`)))
	both, _ := old.After(about("w1", asking(503, "60")), t0, 0)
	due := t0 + 10*60_000
	nudgedNow := silent.Nudged(t0)
	longer, _ := after(silent, about("w1", Evidence{}))
	nudgedLong := longer.Nudged(t0)
	for name, c := range map[string]struct {
		h     Holds
		owner string
		now   int64
		nudge Nudge
		want  string
	}{
		"nothing stands":                          {Holds{}, "ana", t0, NudgeNone, "open"},
		"nobody is signed in":                     {Holds{}, "", t0, NudgeInsist, "closed"},
		"silence":                                 {silent, "ana", t0, NudgeNone, "later"},
		"silence, its wait over":                  {silent, "ana", due, NudgeNone, "canary"},
		"silence, send now":                       {silent, "ana", t0, NudgeOnce, "nudged"},
		"silence, send now, 5 s after the last":   {nudgedNow, "ana", t0 + 4_999, NudgeOnce, "kept"},
		"silence, send now, after that":           {nudgedLong, "ana", t0 + 5_000, NudgeOnce, "nudged"},
		"the office asked":                        {asked, "ana", t0, NudgeNone, "later"},
		"the office asked, send now":              {asked, "ana", t0, NudgeOnce, "later"},
		"the office asked, a second tap":          {asked, "ana", t0, NudgeInsist, "nudged"},
		"the office asked, its time over":         {asked, "ana", due, NudgeNone, "canary"},
		"signed out":                              {out, "ana", due, NudgeInsist, "closed"},
		"signed out, another user":                {out, "ben", t0, NudgeNone, "open"},
		"too old":                                 {old, "ana", t0, NudgeNone, "later"},
		"too old, send now":                       {old, "ana", t0, NudgeOnce, "nudged"},
		"too old, a day later":                    {old, "ana", t0 + updateWait.Milliseconds(), NudgeNone, "canary"},
		"too old and asked to wait":               {both, "ana", t0, NudgeOnce, "later"},
		"too old and asked to wait, a second tap": {both, "ana", t0, NudgeInsist, "nudged"},
	} {
		p := c.h.Gate(c.owner, "b1", c.now, c.nudge)
		got := "closed"
		switch {
		case p.Open:
			got = "open"
		case p.Nudged:
			got = "nudged"
		case p.Canary:
			got = "canary"
		case p.Kept:
			got = "kept"
		case p.Until > c.now:
			got = "later"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s (%+v)", name, got, c.want, p)
		}
	}
}
