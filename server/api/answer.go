package api

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"waybill/server/password"
	"waybill/server/store"
	"waybill/server/wire"
)

// answer is what a route gives back: a status and a value that becomes JSON.
type answer struct {
	status int
	body   any
}

// later is a refusal that asks to come again: 429 and 503.
type later struct {
	code   wire.Code
	detail string
	after  time.Duration
}

func (l later) Error() string { return string(l.code) + ": " + l.detail }

// Waits that the server asks for. A store that stayed locked is free again
// soon; a restart takes longer than a blink.
const (
	busyAfter     = 2 * time.Second
	drainingAfter = 5 * time.Second
	aheadAfter    = 60 * time.Second
	overloadAfter = 5 * time.Second
)

// problemOf turns any error into the problem that is answered, and how long to
// wait before the next try (0: not said). Whatever is not understood is a bug.
func problemOf(err error) (p *wire.Problem, after time.Duration) {
	var l later
	switch {
	case errors.As(err, &p):
		return p, 0
	case errors.As(err, &l):
		return wire.NewProblem(l.code, l.detail), l.after
	case errors.Is(err, store.ErrBusy), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return wire.NewProblem(wire.CodeBusy, ""), busyAfter
	case errors.Is(err, password.ErrCrowded):
		return wire.NewProblem(wire.CodeOverloaded, "Too many people are signing in."), overloadAfter
	case errors.Is(err, store.ErrCursor):
		return wire.NewProblem(wire.CodeCursorExpired, ""), 0
	case errors.Is(err, store.ErrAfter):
		return wire.NewProblem(wire.CodeMalformed, "after is not a place in this list: it is what the page before named."), 0
	}
	return wire.NewProblem(wire.CodeInternal, ""), 0
}

// seconds is a wait as Retry-After says it: whole seconds, never none.
func seconds(d time.Duration) int { return max(1, int((d+time.Second-1)/time.Second)) }

// finish is the one exit: every answer of the API is written here.
func (a *API) finish(w http.ResponseWriter, r *request, ans answer, err error) {
	h := w.Header()
	h.Set(wire.HeaderContract, strconv.Itoa(wire.Contract))
	h.Set("Cache-Control", "no-store")
	if ask := asked(r.http); ask != "" {
		h.Set(wire.HeaderAsked, ask)
	}
	h.Set("X-Request-Id", r.id)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if r.session.User.ID != "" {
		h.Set(wire.HeaderMark, a.Store.Mark())
	}
	if err == nil {
		if f, ok := ans.body.(file); ok {
			a.finishFile(w, r, f)
			return
		}
		body, bad := wire.Encode(ans.body)
		if bad == nil {
			a.eased(r)
			a.write(w, r, ans.status, "application/json", body, "")
			return
		}
		err = bad
	}
	p, after := problemOf(err)
	a.tell(r, p, err)
	if after > 0 {
		h.Set("Retry-After", strconv.Itoa(seconds(after)))
	}
	a.write(w, r, p.Status, "application/problem+json", problemBody(r, p), p.Code)
}

// asked is the value by which the client knows the answer to its own question
// from one that a cache kept; empty for none, and for what is no such value.
func asked(r *http.Request) string {
	ask := r.URL.Query().Get(wire.QueryAsk)
	for _, c := range ask {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9') {
			return ""
		}
	}
	if len(ask) > wire.AskMax {
		return ""
	}
	return ask
}

// problemBody is a problem with its request's id, ready to be sent.
func problemBody(r *request, p *wire.Problem) []byte {
	out := *p
	out.RequestID = r.id
	body, err := wire.Encode(&out)
	if err != nil {
		// A problem of ours always encodes; a broken record in it is left out.
		out.Current = nil
		body, _ = wire.Encode(&out)
	}
	return body
}

func (a *API) write(w http.ResponseWriter, r *request, status int, contentType string, body []byte, code wire.Code) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	if contentType != "" && contentType[0] == 'a' { // JSON; a photo is packed already
		body = packed(h, r.http, body)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.http.Method != http.MethodHead {
		w.Write(body) // nobody to tell if the client is gone
	}
	a.told(r, status, code)
}

// tell logs why a request came to nothing that the office can do something
// about: a bug, or a store that does not keep up.
func (a *API) tell(r *request, p *wire.Problem, err error) {
	switch p.Code {
	case wire.CodeInternal:
		a.bug(r, err)
	case wire.CodeBusy:
		if tell, refused := a.outage.busy(a.Now()); tell {
			a.Log.Warn("the store is busy", "error", err, "request_id", r.id, "route", r.route.pattern, "refused", refused)
		}
	}
}

// eased ends an outage with a change that was stored.
func (a *API) eased(r *request) {
	if r.http.Method == http.MethodGet || r.http.Method == http.MethodHead {
		return
	}
	if over, lasted, refused := a.outage.stored(a.Now()); over {
		a.Log.Info("the store answers again", "lasted_s", int(lasted.Seconds()), "refused", refused)
	}
}

// bug logs what nobody foresaw, loud and with its stack.
func (a *API) bug(r *request, err error) {
	stack := debug.Stack()
	var p panicked
	if errors.As(err, &p) {
		stack = p.stack
	}
	a.Log.Error("internal error", "error", err, "request_id", r.id, "route", r.route.pattern, "stack", string(stack))
}

// panicked is a panic on its way to the exit.
type panicked struct {
	value any
	stack []byte
}

func (p panicked) Error() string { return "panic" }
