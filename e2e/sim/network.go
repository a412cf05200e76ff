package sim

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// network carries requests between the device and the office.
type network struct {
	dice
	odds    map[string]float64
	dark    bool
	doomed  bool                   // the office's server fails for ever
	cache   map[string]sw.Evidence // the latest answer of the office to each question
	longest int                    // bytes of an answer that this line lets through, 0: any
	asks    int                    // questions so far
	poison  string                 // a client id that this network swallows
}

func newNetwork(w *World) *network {
	n := &network{dice: w.dice("network"), odds: map[string]float64{}, cache: map[string]sw.Evidence{}}
	n.narrow()
	harsh := n.Float64() // some runs are mild, some are hell
	for _, f := range faults {
		n.odds[f.name] = n.odd(0.25 * harsh)
	}
	return n
}

// sender is the network as one tab has it; a nil actor is the rep.
type sender struct {
	n *network
	d *device
	a *actor
}

// Send makes one exchange. It takes time: others run meanwhile.
func (s sender) Send(ctx context.Context, r exchange.Request) sw.Evidence {
	n, w, d := s.n, s.n.w, s.d
	a := s.a
	if a == nil {
		a = w.runs
	}
	if w.Mutation != nil && w.Mutation.Request != nil {
		r = w.Mutation.Request(r)
	}
	w.count(r)
	d.leaves(s.a, r)
	d.asksToCancel(r)
	left := d.clock()
	t := n.trip(d, r)
	w.tell("%s → %s %s%s", a.name, r.Method, told(r.Path), note(t.name))
	var back answer
	first, again := &back, (*answer)(nil)
	if t.second {
		first, again = nil, &back
	}
	sent := r
	var ask string
	sent.Path, ask = n.ask(r)
	if t.arrives != never {
		n.deliver(d, sent, w.now+t.arrives, t.alter, first)
	}
	if t.again != never {
		n.deliver(d, sent, w.now+t.again, nil, again)
	}
	took := min(t.takes, r.Bound.Milliseconds())
	timedOut, over := t.takes > took, w.now+took
	if r.Meanwhile != nil {
		r.Meanwhile(ctx)
	}
	a.sleep(max(w.now, over))
	ev := back.ev
	switch {
	case timedOut:
		ev = sw.Evidence{TimedOut: true}
	case t.reply != nil:
		ev = t.reply(r, ev)
		if ev.Answered && !ev.Whole { // a browser keeps the cookies of half an answer
			d.keep(back.cookies)
		}
	default:
		d.keep(back.cookies)
		ev = n.cut(r, ev)
	}
	if ev.Ask = ask; ev.Contract != "" && t.name != "cached" {
		ev.Asked = ask // the office repeats it, whatever it says
	}
	if r.Method == "GET" && t.reply == nil && ev.Answered {
		n.cache[r.Path] = ev
	}
	ev.LeftAt, ev.ArrivedAt = left, d.clock()
	w.tell("%s ← %d %s", a.name, ev.Status, brief(ev))
	d.met(s.a, r, asked(ev))
	d.arrived(s.a, asked(ev))
	d.worries(s.a, r, ev)
	if w.Mutation != nil && w.Mutation.Answer != nil {
		ev = w.Mutation.Answer(r, ev)
	}
	return ev
}

// told is a path without what is another each time a story is told: a session's
// name is the office's own randomness.
func told(path string) string {
	if strings.HasPrefix(path, wire.PathSession) {
		return wire.PathSession
	}
	return path
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

func (w *World) count(r exchange.Request) {
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
	second  bool  // whose answer is the one that is heard
	takes   int64 // until the device has the answer
	reply   func(exchange.Request, sw.Evidence) sw.Evidence
	alter   func(string) string
}

// trip draws the fault of an exchange, or none.
func (n *network) trip(d *device, r exchange.Request) *trip {
	w := n.w
	t := &trip{arrives: n.between(20*time.Millisecond, 2*time.Second), again: never}
	t.takes = t.arrives + n.between(20*time.Millisecond, 2*time.Second)
	switch {
	case n.doomed:
		t.name, t.arrives, t.reply = "doomed", never, n.failAll()
		if told(r.Path) != wire.PathSession && d.doomedAt == 0 {
			d.doomedAt = w.now
		}
		return t
	case n.dark:
		t.name, t.arrives = "dark", never
		t.takes = n.between(time.Millisecond, time.Second)
		t.reply = nothing
		return t
	case n.poison != "" && strings.Contains(r.Body, n.poison):
		t.name, t.arrives, t.reply = "swallowed", never, portal
		return t
	}
	for _, f := range faults {
		if n.chance(n.odds[f.name]) {
			t.name = f.name
			w.Faults[f.name]++
			f.on(n, t)
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
func (n *network) deliver(d *device, r exchange.Request, at int64, alter func(string) string, back *answer) {
	w := n.w
	cookies := d.cookies()
	if alter != nil {
		r.Body = alter(r.Body)
	}
	w.at(at, func() {
		ev, set := w.office.ask(r, cookies)
		if back != nil {
			*back = answer{ev, set}
			return
		}
		w.tell("a late copy: %s %s → %d", r.Method, told(r.Path), ev.Status)
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
