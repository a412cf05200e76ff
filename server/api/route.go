package api

import (
	"net/http"
	"slices"
	"strings"

	"waybill/server/wire"
)

// body says what a route reads.
type body int

const (
	bodyNone  body = iota
	bodyJSON       // one JSON object of at most wire.BodyMax
	bodyWrite      // likewise, of a write that the outbox sends with its fingerprint
	bodyBatch      // one of at most wire.BatchBytesMax
	bodyPhoto      // an image of at most wire.PhotoMax
)

// route is one row of the table of routes. open routes need no session.
type route struct {
	method, pattern string
	open            bool
	body            body
	handle          func(*API, http.ResponseWriter, *request) (answer, error)
}

// routes is the table of section 7. The description in openapi.go is held to
// it by a test.
var routes []route

// The table refers to handlers that read it, so it is filled at start.
func init() {
	routes = append(photoRoutes, []route{
		{"POST", "/session", true, bodyJSON, (*API).signIn},
		{"GET", "/session", true, bodyNone, (*API).whoAmI},
		{"DELETE", "/session", true, bodyNone, (*API).signOut},
		{"POST", "/session/password", false, bodyJSON, (*API).changePassword},
		{"GET", "/changes", false, bodyNone, (*API).changes},
		{"POST", "/batch", false, bodyBatch, (*API).batch},
		{"POST", "/customers", false, bodyWrite, create(wire.OpCustomerCreate)},
		{"POST", "/products", false, bodyWrite, create(wire.OpProductCreate)},
		{"POST", "/orders", false, bodyWrite, create(wire.OpOrderCreate)},
		{"GET", "/{kind}", false, bodyNone, (*API).list},
		{"GET", "/{kind}/{id}", false, bodyNone, (*API).get},
		{"POST", "/dispatches/{id}/deliver", false, bodyWrite, transition(wire.OpDispatchDeliver)},
		{"POST", "/dispatches/{id}/fail", false, bodyWrite, transition(wire.OpDispatchFail)},
		{"POST", "/orders/{id}/cancel", false, bodyJSON, transition(opCancel)},
		{"GET", "/openapi.json", true, bodyNone, (*API).openAPI},
	}...)
}

// opCancel is not an operation of the outbox: cancelling is online only.
const opCancel wire.Op = "order.cancel"

// find puts the route of a request in place, or says that there is none.
func (a *API) find(w http.ResponseWriter, r *request) error {
	rest, ok := strings.CutPrefix(r.http.URL.Path, wire.Base+"/")
	if !ok {
		return wire.NewProblem(wire.CodeNoSuchRoute, "")
	}
	method := r.http.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	var allowed []string
	for _, rt := range routes {
		vars, ok := match(rt.pattern, rest)
		if !ok {
			continue
		}
		if rt.method == method {
			r.route, r.vars = rt, vars
			return nil
		}
		allowed = append(allowed, rt.method)
	}
	if len(allowed) == 0 {
		return wire.NewProblem(wire.CodeNoSuchRoute, "")
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return wire.NewProblem(wire.CodeMethodNotAllowed, "")
}

// match compares a path behind the base with a pattern. {kind} is one of the
// kinds, any other name in braces is any one element.
func match(pattern, path string) (map[string]string, bool) {
	want, got := strings.Split(pattern[1:], "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	vars := map[string]string{}
	for i, p := range want {
		switch {
		case p == "{kind}" && !slices.Contains(wire.Kinds, wire.Kind(got[i])):
			return nil, false
		case strings.HasPrefix(p, "{") && got[i] != "":
			vars[p[1:len(p)-1]] = got[i]
		case p != got[i]:
			return nil, false
		}
	}
	return vars, true
}

// Routes lists the table as "METHOD /pattern", for what must cover all of it.
func Routes() []string {
	all := make([]string, len(routes))
	for i, r := range routes {
		all[i] = r.method + " " + r.pattern
	}
	return all
}
