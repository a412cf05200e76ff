package stage

import (
	"context"
	"strings"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Offline switches flight mode for the phone: its tabs, those opened later,
// and its service worker.
func (p *Phone) Offline(on bool) {
	p.T.Helper()
	p.offline = on
	for _, worker := range p.attachWorkers() {
		p.must(setOffline(worker, on))
	}
	for _, tab := range p.tabs {
		p.must(setOffline(tab.ctx, on))
	}
}

// setOffline uses the older command: it alone also sets navigator.onLine and
// holds background sync.
func setOffline(ctx context.Context, on bool) error {
	return chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, "Network.emulateNetworkConditions",
			map[string]any{"offline": on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}, nil)
	}))
}

// attachWorkers returns a session for each service worker of the phone.
func (p *Phone) attachWorkers() map[target.ID]context.Context {
	p.T.Helper()
	infos, err := chromedp.Targets(p.ctx)
	p.must(err)
	for _, info := range infos {
		if info.Type != "service_worker" || !strings.HasPrefix(info.URL, p.Origin) || p.workers[info.TargetID] != nil {
			continue
		}
		if p.profile != "" && info.BrowserContextID != p.profile {
			continue
		}
		ctx, _ := chromedp.NewContext(p.ctx, chromedp.WithTargetID(info.TargetID), chromedp.WithDetachOnCancel())
		if chromedp.Do(ctx) == nil { // a worker that just stopped is no error
			p.workers[info.TargetID] = ctx
		}
	}
	return p.workers
}
