package stage

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"waybill/e2e/browser"
)

// Phone is one device: a browser profile with the app's data in it.
type Phone struct {
	T      testing.TB
	Origin string // of the app, as the phone reaches it

	ctx     context.Context // of a blank tab that keeps the profile open
	end     context.CancelFunc
	dir     string // of the profile, for a phone with a process to itself
	profile cdp.BrowserContextID
	number  int64 // tells the phones of a report apart
	offline bool
	speaks  string
	tabs    []*Tab
	workers map[target.ID]context.Context
}

// phones counts the phones of this run.
var phones atomic.Int64

// shared is the one browser process of all phones that are not alone.
var shared struct {
	once sync.Once
	ctx  context.Context
	end  context.CancelFunc
	dir  string
	err  error
}

func sharedBrowser() (context.Context, error) {
	shared.once.Do(func() {
		if shared.dir, shared.err = os.MkdirTemp("", "waybill-e2e-"); shared.err != nil {
			return
		}
		shared.ctx, shared.end, shared.err = browser.Start(context.Background(), shared.dir)
	})
	return shared.ctx, shared.err
}

// CloseBrowser ends the shared browser, after the last test.
func CloseBrowser() {
	if shared.end != nil {
		shared.end()
	}
	_ = os.RemoveAll(shared.dir)
}

// NewPhone is a new device in the shared browser, before the app at origin.
func NewPhone(t testing.TB, origin string) *Phone {
	t.Helper()
	parent, err := sharedBrowser()
	if err != nil {
		t.Fatal(err)
	}
	p := &Phone{T: t, Origin: origin, number: phones.Add(1), workers: map[target.ID]context.Context{}}
	p.ctx, p.end = chromedp.NewContext(parent, chromedp.WithNewBrowserContext())
	p.must(p.begin(p.ctx, p.end, "a new profile"))
	p.profile = chromedp.FromContext(p.ctx).BrowserContextID
	t.Cleanup(func() { p.report(); p.end() })
	return p
}

// NewLonePhone is a device with a browser process to itself.
func NewLonePhone(t testing.TB, origin string) *Phone {
	t.Helper()
	p := &Phone{T: t, Origin: origin, number: phones.Add(1), dir: filepath.Join(t.TempDir(), "profile"), workers: map[target.ID]context.Context{}}
	p.boot()
	t.Cleanup(func() { p.report(); p.end() })
	return p
}

// Profile is the folder of a lone phone's data.
func (p *Phone) Profile() string { return p.dir }

func (p *Phone) boot() {
	p.T.Helper()
	ctx, end, err := browser.Start(context.Background(), p.dir)
	if err != nil {
		p.T.Fatal(err)
	}
	p.ctx, p.end = ctx, end
}

// Kill ends the phone's own browser with SIGKILL, in the middle of whatever it
// does, and waits until no process of it is left.
func (p *Phone) Kill() {
	p.T.Helper()
	if p.dir == "" {
		p.T.Fatal("only a lone phone can be killed")
	}
	if err := chromedp.FromContext(p.ctx).Browser.Process().Signal(syscall.SIGKILL); err != nil {
		p.T.Fatal(err)
	}
	Wait(p.T, "the killed browser is gone", func() bool { return !p.alive() })
	p.end()
	p.tabs, p.workers = nil, map[target.ID]context.Context{}
}

// Quit ends the phone's own browser in order: cookies are on the disk then,
// which a browser otherwise does every half minute.
func (p *Phone) Quit() {
	p.T.Helper()
	p.must(p.quit())
	p.end()
	p.tabs, p.workers = nil, map[target.ID]context.Context{}
}

// Restart starts an ended browser again on the same profile. No page is open.
func (p *Phone) Restart() {
	p.T.Helper()
	p.boot()
}

// alive looks for processes of this profile. Helpers of a killed browser die by
// themselves a little later.
func (p *Phone) alive() bool {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range lines {
		if line, err := os.ReadFile(name); err == nil && strings.Contains(string(line), "--user-data-dir="+p.dir) {
			return true
		}
	}
	return false
}
