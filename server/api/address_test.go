package api

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestOnlyTrustedProxiesSayWhomTheySpeakFor(t *testing.T) {
	a := New(Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
	for name, c := range map[string]struct{ peer, forwarded, want string }{
		"a stranger's claim":            {"203.0.113.5:9", "198.51.100.1", "203.0.113.5"},
		"a proxy":                       {"10.0.0.1:9", "198.51.100.1", "198.51.100.1"},
		"a claim before the proxy":      {"10.0.0.1:9", "1.1.1.1, 198.51.100.1", "198.51.100.1"},
		"two proxies":                   {"10.0.0.1:9", "198.51.100.1, 10.0.0.2", "198.51.100.1"},
		"a proxy with nothing to say":   {"10.0.0.1:9", "", "10.0.0.1"},
		"a proxy with junk":             {"10.0.0.1:9", "x", "10.0.0.1"},
		"an address of IPv6":            {"[2001:db8::1:2:3:4]:9", "", "2001:db8::"},
		"IPv4 in the clothes of IPv6":   {"[::ffff:10.0.0.1]:9", "198.51.100.1", "198.51.100.1"},
		"no address at all":             {"pipe", "198.51.100.1", "pipe"},
		"a proxy that speaks for IPv6":  {"10.0.0.1:9", "2001:db8::5", "2001:db8::"},
		"only proxies, as in a network": {"10.0.0.1:9", "10.0.0.3", "10.0.0.3"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		r.Header.Set("X-Forwarded-For", c.forwarded)
		if got := a.address(r); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
