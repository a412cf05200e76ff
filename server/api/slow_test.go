package api_test

import (
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/wire"
)

// drip is a body that comes as its test lets it come.
type drip struct {
	begun chan struct{}
	rest  chan []byte
	once  sync.Once
}

func (d *drip) Read(b []byte) (int, error) {
	d.once.Do(func() { close(d.begun) })
	more, ok := <-d.rest
	if !ok {
		return 0, io.EOF
	}
	return copy(b, more), nil
}

func (d *drip) Close() error { return nil }

// A phone on a slow line holds no turn while its body comes in.
func TestASlowBodyKeepsNobodyWaiting(t *testing.T) {
	o := openOffice(t, func(c *api.Config) { c.Limits = api.Limits{AtOnce: 1, Waiting: 1, Wait: time.Millisecond} })
	slow, quick := o.phoneOf(demo.Ana), o.phoneOf(demo.Ben)
	d := &drip{begun: make(chan struct{}), rest: make(chan []byte)}
	r := slow.request("POST", wire.Base+"/orders", nil)
	r.Body, r.ContentLength = d, -1
	r.Header = http.Header{"Content-Type": {"application/json"}, "Cookie": r.Header["Cookie"]}
	o.api.Observe = func(api.Observation) {}
	var wg sync.WaitGroup
	wg.Go(func() { slow.expect("the slow one", slow.send(r), "201") })
	<-d.begun
	quick.expect("a quick one meanwhile", quick.post("/orders", order(2)), "201")
	d.rest <- encode(t, order(1))
	close(d.rest)
	wg.Wait()
}
