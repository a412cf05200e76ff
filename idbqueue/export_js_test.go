package idbqueue

import "time"

// WithFault lets a test fail the steps of transactions.
func (o Options) WithFault(f func(Op) error) Options {
	o.fault = f
	return o
}

// WithLimits shortens how long an open and a transaction may take, and the
// pauses between tries.
func (o Options) WithLimits(open, tx time.Duration, pauses ...time.Duration) Options {
	o.openLimit, o.txLimit, o.pauses = open, tx, pauses
	return o
}
