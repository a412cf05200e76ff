package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"waybill/server/wire"
	"waybill/sw"
)

// network carries requests between the device and the office.
type network struct {
	w        *World
	odds     map[string]float64
	dark     bool
	doomedAt int64  // when a drainer first met that
	doomed   bool   // the office's server fails for ever
	poison   string // a client id that this network swallows
}

func newNetwork(w *World) *network {
	n := &network{w: w, odds: map[string]float64{}}
	harsh := w.rng.Float64() // some runs are mild, some are hell
	for _, f := range faults {
		n.odds[f.name] = w.odd(0.25 * harsh)
	}
	for _, act := range officeActs {
		n.odds[act.name] = w.odd(0.8)
	}
	return n
}

// sender is the network as one tab has it; a nil actor is the rep.
type sender struct {
	n *network
	a *actor
}

// Send makes one exchange. It takes time: others run meanwhile.
func (s sender) Send(_ context.Context, r sw.Request) sw.Evidence {
	n, w := s.n, s.n.w
	a := s.a
	if a == nil {
		a = w.device.rep
	}
	if w.Bend != nil && w.Bend.Request != nil {
		r = w.Bend.Request(r)
	}
	w.count(r)
	w.device.leaves(s.a, r)
	left := w.device.clock()
	t := n.trip(r)
	w.tell("%s → %s %s%s", a.name, r.Method, r.Path, note(t.name))
	var back answer
	if t.arrives != never {
		n.deliver(r, w.now+t.arrives, t.alter, &back)
	}
	if t.again != never {
		n.deliver(r, w.now+t.again, nil, nil)
	}
	took := min(t.takes, r.Bound.Milliseconds())
	timedOut := t.takes > took
	a.sleep(w.now + took)
	ev := back.ev
	switch {
	case timedOut:
		ev = sw.Evidence{TimedOut: true}
	case t.reply != nil:
		ev = t.reply(r, ev)
		if ev.Answered && !ev.Whole { // a browser keeps the cookies of half an answer
			w.device.keep(back.cookies)
		}
	default:
		w.device.keep(back.cookies)
	}
	ev.LeftAt, ev.ArrivedAt = left, w.device.clock()
	w.tell("%s ← %d %s", a.name, ev.Status, brief(ev))
	w.device.met(s.a, r, ev)
	w.device.arrived(s.a, ev)
	w.device.worries(s.a, r, ev)
	if w.Bend != nil && w.Bend.Answer != nil {
		ev = w.Bend.Answer(r, ev)
	}
	return ev
}

func note(fault string) string {
	if fault == "" {
		return ""
	}
	return " [" + fault + "]"
}

func brief(ev sw.Evidence) string {
	switch {
	case ev.TimedOut:
		return "timed out"
	case !ev.Answered:
		return "nothing"
	case !ev.Whole:
		return "cut"
	}
	var p wire.Problem
	_ = json.Unmarshal(ev.Body, &p)
	text := string(p.Code)
	if ev.Contract == "" {
		text += " from a stranger"
	}
	if ev.RetryAfter != "" {
		text += " retry after " + ev.RetryAfter
	}
	return text
}

func (w *World) count(r sw.Request) {
	w.Requests++
	switch {
	case r.Path == wire.PathBatch:
		w.Batches++
	case r.Method == "GET" && r.Path != wire.PathSession:
		w.Probes++
	}
}

// trip is what becomes of one exchange.
type trip struct {
	name    string
	arrives int64 // milliseconds until the office has it, never
	again   int64 // until it has a second copy, never
	takes   int64 // until the device has the answer
	reply   func(sw.Request, sw.Evidence) sw.Evidence
	alter   func(string) string
}

// trip draws the fault of an exchange, or none.
func (n *network) trip(r sw.Request) *trip {
	w := n.w
	t := &trip{arrives: w.between(20*time.Millisecond, 2*time.Second), again: never}
	t.takes = t.arrives + w.between(20*time.Millisecond, 2*time.Second)
	switch {
	case n.doomed:
		t.name, t.arrives, t.reply = "doomed", never, n.doom()
		if r.Path != wire.PathSession && n.doomedAt == 0 {
			n.doomedAt = w.now
		}
		return t
	case n.dark:
		t.name, t.arrives = "dark", never
		t.takes = w.between(time.Millisecond, time.Second)
		t.reply = nothing
		return t
	case n.poison != "" && strings.Contains(r.Body, n.poison):
		t.name, t.arrives, t.reply = "swallowed", never, portal
		return t
	}
	for _, f := range faults {
		if w.chance(n.odds[f.name]) {
			t.name = f.name
			w.Faults[f.name]++
			f.on(w, t)
			return t
		}
	}
	return t
}

