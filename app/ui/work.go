package ui

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// errBroken wraps what a recovered panic said.
var errBroken = errors.New("app: something broke here")

// Work runs do outside the UI goroutine and hands its result to then on it. A
// panic in either is caught: in do it becomes an error, in then it is shown.
func Work[T any](ctx app.Context, do func(context.Context) (T, error), then func(app.Context, T, error)) {
	ctx.Async(func() {
		v, err := guarded(ctx, do)
		ctx.Dispatch(func(ctx app.Context) {
			defer Caught(ctx)
			if then != nil {
				then(ctx, v, err)
			}
		})
	})
}

func guarded[T any](ctx context.Context, do func(context.Context) (T, error)) (v T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", errBroken, r)
		}
	}()
	return do(ctx)
}

// Act is work without a result.
func Act(ctx app.Context, do func(context.Context) error, then func(app.Context, error)) {
	Work(ctx, func(c context.Context) (struct{}, error) { return struct{}{}, do(c) },
		func(ctx app.Context, _ struct{}, err error) {
			if then != nil {
				then(ctx, err)
			}
		})
}

// Caught is deferred in every handler: without it one panic would end the
// program, and with it the page. It keeps the page and says what happened.
func Caught(ctx app.Context) {
	if r := recover(); r != nil {
		app.Logf("recovered: %v", r)
		ctx.SetState(StateBroken, fmt.Sprint(r))
	}
}

// Once coalesces a burst of changes into one look at a time: a change during a
// look causes exactly one more. Where a look takes long, on a weak phone or
// beside a drain, it rests for longer, so that most of the processor is left to
// whoever types and to the drain itself.
type Once struct {
	busy  atomic.Bool
	again atomic.Bool
}

const (
	restTimes = 3 // a look takes a quarter of the time at most,
	restMax   = time.Second
	restMin   = 20 * time.Millisecond // and below that nobody notices
)

// Run calls look, which calls done when its result is in place.
func (o *Once) Run(look func(done func())) {
	if !o.busy.CompareAndSwap(false, true) {
		o.again.Store(true)
		return
	}
	from := time.Now()
	look(func() {
		rest := min(restTimes*time.Since(from), restMax)
		if rest < restMin {
			o.rested(look)
			return
		}
		time.AfterFunc(rest, func() {
			defer func() {
				if r := recover(); r != nil { // on a timer nobody else would
					app.Logf("look: %v", r)
				}
			}()
			o.rested(look)
		})
	})
}

func (o *Once) rested(look func(done func())) {
	o.busy.Store(false)
	if o.again.CompareAndSwap(true, false) {
		o.Run(look)
	}
}
