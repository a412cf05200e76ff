package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// fault is one way in which an exchange fails. The first that is drawn counts.
type fault struct {
	name string
	on   func(*network, *trip)
}

func nothing(exchange.Request, sw.Evidence) sw.Evidence { return sw.Evidence{} }

// stranger answers in the office's place.
func stranger(status int, body string, header ...string) func(exchange.Request, sw.Evidence) sw.Evidence {
	return func(exchange.Request, sw.Evidence) sw.Evidence {
		ev := sw.Evidence{Answered: true, Whole: true, Status: status, Body: []byte(body)}
		if len(header) > 0 {
			ev.RetryAfter = header[0]
		}
		return ev
	}
}

var portal = stranger(200, "<html>Welcome to Hotel WiFi</html>")

// problem is an answer of the office's own that its handler would not give
// just now.
func problem(w *World, code wire.Code, retryAfter string) func(exchange.Request, sw.Evidence) sw.Evidence {
	return func(exchange.Request, sw.Evidence) sw.Evidence {
		p := wire.NewProblem(code, "")
		p.RequestID = "sim"
		body, _ := json.Marshal(p)
		return sw.Evidence{
			Answered: true, Whole: true, Status: p.Status, Contract: "1", Body: body,
			RetryAfter: retryAfter, Date: w.time().Format(http.TimeFormat),
		}
	}
}

// copyLife is how long a copy of a request may be on its way.
func (w *World) copyLife() time.Duration {
	if w.Old {
		return 3 * 24 * time.Hour
	}
	return 50 * time.Second
}

// unheard is a stranger's or a made-up answer: the request may have arrived
// all the same.
func (n *network) unheard(t *trip, reply func(exchange.Request, sw.Evidence) sw.Evidence) {
	if n.IntN(3) > 0 {
		t.arrives = never
	}
	t.reply = reply
}

