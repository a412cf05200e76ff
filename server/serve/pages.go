package serve

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	goapp "github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app"
	"waybill/web"
)

// pages answers everything outside the API: the app's pages and files.
func pages() (http.Handler, error) {
	site, err := web.Load(web.Static())
	if err != nil {
		return nil, err
	}
	app.Routes(nil)
	return newShell(site)
}

// shell serves files by the site's table, known pages as they were rendered
// at the start, and a plain 404 for the rest.
type shell struct {
	site  *web.Site
	pages map[string]http.Handler // by [app.Page.Path]
}

// newShell renders every page once. A page is the same for everybody, and
// go-app writes attributes in another order each time.
func newShell(site *web.Site) (shell, error) {
	s := shell{site: site, pages: map[string]http.Handler{}}
	render := renderer(site)
	for _, p := range app.Pages() {
		r, err := http.NewRequest(http.MethodGet, strings.ReplaceAll(p.Path, "{id}", "id"), nil)
		if err != nil {
			return s, err
		}
		w := rendered{header: http.Header{}, status: http.StatusOK}
		render.ServeHTTP(&w, r)
		if w.status != http.StatusOK {
			return s, fmt.Errorf("render %s: status %d", p.Path, w.status)
		}
		s.pages[p.Path] = web.Page(w.body.Bytes())
	}
	return s, nil
}

// rendered keeps what a handler answers.
type rendered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *rendered) Header() http.Header         { return w.header }
func (w *rendered) WriteHeader(status int)      { w.status = status }
func (w *rendered) Write(p []byte) (int, error) { return w.body.Write(p) }

// renderer is go-app's handler for the app's own pages. It is asked for
// nothing else, and never by a request from outside: for some paths it would
// fetch from whatever host the request names, and its own script, worker and
// icons are not ours.
func renderer(site *web.Site) http.Handler {
	const icons = "/web/icons/"
	return &goapp.Handler{
		Name: "Waybill", ShortName: "Waybill", Title: "Waybill", Lang: "en",
		Description:  "Orders and deliveries that arrive, with or without a signal.",
		ThemeColor:   "#0b3d5c",
		LoadingLabel: "Loading",
		Icon: goapp.Icon{
			Default: icons + "icon-192.png", Large: icons + "icon-512.png",
			SVG: icons + "icon.svg", Maskable: icons + "apple-touch-icon.png",
		},
		Version:           site.Build(),
		Resources:         site,
		WasmContentLength: strconv.Itoa(site.WasmBytes()),
	}
}

func (s shell) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	name, known := app.Known(r.URL.Path)
	if !known || s.site.Has(r.URL.Path) {
		s.site.ServeHTTP(w, r)
		return
	}
	if err := s.site.Built(); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	s.pages[name].ServeHTTP(w, r)
}

func secure(h http.Header) {
	for name, value := range web.Headers {
		h.Set(name, value)
	}
}
