package api_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/wire"
)

func cookie(r reply, name string) *http.Cookie {
	for _, c := range (&http.Response{Header: r.header}).Cookies() {
		if c.Name == name {
			return c
		}
	}
	return &http.Cookie{}
}

func signIn(p *phone, name, pw string) reply {
	p.t.Helper()
	return p.post("/session", wire.Credentials{Username: name, Password: pw})
}

func TestASignInAnswersWhoAndSetsTheCookies(t *testing.T) {
	o := openOffice(t)
	p := o.nobody()
	r := p.expect("sign-in", signIn(p, "Ana", "ana-demo-pass"), "200")
	s := read[wire.Session](t, r)
	if s.User == nil || s.User.ID != demo.Ana || s.User.Role != wire.RoleRep || s.Store != o.st.ID() || s.ExpiresAt != "2026-12-30T12:00:00Z" {
		t.Errorf("signed in as %+v", s)
	}
	c, d := cookie(r, api.SessionCookie), cookie(r, api.DeviceCookie)
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Secure || c.Path != "/" || !d.HttpOnly || d.MaxAge != 400*24*3600 || d.Value != s.Device.ID {
		t.Errorf("cookies %+v, %+v", c, d)
	}
	if strings.Contains(fmt.Sprint(r.header["Set-Cookie"]), "ana") {
		t.Error("a cookie tells the name")
	}
	p.token, p.device = c.Value, d.Value
	again := read[wire.Session](t, p.get("/session"))
	if again.User == nil || again.Device.ID != s.Device.ID {
		t.Errorf("asked again: %+v", again)
	}
	p.expect("a request with it", p.get("/orders"), "200")
}

func TestNobodyIsAnAnswerToo(t *testing.T) {
	p := openOffice(t).nobody()
	r := p.expect("nobody", p.get("/session"), "200")
	if !strings.Contains(string(r.body), `"user":null`) {
		t.Errorf("nobody is %s", r.body)
	}
	p.token = "forged"
	p.expect("a forged token", p.get("/orders"), "401 unauthenticated")
	r = p.expect("signing out without a session", p.send(p.request("DELETE", wire.Base+"/session", nil)), "200")
	if string(r.body) != "{}" {
		t.Errorf("signed out: %s", r.body)
	}
}

func TestASignInEndsTheSessionThatCameWithIt(t *testing.T) {
	o := openOffice(t)
	ana := o.phoneOf(demo.Ana)
	r := ana.expect("Ben on Ana's tablet", signIn(ana, "ben", "ben-demo-pass"), "200")
	ana.expect("Ana's old session", ana.get("/orders"), "401 unauthenticated")
	ben := &phone{office: o, token: cookie(r, api.SessionCookie).Value, header: http.Header{wire.HeaderOwner: {demo.Ana}}}
	ben.expect("Ana's write under Ben's session", ben.post("/orders", order(1)), "401 wrong_user")
	ben.header = http.Header{wire.HeaderOwner: {demo.Ben}}
	ben.expect("Ben's own", ben.post("/orders", order(1)), "201")
	ben.expect("signing out", ben.send(ben.request("DELETE", wire.Base+"/session", nil)), "200")
	ben.expect("after it", ben.get("/orders"), "401 unauthenticated")
}

func TestASessionSlidesOnTheServer(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	for range 3 {
		o.now = o.now.Add(29 * 24 * time.Hour)
		if r := p.expect("within 30 days", p.get("/orders"), "200"); len(r.header["Set-Cookie"]) != 0 {
			t.Error("a route other than /session sets a cookie")
		}
	}
	o.now = o.now.Add(31 * 24 * time.Hour)
	p.expect("after 31 days", p.get("/orders"), "401 unauthenticated")
}

func TestWrongPasswordsAreSlowedDownAndNobodyIsLockedOut(t *testing.T) {
	o := openOffice(t)
	p := o.nobody()
	for range 5 {
		p.expect("a wrong password", signIn(p, "ana", "guess"), "401 bad_credentials")
	}
	r := p.expect("one guess more", signIn(p, "ana", "ana-demo-pass"), "429 rate_limited")
	if wait := r.header.Get("Retry-After"); wait != "20" {
		t.Errorf("asked to wait %q", wait)
	}
	p.expect("another name from there", signIn(p, "ben", "ben-demo-pass"), "200")
	elsewhere := p.request("POST", wire.Base+"/session", encode(t, wire.Credentials{Username: "ana", Password: "ana-demo-pass"}))
	elsewhere.RemoteAddr = "198.51.100.7:5000"
	p.expect("the rep from elsewhere", p.send(elsewhere), "200")
	o.now = o.now.Add(21 * time.Second)
	p.expect("after the wait", signIn(p, "ana", "ana-demo-pass"), "200")
	p.expect("nobody's name", signIn(p, "zoe", "x"), "401 bad_credentials")
	if err := o.st.SetDisabled(t.Context(), "ben", true); err != nil {
		t.Fatal(err)
	}
	p.expect("a disabled user", signIn(p, "ben", "ben-demo-pass"), "401 bad_credentials")
}

