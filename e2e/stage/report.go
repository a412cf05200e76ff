package stage

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// last is the end of each part of a report: the browser may be what has failed.
const last = 10 * time.Second

// report keeps, after a failed test, what each open tab shows and has written
// to its console.
func (p *Phone) report() {
	if !p.T.Failed() {
		return
	}
	for n, tab := range p.tabs {
		if tab.ctx.Err() != nil {
			continue // its browser was killed
		}
		text, err := runIn(p, tab.ctx, last, "read the page", chromedp.Evaluate[string](`location.href + "\n" + (document.body ? document.body.innerText : "")`))
		told := fmt.Sprintf("tab shows: %s (%v)\nconsole:\n%s", text, err, tab.console.String())
		p.T.Log(told)
		name := fmt.Sprintf("tab-%d-%d", p.number, n+1)
		keep(p.T, name+".txt", []byte(told))
		picture, err := runIn(p, tab.ctx, last, "take a picture", func(ctx context.Context, t *chromedp.Target) (page.CaptureScreenshotResult, error) {
			return cdp.Call(ctx, t, page.CaptureScreenshot, page.CaptureScreenshotParams{})
		})
		if err != nil {
			p.T.Logf("no picture of %s: %v", name, err)
			continue
		}
		keep(p.T, name+".png", picture.Data)
	}
}

// Context is of the blank tab that keeps the profile open, and ends with the
// patience for one step. [Run] and [Call] are shorter.
func (p *Phone) Context() context.Context { return p.limited(p.ctx) }

// Context is the tab's, likewise.
func (t *Tab) Context() context.Context { return t.phone.limited(t.ctx) }

func (p *Phone) limited(ctx context.Context) context.Context {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	p.T.Cleanup(cancel)
	return ctx
}
