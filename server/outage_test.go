package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"waybill/server/internal/pgtest"
)

// writers are clients that make orders together, and send one again with the
// same id and bytes until they know that it is stored.
type writers struct {
	p                  *program
	client             *http.Client
	clients, orders    int
	next               atomic.Int64 // the order that was begun last
	allowed            atomic.Int64 // the last one that may be begun
	stored             atomic.Int64
	idle, inFlight     atomic.Int64 // clients without an order, and such that wait for an answer
	busy, broken, lost atomic.Int64 // answers 503, answers 5xx but 503, no answer
	again              atomic.Int64 // stored before, said by the answer to a later try
	changed            sync.Cond
}

func newWriters(t *testing.T, p *program, clients, orders int) *writers {
	return &writers{p: p, client: signedInClient(t, p), clients: clients, orders: orders, changed: sync.Cond{L: new(sync.Mutex)}}
}

// allow lets the orders up to n be begun.
func (w *writers) allow(n int) {
	w.allowed.Store(int64(n))
	w.tell()
}

// run makes all orders, and returns when every one of them is settled.
func (w *writers) run(ctx context.Context) {
	var all sync.WaitGroup
	for range w.clients {
		all.Go(func() {
			for ctx.Err() == nil {
				n := w.next.Add(1)
				w.idle.Add(1)
				w.tell()
				w.until(ctx, func() bool { return n <= w.allowed.Load() || n > int64(w.orders) })
				if n > int64(w.orders) {
					return // idle from now on
				}
				w.idle.Add(-1)
				w.settle(ctx, int(n))
			}
		})
	}
	all.Wait()
}

// settle sends one order until it is stored. It reads as often as it writes: a
// read must not be broken either.
func (w *writers) settle(ctx context.Context, n int) {
	for ctx.Err() == nil {
		w.ask(ctx, "GET", "/api/v1/customers?limit=1", "")
		switch code := w.ask(ctx, "POST", "/api/v1/orders", orderBody(n)); code {
		case 201, 409:
			if code == 409 {
				w.again.Add(1)
			}
			w.stored.Add(1)
			w.tell()
			return
		}
		pause(ctx)
	}
}

// pause is a phone's wait before it asks again, much shortened.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(20 * time.Millisecond):
	}
}

