package api_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/store"
	"waybill/server/wire"
)

// The log hears of an outage at its begin and its end, and now and then while
// it lasts (D42).
func TestAnOutageIsLoggedOnceAndNotForEachRequest(t *testing.T) {
	var log bytes.Buffer
	o := openOffice(t)
	down := true
	o.api = api.New(api.Config{
		Store: broken{o.st, func() ([]store.Result, error) {
			if down {
				return nil, store.ErrBusy
			}
			return []store.Result{{Status: 201, Record: &wire.Order{}}}, nil
		}},
		Now: func() time.Time { return o.now }, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	p := o.phoneOf(demo.Ana)
	lines := func(text string) int { return strings.Count(log.String(), `msg="`+text+`"`) }
	wants := func(busy, over int) {
		t.Helper()
		if lines("the store is busy") != busy || lines("the store answers again") != over {
			t.Fatalf("%d and %d lines, want %d and %d:\n%s", lines("the store is busy"), lines("the store answers again"), busy, over, log.String())
		}
	}
	refused := func() { t.Helper(); p.expect("busy", p.post("/orders", order(1)), "503 busy") }
	for range 50 {
		refused()
		o.now = o.now.Add(time.Second)
	}
	wants(1, 0)
	o.now = o.now.Add(5 * time.Minute)
	refused()
	wants(2, 0)
	down = false
	p.post("/orders", order(1)) // one may get through in between
	wants(2, 0)
	o.now = o.now.Add(10 * time.Second)
	p.get("/orders") // reads never failed
	wants(2, 0)
	p.post("/orders", order(1))
	p.post("/orders", order(1))
	wants(2, 1)
	if !strings.Contains(log.String(), "refused=51") || strings.Contains(log.String(), "stack=") {
		t.Errorf("logged:\n%s", log.String())
	}
	down = true
	refused()
	wants(3, 1)
}
