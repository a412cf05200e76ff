package sim

import (
	"encoding/json"
	"strings"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// turnCost is what a write's latest exchange was worth, by a twin of the rules
// that shares no code with them.
type turnCost struct {
	known bool
	spent int // before the turn
	cost  int // of the latest exchange
}

// claimed notes what a turn begins with.
func (d *device) claimed(a *actor, entries []entry.Entry, err error) {
	if err != nil {
		return
	}
	turn := map[string]turnCost{}
	for _, e := range entries {
		turn[e.Key] = turnCost{spent: e.Books.Spent}
	}
	d.turns[a] = turn
}

// met notes what an exchange was worth to each write of the turn.
func (d *device) met(a *actor, r exchange.Request, ev sw.Evidence) {
	if a == nil {
		return
	}
	d.steps[a] = 0
	items := itemsOf(r, ev)
	for key, t := range d.turns[a] {
		e, err := d.peek(key)
		if err != nil {
			continue
		}
		t.known = true
		switch item, ok := items[key]; {
		case r.Path != wire.PathBatch && r.Method == "POST":
			t.cost = cost(ev)
		case r.Method == "GET" && strings.Contains(r.Path, e.Record):
			t.cost = cost(aged(ev))
		case ok:
			t.cost = cost(item)
		default:
			t.cost = 0 // a batch as a whole
		}
		d.turns[a][key] = t
	}
}

// aged: an answer out of a cache is as good as a stranger's.
func aged(ev sw.Evidence) sw.Evidence {
	if ev.Age != "" && ev.Age != "0" {
		ev.Contract = ""
	}
	return ev
}

func itemsOf(r exchange.Request, ev sw.Evidence) map[string]sw.Evidence {
	var b wire.BatchAnswer
	if r.Path != wire.PathBatch || !ev.Whole || ev.Contract != "1" || ev.Status != 200 || json.Unmarshal(ev.Body, &b) != nil {
		return nil
	}
	items := map[string]sw.Evidence{}
	for _, res := range b.Results {
		items[res.Ref] = sw.Evidence{Answered: true, Whole: true, Status: res.Status, Contract: "1", Body: res.Body}
	}
	return items
}

// cost is 1 for an exchange that spends. Applied answers do not come here:
// they end in proof.
func cost(ev sw.Evidence) int {
	var p wire.Problem
	bad := json.Unmarshal(ev.Body, &p) != nil
	s := ev.Status
	switch {
	case !ev.Answered, ev.Redirected, !ev.Whole:
		return 0
	case ev.Contract == "" || bad && !json.Valid(ev.Body):
		if s == 0 || s == 511 || s >= 200 && s < 400 {
			return 0
		}
		return 1
	case ev.Contract != "1", s == 401, s == 426, p.Code == wire.CodeBodyAltered, p.Code == wire.CodeNoSuchRoute, p.Code == wire.CodeCrossOrigin:
		return 0
	case s == 405 || s == 415 || p.Code == wire.CodeIDExists:
		return 0
	}
	return 1
}

// costs holds the books of each turn's end to the twin.
func (d *device) costs(a *actor, moves []entry.Move) {
	for _, m := range moves {
		t, ours := d.turns[a][m.Key]
		if m.Step != entry.StepEnd || !ours || !t.known {
			continue
		}
		delete(d.turns[a], m.Key)
		// A probe that decided gave the answer its own price; one too early none.
		decided := m.Absent || m.To == entry.Conflict || m.To == entry.Rejected
		if got := m.Books.Spent - t.spent; got != t.cost && !decided && !(m.Probe && got == 0 && t.cost == 1 && m.Led == nil || m.Probe && got == 0) {
			d.w.violated("a turn of %s spent %d, not %d", m.Key, got, t.cost)
		}
	}
}