// ask is one exchange; 0 is no answer.
func (w *writers) ask(ctx context.Context, method, path, body string) int {
	w.inFlight.Add(1)
	w.tell()
	defer func() { w.inFlight.Add(-1); w.tell() }()
	r, err := http.NewRequestWithContext(ctx, method, w.p.base+path, strings.NewReader(body))
	if err != nil {
		w.p.t.Error(err)
		return 0
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := w.client.Do(r)
	if err != nil {
		w.lost.Add(1)
		return 0
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		w.lost.Add(1)
		return 0
	case res.StatusCode == 503:
		w.busy.Add(1)
		if res.Header.Get("Retry-After") == "" {
			w.p.t.Errorf("%s %s: 503 without Retry-After: %s", method, path, got)
		}
	case res.StatusCode >= 500:
		w.broken.Add(1)
		w.p.t.Errorf("%s %s: %d %s", method, path, res.StatusCode, got)
	case res.StatusCode >= 400 && !(res.StatusCode == 409 && strings.Contains(string(got), `"id_exists"`)):
		w.p.t.Errorf("%s %s: %d %s", method, path, res.StatusCode, got)
	}
	return res.StatusCode
}

// tell wakes whoever waits for a state; with the lock, so that nobody misses it
// who has just looked.
func (w *writers) tell() {
	w.changed.L.Lock()
	defer w.changed.L.Unlock()
	w.changed.Broadcast()
}

// until waits for a state of the writers.
func (w *writers) until(ctx context.Context, is func() bool) {
	stop := context.AfterFunc(ctx, w.tell)
	defer stop()
	w.changed.L.Lock()
	defer w.changed.L.Unlock()
	for !is() && ctx.Err() == nil {
		w.changed.Wait()
	}
}

// have waits until so many orders are stored.
func (w *writers) have(ctx context.Context, n int) {
	w.until(ctx, func() bool { return w.stored.Load() >= int64(n) })
}

// allWait waits until every client that has an order waits for an answer.
func (w *writers) allWait(ctx context.Context) {
	w.until(ctx, func() bool { return w.inFlight.Load()+w.idle.Load() == int64(w.clients) })
}

// gate is an address behind which one database stands or another.
type gate struct {
	ln    net.Listener
	mu    sync.Mutex
	to    string // a socket's path
	conns map[net.Conn]bool
}

func newGate(t *testing.T, to string) *gate {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{ln: ln, to: to, conns: map[net.Conn]bool{}}
	go func() {
		for {
			in, err := ln.Accept()
			if err != nil {
				return
			}
			go g.pass(in)
		}
	}()
	t.Cleanup(func() { ln.Close(); g.turn("") })
	return g
}

func (g *gate) pass(in net.Conn) {
	defer in.Close()
	g.mu.Lock()
	out, err := net.Dial("unix", g.to)
	if err != nil {
		g.mu.Unlock()
		return
	}
	g.conns[out] = true
	g.mu.Unlock()
	defer func() {
		out.Close()
		g.mu.Lock()
		delete(g.conns, out)
		g.mu.Unlock()
	}()
	go func() {
		_, _ = io.Copy(out, in) // ends with either side
		out.Close()
	}()
	_, _ = io.Copy(in, out)
}

// turn leads to another database from now on; who is connected is cut off.
func (g *gate) turn(to string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.to = to
	for c := range g.conns {
		c.Close()
	}
}

func (g *gate) url(db string) string {
	return fmt.Sprintf("postgres://postgres@%s/%s?sslmode=disable", g.ln.Addr(), db)
}

// The database is cut off, frozen, killed, restarted and replaced by its replica
// while a branch writes: every order is stored once, and nobody is told of a bug
// (D02, D42, D45).
func TestEveryFaultOfPostgresIsHealed(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	primary := closed(t)(pgtest.Start(ctx, pgtest.Options{}))
	replica := closed(t)(primary.Replica(ctx))
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(primary.Exec(ctx, "CREATE DATABASE office"))
	g := newGate(t, primary.Socket())
	p := start(t, "--db", g.url("office"), "--demo")
	const orders = 500
	w := newWriters(t, p, 10, orders)
	began := time.Now()
	var ended sync.WaitGroup
	ended.Go(func() { w.run(ctx) })
	at := 0
	step := func(name string, fault func(more func())) {
		t.Helper()
		w.allow(at + 50)
		w.have(ctx, at+40)
		busy, lost := w.busy.Load(), w.lost.Load()
		at += 100
		more := func() { w.allow(at) }
		fault(more)
		more()
		w.have(ctx, at)
		t.Logf("%-22s %4d answers 503, %d without an answer", name, w.busy.Load()-busy, w.lost.Load()-lost)
	}
	step("backends are ended", func(more func()) {
		more()
		for range 5 {
			must(primary.Exec(ctx, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'office'"))
		}
	})
	step("frozen, and thawed", func(more func()) {
		must(primary.Freeze())
		more()
		w.allWait(ctx)
		must(primary.Thaw())
	})
	step("killed, and started", func(more func()) {
		must(primary.Kill())
		more()
		w.until(ctx, busier(w))
		must(primary.Start(ctx))
	})
	step("restarted in good order", func(more func()) {
		must(primary.Stop())
		more()
		w.until(ctx, busier(w))
		must(primary.Start(ctx))
	})
	step("replaced by a replica", func(more func()) {
		must(primary.Followed(ctx))
		must(primary.Stop()) // the replica has all there is
		more()
		w.until(ctx, busier(w))
		must(replica.Promote(ctx))
		g.turn(replica.Socket())
	})
	ended.Wait()
	if ctx.Err() != nil {
		t.Fatalf("%d of %d orders after all this time", w.stored.Load(), orders)
	}
	once(t, ctx, g.url("office"), orders)
	t.Logf("%d orders in %.1f s: %d answers 503, %d other 5xx, %d without an answer, %d stored by a try that was not heard",
		orders, time.Since(began).Seconds(), w.busy.Load(), w.broken.Load(), w.lost.Load(), w.again.Load())
}

// busier is true once another answer was 503.
func busier(w *writers) func() bool {
	before := w.busy.Load()
	return func() bool { return w.busy.Load() > before }
}

// once wants n orders of the writers, each with a number of its own.
func once(t *testing.T, ctx context.Context, url string, n int) {
	t.Helper()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	var orders, numbers, lines int
	const made = "id LIKE '01KDVDNEM0R%'"
	err = conn.QueryRow(ctx, `SELECT count(*), count(DISTINCT number), (SELECT count(*) FROM order_lines WHERE order_id LIKE '01KDVDNEM0R%')
		FROM orders WHERE `+made).Scan(&orders, &numbers, &lines)
	if err != nil || orders != n || numbers != n || lines != n {
		t.Errorf("%d orders with %d numbers and %d lines, want %d of each, %v", orders, numbers, lines, n, err)
	}
}
