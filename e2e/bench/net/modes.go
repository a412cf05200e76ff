package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/e2e/bench/baseline"
	"waybill/e2e/bench/benchkit"
	"waybill/e2e/bench/slowlink"
	"waybill/e2e/stage"
	"waybill/server/wire"
)

// The line of a rep far from the office, on a mobile network.
const (
	roundTrip = 300 * time.Millisecond
	upRate    = 625_000   // bytes a second: 5 Mbit/s
	downRate  = 1_250_000 // 10 Mbit/s
)

const (
	ordersMany = 200
	batchRuns  = 3 // the one in the middle counts: one of 0.8 s is at the mercy of a browser's housekeeping
)

// replayWithin is ample for the common queue, one by one.
const replayWithin = 10 * time.Minute

// What is claimed: a batching peer needs 0.8 s, a queue that replays one by
// one 62 s and more.
const (
	batchWall  = 800 * time.Millisecond
	batchRatio = 60
)

func modes(t testing.TB, r *benchkit.Report) {
	orders := benchkit.Orders(ordersMany)
	line := slowlink.RoundTrip(roundTrip, upRate, downRate)
	r.Head("%d orders, round trip %v, %d KB/s up, %d KB/s down", ordersMany, roundTrip, upRate/1000, downRate/1000)

	var single, plain benchkit.Drained
	var runs []benchkit.Drained
	part := func(f func(testing.TB)) {
		if !benchkit.Run(f) {
			t.FailNow()
		}
	}
	for range batchRuns {
		part(func(t testing.TB) { runs = append(runs, drain(t, r, orders, line, nil)) })
		r.Say("batches:  %v", runs[len(runs)-1])
	}
	slices.SortFunc(runs, func(a, b benchkit.Drained) int { return cmp.Compare(a.Wall, b.Wall) })
	batched := runs[len(runs)/2]
	part(func(t testing.TB) { single = drain(t, r, orders, line, noBatchHere) })
	r.Say("singles:  %v", single)
	part(func(t testing.TB) { plain = replay(t, r, orders, line) })
	r.Say("baseline: %v", plain)

	ratio := plain.Wall.Seconds() / batched.Wall.Seconds()
	trips := float64(batched.Wall) / float64(roundTrip)
	r.Claim(trips <= 3 && batched.Requests <= 3, "batches: %.2f round trips from the first byte of the first to the last of the last (at most 3)", trips)
	r.Claim(batched.Wall <= batchWall, "batches: %.3f s (at most %.1f s)", batched.Wall.Seconds(), batchWall.Seconds())
	r.Claim(ratio >= batchRatio, "batches are %.0f times as fast as the baseline (at least %d)", ratio, batchRatio)
	r.Claim(batched.UpEach() <= 150, "batches: %.0f bytes up an order, the baseline %.0f (at most 150)", batched.UpEach(), plain.UpEach())
	r.Say("singles are %.2f times as fast as the baseline", plain.Wall.Seconds()/single.Wall.Seconds())
}

// drain lets the app send the orders.
func drain(t testing.TB, report *benchkit.Report, orders []benchkit.Order, line slowlink.Lines, instead func(*http.Request) []byte) benchkit.Drained {
	r := benchkit.Arrive(t)
	r.Phone.Offline(true)
	r.Import(orders)
	r.Line.Instead(instead)
	d := r.Drain(len(orders), line, 5*time.Minute)
	if n := r.Stored(orders); n != len(orders) {
		report.Claim(false, "%d of %d orders are at the office", n, len(orders))
	}
	return d
}

// noBatchHere answers a batch as an office does that has no such route.
func noBatchHere(r *http.Request) []byte {
	if r.URL.Path != "/api/v1/batch" {
		return nil
	}
	body, err := json.Marshal(wire.NewProblem(wire.CodeNoSuchRoute, ""))
	if err != nil {
		panic(err) // plain data
	}
	answer := http.Response{
		ProtoMajor: 1, ProtoMinor: 1, StatusCode: http.StatusNotFound, ContentLength: int64(len(body)),
		Header: http.Header{wire.HeaderContract: {fmt.Sprint(wire.Contract)}, "Content-Type": {"application/problem+json"}},
		Body:   io.NopCloser(strings.NewReader(string(body))),
	}
	var raw strings.Builder
	if err := answer.Write(&raw); err != nil {
		panic(err) // into memory
	}
	return []byte(raw.String())
}

// replay lets the common queue send the orders, from a page of the same origin
// without the app.
func replay(t testing.TB, report *benchkit.Report, orders []benchkit.Order, line slowlink.Lines) benchkit.Drained {
	office := stage.OpenOffice(t)
	proxy, err := slowlink.New(office.Addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(proxy.Close)
	r := &benchkit.Rep{T: t, Office: office, Line: proxy, Phone: stage.NewPhone(t, proxy.URL)}
	r.Tab = r.Phone.Open("/healthz")
	var bodies []string
	for _, o := range orders {
		bodies = append(bodies, o.Body)
	}
	list, err := json.Marshal(bodies)
	if err != nil {
		t.Fatal(err)
	}
	stage.Eval[int](r.Tab, `fetch("/api/v1/session", { method: "POST", headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ username: "ana", password: "ana-demo-pass" }) }).then((a) => a.status)`)
	stage.Eval[bool](r.Tab, `(() => { `+baseline.Script+`; return true })()`)
	stage.Eval[int](r.Tab, fmt.Sprintf(`baseline.push("/api/v1/orders", %s)`, list))
	proxy.Forget()
	proxy.Shape(line)
	if _, err := stage.EvalWithin[bool](r.Tab, replayWithin, `baseline.replay()`); err != nil {
		t.Fatal(err)
	}
	shown := time.Now()
	if n := r.Stored(orders); n != len(orders) {
		report.Claim(false, "baseline: %d of %d orders are at the office", n, len(orders))
	}
	return benchkit.Count(len(orders), proxy.Exchanges(), shown)
}

// batch is the batches of modes alone: seconds instead of minutes.
func batch(t testing.TB, r *benchkit.Report) {
	orders := benchkit.Orders(ordersMany)
	line := slowlink.RoundTrip(roundTrip, upRate, downRate)
	r.Say("batches:  %v", drain(t, r, orders, line, nil))
}
