package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// binding is the function that page.js calls to talk to this process. Its
// calls arrive in order and even while the page's one thread is busy.
const binding = "waybillHost"

// report is one call of the binding: text for a stream (1 out, 2 err), the
// exit code, or why the program could not run.
type report struct {
	FD   int    `json:"fd"`
	Text string `json:"text"`
	Exit *int   `json:"exit"`
	Fail string `json:"fail"`
}

// runPage opens url in the tab and relays the program's reports until it
// exits.
func runPage(tab context.Context, url string, stdout, stderr io.Writer) (int, error) {
	reports := chromedp.Events(tab, runtime.BindingCalled)
	tab, crash := context.WithCancelCause(tab)
	defer crash(nil)
	go watchCrash(tab, crash)
	if _, err := chromedp.Call(tab, runtime.AddBinding, runtime.AddBindingParams{Name: binding}); err != nil {
		return exitBroken, err
	}
	if err := chromedp.Do(tab, chromedp.Navigate(url)); err != nil {
		return exitBroken, err
	}
	for ev, err := range reports {
		if err != nil {
			return exitBroken, fmt.Errorf("the browser went away: %w", errors.Join(err, context.Cause(tab)))
		}
		if code, done, err := relay(ev.Payload, stdout, stderr); done || err != nil {
			return code, err
		}
	}
	return exitBroken, errors.New("the page ended without an exit code")
}

// relay carries out one report. It says done when the program has exited.
func relay(payload string, stdout, stderr io.Writer) (code int, done bool, err error) {
	var r report
	if err := json.Unmarshal([]byte(payload), &r); err != nil {
		return exitBroken, true, fmt.Errorf("unreadable report %q: %w", payload, err)
	}
	switch {
	case r.Fail != "":
		return exitBroken, true, errors.New(r.Fail)
	case r.Exit != nil:
		return *r.Exit, true, nil
	case r.FD == 2:
		_, err = io.WriteString(stderr, r.Text)
	default:
		_, err = io.WriteString(stdout, r.Text)
	}
	return 0, false, err
}

// watchCrash ends the tab's context when the renderer dies: a dead page calls
// no binding, and the test would wait for its time limit.
func watchCrash(tab context.Context, crash context.CancelCauseFunc) {
	if _, err := chromedp.Call(tab, inspector.Enable, cdp.Empty{}); err != nil {
		return
	}
	for _, err := range chromedp.Events(tab, inspector.TargetCrashed) {
		if err == nil {
			crash(errors.New("the page crashed"))
		}
		return
	}
}
