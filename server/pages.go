package main

import (
	"net/http"
	"strings"

	"waybill/web"
)

// policy is the content policy of every page and file. Nothing inline, nothing
// from elsewhere; wasm may be compiled; pictures may come from memory.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

// pages answers everything outside the API: the app's pages and files.
func pages() (http.Handler, error) {
	site, err := web.Load(web.Static())
	if err != nil {
		return nil, err
	}
	return shell{site}, nil
}

// shell serves files by the site's table, and the neutral page elsewhere.
type shell struct{ site *web.Site }

func (s shell) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	if r.Method == http.MethodGet && !s.site.Has(r.URL.Path) && !strings.Contains(r.URL.Path, ".") {
		r = r.Clone(r.Context())
		r.URL.Path = s.site.Shell()
	}
	s.site.ServeHTTP(w, r)
}

func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}
