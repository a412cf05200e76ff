package stage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Patience is the end of each step. It is generous: a step that works takes
// seconds on a machine that is busy with other things.
const Patience = 100 * time.Second

// This file holds every call into the browser, so that each has an end.

// step does one thing within limit, and notes how long it took. Its error
// says what failed, or was waited for in vain.
func step[R any](p *Phone, ctx context.Context, limit time.Duration, what string, do func(context.Context) (R, error)) (R, error) {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	r, err := do(ctx)
	note(p.T, what, time.Since(begun), limit)
	switch {
	case err == nil:
		return r, nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return r, fmt.Errorf("waited %s in vain: %s: %w", limit, what, err)
	}
	return r, fmt.Errorf("%s: %w", what, err)
}

// Place is where a step is done: a phone, which is its blank tab and its
// browser, or one of its tabs.
type Place interface {
	place() (*Phone, context.Context)
}

func (p *Phone) place() (*Phone, context.Context) { return p, p.ctx }
func (t *Tab) place() (*Phone, context.Context)   { return t.phone, t.ctx }

// Run runs an action that the stage has no word for, and returns its value.
func Run[R any](at Place, what string, action chromedp.Action[R]) R {
	p, ctx := at.place()
	p.T.Helper()
	r, err := runIn(p, ctx, Patience, what, action)
	p.must(err)
	return r
}

func runIn[R any](p *Phone, ctx context.Context, limit time.Duration, what string, action chromedp.Action[R]) (R, error) {
	return step(p, ctx, limit, what, func(ctx context.Context) (R, error) { return chromedp.Run(ctx, action) })
}

// Call sends a command that the stage has no word for to a tab, and returns its
// answer.
func Call[P, R any](at Place, command cdp.Command[P, R], params P) R {
	p, ctx := at.place()
	p.T.Helper()
	r, err := callIn(p, ctx, command, params)
	p.must(err)
	return r
}

func callIn[P, R any](p *Phone, ctx context.Context, command cdp.Command[P, R], params P) (R, error) {
	return step(p, ctx, Patience, command.Method, func(ctx context.Context) (R, error) { return chromedp.Call(ctx, command, params) })
}

// callBrowser sends a command to the phone's browser.
func callBrowser[P, R any](p *Phone, command cdp.Command[P, R], params P) R {
	p.T.Helper()
	r, err := step(p, p.ctx, Patience, command.Method, func(ctx context.Context) (R, error) { return chromedp.CallBrowser(ctx, command, params) })
	p.must(err)
	return r
}

// first returns the first event that ok accepts of those that trigger sets off.
func first[E any](p *Phone, what string, event cdp.Event[E], trigger func(context.Context) error, ok func(E) bool) E {
	p.T.Helper()
	found, err := step(p, p.ctx, Patience, what, func(ctx context.Context) (none E, err error) {
		events := chromedp.Events(ctx, event)
		if err := trigger(ctx); err != nil {
			return none, err
		}
		for e, err := range events {
			if err != nil || ok(e) {
				return e, err
			}
		}
		return none, errors.New("the browser ended")
	})
	p.must(err)
	return found
}

// targets lists everything in the browser that can be attached to.
func (p *Phone) targets() ([]*target.Info, error) {
	return step(p, p.ctx, Patience, "list the targets", chromedp.Targets)
}

// begin opens or attaches to what ctx stands for. A target lives no longer than
// the context that it began with, so that cannot have a deadline: end is called
// when it takes too long.
func (p *Phone) begin(ctx context.Context, end context.CancelFunc, what string) error {
	_, err := step(p, ctx, Patience, what, func(limited context.Context) (none struct{}, err error) {
		stop := context.AfterFunc(limited, end)
		defer stop()
		return none, chromedp.Do(ctx)
	})
	return err
}

// quit ends the phone's own browser in order.
func (p *Phone) quit() error {
	_, err := step(p, p.ctx, Patience, "the browser ends", func(ctx context.Context) (none struct{}, err error) {
		return none, chromedp.Cancel(ctx)
	})
	return err
}

// must fails the story with a step's error.
func (p *Phone) must(err error) {
	p.T.Helper()
	if err != nil {
		p.T.Fatal(err)
	}
}
