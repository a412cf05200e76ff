package api_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/password"
	"waybill/server/wire"
)

func change(p *phone, current, fresh string) reply {
	p.t.Helper()
	return p.post("/session/password", wire.PasswordBody{Current: current, New: fresh})
}

// at lists the fields that a refusal names.
func at(r reply) string {
	var fields []string
	for _, e := range r.prob.Errors {
		fields = append(fields, e.Field)
	}
	return strings.Join(fields, " ")
}

func TestAChangedPasswordSignsInAndTheOldOneDoesNot(t *testing.T) {
	o := openOffice(t)
	here, tablet, ben := o.phoneOf(demo.Ana), o.phoneOf(demo.Ana), o.phoneOf(demo.Ben)
	r := here.expect("the change", change(here, "ana-demo-pass", "correct horse"), "200")
	if string(r.body) != "{}" || len(r.header["Set-Cookie"]) != 0 {
		t.Errorf("answers %s with cookies %v", r.body, r.header["Set-Cookie"])
	}
	here.expect("the device that changed it", here.get("/orders"), "200")
	tablet.expect("another device", tablet.get("/orders"), "401 unauthenticated")
	ben.expect("another user", ben.get("/orders"), "200")
	p := o.nobody()
	p.expect("the old password", signIn(p, "ana", "ana-demo-pass"), "401 bad_credentials")
	p.expect("the new one", signIn(p, "ana", "correct horse"), "200")
	p.expect("another user's", signIn(p, "ben", "ben-demo-pass"), "200")
}

func TestAWrongCurrentPasswordJudgesTheFormAndNotTheSession(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	for name, c := range map[string]struct{ current, fresh, want, fields string }{
		"a wrong one":     {"guess", "correct horse", "422 validation_failed", "/current"},
		"another user's":  {"ben-demo-pass", "correct horse", "422 validation_failed", "/current"},
		"a short new one": {"ana-demo-pass", "seven77", "422 validation_failed", "/new"},
		"the same":        {"ana-demo-pass", "ana-demo-pass", "422 validation_failed", "/new"},
		"nothing":         {"", "", "422 validation_failed", "/current /new"},
		"far too long":    {"ana-demo-pass", strings.Repeat("x", wire.PasswordMax+1), "422 validation_failed", "/new"},
	} {
		if r := p.expect(name, change(p, c.current, c.fresh), c.want); at(r) != c.fields {
			t.Errorf("%s: errors at %q, want %q", name, at(r), c.fields)
		}
	}
	p.expect("an unknown field", p.post("/session/password", `{"current":"a","new":"b","user":"ben"}`), "400 malformed")
	p.expect("the session stands", p.get("/orders"), "200")
	p.expect("the password too", signIn(o.nobody(), "ana", "ana-demo-pass"), "200")
	p.header = http.Header{wire.HeaderOwner: {demo.Ben}}
	p.expect("for another user", change(p, "ana-demo-pass", "correct horse"), "401 wrong_user")
	nobody := o.nobody()
	nobody.expect("without a session", change(nobody, "ana-demo-pass", "correct horse"), "401 unauthenticated")
}

func TestGuessesAtThePasswordAreSlowedDownAsAtTheSignIn(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	for range 3 {
		p.expect("a guess", change(p, "guess", "correct horse"), "422 validation_failed")
	}
	for range 2 {
		p.expect("a guess at the door", signIn(o.nobody(), "ana", "guess"), "401 bad_credentials")
	}
	r := p.expect("one guess more, although right", change(p, "ana-demo-pass", "correct horse"), "429 rate_limited")
	if r.header.Get("Retry-After") != "20" {
		t.Errorf("asked to wait %q", r.header.Get("Retry-After"))
	}
	p.expect("the session stands", p.get("/orders"), "200")
	o.now = o.now.Add(21 * time.Second)
	p.expect("after the wait", change(p, "ana-demo-pass", "correct horse"), "200")
}

// Two tablets change the password at the same moment: the second finds that
// what it has proved is no longer the password.
func TestOfTwoChangesAtOnceOneCounts(t *testing.T) {
	var o *office
	faster := func(_ context.Context, pw string) (string, error) {
		if pw == "the second one" {
			if err := o.st.SetPassword(t.Context(), "ana", "the first one"); err != nil {
				t.Error(err)
			}
		}
		return pw, nil
	}
	o = openOffice(t, func(c *api.Config) { c.Hash = faster })
	p := o.phoneOf(demo.Ana)
	if r := p.expect("the slower one", change(p, "ana-demo-pass", "the second one"), "422 validation_failed"); at(r) != "/current" {
		t.Errorf("errors at %q", at(r))
	}
	p.expect("the faster one counts", signIn(o.nobody(), "ana", "the first one"), "200")
}

// A sign-in that proved the old password while it was being changed is none.
func TestASignInThatAChangeOvertakesIsRefused(t *testing.T) {
	var o *office
	slow := func(ctx context.Context, pw, stored string) (bool, error) {
		if err := o.st.SetPassword(ctx, "ana", "changed meanwhile"); err != nil {
			t.Error(err)
		}
		return pw == stored, nil
	}
	o = openOffice(t, func(c *api.Config) { c.Verify = slow })
	p := o.nobody()
	r := p.expect("the old password, proved too late", signIn(p, "ana", "ana-demo-pass"), "401 bad_credentials")
	if cookie(r, api.SessionCookie).Value != "" {
		t.Error("it got a session")
	}
}

func TestNoPasswordIsLoggedOrStoredAsItIs(t *testing.T) {
	var log bytes.Buffer
	o := openOffice(t, func(c *api.Config) {
		c.Log, c.Verify, c.Hash = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), nil, nil
	})
	if err := o.st.SetPassword(t.Context(), "ana", password.Hash("ana-demo-pass")); err != nil {
		t.Fatal(err)
	}
	p := o.phoneOf(demo.Ana)
	p.expect("a wrong one", change(p, "guess-guess", "correct horse"), "422 validation_failed")
	p.expect("the change", change(p, "ana-demo-pass", "correct horse"), "200")
	if log.Len() == 0 {
		t.Fatal("nothing is logged at all")
	}
	for _, secret := range []string{"ana-demo-pass", "correct horse", "guess-guess"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log holds %q:\n%s", secret, log.String())
		}
	}
	u, err := o.st.UserNamed(t.Context(), "ana")
	if err != nil || !strings.HasPrefix(u.Password, "$argon2id$") {
		t.Errorf("stored as %q, %v", u.Password, err)
	}
	p.expect("the new one", signIn(o.nobody(), "ana", "correct horse"), "200")
}
