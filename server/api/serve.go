package api

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// storeTime bounds the store's part of a request, so that the whole ends
// within [wire.ServerTime]: before it is the wait at the gate, behind it the end
// of a transaction.
const storeTime = wire.ServerTime - store.EndTime - 3*time.Second

// request is one request on its way down the list of checks.
type request struct {
	http    *http.Request
	began   time.Time
	id      string
	route   route
	vars    map[string]string
	session store.Session // zero where the route needs none
	device  string
	body    []byte
	unread  error // why the body is not whole, or too large
}

func (r *request) actor() store.Actor { return r.session.User.Actor() }

// ServeHTTP answers everything under /api/.
func (a *API) ServeHTTP(w http.ResponseWriter, hr *http.Request) {
	r := &request{http: hr, began: a.Now(), id: a.randomID(12)}
	ans, err := a.guarded(w, r)
	a.finish(w, r, ans, err)
}

// guarded turns a panic into an error, so that it leaves by the same exit.
func (a *API) guarded(w http.ResponseWriter, r *request) (ans answer, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v", panicked{v, debug.Stack()}, v)
		}
	}()
	return a.handle(w, r)
}

// handle is the list of checks before the route's own.
func (a *API) handle(w http.ResponseWriter, r *request) (answer, error) {
	if a.draining.Load() {
		w.Header().Set("Connection", "close")
		return answer{}, later{wire.CodeDraining, "", drainingAfter}
	}
	if err := a.find(w, r); err != nil {
		return answer{}, err
	}
	receive(w, r)
	leave, ok := a.gate.enter(r.http.Context())
	if !ok {
		return answer{}, later{wire.CodeOverloaded, "", a.spread(overloadAfter)}
	}
	defer leave()
	if err := contract(r); err != nil {
		return answer{}, err
	}
	if err := a.cross.Check(r.http); err != nil {
		return answer{}, wire.NewProblem(wire.CodeCrossOrigin, "")
	}
	// What has begun is finished although the client may be gone: half of the
	// doubts would come from our own impatience otherwise.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.http.Context()), storeTime)
	defer cancel()
	r.http = r.http.WithContext(ctx)
	// Before anything is read or written: a store that is an older copy must
	// have become one that knows it.
	if err := a.Store.Witness(ctx, r.http.Header.Get(wire.HeaderMark)); err != nil {
		return answer{}, err
	}
	if err := a.identify(r); err != nil {
		return answer{}, err
	}
	if err := check(r); err != nil {
		return answer{}, err
	}
	return r.route.handle(a, w, r)
}

// contract looks at the number that the client speaks; absent means 1.
func contract(r *request) error {
	s := r.http.Header.Get(wire.HeaderContract)
	if s == "" {
		return nil
	}
	n, err := strconv.Atoi(s)
	switch {
	case err != nil, n < wire.Contract:
		// No number is none that we serve, and says nothing about the record.
		return wire.NewProblem(wire.CodeUpgradeRequired, "")
	case n > wire.Contract:
		return later{wire.CodeContractAhead, "", aheadAfter}
	}
	return nil
}

// identify finds session, device and owner, and counts the user's requests.
func (a *API) identify(r *request) error {
	r.device = deviceOf(r.http)
	if r.route.open {
		return nil
	}
	s, err := a.Store.SessionOf(r.http.Context(), r.began, a.sessionToken(r.http))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return wire.NewProblem(wire.CodeUnauthenticated, "")
	case err != nil:
		return err
	}
	r.session = s
	if owner := r.http.Header.Get(wire.HeaderOwner); owner != "" && owner != s.User.ID {
		return wire.NewProblem(wire.CodeWrongUser, "")
	}
	if wait, ok := a.users.take(s.User.ID, a.Now()); !ok {
		return later{wire.CodeRateLimited, "", wait}
	}
	a.heard(r)
	return nil
}

// randomID is n random bytes in hex.
func (a *API) randomID(n int) string {
	b := make([]byte, n)
	if _, err := io.ReadFull(a.Random, b); err != nil {
		panic("api: no random numbers: " + err.Error())
	}
	return hex.EncodeToString(b)
}

// spread is a wait somewhere in [d/2, d): those who are shed together must not
// come back together.
func (a *API) spread(d time.Duration) time.Duration {
	b := make([]byte, 1)
	if _, err := io.ReadFull(a.Random, b); err != nil {
		return d
	}
	return d/2 + d/2*time.Duration(b[0])/256
}

// told logs and counts one answer. Paths hold ids and bodies hold customers:
// neither is logged.
func (a *API) told(r *request, status int, code wire.Code) {
	took := a.Now().Sub(r.began)
	a.Observe(Observation{Method: r.http.Method, Route: r.route.pattern, Status: status, Code: code, Took: took})
	a.Log.Info("request", "method", r.http.Method, "route", r.route.pattern, "status", status, "code", string(code),
		"ms", took.Milliseconds(), "request_id", r.id, "device", r.device, "user", r.session.User.ID, "client", clientOf(r.http))
}

// clientOf is the build of the client, bounded: it comes from outside.
func clientOf(r *http.Request) string {
	s := r.Header.Get(wire.HeaderClient)
	return s[:min(len(s), 64)]
}
