package sim

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/oklog/ulid/v2"

	"waybill/idbqueue"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
)

// device is one phone: its store, its clock, its cookies, its tabs.
type device struct {
	dice
	hand   dice // of the rep
	jitter dice // of the product
	mem    *idbqueue.Mem
	box    *idbqueue.Outbox // the rep's, and the checks'
	skew   int64            // device clock less true time
	jar    map[string]*http.Cookie
	tabs   []*actor
	lock   *actor // who has the Web Lock,
	lockAt int64  // and since when, by the device's clock
	desk   *sw.Desk
	rep    *actor
	odds   machineOdds
	peeks  bool // the checks look: the store does not fail for them
	online bool
	born   int // tabs so far

	fence  idbqueue.Fence
	hinted bool                           // the latest answer carried a Retry-After
	asked  int64                          // until when the office asked to wait, true time
	asking int64                          // the same, not stored yet
	asker  *actor                         // … by the one who was asked
	full   bool                           // the disk is full
	hours  map[int64]int                  // exchanges of drainers by the hour
	flying map[string]*actor              // writes that are on their way, and who sent them
	frozen map[*actor]bool                // has frozen since it last had the lease
	waits  [2]int                         // jittered waits below and above half of their interval
	gone   map[string]bool                // of a planted fault
	turns  map[*actor]map[string]turnCost // what each drainer's turn has met
	steps  map[*actor]int                 // steps without rest
	before map[string]int                 // spent, as each turn began
}

// machineOdds are drawn for each run, some at zero.
type machineOdds struct {
	kill, freeze, pass float64
	fail, disk         float64
	jump, dark, worry  float64
	locks, single      bool
	most               int // writes in one batch: small ones let a dozen writes follow each other
	drainers           int
}

func newDevice(w *World) *device {
	d := &device{
		dice: w.dice("device"), hand: w.dice("rep"), jitter: w.dice("jitter"), mem: idbqueue.NewMem(), jar: map[string]*http.Cookie{}, online: true,
		hours: map[int64]int{}, flying: map[string]*actor{}, frozen: map[*actor]bool{},
		gone: map[string]bool{}, turns: map[*actor]map[string]turnCost{}, steps: map[*actor]int{}, before: map[string]int{},
	}
	d.odds = machineOdds{
		kill: d.odd(0.01), freeze: d.odd(0.005), pass: d.odd(0.3), fail: d.odd(0.01), disk: d.odd(0.3),
		jump: d.odd(0.4), dark: d.odd(0.5), worry: d.odd(0.7), locks: d.IntN(2) == 0, single: d.IntN(3) == 0, most: pick(d, []int{0, 2, 3}), drainers: 1 + d.IntN(3),
	}
	d.mem.Fail(d.fault)
	d.box = d.mem.Open()
	d.watch()
	d.desk = &sw.Desk{
		Fingerprint: fingerprint.Of, NewID: func(int64) (string, error) { return w.ulid(), nil },
		Outbox: d.box, Sender: sender{w.net, nil}, Build: "sim", Now: d.clock, Day: d.day,
		Wake: d.call,
	}
	return d
}

func (d *device) watch() { d.box.Watch(func() { d.w.dirty = true }) }

func (d *device) clock() int64 { return d.w.now + d.skew }

func (d *device) day() string { return sw.LocalDay(time.UnixMilli(d.clock()).UTC()) }

// call is the message to all tabs and the worker.
func (d *device) call() {
	for _, a := range d.tabs {
		a.call()
	}
}

// fault fails a step of the store now and then.
func (d *device) fault(op idbqueue.Op) error {
	if d.peeks || !d.chance(d.odds.fail) {
		return nil
	}
	d.unsure()
	d.w.Faults["store fails at "+string(op.Kind)]++
	d.w.tell("the store fails at %s", op.Kind)
	return idbqueue.ErrStorage
}

// peek reads an entry as the checks do.
func (d *device) peek(key string) (idbqueue.Entry, error) {
	d.peeks = true
	defer func() { d.peeks = false }()
	return d.box.Get(d.w.ctx, key)
}

// open starts a tab, or the worker.
func (d *device) open() {
	d.born++
	name := fmt.Sprintf("tab %d", d.born)
	a := d.w.spawn(name, func(a *actor) { d.drain(a, name) })
	d.tabs = append(d.tabs, a)
	if d.lock == nil {
		d.locked(a)
	}
}

// locked gives the Web Lock to a tab.
func (d *device) locked(a *actor) { d.lock, d.lockAt = a, d.clock() }

// lockedAt is what a tab knows of the lock, 0 if it does not have it.
func (d *device) lockedAt(a *actor) int64 {
	if !d.odds.locks || d.lock != a {
		return 0
	}
	return d.lockAt
}