func TestAnAddressIsLimitedWhateverTheNames(t *testing.T) {
	o := openOffice(t, func(c *api.Config) { c.Limits.Caller = api.Rate{Burst: 3, Every: time.Second} })
	p := o.nobody()
	for n := range 3 {
		p.expect("a name", signIn(p, fmt.Sprint("name", n), "x"), "401 bad_credentials")
	}
	p.expect("one more", signIn(p, "name3", "x"), "429 rate_limited")
}

func TestAUsersRequestsAreLimited(t *testing.T) {
	o := openOffice(t, func(c *api.Config) { c.Limits.User = api.Rate{Burst: 3, Every: 2 * time.Second} })
	p := o.phoneOf(demo.Ana)
	for range 3 {
		p.expect("within", p.get("/orders"), "200")
	}
	r := p.expect("over", p.get("/orders"), "429 rate_limited")
	if r.header.Get("Retry-After") != "2" {
		t.Errorf("asked to wait %q", r.header.Get("Retry-After"))
	}
	other := o.phoneOf(demo.Ben)
	other.expect("another user", other.get("/orders"), "200")
	o.now = o.now.Add(2 * time.Second)
	p.expect("after the wait", p.get("/orders"), "200")
}

func TestUnderTLSTheCookieIsTiedToTheHost(t *testing.T) {
	proxy := func(c *api.Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} }
	creds := encode(t, wire.Credentials{Username: "ana", Password: "ana-demo-pass"})
	for name, c := range map[string]struct {
		from, proto, want string
	}{
		"a trusted proxy's TLS": {"192.0.2.1:99", "https", api.SecureSessionCookie},
		"a stranger's claim":    {"203.0.113.5:99", "https", api.SessionCookie},
		"plain":                 {"192.0.2.1:99", "http", api.SessionCookie},
	} {
		p := openOffice(t, proxy).nobody()
		r := p.request("POST", wire.Base+"/session", creds)
		r.RemoteAddr = c.from
		r.Header.Set("X-Forwarded-Proto", c.proto)
		got := cookie(p.send(r), c.want)
		if got.Value == "" || got.Secure != (c.want == api.SecureSessionCookie) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestTheDeviceIsRemembered(t *testing.T) {
	o := openOffice(t)
	p := o.nobody()
	p.device = cookie(signIn(p, "ana", "ana-demo-pass"), api.DeviceCookie).Value
	p.token = o.phoneOf(demo.Ana).token
	p.header = http.Header{wire.HeaderUnsent: {"3;oldest=7200"}, wire.HeaderClient: {"b1"}}
	o.now = o.now.Add(time.Hour)
	p.expect("a request with three unsent", p.get("/orders"), "200")
	for _, flushed := range []bool{false, true} { // known before it is written down, and after
		if flushed {
			p.header = http.Header{wire.HeaderUnsent: {"3;oldest=7200"}, wire.HeaderClient: {"b1"}}
			if err := o.api.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		s := read[wire.Session](t, p.get("/session"))
		if s.Device.Unsent != 3 || s.Device.LastContact != "2026-11-30T13:00:00Z" || s.Device.ID != p.device {
			t.Errorf("flushed %v: the device is %+v", flushed, s.Device)
		}
	}
	// A wiped device says nothing, which is not "nothing": what it had stands.
	p.header = http.Header{}
	for range 2 {
		p.expect("a question of a device that says nothing", p.get("/orders"), "200")
		if err := o.api.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s := read[wire.Session](t, p.get("/session")); s.Device.Unsent != 3 {
			t.Errorf("the device had 3, and is said to have had %d", s.Device.Unsent)
		}
	}
	p.header = http.Header{wire.HeaderUnsent: {"0;oldest=0"}}
	p.get("/session")
	if s := read[wire.Session](t, p.get("/session")); s.Device.Unsent != 0 {
		t.Error("what the device has sent or lost is told for ever")
	}
	p.device = "forged"
	if s := read[wire.Session](t, p.get("/session")); s.Device.ID == "forged" || s.Device.LastContact != "" {
		t.Errorf("a forged device is %+v", s.Device)
	}
}
