package stage

import (
	"context"
	"errors"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Offline switches flight mode for the phone: its tabs, those opened later,
// and its service workers.
func (p *Phone) Offline(on bool) {
	p.T.Helper()
	p.offline = on
	p.attachWorkers()
	for id := range p.workers {
		Wait(p.T, "the service worker is switched", func() bool { return p.switchWorker(id, on) })
	}
	for _, tab := range p.tabs {
		p.must(p.setOffline(tab.ctx, on))
	}
}

// switchWorker says whether the worker has got the word, or is gone for good. A
// stopped one is started first: it would come back as it went, whatever it was
// told meanwhile.
func (p *Phone) switchWorker(id target.ID, on bool) bool {
	p.T.Helper()
	ctx, end := context.WithCancel(p.workers[id])
	defer end()
	err := p.whileRunning(id, end, func() error {
		if _, err := p.evalIn(ctx, "true"); err != nil {
			return err
		}
		return p.setOffline(ctx, on)
	})
	switch {
	case errors.Is(err, errGone):
		p.startWorker()
		return false
	case errors.Is(err, chromedp.ErrTargetDetached):
		delete(p.workers, id)
		return true
	}
	p.must(err)
	return true
}

// setOffline uses the older command: it alone also sets navigator.onLine and
// holds background sync.
func (p *Phone) setOffline(ctx context.Context, on bool) error {
	return p.raw(ctx, "Network.emulateNetworkConditions",
		map[string]any{"offline": on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
}

// raw sends a command by its name.
func (p *Phone) raw(ctx context.Context, method string, params map[string]any) error {
	_, err := runIn(p, ctx, Patience, method, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, method, params, nil)
	}))
	return err
}
