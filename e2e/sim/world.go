package sim

import (
	"container/heap"
	"context"
	"fmt"
	"strings"
	"time"

	"waybill/idbqueue/entry"
)

// World is one run: true time, the office, the network, one device.
type World struct {
	Options
	seed   uint64
	days   dice // how long the story is, and how it ends
	ids    dice
	ctx    context.Context
	now    int64 // true time, milliseconds
	queue  events
	order  int
	actors []*actor
	runs   *actor // nil between them

	office *office
	net    *network
	phones []*device // the rep's own is the first
	ledger []*saved
	byKey  map[string]*saved
	most   int  // writes of the first phone
	calm   bool // faults have stopped
	dirty  bool // something changed since the latest check
	checks int

	Result
	story *strings.Builder // nil: not told
}

// Options say what kind of world it is.
type Options struct {
	Old      bool      // copies of requests live for days instead of 50 s
	Many     bool      // hundreds of writes instead of a dozen
	Tell     bool      // keep the event log
	Mutation *Mutation // a planted fault; nil in every honest run
}

// Result is what one run has shown.
type Result struct {
	Violations []string
	Writes     int
	Sent       int
	Requests   int
	Probes     int
	Replays    int
	Batches    int
	Kills      int
	Faults     map[string]int
	Log        string
}

type event struct {
	at    int64
	order int
	run   func()
}

type events []event

func (q events) Len() int { return len(q) }

func (q events) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].order < q[j].order
}
func (q events) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *events) Push(x any)   { *q = append(*q, x.(event)) }

func (q *events) Pop() any {
	old := *q
	e := old[len(old)-1]
	*q = old[:len(old)-1]
	return e
}

// epoch is when every story begins.
var epoch = time.Date(2026, 11, 30, 6, 0, 0, 0, time.UTC)

func newWorld(seed uint64, o Options) *World {
	w := &World{
		Options: o, seed: seed, ctx: context.Background(),
		now: epoch.UnixMilli(), byKey: map[string]*saved{}, Result: Result{Faults: map[string]int{}},
	}
	w.days, w.ids = w.dice("days"), w.dice("ids")
	if o.Tell {
		w.story = &strings.Builder{}
	}
	w.crowd()
	w.office = newOffice(w)
	w.net = newNetwork(w)
	w.phones = []*device{newDevice(w, "tab")}
	return w
}

// at books an event; events of one moment run in the order of their booking.
func (w *World) at(t int64, run func()) {
	w.order++
	heap.Push(&w.queue, event{max(t, w.now), w.order, run})
}

// run lets time pass until a moment, or until a promise is broken.
func (w *World) run(until int64) {
	for len(w.queue) > 0 && w.queue[0].at <= until && len(w.Violations) == 0 {
		e := heap.Pop(&w.queue).(event)
		w.now = e.at
		e.run()
		w.check()
	}
	w.now = max(w.now, until)
}

func (w *World) time() time.Time { return time.UnixMilli(w.now).UTC() }

// tell adds a line to the event log.
func (w *World) tell(format string, args ...any) {
	if w.story == nil {
		return
	}
	passed := time.Duration(w.now-epoch.UnixMilli()) * time.Millisecond
	fmt.Fprintf(w.story, "%14s  %s\n", passed, fmt.Sprintf(format, args...))
}

// violated notes a broken promise.
func (w *World) violated(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	w.tell("VIOLATION %s", text)
	w.Violations = append(w.Violations, text)
}

// saved is a write that "saved" was shown for, with all it ever said.
type saved struct {
	d              *device
	key, owner, op string
	since          int64
	records        []string          // client ids, the latest last
	bodies         map[string]string // by fingerprint
	seen           entry.Entry
	pruned         bool
	copied         bool // it is on two phones: what happens to it here need not come from here
	touched        bool // it may have changed since the latest check
}
