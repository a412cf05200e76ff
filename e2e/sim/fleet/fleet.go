package main

import (
	"container/heap"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
	"waybill/sw/drain"
	"waybill/sw/exchange"
)

// Jitter turns luck into the part of the interval that is waited.
type Jitter struct {
	Name string
	Draw func(r float64) float64
}

// Jitters are full jitter and what it is compared with.
var Jitters = []Jitter{
	{"full jitter", func(r float64) float64 { return r }},
	{"±10 %", func(r float64) float64 { return (0.9 + 0.2*r) / 1.1 }},
	{"no jitter", func(float64) float64 { return 0.999_999 }},
}

// Case is one run.
type Case struct {
	Devices int
	Outage  time.Duration
	Jitter  Jitter
}

// Limits of the model.
const (
	writesEach  = 3
	shiftStart  = 10 * time.Second       // within which all devices begin
	oneExchange = 200 * time.Millisecond // how long one takes
	perCapacity = 20                     // devices for each request a second that the server can answer
	runMax      = 8 * time.Hour          // a fleet that takes longer is not drained
)

// Outcome is what a run has shown. Peak and Mean are arrivals per second from
// the end of the outage until the last write was proved.
type Outcome struct {
	Case
	Arrivals []int // by second, from the start
	Peak     int
	Mean     float64
	Drained  time.Duration // from the end of the outage to the last proof
	Sent     int
	Parked   int // writes shown to a person
	Requests int
}

// fleet is the world of one run.
type fleet struct {
	Case
	rng      *rand.Rand
	queue    wakes
	arrivals []int
	last     int64 // when the latest write was proved
}

type device struct {
	f       *fleet
	now     int64
	box     *idbqueue.Outbox
	drainer *drain.Drainer
}

// begin is the device's clock when the outage begins.
const begin = int64(1_790_000_000_000)

// Simulate runs one case; the same seed gives the same outcome.
func Simulate(c Case, seed uint64) (Outcome, error) {
	f := &fleet{Case: c, rng: rand.New(rand.NewPCG(seed, 1))}
	devices := make([]*device, c.Devices)
	for n := range devices {
		d, err := f.device(n)
		if err != nil {
			return Outcome{}, err
		}
		devices[n] = d
		heap.Push(&f.queue, d)
	}
	for len(f.queue) > 0 && f.queue[0].now < begin+c.Outage.Milliseconds()+runMax.Milliseconds() {
		if err := f.queue[0].step(); err != nil {
			return Outcome{}, err
		}
	}
	return f.outcome(devices)
}

// device is one with its writes, at its own moment of the shift's start.
func (f *fleet) device(n int) (*device, error) {
	d := &device{f: f, now: begin + f.rng.Int64N(shiftStart.Milliseconds()), box: idbqueue.NewMem().Open()}
	user, err := json.Marshal(sw.User{ID: "rep", Store: "S", SignedInAt: 1})
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	if err := d.box.Put(ctx, entry.Record{Name: entry.RecordUser, Value: user}); err != nil {
		return nil, err
	}
	for i := range writesEach {
		key := fmt.Sprintf("01HZX3M1N2P3Q4R5S6%06d%02d", n, i)
		body := fmt.Sprintf(`{"id":%q}`, key)
		_, err := d.box.Add(ctx, entry.Entry{
			Key: key, Owner: "rep", Store: "S", Op: string(wire.OpOrderCreate), Record: key, Body: body,
			Fingerprint: fingerprint.Of([]byte(body)), MadeAt: d.now,
		})
		if err != nil {
			return nil, err
		}
	}
	d.drainer = drain.New(drain.Config{
		Outbox: d.box, Sender: d, Holder: "tab", Build: "fleet", Now: func() int64 { return d.now },
		Day: func() string { return "2026-11-30" }, Rand: func() float64 { return f.Jitter.Draw(f.rng.Float64()) },
	})
	return d, nil
}

// step is one step of the device that is due first.
func (d *device) step() error {
	report, err := d.drainer.Step(context.Background())
	switch {
	case err != nil:
		return err
	case report.Again:
		heap.Fix(&d.f.queue, 0)
	case report.WakeAt == 0:
		heap.Pop(&d.f.queue)
	default:
		d.now = max(d.now, report.WakeAt)
		heap.Fix(&d.f.queue, 0)
	}
	return nil
}

// Send is the modelled server: away, or as fast as it can, or shedding.
func (d *device) Send(_ context.Context, r exchange.Request) sw.Evidence {
	f := d.f
	second := int(d.now-begin) / 1000
	for len(f.arrivals) <= second {
		f.arrivals = append(f.arrivals, 0)
	}
	f.arrivals[second]++
	away := d.now < begin+f.Outage.Milliseconds()
	overloaded := f.arrivals[second] > max(1, f.Devices/perCapacity)
	left := d.now
	d.now += oneExchange.Milliseconds()
	ev := sw.Evidence{Answered: true, Whole: true, Contract: "1", LeftAt: left, ArrivedAt: d.now}
	switch {
	case away: // the gateway stands, the office behind it does not
		ev.Status, ev.Contract, ev.Body = 502, "", []byte("<html>Bad gateway</html>")
	case overloaded:
		ev.Status, ev.Body = 503, []byte(`{"code":"overloaded"}`)
	default:
		ev.Status, ev.Body = accept(r)
		f.last = max(f.last, d.now)
	}
	return ev
}

// accept proves whatever it is sent.
func accept(r exchange.Request) (int, []byte) {
	if r.Path != wire.PathBatch {
		return 201, proof([]byte(r.Body))
	}
	var b wire.Batch
	var answer wire.BatchAnswer
	if json.Unmarshal([]byte(r.Body), &b) != nil {
		return 400, []byte(`{"code":"malformed"}`)
	}
	for _, w := range b.Writes {
		answer.Results = append(answer.Results, wire.BatchResult{Ref: w.Ref, Status: 201, Body: proof(w.Body)})
	}
	body, err := json.Marshal(answer)
	if err != nil {
		return 500, []byte(`{"code":"internal"}`)
	}
	return 200, body
}

func proof(body []byte) []byte {
	var m wire.Meta
	_ = json.Unmarshal(body, &m)
	return fmt.Appendf(nil, `{"id":%q,"fingerprint":%q}`, m.ID, fingerprint.Of(body))
}

func (f *fleet) outcome(devices []*device) (Outcome, error) {
	o := Outcome{Case: f.Case, Arrivals: f.arrivals}
	for _, d := range devices {
		t, err := d.box.Totals(context.Background(), "rep")
		if err != nil {
			return o, err
		}
		o.Sent += t.Sent
		o.Parked += t.Attention
	}
	end := begin + f.Outage.Milliseconds()
	o.Drained = time.Duration(max(0, f.last-end)) * time.Millisecond
	from, to := int(f.Outage/time.Second), int(f.last-begin)/1000
	sum := 0
	for second := from; second <= to && second < len(f.arrivals); second++ {
		o.Peak = max(o.Peak, f.arrivals[second])
		sum += f.arrivals[second]
	}
	o.Mean = float64(sum) / float64(max(1, to-from+1))
	for _, n := range f.arrivals {
		o.Requests += n
	}
	return o, nil
}

// wakes is the heap of devices by when they are due.
type wakes []*device

func (w wakes) Len() int           { return len(w) }
func (w wakes) Less(i, j int) bool { return w[i].now < w[j].now }
func (w wakes) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *wakes) Push(x any)        { *w = append(*w, x.(*device)) }

func (w *wakes) Pop() any {
	old := *w
	d := old[len(old)-1]
	*w = old[:len(old)-1]
	return d
}
