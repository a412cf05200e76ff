package sim

import (
	"fmt"
	"net/http"
	"time"

	"github.com/oklog/ulid/v2"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw/client"
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
	name   string
	lock   *actor // who has the Web Lock,
	lockAt int64  // and since when, by the device's clock
	desk   *client.Desk
	rep    *actor
	odds   machineOdds
	peeks  bool // the checks look: the store does not fail for them
	online bool
	born   int   // tabs so far
	stood  int64 // how long it has stood still in all, milliseconds,
	asleep int64 // and until when, true time

	doomedAt int64             // when a drainer first met a server that fails for ever
	signed   string            // who is signed in, as it was put
	saw      map[*actor]string // the same, as each drainer last could have known it
	hurt     map[string]bool   // writes that a damaged file may have changed
	writes   map[string]*saved // by key
	cancels  map[string]int64  // orders that it asked to cancel, and when first
	acting   int               // steps of the rep that nobody has heard of yet
	torn     string            // a conflict that the rep has not decided yet
	fence    idbqueue.Fence
	hinted   bool                           // the latest answer carried a Retry-After
	asked    int64                          // until when the office asked to wait, true time
	asking   int64                          // the same, not stored yet
	asker    *actor                         // … by the one who was asked
	full     bool                           // the disk is full
	hours    map[int64]int                  // exchanges of drainers by the hour
	flying   map[string]*actor              // writes that are on their way, and who sent them
	frozen   map[*actor]bool                // has frozen since it last had the lease
	waits    [2]int                         // jittered waits below and above half of their interval
	gone     map[string]bool                // of a planted fault
	turns    map[*actor]map[string]turnCost // what each drainer's turn has met
	steps    map[*actor]int                 // steps without rest
	before   map[string]int                 // spent, as each turn began
}

// machineOdds are drawn for each run, some at zero.
type machineOdds struct {
	kill, freeze, pass float64
	tap                float64 // the rep acts between two steps of a drain
	fail, disk         float64
	jump, dark, worry  float64
	locks, single      bool
	most               int // writes in one batch: small ones let a dozen writes follow each other
	drainers           int
}

func newDevice(w *World, name string) *device {
	d := &device{
		dice: w.dice(name), hand: w.dice(name + "'s rep"), jitter: w.dice(name + "'s jitter"), name: name, mem: idbqueue.NewMem(), jar: map[string]*http.Cookie{}, online: true,
		hours: map[int64]int{}, flying: map[string]*actor{}, frozen: map[*actor]bool{},
		gone: map[string]bool{}, turns: map[*actor]map[string]turnCost{}, steps: map[*actor]int{}, before: map[string]int{}, writes: map[string]*saved{}, hurt: map[string]bool{}, cancels: map[string]int64{}, saw: map[*actor]string{},
	}
	d.odds = machineOdds{
		kill: d.odd(0.01), freeze: d.odd(0.005), pass: d.odd(0.3), fail: d.odd(0.01), disk: d.odd(0.3),
		jump: d.odd(0.4), dark: d.odd(0.5), worry: d.odd(0.7), locks: d.IntN(2) == 0, single: d.IntN(3) == 0, most: pick(d, []int{0, 2, 3}), drainers: 1 + d.IntN(3),
	}
	d.odds.tap = d.hand.odd(0.05)
	d.mem.Fail(d.fault)
	d.box = d.mem.Open()
	d.watch()
	d.desk = &client.Desk{
		Fingerprint: fingerprint.Of, NewID: func(int64) (string, error) { return w.ulid(), nil },
		Outbox: &page{d.box, d}, Sender: sender{w.net, d, nil}, Build: "sim", Now: d.clock, Day: d.day,
		Wake: d.call,
	}
	return d
}

func (d *device) watch() { d.box.Watch(func() { d.w.dirty = true }) }

func (d *device) clock() int64 { return d.w.now + d.skew }

func (d *device) day() string { return wire.LocalDay(time.UnixMilli(d.clock()).UTC()) }

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
	return entry.ErrStorage
}

// peek reads an entry as the checks do.
func (d *device) peek(key string) (entry.Entry, error) {
	d.peeks = true
	defer func() { d.peeks = false }()
	return d.box.Get(d.w.ctx, key)
}

// open starts a tab, or the worker.
func (d *device) open() {
	d.born++
	name := fmt.Sprintf("%s %d", d.name, d.born)
	a := d.w.spawn(d, name, func(a *actor) { d.drain(a, name) })
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
