package sim

import (
	"errors"
	"time"

	"waybill/idbqueue/entry"
	"waybill/sw/drain"
)

// timerMax is the longest timer that a page sets.
const timerMax = 30 * time.Minute

// drain is the life of one drainer: step, and rest until the one timer.
func (d *device) drain(a *actor, name string) {
	w := d.w
	box := d.mem.Open()
	mutation := Mutation{}
	if w.Mutation != nil {
		mutation = *w.Mutation
	}
	config := drain.Config{
		Outbox: &faultyOutbox{Outbox: box, a: a, d: d, mutation: mutation}, Sender: sender{w.net, d, a}, Holder: name, Build: "sim",
		Now: d.clock, Day: d.day, Rand: d.rand(mutation), Online: func() bool { return d.online },
		LockedAt: func() int64 { return d.lockedAt(a) }, Single: d.odds.single, Most: d.odds.most,
	}
	drainer := drain.New(config)
	d.start(a)
	for {
		report, err := drainer.Step(w.ctx)
		if mutation.Report != nil {
			report = mutation.Report(report)
		}
		if err == nil && d.spins(a, report) {
			return
		}
		if err != nil && !errors.Is(err, entry.ErrStorage) {
			w.violated("%s: a step failed with %v", name, err)
			return
		}
		if report.Again {
			continue
		}
		d.rest(a, report, err)
	}
}

func (d *device) rand(mutation Mutation) func() float64 {
	if mutation.Rand == nil {
		return d.jitter.Float64
	}
	return func() float64 { return mutation.Rand(d.jitter.Float64()) }
}

// start is the nudge of a page that opens.
func (d *device) start(a *actor) {
	d.desk.Start(d.w.ctx) // a store that fails here fails the nudge, no write
	d.steps[a] = 0
}

// spinsMax bounds the steps that a drainer takes in one go without an exchange.
const spinsMax = 300

func (d *device) spins(a *actor, r drain.Report) bool {
	if !r.Again {
		d.steps[a] = 0
		return false
	}
	d.steps[a]++
	if d.steps[a] > spinsMax {
		d.w.violated("%s spins", a.name)
		return true
	}
	return false
}

// rest sets the one timer. Nothing that can become due may be left without.
func (d *device) rest(a *actor, r drain.Report, err error) {
	w := d.w
	if r.WakeAt == 0 {
		if err == nil && !a.calls {
			d.nothingDue(a)
		}
		a.rest(never)
		return
	}
	wait := min(max(r.WakeAt-d.clock(), 0), timerMax.Milliseconds())
	a.rest(w.now + wait)
}
