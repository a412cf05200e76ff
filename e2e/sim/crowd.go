package sim

import (
	"strings"
	"time"

	"waybill/sw"
	"waybill/sw/exchange"
)

// manyShare is how many of the ordinary runs are of hundreds of writes. One
// takes as long as thirty others.
const manyShare = 0.005

// crowd draws how many writes a run has: a dozen, or so many that pages, lists
// of ids and batches are full.
func (w *World) crowd() {
	d := w.dice("crowd")
	w.most = 12
	if w.Many || d.in(manyShare) {
		w.Many = true
		w.most = 100 + d.IntN(200)
	}
}

// burst is a rep who types in what the day has brought.
func (d *device) burst(a *actor) {
	d.w.Faults["burst"]++
	for range 20 + d.hand.IntN(60) {
		d.save()
		a.sleep(d.w.now + d.hand.Int64N(3000))
	}
}

// note is what a rep adds to an order: mostly little, in a crowd now and then
// as much as the contract lets.
func (d *device) note() string {
	if d.w.Many && d.hand.IntN(4) == 0 {
		return strings.Repeat("wörtlich ", d.hand.IntN(200))
	}
	return "from the van"
}

// narrow draws the line of a crowd: in some runs it lets no long answer through.
func (n *network) narrow() {
	d := n.w.dice("line")
	if n.w.Many && d.IntN(2) == 0 {
		n.longest = 3_000 + d.IntN(30_000)
	}
}

// cut is an answer as a narrow line lets it through, or not.
func (n *network) cut(r exchange.Request, ev sw.Evidence) sw.Evidence {
	if n.longest == 0 || r.Method != "GET" || len(ev.Body) <= n.longest {
		return ev
	}
	n.w.Faults["answer too long for the line"]++
	return sw.Evidence{}
}

// length is how long a day is. With hundreds of writes it is shorter.
func (w *World) length() int64 {
	if w.Many {
		return w.days.between(time.Hour, 5*time.Hour)
	}
	return w.days.between(time.Hour, 12*time.Hour)
}
