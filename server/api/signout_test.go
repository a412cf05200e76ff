package api_test

import (
	"fmt"
	"testing"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/wire"
)

func (p *phone) signOut(handle string) reply {
	p.t.Helper()
	path := wire.PathSession
	if handle != "" {
		path += "?" + wire.QuerySession + "=" + handle
	}
	return p.send(p.request("DELETE", path, nil))
}

// take is what a browser does with an answer's cookies.
func (p *phone) take(r reply) {
	if c := cookie(r, api.SessionCookie); c.Name != "" {
		p.token = c.Value // of a clearing one: none
	}
}

// D11: a sign-out that waited for the network travels beside the next sign-in.
// Whichever request or answer is first, the newer session stands.
func TestASignOutThatCrossesASignInEndsTheOlderSessionAlone(t *testing.T) {
	for _, outFirst := range []bool{true, false} {
		for _, outHeardFirst := range []bool{true, false} {
			name := fmt.Sprintf("sign-out arrives first %v, its answer %v", outFirst, outHeardFirst)
			o := openOffice(t)
			p := o.nobody()
			first := signIn(p, "ana", "ana-demo-pass")
			p.take(first)
			old, handle := p.token, read[wire.Session](t, first).Handle
			other := &phone{office: o, token: old, header: p.header}
			var in, out reply
			if outFirst {
				out, in = other.signOut(handle), signIn(other, "ben", "ben-demo-pass")
			} else {
				in, out = signIn(other, "ben", "ben-demo-pass"), other.signOut(handle)
			}
			if outHeardFirst {
				p.take(out)
				p.take(in)
			} else {
				p.take(in)
				p.take(out)
			}
			if got := read[wire.Session](t, p.get("/session")); got.User == nil || got.User.ID != demo.Ben {
				t.Errorf("%s: signed in is %+v", name, got.User)
			}
			p.expect(name+": the older session", (&phone{office: o, token: old, header: p.header}).get("/orders"), "401 unauthenticated")
		}
	}
}

func TestASignOutEndsTheSessionThatItNames(t *testing.T) {
	o := openOffice(t)
	ana, ben := o.phoneOf(demo.Ana), o.phoneOf(demo.Ben)
	handle := read[wire.Session](t, ana.get("/session")).Handle
	if handle == "" || handle == ana.token || handle == read[wire.Session](t, ben.get("/session")).Handle {
		t.Fatalf("the handle is %q, the token %q", handle, ana.token)
	}
	forged := &phone{office: o, token: handle, header: ana.header}
	forged.expect("a handle in a token's place", forged.get("/orders"), "401 unauthenticated")
	for _, none := range []string{"x", "%00", "%ff", handle[:10], wire.QuerySession} {
		r := ben.expect("no session of "+none, ben.signOut(none), "200")
		if r.header.Values("Set-Cookie") != nil {
			t.Errorf("%q: it touches cookies: %v", none, r.header)
		}
	}
	ben.expect("with the newer cookie", ben.signOut(handle), "200")
	ana.expect("the named session", ana.get("/orders"), "401 unauthenticated")
	ben.expect("the newer one", ben.get("/orders"), "200")
	ben.expect("once more", ben.signOut(handle), "200")
	r := ben.expect("unnamed: the cookie's", ben.signOut(""), "200")
	if c := cookie(r, api.SessionCookie); c.MaxAge >= 0 || c.Name == "" {
		t.Errorf("its cookie is not cleared: %+v", c)
	}
	ben.expect("afterwards", ben.get("/orders"), "401 unauthenticated")
	if nobody := read[wire.Session](t, ben.get("/session")); nobody.Handle != "" {
		t.Errorf("nobody's session has the handle %q", nobody.Handle)
	}
}
