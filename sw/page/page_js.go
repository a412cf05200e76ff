package page

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/idbqueue/idb"
	"waybill/sw"
	"waybill/sw/browser"
	"waybill/sw/client"
	"waybill/sw/drain"
)

// Page is the delivery side of a page: its desk, and the run that drains.
type Page struct {
	Desk *client.Desk

	holder  string
	late    *client.Late
	lock    browser.Lock
	run     atomic.Pointer[drain.Run]
	off     atomic.Value // error in a box: why nothing can be saved here
	newer   atomic.Bool  // a newer version has been here
	wiped   atomic.Bool  // the store was emptied under this page
	kept    atomic.Bool  // the browser has promised to keep the store
	trouble atomic.Value // error, in a box
	asked   atomic.Bool  // persistent storage was asked for
}

// boxed lets an atomic value hold errors of any type, and none.
type boxed struct{ err error }

// thaw is how long a tap waits for an attempt under way before the rep is told
// that the write is being sent just now.
const thaw = 10 * time.Second

// New makes a page whose outbox is still to be opened. fingerprint is the
// SHA-256 (hex) of a body, newID makes a client id.
func New(build string, fingerprint func([]byte) string, newID func(now int64) (string, error)) *Page {
	p := &Page{holder: browser.HolderOf("page"), late: client.NewLate()}
	p.trouble.Store(boxed{})
	p.off.Store(boxed{})
	p.Desk = &client.Desk{
		Outbox: p.late, Sender: &browser.Fetch{Now: browser.Now}, Build: build, Now: browser.Now, Day: browser.Today, Wake: p.wake,
		Fingerprint: fingerprint, NewID: newID, Thaw: thaw,
		Saved: p.persist, Seen: seen, Show: show,
		Condition: p.condition, Kept: p.kept.Load,
		Trouble: func() error { return p.trouble.Load().(boxed).err },
	}
	return p
}

// Start opens the outbox and drains until ctx ends. free wins space when the
// disk is full.
func (p *Page) Start(ctx context.Context, free func(context.Context) error) {
	defer func() {
		if r := recover(); r != nil {
			browser.Report(fmt.Sprintf("start: panic: %v", r))
		}
	}()
	box, err := idbqueue.Open(ctx, idbqueue.Options{ReadsOp: browser.Knows, Holder: p.holder, Free: free, Notice: p.notice})
	if err != nil {
		// Saving is off. What is entered now lives as long as this page and is
		// sent while it is open; the page says so.
		browser.Report("outbox: " + err.Error())
		p.off.Store(boxed{err})
		box = idbqueue.NewMem().Open()
	}
	p.late.Opened(box)
	p.look(ctx)
	p.drain(ctx, box)
}

// drain runs the page's drainer; the books are checked beside it.
func (p *Page) drain(ctx context.Context, box *idbqueue.Outbox) {
	run := drain.NewRun(browser.NewDrainer(box, p.holder, p.Desk.Build, p.lock.At), browser.Report, p.told)
	p.run.Store(run)
	go guarded("check", func() {
		if _, err := box.Check(ctx); err != nil {
			browser.Report("check: " + err.Error())
		}
	})
	go guarded("start", func() { p.greet(ctx) })
	run.Busy = func() { p.lock.Yield(ctx, run.Wake) }
	p.lock.Take(ctx, run.Wake)
	if err := Events(ctx, p.Desk, run); err != nil {
		browser.Report("events: " + err.Error())
	}
	run.Loop(ctx)
}

// greet tries what waits, and asks the office who is signed in.
func (p *Page) greet(ctx context.Context) {
	if err := p.Desk.Start(ctx); err != nil {
		browser.Report("start: " + err.Error())
	}
	err := p.Desk.Refresh(ctx)
	if err != nil && !errors.Is(err, client.ErrSignedOut) && !errors.Is(err, client.ErrNoAnswer) {
		browser.Report("session: " + err.Error())
	}
}

// wakePause lets a page draw what a rep's act has done before the drain takes
// the processor: a weak phone has one for both.
const wakePause = 100 * time.Millisecond

// wake asks for a drain here, and for a sync event in case this page is closed
// before it is done.
func (p *Page) wake() {
	if run := p.run.Load(); run != nil {
		time.AfterFunc(wakePause, run.Wake)
	}
	if page, err := safejs.Global().Get("waybill"); err == nil && !page.IsUndefined() {
		_, _ = page.Call("armSync")
	}
}

// persist asks the browser to keep what is saved, once a page. The first save
// is the right moment: now there is something to keep.
func (p *Page) persist() {
	if p.asked.Swap(true) {
		return
	}
	ctx := context.Background()
	go guarded("persist", func() {
		if _, err := storageCall(ctx, "persist"); err == nil {
			p.look(ctx)
		}
	})
}

// look reads whether the browser has promised to keep the store.
func (p *Page) look(ctx context.Context) {
	if kept, err := storageCall(ctx, "persisted"); err == nil {
		p.kept.Store(kept)
	}
}

var errNoStorage = errors.New("sw: this browser has no storage manager")

// storageCall asks navigator.storage, which not every browser has.
func storageCall(ctx context.Context, method string) (bool, error) {
	navigator, err := safejs.Global().Get("navigator")
	if err != nil {
		return false, err
	}
	storage, err := navigator.Get("storage")
	if err != nil {
		return false, err
	}
	if storage.IsUndefined() {
		return false, errNoStorage
	}
	answer, err := idb.Call(ctx, storage, method)
	if err != nil {
		return false, err
	}
	return answer.Bool()
}

// told hears after each step whether the books could be kept.
func (p *Page) told(err error) {
	p.trouble.Store(boxed{err})
}

// notice hears what the store has to say. It shows as trouble with the books
// until a step succeeds.
func (p *Page) notice(n idbqueue.Notice) {
	browser.Report("outbox: " + string(n))
	switch n {
	case idbqueue.NoticeBlocked:
		p.late.Stuck(entry.ErrBlocked)
	case idbqueue.NoticeOutdated:
		p.trouble.Store(boxed{entry.ErrOutdated})
	case idbqueue.NoticeWiped:
		p.wiped.Store(true)
	case idbqueue.NoticeNewer:
		p.newer.Store(true)
	}
}

func (p *Page) condition() sw.Condition {
	return sw.Condition{Off: p.off.Load().(boxed).err, Newer: p.newer.Load(), Wiped: p.wiped.Load()}
}

func guarded(what string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			browser.Report(fmt.Sprintf("%s: panic: %v", what, r))
		}
	}()
	f()
}
