package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/chromedp/chromedp"
)

// ErrNoBrowser says that no Chromium is installed and how to get one.
var ErrNoBrowser = errors.New("no Chromium found: install it with `apt-get install -y --no-install-recommends chromium`, or name it in CHROMIUM")

// Find returns the path of the browser: $CHROMIUM, Debian's binary itself
// (its /usr/bin wrapper is a shell script that prints warnings), or the first
// of the usual names in $PATH. It returns [ErrNoBrowser] when there is none.
func Find() (string, error) {
	for _, name := range []string{os.Getenv("CHROMIUM"), "/usr/lib/chromium/chromium", "chromium", "chromium-browser", "google-chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoBrowser
}

// Flags returns the allocator's options for a headless browser at path that
// keeps its profile in dir. The caller owns dir: it outlives the browser, so
// that a killed browser can be started again on what it left behind.
func Flags(path, dir string) []chromedp.ExecAllocatorOption {
	// Copied, since chromedp's default slice has spare room that two callers
	// would otherwise share.
	opts := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	return append(opts,
		chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.ExecPath(path),
		chromedp.UserDataDir(dir))
}

// Start runs a browser on the profile in dir and returns a context for its
// first tab. The cancel function ends the browser and waits for it.
func Start(parent context.Context, dir string) (context.Context, context.CancelFunc, error) {
	path, err := Find()
	if err != nil {
		return nil, nil, err
	}
	alloc, stop := chromedp.NewExecAllocator(parent, Flags(path, dir)...)
	ctx, cancel := chromedp.NewContext(alloc)
	end := func() { cancel(); stop(); chromedp.FromContext(ctx).Allocator.Wait() }
	// The first Do binds the browser's life to its context, so this one must
	// carry no deadline: it is cancelled when the start takes too long.
	late := time.AfterFunc(startWithin, cancel)
	err = chromedp.Do(ctx)
	if !late.Stop() {
		err = fmt.Errorf("not within %s", startWithin)
	}
	if err != nil {
		end()
		return nil, nil, fmt.Errorf("start %s: %w", path, err)
	}
	return ctx, end, nil
}

// startWithin is generous: a browser takes a second on a machine that is idle.
const startWithin = 100 * time.Second