// answer is what the office gave back to the first copy.
type answer struct {
	ev      sw.Evidence
	cookies []*http.Cookie
}

// deliver hands a copy to the office when it arrives. The first copy's answer
// is what the device may hear.
func (n *network) deliver(r sw.Request, at int64, alter func(string) string, back *answer) {
	w := n.w
	cookies := w.device.cookies()
	if alter != nil {
		r.Body = alter(r.Body)
	}
	w.at(at, func() {
		ev, set := w.office.ask(r, cookies)
		if back != nil {
			*back = answer{ev, set}
			return
		}
		w.tell("a late copy: %s %s → %d", r.Method, r.Path, ev.Status)
	})
}

func (d *device) cookies() []*http.Cookie {
	var all []*http.Cookie
	for _, name := range []string{sessionCookie, deviceCookie} {
		if c := d.jar[name]; c != nil {
			all = append(all, c)
		}
	}
	return all
}

const (
	sessionCookie = "waybill_session"
	deviceCookie  = "waybill_device"
)

func (d *device) keep(set []*http.Cookie) {
	for _, c := range set {
		if c.MaxAge < 0 {
			delete(d.jar, c.Name)
		} else {
			d.jar[c.Name] = c
		}
	}
}

// fault is one way in which an exchange fails. The first that is drawn counts.
type fault struct {
	name string
	on   func(*World, *trip)
}

func nothing(sw.Request, sw.Evidence) sw.Evidence { return sw.Evidence{} }

