package stage

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Tab is one page of a phone.
type Tab struct {
	phone   *Phone
	ctx     context.Context
	close   context.CancelFunc
	console lockedBuffer
}

// Open opens the app at path in a new tab.
func (p *Phone) Open(path string) *Tab {
	p.T.Helper()
	t := &Tab{phone: p}
	var opts []chromedp.ContextOption
	if p.profile != "" {
		opts = append(opts, chromedp.WithExistingBrowserContext(p.profile))
	}
	t.ctx, t.close = chromedp.NewContext(p.ctx, opts...)
	p.must(p.begin(t.ctx, t.close, "a new tab"))
	p.tabs = append(p.tabs, t)
	t.listen()
	// As large in every version of Chromium: what covers what depends on it.
	p.must(p.raw(t.ctx, "Emulation.setDeviceMetricsOverride", map[string]any{"width": 800, "height": 800, "deviceScaleFactor": 1, "mobile": false}))
	if p.offline {
		p.must(p.setOffline(t.ctx, true))
	}
	if p.speaks != "" {
		p.must(p.raw(t.ctx, "Emulation.setUserAgentOverride", map[string]any{"userAgent": "", "acceptLanguage": p.speaks}))
	}
	t.Go(path)
	return t
}

// Speak sets the language of the tabs opened from now on, as "de-DE".
func (p *Phone) Speak(language string) { p.speaks = language }

// listen keeps the console for the report of a failed test.
func (t *Tab) listen() {
	messages := chromedp.Console(t.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			fmt.Fprintln(&t.console, m.String())
		}
	}()
}

// Go loads the app at path, as from the address bar.
func (t *Tab) Go(path string) {
	t.phone.T.Helper()
	Run(t, "load "+path, chromedp.Navigate(t.phone.Origin+path))
	t.loaded()
}

// Reload loads the page again.
func (t *Tab) Reload() {
	t.phone.T.Helper()
	Run(t, "reload", chromedp.Reload())
	t.loaded()
}

// loaded tells a new page of the flight mode: some versions of Chromium go on
// to hold its requests back and forget that it is offline.
func (t *Tab) loaded() {
	t.phone.T.Helper()
	if t.phone.offline {
		t.phone.must(t.phone.setOffline(t.ctx, true))
	}
}

// Close closes the tab as a person does. The session ends with it, not before:
// a page that is still there would hear that flight mode is over.
func (t *Tab) Close() {
	t.phone.T.Helper()
	id := chromedp.FromContext(t.ctx).Target.TargetID
	callBrowser(t.phone, target.CloseTarget, target.CloseTargetParams{TargetID: id})
	Wait(t.phone.T, "the tab is closed", func() bool {
		open, err := t.phone.targets()
		return err == nil && !slices.ContainsFunc(open, func(i *target.Info) bool { return i.TargetID == id })
	})
	t.close()
	for i, open := range t.phone.tabs {
		if open == t {
			t.phone.tabs = append(t.phone.tabs[:i], t.phone.tabs[i+1:]...)
			return
		}
	}
}

// prelude is what conditions may use: at(testid), all(testid), bar().
const prelude = `
const at = (id, from = document) => from.querySelector('[data-testid="' + id + '"]');
const all = (id) => Array.from(document.querySelectorAll('[data-testid="' + id + '"]'));
const bar = () => { const el = at("statusbar"); return el && el.dataset.pending !== undefined ? Object.fromEntries(
  ["pending", "retrying", "attention", "conflict", "rejected", "sent"].map((k) => [k, Number(el.dataset[k])])) : null; };
const item = (id) => all("outbox-item").find((el) => !id || el.dataset.id === id);
`

// Eval runs an expression in the page, waits for its promise and returns its value.
func Eval[T any](t *Tab, expression string) T {
	t.phone.T.Helper()
	v, err := EvalWithin[T](t, Patience, expression)
	t.phone.must(err)
	return v
}

// EvalWithin is Eval with an end of the caller's own.
func EvalWithin[T any](t *Tab, limit time.Duration, expression string) (T, error) {
	return evaluate[T](t, limit, brief(expression), expression)
}

func evaluate[T any](t *Tab, limit time.Duration, what, expression string) (T, error) {
	return runIn(t.phone, t.ctx, limit, what, chromedp.Evaluate[T]("(async () => {"+prelude+"return ("+expression+"); })()", chromedp.EvalAwaitPromise))
}

// brief is the beginning of an expression: a library of a megabyte helps nobody.
func brief(expression string) string {
	const most = 300
	if len(expression) > most {
		return expression[:most] + "…"
	}
	return expression
}

// observe resolves when the condition is true: looked at after each change of
// the document, and now and then for what is no part of it.
const observe = `new Promise((resolve) => {
  const look = () => { let ok; try { ok = (%s); } catch { ok = false; } if (ok) { watch.disconnect(); clearInterval(beat); resolve(true); } };
  const watch = new MutationObserver(look);
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const beat = setInterval(look, 50);
  look();
})`

// Until waits for a condition (JavaScript, no promise) over all loads of the page.
func (t *Tab) Until(condition string) {
	t.phone.T.Helper()
	begun := time.Now()
	for left := Patience; ; left = Patience - time.Since(begun) {
		_, err := evaluate[bool](t, left, condition, fmt.Sprintf(observe, condition))
		if err == nil {
			note(t.phone.T, condition, time.Since(begun), Patience)
			return
		}
		// A load in between ends the script with its page: look again.
		if time.Since(begun) >= Patience || t.ctx.Err() != nil {
			t.phone.T.Fatal(err)
		}
		time.Sleep(glance)
	}
}

// See waits until the hook is there.
func (t *Tab) See(testid string) {
	t.phone.T.Helper()
	t.Until(fmt.Sprintf("at(%q)", testid))
}

// Bar waits until the status bar's numbers fulfil a condition over b, as
// "b.sent == 1 && b.pending == 0".
func (t *Tab) Bar(condition string) {
	t.phone.T.Helper()
	t.Until("((b) => b && (" + condition + "))(bar())")
}

// Click waits for the hook to be enabled and clicks it.
func (t *Tab) Click(testid string) {
	t.phone.T.Helper()
	t.Until(fmt.Sprintf("at(%q) && !at(%q).disabled", testid, testid))
	Eval[bool](t, fmt.Sprintf("(at(%q).scrollIntoView({block: 'center'}), at(%q).click(), true)", testid, testid))
}

// Type replaces the content of a field, as a person at a keyboard does.
func (t *Tab) Type(testid, text string) {
	t.phone.T.Helper()
	t.Until(fmt.Sprintf("at(%q) && !at(%q).disabled", testid, testid))
	Eval[bool](t, fmt.Sprintf("(at(%q).focus(), at(%q).select && at(%q).select(), true)", testid, testid, testid))
	Call(t, input.InsertText, input.InsertTextParams{Text: text})
}

// Enter presses Enter in the focused field; Leave leaves it with Tab.
func (t *Tab) Enter() {
	t.phone.T.Helper()
	Run(t, "press Enter", chromedp.KeyEvent(kb.Enter))
}

// Leave leaves the focused field with Tab, which commits its text.
func (t *Tab) Leave() {
	t.phone.T.Helper()
	Run(t, "press Tab", chromedp.KeyEvent(kb.Tab))
}
