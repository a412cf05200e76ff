package sim

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/exchange"
)

// requestsMax bounds what one device with a dozen writes may ask in an hour on
// the worst network: a storm is a fault however it comes about.
const requestsMax = 600

// leaves holds a drainer's request to the promises about traffic.
func (d *device) leaves(a *actor, r exchange.Request) {
	if a == nil {
		return
	}
	w := d.w
	hour := w.now / time.Hour.Milliseconds()
	if most := max(requestsMax, 10*len(d.writes)); d.hours[hour] >= most {
		w.violated("more than %d requests in an hour", most)
	}
	d.hours[hour]++
	if w.now < d.asked && r.Method != "DELETE" && !d.frozen[a] {
		w.violated("%s asks while the office said to wait", a.name)
	}
	if r.Owner != "" && d.saw[a] != r.Owner {
		w.violated("%s asks for %s, who has signed out", a.name, nameOf[r.Owner])
	}
	if r.Method != "POST" || d.odds.locks || d.frozen[a] {
		return
	}
	for _, s := range w.ledger {
		other := d.flying[s.key]
		if !strings.Contains(r.Body, s.seen.Record) || s.seen.Open == nil {
			continue
		}
		if other != nil && other != a && !other.dead && !d.frozen[other] {
			w.violated("%s sends %s while %s does", a.name, s.key, other.name)
		}
		d.flying[s.key] = a
	}
}

// unsure: something may keep the device from knowing what it was told.
func (d *device) unsure() { d.asked, d.asking = 0, 0 }

// noted: the holds are stored, and with them until when the office said to wait.
func (d *device) noted(a *actor, put []entry.Record) {
	for _, r := range put {
		if r.Name == "holds" && d.asking > 0 && d.asker == a && !d.full {
			d.asked, d.asking = d.asking, 0
		}
	}
}

// arrived notes that an exchange is over, and until when the office asked to
// wait. Only seconds are read here: the other forms have tests of their own.
func (d *device) arrived(a *actor, ev sw.Evidence) {
	if a == nil {
		return
	}
	for key, by := range d.flying {
		if by == a {
			delete(d.flying, key)
		}
	}
	n, err := strconv.Atoi(ev.RetryAfter)
	asks := err == nil && n > 0 && ev.Contract == "1" && ev.Whole && (ev.Status == 429 || ev.Status == 503)
	d.asking, d.asker = 0, a
	if asks && d.turns[a] != nil {
		d.asking = d.w.now + int64(min(n, 24*3600))*1000
	} else if ev.Contract == "1" && ev.Whole && ev.Status < 425 {
		d.asked = 0 // a verdict lifts the hold
	}
	d.hinted = ev.RetryAfter != ""
}

// spread counts where the waits lie in their interval: all of it is used.
func (d *device) spread(_ *actor, moves []entry.Move, put []entry.Record) {
	if d.hinted {
		return
	}
	for _, m := range moves {
		if m.Step == entry.StepEnd && m.Next != nil && m.Books.Row > 0 && m.Next.DelayMS > 0 && !m.Probe {
			d.count(m.Next.DelayMS, m.Books.Row)
		}
	}
	for _, r := range put {
		var h sw.Holds
		if r.Name != "holds" || json.Unmarshal(r.Value, &h) != nil || h.Device == nil || h.Device.Until.SetAt != d.clock() {
			continue
		}
		d.count(h.Device.Until.DelayMS, h.Device.Failures)
	}
}

func (d *device) count(delay int64, failures int) {
	most := min(5*time.Second<<min(failures, 10), 15*time.Minute).Milliseconds()
	if delay == 0 || delay > most {
		return
	}
	if 2*delay < most {
		d.waits[0]++
	} else {
		d.waits[1]++
	}
	if d.waits[0]+d.waits[1] >= 30 && min(d.waits[0], d.waits[1]) == 0 {
		d.w.violated("30 waits, and all of them in one half of their interval")
	}
}
