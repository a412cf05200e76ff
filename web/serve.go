package web

import (
	"net/http"
	"strconv"
	"strings"
)

// Plain is the query that asks for a file without any encoding: what a proxy
// makes of one that it does not know is the one thing that cannot be undone.
const Plain = "plain"

// Paths lists every address that the site serves, for a mux.
func (s *Site) Paths() []string {
	var paths []string
	for address := range s.files {
		paths = append(paths, address)
	}
	return paths
}

// Has says whether the site has a file at this address.
func (s *Site) Has(address string) bool { return s.files[address] != nil }

// ServeHTTP serves the site's files by GET and HEAD. Anything else is a 404 in
// plain text: a page in place of a missing script would be cached as one.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f := s.files[r.URL.Path]
	if f == nil {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	f.ServeHTTP(w, r)
}

// Page serves a rendered page like a file: revalidated, compressed, read only.
func Page(html []byte) http.Handler {
	f := newFile("page.html", html)
	f.compress()
	return f
}

// ServeHTTP answers GET and HEAD.
func (f *file) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	f.send(w, r)
}

func (f *file) send(w http.ResponseWriter, r *http.Request) {
	body, encoding := f.encoded(r.Header.Get("Accept-Encoding"))
	if r.URL.RawQuery == Plain {
		body, encoding = f.raw, ""
	}
	h := w.Header()
	h.Set("Content-Type", f.mediaType)
	h.Set("Vary", "Accept-Encoding")
	// Every file is proved by its hash, so nobody on the way may repack it.
	h.Set("Cache-Control", "no-cache, no-transform")
	if f.immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable, no-transform")
	}
	if f.csp != "" {
		h.Set("Content-Security-Policy", f.csp)
	}
	// One tag for each encoding: they are different bytes.
	tag := `"` + f.hash[:hashDigits] + encoding + `"`
	h.Set("ETag", tag)
	if matches(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client left; nothing is kept that could be wrong
	}
}

// encoded picks the smallest form that the client takes.
func (f *file) encoded(accept string) (body []byte, encoding string) {
	switch {
	case f.br != nil && accepts(accept, "br"):
		return f.br, "br"
	case f.gz != nil && accepts(accept, "gzip"):
		return f.gz, "gzip"
	}
	return f.raw, ""
}

// accepts reads Accept-Encoding: the coding is named, and not with weight 0.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, param, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		weight, found := strings.CutPrefix(strings.ReplaceAll(param, " ", ""), "q=")
		q, err := strconv.ParseFloat(weight, 64)
		return !found || (err == nil && q > 0)
	}
	return false
}

// matches reads If-None-Match, in which a proxy may have weakened the tag.
func matches(header, tag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		if strings.TrimPrefix(strings.TrimSpace(part), "W/") == tag {
			return true
		}
	}
	return false
}
