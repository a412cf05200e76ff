package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/store"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
)

// How many send at a time where rates are measured: each side gets as many as
// keep it busy. A connection of PostgreSQL is a process, a client of the server
// is a phone that waits for its answer.
const (
	conns   = 16
	clients = 64
)

// batchSize is the largest transaction that the contract knows.
const batchSize = wire.BatchMax

func replaceCommas(s string) string { return strings.ReplaceAll(s, ",", ":") }

// measure compares API and driver in turns, then runs the rush.
func measure(ctx context.Context, s settings, t target, sum *summary) (err error) {
	st, err := t.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if err := demo.Fill(ctx, st, time.Now(), func(pw string) string { return pw }); err != nil {
		return err
	}
	d, err := t.driver(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.db.Close()) }()
	durable, err := st.Settings(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %v\n", t.name, durable)
	srv, err := serve(ctx, st, api.Limits{User: api.Rate{Burst: 1 << 30, Every: time.Microsecond}})
	if err != nil {
		return err
	}
	defer srv.close()
	for _, size := range []int{1, batchSize} {
		if err := compare(ctx, s, t.name, size, d, srv, sum); err != nil {
			return err
		}
	}
	return rush(ctx, s, t.name, st, sum)
}

// compare measures both in turns, so that a slow minute of the machine hits
// both, and keeps the sums.
func compare(ctx context.Context, s settings, name string, size int, d *driver, srv *server, sum *summary) error {
	var direct, over rate
	for range s.rounds {
		r, err := d.rate(ctx, s.turn, size)
		if err != nil {
			return err
		}
		direct.add(r)
		if r, err = srv.rate(ctx, s.turn, size); err != nil {
			return err
		}
		over.add(r)
	}
	fmt.Printf("%s, %d a transaction: driver %.0f orders/s, HTTP %.0f orders/s\n", name, size, direct.perSecond(), over.perSecond())
	sum.ratio(name, size, direct.perSecond(), over.perSecond())
	return nil
}

// rate is a number of orders in a time.
type rate struct {
	orders int64
	took   time.Duration
}

func (r *rate) add(o rate) { r.orders, r.took = r.orders+o.orders, r.took+o.took }

func (r rate) perSecond() float64 { return float64(r.orders) / r.took.Seconds() }

// repeat runs a step until the time is over; each one stores the same number.
type repeat func(step func() error) error

// during lets workers repeat their steps until the time is over.
func during(ctx context.Context, d time.Duration, workers, n int, work func(ctx context.Context, r repeat) error) (rate, error) {
	var (
		wg     sync.WaitGroup
		orders atomic.Int64
		mu     sync.Mutex
		failed error
	)
	began := time.Now()
	loop := func(step func() error) error {
		for time.Since(began) < d {
			if err := step(); err != nil {
				return err
			}
			orders.Add(int64(n))
		}
		return nil
	}
	for range workers {
		wg.Go(func() {
			if err := work(ctx, loop); err != nil {
				mu.Lock()
				failed = errors.Join(failed, err)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return rate{orders.Load(), time.Since(began)}, failed
}

func (d *driver) rate(ctx context.Context, turn time.Duration, size int) (rate, error) {
	return during(ctx, turn, d.workers, size, func(ctx context.Context, loop repeat) error {
		conn, err := d.db.Conn(ctx)
		if err != nil {
			return err
		}
		defer conn.Close()
		s, err := d.prepare(ctx, conn)
		if err != nil {
			return err
		}
		return loop(func() error { return d.put(ctx, conn, s, size) })
	})
}

// server is the real handler behind a real listener.
type server struct {
	srv   *http.Server
	base  string
	token string
	http  *http.Client
}

func serve(ctx context.Context, st *store.DB, limits api.Limits) (*server, error) {
	token, _, err := st.OpenSession(ctx, time.Now(), demo.Ana, "d", "")
	if err != nil {
		return nil, err
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	srv := &http.Server{Handler: api.New(api.Config{Store: st, Limits: limits})}
	go srv.Serve(ln)
	tr := &http.Transport{MaxIdleConnsPerHost: 4096, MaxConnsPerHost: 0}
	return &server{srv, "http://" + ln.Addr().String(), token, &http.Client{Transport: tr}}, nil
}

func (s *server) close() {
	s.http.CloseIdleConnections()
	s.srv.Close()
}

func (s *server) rate(ctx context.Context, turn time.Duration, size int) (rate, error) {
	return during(ctx, turn, clients, size, func(ctx context.Context, loop repeat) error {
		if size == 1 {
			return loop(func() error { return s.one(ctx) })
		}
		return loop(func() error { return s.batch(ctx, size) })
	})
}

func (s *server) one(ctx context.Context) error {
	body, err := wire.Encode(newOrder())
	if err != nil {
		return err
	}
	status, got, _, err := s.post(ctx, s.token, wire.KindOrders.ListPath(), body)
	if err == nil && status != 201 {
		err = fmt.Errorf("an order was answered %d %s", status, got)
	}
	return err
}

// batch joins bytes, as the client does.
func (s *server) batch(ctx context.Context, size int) error {
	var b bytes.Buffer
	b.WriteString(`{"writes":[`)
	for i := range size {
		body, err := wire.Encode(newOrder())
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"ref":"%d","method":"POST","path":"/api/v1/orders","fingerprint":"%s","body":%s}`, i, fingerprint.Of(body), body)
	}
	b.WriteString(`]}`)
	status, got, _, err := s.post(ctx, s.token, wire.PathBatch, b.Bytes())
	if err == nil && (status != 200 || bytes.Count(got, []byte(`"status":201`)) != size) {
		err = fmt.Errorf("a batch was answered %d %.300s", status, got)
	}
	return err
}

func (s *server) post(ctx context.Context, token, path string, body []byte) (status int, got []byte, after string, err error) {
	r, err := http.NewRequestWithContext(ctx, "POST", s.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(wire.HeaderFingerprint, fingerprint.Of(body))
	r.AddCookie(&http.Cookie{Name: api.SessionCookie, Value: token})
	res, err := s.http.Do(r)
	if err != nil {
		return 0, nil, "", err
	}
	defer res.Body.Close()
	got, err = io.ReadAll(res.Body)
	return res.StatusCode, got, res.Header.Get("Retry-After"), err
}