var faults = []fault{
	{"lost before", func(n *network, t *trip) { t.arrives, t.reply = never, nothing; t.slow(n) }},
	{"lost after commit", func(n *network, t *trip) { t.reply = nothing; t.slow(n) }},
	{"late", func(n *network, t *trip) {
		t.arrives, t.reply = n.between(time.Second, n.w.copyLife()), nothing
		t.takes = n.Int64N(min(t.arrives, 1000))
	}},
	{"twice", func(n *network, t *trip) { t.again = n.between(0, n.w.copyLife()) }},
	{"out of order", func(n *network, t *trip) { // the copy is first, the original is answered late
		t.again, t.arrives = t.arrives, n.between(time.Second, 20*time.Second)
		t.takes = t.arrives + 100
	}},
	{"repeated", repeated},
	{"refused second arrival", refused},
	{"cached", func(n *network, t *trip) { t.reply = n.cached }},
	{"timeout", func(n *network, t *trip) { t.takes = time.Hour.Milliseconds() }},
	{"cut", func(_ *network, t *trip) {
		t.reply = func(_ exchange.Request, ev sw.Evidence) sw.Evidence {
			ev.Whole, ev.Body = false, ev.Body[:len(ev.Body)/2]
			return ev
		}
	}},
	{"endless body", func(n *network, t *trip) { t.arrives, t.takes = never, time.Hour.Milliseconds() }},
	{"portal 200", func(n *network, t *trip) { n.unheard(t, portal) }},
	{"portal JSON", func(n *network, t *trip) { n.unheard(t, stranger(200, "{}")) }},
	{"edge 404", func(n *network, t *trip) { n.unheard(t, stranger(404, "<html>Not found</html>")) }},
	{"edge 404 JSON", func(n *network, t *trip) {
		n.unheard(t, func(r exchange.Request, _ sw.Evidence) sw.Evidence {
			id := r.Path[strings.LastIndex(r.Path, "/")+1:]
			return stranger(404, fmt.Sprintf(`{"code":"not_found","id":%q}`, id))(r, sw.Evidence{})
		})
	}},
	{"firewall 403", func(n *network, t *trip) { n.unheard(t, stranger(403, "<html>Blocked</html>")) }},
	{"stranger's 409", func(n *network, t *trip) { n.unheard(t, stranger(409, `{"code":"id_exists"}`)) }},
	{"gateway", func(n *network, t *trip) {
		n.unheard(t, stranger(pick(n, []int{500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 527, 530, 598, 499, 408, 425}),
			"<html>Bad gateway</html>", pick(n, retryAfters)))
	}},
	{"redirect", func(n *network, t *trip) {
		n.unheard(t, func(exchange.Request, sw.Evidence) sw.Evidence { return sw.Evidence{Answered: true, Redirected: true} })
	}},
	{"odd status", func(n *network, t *trip) { n.unheard(t, stranger(pick(n, []int{0, 304, 511, 600, 999}), "")) }},
	{"altered", func(_ *network, t *trip) {
		t.alter = func(body string) string { return strings.Replace(body, "EUR", "USD", 1) }
	}},
	{"429", func(n *network, t *trip) { n.unheard(t, problem(n.w, wire.CodeRateLimited, pick(n, retryAfters))) }},
	{"503", func(n *network, t *trip) {
		n.unheard(t, problem(n.w, pick(n, []wire.Code{wire.CodeOverloaded, wire.CodeDraining, wire.CodeBusy, wire.CodeContractAhead}),
			pick(n, retryAfters)))
	}},
	{"500", func(n *network, t *trip) { n.unheard(t, problem(n.w, wire.CodeInternal, "")) }},
	{"crash after commit", func(n *network, t *trip) {
		n.w.office.crash = true
		t.reply = func(_ exchange.Request, ev sw.Evidence) sw.Evidence {
			n.w.office.crash = false
			return ev
		}
	}},
	{"too old", func(n *network, t *trip) { t.arrives, t.reply = never, problem(n.w, wire.CodeUpgradeRequired, "") }},
	{"another contract", func(n *network, t *trip) {
		t.reply = func(_ exchange.Request, ev sw.Evidence) sw.Evidence { ev.Contract = "2"; return ev }
	}},
	{"wrong user", func(n *network, t *trip) { t.arrives, t.reply = never, problem(n.w, wire.CodeWrongUser, "") }},
	{"misfit", func(n *network, t *trip) { t.arrives, t.reply = never, problem(n.w, wire.CodeNoSuchRoute, "") }},
	{"accepted without proof", func(n *network, t *trip) {
		n.unheard(t, func(r exchange.Request, _ sw.Evidence) sw.Evidence {
			ev := problem(n.w, wire.CodeBusy, "")(r, sw.Evidence{})
			ev.Status, ev.Body = pick(n, []int{200, 202, 204}), []byte(`{}`)
			return ev
		})
	}},
	{"stale answer", func(n *network, t *trip) {
		t.reply = func(r exchange.Request, ev sw.Evidence) sw.Evidence {
			if r.Method != "GET" {
				return ev
			}
			stale := problem(n.w, wire.CodeNotFound, "")(r, ev)
			stale.Age = "30"
			stale.Body = bytes.Replace(stale.Body, []byte(`{`), fmt.Appendf(nil, `{"id":%q,`, r.Path[strings.LastIndex(r.Path, "/")+1:]), 1)
			return stale
		}
	}},
	{"items left out", func(_ *network, t *trip) { t.reply = leftOut }},
}

// retryAfters are the forms in which a wait is asked for.
var retryAfters = []string{
	"", "", "", "0", "1", "30", "120", "1200", "-3", "1.5", "1000abc", "99999999999", "30, 30",
	"Mon, 30 Nov 2026 09:00:00 GMT", "Mon, 30 Nov 2026 06:00:00 GMT", "yesterday",
}

// leftOut drops an item from a list or a batch's results.
func leftOut(_ exchange.Request, ev sw.Evidence) sw.Evidence {
	var list map[string][]json.RawMessage
	if ev.Status != 200 || json.Unmarshal(ev.Body, &list) != nil {
		return ev
	}
	for _, name := range []string{"results", "items", "missing"} {
		if items := list[name]; len(items) > 0 {
			list[name] = items[1:]
			ev.Body, _ = json.Marshal(list)
			return ev
		}
	}
	return ev
}

// slow makes a loss quick, or a timeout.
func (t *trip) slow(n *network) {
	if n.IntN(2) == 0 {
		t.takes = time.Hour.Milliseconds()
	} else {
		t.takes = max(t.takes, t.arrives)
	}
}

// failAll answers each try, and never well.
func (n *network) failAll() func(exchange.Request, sw.Evidence) sw.Evidence {
	return pick(n, []func(exchange.Request, sw.Evidence) sw.Evidence{
		problem(n.w, wire.CodeInternal, ""), problem(n.w, wire.CodeBusy, "20"), stranger(502, "<html>"), stranger(500, ""),
	})
}
