package api

import (
	"net/http"
	"net/netip"
	"strings"
)

// address is where a request comes from. What a header says counts only as far
// as trusted proxies vouch for it, read from the nearest.
func (a *API) address(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	at := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && a.trusts(at); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		at = hop.Unmap()
	}
	return neighbours(at).String()
}

// neighbours stands for an address where requests are counted: whoever has one
// IPv6 address has the other 2⁶⁴ beside it.
func neighbours(at netip.Addr) netip.Addr {
	if !at.Is6() {
		return at
	}
	p, err := at.Prefix(64)
	if err != nil {
		return at
	}
	return p.Addr()
}

func (a *API) trusts(addr netip.Addr) bool {
	for _, p := range a.TrustedProxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// Secure says whether the browser speaks TLS: to us, or to a trusted proxy.
func (a *API) Secure(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && a.trusts(peer.Addr().Unmap()) && r.Header.Get("X-Forwarded-Proto") == "https"
}