// respawn opens the app again some time after it was killed.
func (d *device) respawn(dead *actor) {
	for i, a := range d.tabs {
		if a == dead {
			d.tabs = append(d.tabs[:i:i], d.tabs[i+1:]...)
			break
		}
	}
	delete(d.turns, dead)
	d.unsure()
	if d.lock == dead {
		d.lock = nil
		if len(d.tabs) > 0 {
			d.locked(d.tabs[0])
		}
	}
	d.w.at(d.w.now+d.between(time.Second, 10*time.Minute), d.open)
}

// timerMax is the longest timer that a page sets.
const timerMax = 30 * time.Minute

// drain is the life of one drainer: step, and rest until the one timer.
func (d *device) drain(a *actor, name string) {
	w := d.w
	box := d.mem.Open()
	bend := Bend{}
	if w.Bend != nil {
		bend = *w.Bend
	}
	config := sw.Config{
		Outbox: &shelf{Outbox: box, a: a, d: d, bend: bend}, Sender: sender{w.net, a}, Holder: name, Build: "sim",
		Now: d.clock, Day: d.day, Rand: d.rand(bend), Online: func() bool { return d.online },
		LockedAt: func() int64 { return d.lockedAt(a) }, Single: d.odds.single, Most: d.odds.most,
	}
	drainer := sw.New(config)
	d.start(a)
	for {
		report, err := drainer.Step(w.ctx)
		if bend.Report != nil {
			report = bend.Report(report)
		}
		if err == nil && d.spins(a, report) {
			return
		}
		if err != nil && !errors.Is(err, idbqueue.ErrStorage) {
			w.violated("%s: a step failed with %v", name, err)
			return
		}
		if report.Again {
			continue
		}
		d.rest(a, report, err)
	}
}

func (d *device) rand(bend Bend) func() float64 {
	if bend.Rand == nil {
		return d.jitter.Float64
	}
	return func() float64 { return bend.Rand(d.jitter.Float64()) }
}

// start is the nudge of a page that opens.
func (d *device) start(a *actor) {
	d.desk.Start(d.w.ctx) // a store that fails here fails the nudge, no write
	d.steps[a] = 0
}

// spinsMax bounds the steps that a drainer takes in one go without an exchange.
const spinsMax = 300

func (d *device) spins(a *actor, r sw.Report) bool {
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
func (d *device) rest(a *actor, r sw.Report, err error) {
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

// jump moves the device's clock.
func (d *device) jump() {
	w := d.w
	if d.chance(d.odds.jump) {
		w.Faults["clock jumps"]++
		d.unsure()
		clear(d.flying) // a lease that was fresh is old now, or the reverse: one write may leave twice
		d.skew += pick(d, []int64{-1, 1}) * pick(d, []int64{
			d.between(time.Second, time.Hour), d.between(time.Hour, 24*time.Hour), d.between(24*time.Hour, 400*24*time.Hour),
		})
		if d.clock() < 0 {
			d.skew = -w.now + 1000
		}
		w.tell("the clock jumps to %s", time.UnixMilli(d.clock()).UTC().Format(time.DateTime))
	}
	if d.chance(d.odds.disk) {
		w.Faults["disk full"]++
		d.mem.SetQuota(d.mem.Used())
		d.full = true
		d.unsure()
		w.tell("the disk is full")
		w.at(w.now+d.between(time.Minute, time.Hour), func() {
			d.mem.SetQuota(0)
			d.full = false
		})
	}
	if d.chance(d.odds.dark) {
		w.Faults["out of coverage"]++
		d.online = d.IntN(2) == 0
		w.net.dark = true
		w.tell("out of coverage")
		w.at(w.now+d.between(time.Minute, 5*time.Hour), d.light)
	}
	if !w.calm {
		w.at(w.now+d.between(10*time.Minute, 3*time.Hour), d.jump)
	}
}

// light is the network back: the page hears of it, and spreads its drain.
func (d *device) light() {
	w := d.w
	w.net.dark, d.online = false, true
	w.tell("back in coverage")
	w.at(w.now+d.Int64N(3000), func() { d.desk.BackOnline(w.ctx) })
}

// ulid makes an id out of the run's own randomness.
func (w *World) ulid() string {
	var b [10]byte
	for i := range b {
		b[i] = byte(w.ids.Uint32())
	}
	id := ulid.ULID{}
	id.SetTime(uint64(w.now))
	id.SetEntropy(b[:])
	return id.String()
}

// user is who is signed in on the device, empty for nobody.
func (d *device) user() string {
	d.peeks = true
	defer func() { d.peeks = false }()
	u, err := d.desk.User(d.w.ctx)
	if err != nil || u == nil {
		return ""
	}
	return u.ID
}
