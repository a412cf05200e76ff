package drain

import (
	"context"
	"fmt"
	"time"
)

// Run drives a drainer: one timer for whatever becomes due first, and a wake
// for everything else. It is the whole of what executes the schedule.
type Run struct {
	Drainer *Drainer
	Log     func(text string) // reports trouble; nil: nobody is told
	Busy    func()            // told when another drainer has the lease; nil: nobody
	wake    chan struct{}
	changed func(error) // told after each step how keeping the books went
}

// timerMax bounds one timer: browsers cut longer ones short, and a look costs
// nothing.
const timerMax = 30 * time.Minute

// NewRun prepares a run; told hears the error of each step, nil included, so
// that the page can say when saving the books fails.
func NewRun(d *Drainer, log func(string), told func(error)) *Run {
	if told == nil {
		told = func(error) {}
	}
	return &Run{Drainer: d, Log: log, wake: make(chan struct{}, 1), changed: told}
}

// Wake asks for a look now. It never blocks.
func (r *Run) Wake() {
	select {
	case r.wake <- struct{}{}:
	default: // one is asked for already
	}
}

// Loop drains until ctx ends, then gives the lease back.
func (r *Run) Loop(ctx context.Context) {
	defer func() { _ = r.Drainer.Stop(context.WithoutCancel(ctx)) }()
	for ctx.Err() == nil {
		report := r.step(ctx)
		if report.Again {
			continue
		}
		r.rest(ctx, report)
	}
}

// rest waits for the one timer, a wake or the end.
func (r *Run) rest(ctx context.Context, report Report) {
	var due <-chan time.Time
	if report.WakeAt > 0 {
		d := time.Duration(report.WakeAt-r.Drainer.Now()) * time.Millisecond
		timer := time.NewTimer(min(max(d, 0), timerMax))
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-ctx.Done():
	case <-r.wake:
	case <-due:
	}
}

// step survives a panic: one costs a step, never a write.
func (r *Run) step(ctx context.Context) (report Report) {
	defer func() {
		if p := recover(); p != nil {
			r.log(fmt.Sprintf("drain: panic: %v", p))
			report = Report{WakeAt: r.Drainer.Now() + storageWait.Milliseconds()}
		}
	}()
	report, err := r.Drainer.Step(ctx)
	if err != nil {
		r.log("drain: " + err.Error())
	}
	r.changed(err)
	if report.Busy && r.Busy != nil {
		r.Busy()
	}
	return report
}

func (r *Run) log(text string) {
	if r.Log != nil {
		r.Log(text)
	}
}

// Bounds of a worker's pass: a browser cuts a handler off after about three
// minutes, so no exchange starts late.
const (
	passStart = 100 * time.Second
	passEnd   = 140 * time.Second
)

// Pass drains once, for an event of the worker. left says that work is due or
// held when it ends: then the event is rejected, and the browser sends another.
func (r *Run) Pass(ctx context.Context) (left bool) {
	from := r.Drainer.Now()
	ctx, cancel := context.WithTimeout(ctx, passEnd)
	defer cancel()
	defer func() { _ = r.Drainer.Stop(context.WithoutCancel(ctx)) }()
	r.Drainer.last = from + passStart.Milliseconds()
	for ctx.Err() == nil {
		now := r.Drainer.Now()
		passed := time.Duration(now-from) * time.Millisecond
		if passed >= passStart {
			return true
		}
		report := r.step(ctx)
		switch {
		case report.Again:
			continue
		case report.WakeAt == 0:
			return false // what is held waits for a person, or a newer app
		}
		d := time.Duration(report.WakeAt-now) * time.Millisecond
		if passed+d >= passStart {
			return true
		}
		r.rest(ctx, report)
	}
	return true
}