// stranger answers in the office's place.
func stranger(status int, body string, header ...string) func(sw.Request, sw.Evidence) sw.Evidence {
	return func(sw.Request, sw.Evidence) sw.Evidence {
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
func problem(w *World, code wire.Code, retryAfter string) func(sw.Request, sw.Evidence) sw.Evidence {
	return func(sw.Request, sw.Evidence) sw.Evidence {
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
func (w *World) unheard(t *trip, reply func(sw.Request, sw.Evidence) sw.Evidence) {
	if w.rng.IntN(3) > 0 {
		t.arrives = never
	}
	t.reply = reply
}

var faults = []fault{
	{"lost before", func(w *World, t *trip) { t.arrives, t.reply = never, nothing; t.slow(w) }},
	{"lost after commit", func(w *World, t *trip) { t.reply = nothing; t.slow(w) }},
	{"late", func(w *World, t *trip) {
		t.arrives, t.reply = w.between(time.Second, w.copyLife()), nothing
		t.takes = w.rng.Int64N(min(t.arrives, 1000))
	}},
	{"twice", func(w *World, t *trip) { t.again = w.between(0, w.copyLife()) }},
	{"out of order", func(w *World, t *trip) { // the copy is first, the original is answered late
		t.again, t.arrives = t.arrives, w.between(time.Second, 20*time.Second)
		t.takes = t.arrives + 100
	}},
	{"timeout", func(w *World, t *trip) { t.takes = time.Hour.Milliseconds() }},
	{"cut", func(_ *World, t *trip) {
		t.reply = func(_ sw.Request, ev sw.Evidence) sw.Evidence {
			ev.Whole, ev.Body = false, ev.Body[:len(ev.Body)/2]
			return ev
		}
	}},
	{"endless body", func(w *World, t *trip) { t.arrives, t.takes = never, time.Hour.Milliseconds() }},
	{"portal 200", func(w *World, t *trip) { w.unheard(t, portal) }},
	{"portal JSON", func(w *World, t *trip) { w.unheard(t, stranger(200, "{}")) }},
	{"edge 404", func(w *World, t *trip) { w.unheard(t, stranger(404, "<html>Not found</html>")) }},
	{"edge 404 JSON", func(w *World, t *trip) {
		w.unheard(t, func(r sw.Request, _ sw.Evidence) sw.Evidence {
			id := r.Path[strings.LastIndex(r.Path, "/")+1:]
			return stranger(404, fmt.Sprintf(`{"code":"not_found","id":%q}`, id))(r, sw.Evidence{})
		})
	}},
	{"firewall 403", func(w *World, t *trip) { w.unheard(t, stranger(403, "<html>Blocked</html>")) }},
	{"stranger's 409", func(w *World, t *trip) { w.unheard(t, stranger(409, `{"code":"id_exists"}`)) }},
	{"gateway", func(w *World, t *trip) {
		w.unheard(t, stranger(pick(w, []int{500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 527, 530, 598, 499, 408, 425}),
			"<html>Bad gateway</html>", pick(w, retryAfters)))
	}},
	{"redirect", func(w *World, t *trip) {
		w.unheard(t, func(sw.Request, sw.Evidence) sw.Evidence { return sw.Evidence{Answered: true, Redirected: true} })
	}},
	{"odd status", func(w *World, t *trip) { w.unheard(t, stranger(pick(w, []int{0, 304, 511, 600, 999}), "")) }},
	{"altered", func(_ *World, t *trip) {
		t.alter = func(body string) string { return strings.Replace(body, "EUR", "USD", 1) }
	}},
	{"429", func(w *World, t *trip) { w.unheard(t, problem(w, wire.CodeRateLimited, pick(w, retryAfters))) }},
	{"503", func(w *World, t *trip) {
		w.unheard(t, problem(w, pick(w, []wire.Code{wire.CodeOverloaded, wire.CodeDraining, wire.CodeBusy, wire.CodeContractAhead}),
			pick(w, retryAfters)))
	}},
	{"500", func(w *World, t *trip) { w.unheard(t, problem(w, wire.CodeInternal, "")) }},
	{"crash after commit", func(w *World, t *trip) {
		w.office.crash = true
		t.reply = func(_ sw.Request, ev sw.Evidence) sw.Evidence {
			w.office.crash = false
			return ev
		}
	}},
	{"too old", func(w *World, t *trip) { t.arrives, t.reply = never, problem(w, wire.CodeUpgradeRequired, "") }},
	{"another contract", func(w *World, t *trip) {
		t.reply = func(_ sw.Request, ev sw.Evidence) sw.Evidence { ev.Contract = "2"; return ev }
	}},
	{"wrong user", func(w *World, t *trip) { t.arrives, t.reply = never, problem(w, wire.CodeWrongUser, "") }},
	{"misfit", func(w *World, t *trip) { t.arrives, t.reply = never, problem(w, wire.CodeNoSuchRoute, "") }},
	{"accepted without proof", func(w *World, t *trip) {
		w.unheard(t, func(r sw.Request, _ sw.Evidence) sw.Evidence {
			ev := problem(w, wire.CodeBusy, "")(r, sw.Evidence{})
			ev.Status, ev.Body = pick(w, []int{200, 202, 204}), []byte(`{}`)
			return ev
		})
	}},
	{"stale answer", func(w *World, t *trip) {
		t.reply = func(r sw.Request, ev sw.Evidence) sw.Evidence {
			if r.Method != "GET" {
				return ev
			}
			stale := problem(w, wire.CodeNotFound, "")(r, ev)
			stale.Age = "30"
			stale.Body = bytes.Replace(stale.Body, []byte(`{`), fmt.Appendf(nil, `{"id":%q,`, r.Path[strings.LastIndex(r.Path, "/")+1:]), 1)
			return stale
		}
	}},
	{"items left out", func(_ *World, t *trip) { t.reply = leftOut }},
}

// retryAfters are the forms in which a wait is asked for.
var retryAfters = []string{
	"", "", "", "0", "1", "30", "120", "1200", "-3", "1.5", "1000abc", "99999999999", "30, 30",
	"Mon, 30 Nov 2026 09:00:00 GMT", "Mon, 30 Nov 2026 06:00:00 GMT", "yesterday",
}

// leftOut drops an item from a list or a batch's results.
func leftOut(_ sw.Request, ev sw.Evidence) sw.Evidence {
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
func (t *trip) slow(w *World) {
	if w.rng.IntN(2) == 0 {
		t.takes = time.Hour.Milliseconds()
	} else {
		t.takes = max(t.takes, t.arrives)
	}
}

// doom answers each try, and never well.
func (n *network) doom() func(sw.Request, sw.Evidence) sw.Evidence {
	w := n.w
	return pick(w, []func(sw.Request, sw.Evidence) sw.Evidence{
		problem(w, wire.CodeInternal, ""), problem(w, wire.CodeBusy, "20"), stranger(502, "<html>"), stranger(500, ""),
	})
}
