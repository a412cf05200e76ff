package catalog

import (
	"errors"
	"time"

	"github.com/cenkalti/backoff/v4"

	"waybill/sw"
	"waybill/sw/client"
)

// pace is the schedule of delivery for retries inside a page, and never faster
// than the office has asked for.
type pace struct {
	rand  func() float64 // uniform over [0, 1)
	n     int            // failures in a row
	least time.Duration
}

var _ backoff.BackOff = (*pace)(nil)

// by notes what an answer has asked for.
func (p *pace) by(err error) {
	p.least = 0
	var later *client.Later
	if errors.As(err, &later) {
		p.least = later.Pause(p.rand())
	}
}

// NextBackOff draws the next pause.
func (p *pace) NextBackOff() time.Duration {
	p.n++
	return max(sw.Delay(p.n, p.rand()), p.least)
}

// Reset starts again after a success.
func (p *pace) Reset() { p.n = 0 }
