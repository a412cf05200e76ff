package idbqueue

import "time"

// WithFault lets a test fail the steps of transactions.
func (o Options) WithFault(f func(Op) error) Options {
	o.fault = f
	return o
}

// WithLimits shortens how long an open may take, and the pauses between tries.
func (o Options) WithLimits(limit time.Duration, pauses ...time.Duration) Options {
	o.openLimit, o.pauses = limit, pauses
	return o
}
