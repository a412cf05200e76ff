package stage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// errGone says that a service worker has stopped under a command. A stopped
// worker is listed no more. It takes an attach and every command all the same,
// and answers none before it runs again, which may be never.
var errGone = errors.New("the service worker has stopped")

// running lists the phone's service workers that run now.
func (p *Phone) running() (ids []target.ID, err error) {
	infos, err := p.targets()
	for _, info := range infos {
		own := p.profile == "" || info.BrowserContextID == p.profile
		if own && info.Type == "service_worker" && strings.HasPrefix(info.URL, p.Origin) {
			ids = append(ids, info.TargetID)
		}
	}
	return ids, err
}

// whileRunning does something with a worker, and returns [errGone] if the
// worker stops before it is done: end makes do return then.
func (p *Phone) whileRunning(id target.ID, end context.CancelFunc, do func() error) error {
	var over atomic.Bool // done or stopped, whichever comes first
	go func() {
		for range time.Tick(glance) {
			if over.Load() {
				return
			}
			if ids, err := p.running(); err == nil && !slices.Contains(ids, id) && over.CompareAndSwap(false, true) {
				end()
			}
		}
	}()
	err := do()
	if !over.CompareAndSwap(false, true) {
		return errGone
	}
	return err
}

// attachWorkers returns a session for each service worker of the phone that
// runs now. Earlier sessions are kept: what one has switched holds for its
// worker over a stop.
func (p *Phone) attachWorkers() (sessions map[target.ID]context.Context) {
	p.T.Helper()
	Wait(p.T, "the service workers are attached to", func() bool {
		ids, err := p.running()
		p.must(err)
		sessions = map[target.ID]context.Context{}
		for _, id := range ids {
			if p.workers[id] == nil {
				session, err := p.attach(id)
				if errors.Is(err, errGone) {
					return false // another may run by now: look again
				}
				p.must(err)
				p.workers[id] = session
			}
			sessions[id] = p.workers[id]
		}
		return true
	})
	return sessions
}

func (p *Phone) attach(id target.ID) (context.Context, error) {
	ctx, end := chromedp.NewContext(p.ctx, chromedp.WithTargetID(id), chromedp.WithDetachOnCancel())
	err := p.whileRunning(id, end, func() error { return p.begin(ctx, end, "attach to a service worker") })
	if err == nil {
		return ctx, nil
	}
	end()
	// One that ended between the list and the attach is not there any more.
	if ids, listed := p.running(); listed == nil && !slices.Contains(ids, id) {
		err = errGone
	}
	return nil, err
}

// InWorker runs an expression inside the phone's one service worker and returns
// what its promise resolves to, as text. It waits for a worker that is about to
// start, and for the end of one that another has replaced.
func (p *Phone) InWorker(expression string) (text string) {
	p.T.Helper()
	var sessions map[target.ID]context.Context
	Wait(p.T, "one service worker runs", func() bool {
		sessions = p.attachWorkers()
		return len(sessions) == 1
	})
	for id, session := range sessions {
		ctx, end := context.WithCancel(session)
		defer end()
		p.must(p.whileRunning(id, end, func() (err error) {
			text, err = p.evalIn(ctx, expression)
			return err
		}))
	}
	return text
}

// evalIn runs an expression in any target, a worker too.
func (p *Phone) evalIn(ctx context.Context, expression string) (string, error) {
	res, err := callIn(p, ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression: "Promise.resolve(" + expression + ").then(String)", AwaitPromise: new(true), ReturnByValue: new(true),
	})
	if err != nil {
		return "", err
	}
	if res.ExceptionDetails != nil {
		return "", fmt.Errorf("%s: %s", expression, res.ExceptionDetails.Text)
	}
	var text string
	err = json.Unmarshal(res.Result.Value, &text)
	return text, err
}
