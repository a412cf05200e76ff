//go:build !js

package app

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// fakePuller counts pulls; each makes it fresh unless it fails.
type fakePuller struct {
	pulls atomic.Int64
	at    atomic.Int64
	err   error
}

func (f *fakePuller) Pull(context.Context) error {
	f.pulls.Add(1)
	if f.err == nil {
		f.at.Store(time.Now().UnixMilli())
	}
	return f.err
}

func (f *fakePuller) Fresh() Freshness { return Freshness{At: f.at.Load()} }

// following runs follow on a copy that was fresh at the start.
func following(t *testing.T, f *fakePuller, seen *atomic.Bool) (back chan<- struct{}) {
	t.Helper()
	f.at.Store(time.Now().UnixMilli())
	seen.Store(true)
	c := make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	go follow(ctx, f, func() int64 { return time.Now().UnixMilli() }, seen.Load, func() float64 { return 0.5 }, c)
	return c
}

func TestTheCopyIsPulledEveryFewMinutesAndOnReturnButOnlyWhileItIsLookedAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f fakePuller
		var seen atomic.Bool
		back := following(t, &f, &seen)
		time.Sleep(15*time.Minute + time.Second)
		if n := f.pulls.Load(); n != 3 {
			t.Errorf("%d pulls in a quarter of an hour, want one every five minutes", n)
		}
		back <- struct{}{}
		synctest.Wait()
		if n := f.pulls.Load(); n != 3 {
			t.Error("a copy of seconds ago was pulled again")
		}
		seen.Store(false)
		time.Sleep(time.Hour)
		if n := f.pulls.Load(); n != 3 {
			t.Errorf("%d pulls while nobody looks", n-3)
		}
		seen.Store(true)
		back <- struct{}{}
		synctest.Wait()
		if n := f.pulls.Load(); n != 4 {
			t.Error("the return did not pull")
		}
	})
}

func TestAPullThatFailsIsTriedAtTheNextTurnAndNotAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fakePuller{err: errNoAnswer}
		var seen atomic.Bool
		following(t, &f, &seen)
		time.Sleep(15*time.Minute + time.Second)
		if n := f.pulls.Load(); n != 3 {
			t.Errorf("%d tries", n)
		}
	})
}

// fails lets each call end with err from now on.
func (f *fakeOffice) fails(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

func TestEachPageAndEachPriceSaysHowOldItIs(t *testing.T) {
	t1 := english()
	w := newWorld()
	w.stock(t)
	html, _ := show(t, newProducts(w.ports))
	wants(t, html, "18.50 EUR / bag", "prices from 12:00.")
	lacks(t, html, "price of", t1.CopyEmpty)
	w.office.fails(errNoAnswer)
	w.device.now = staleAfter + 60_000
	html, _ = show(t, newProducts(w.ports))
	wants(t, html, "18.50 EUR / bag · price of 12:00", "from 12:00. They may have changed.")

	o := &order{page: newPage(w.ports)}
	_, e := show(t, o)
	o.id = "O1"
	o.ctx.Dispatch(o.ask)
	e.ConsumeAll()
	o.ctx.Dispatch(func(ctx app.Context) { o.refresh(ctx, func() {}) })
	wants(t, again(e, o), "As the office had it, 12:00.")
	w.office.fails(nil)
	o.ctx.Dispatch(o.ask)
	e.ConsumeAll()
	wants(t, again(e, o), "As the office had it, 16:01.")
}

func TestARepWhoWasNeverOnlineSeesWhyTheListsAreEmpty(t *testing.T) {
	t1 := english()
	for _, c := range []struct {
		name    string
		offline bool
		err     error
		says    string
	}{
		{"no network", true, errNoAnswer, t1.CopyNever},
		{"no answer", false, errNoAnswer, t1.CopyNever + " " + t1.CopyNoAnswer},
	} {
		w := newWorld()
		w.office.fails(c.err)
		w.device.offline = c.offline
		for path, page := range map[string]app.Composer{"/": newToday(w.ports), "/customers": newCustomers(w.ports), "/products": newProducts(w.ports), "/orders": newOrders(w.ports), "/dispatches": newDispatches(w.ports)} {
			t.Log(c.name, path)
			_, e := show(t, page)
			if err := w.ports.Catalogue.Pull(context.Background()); !errors.Is(err, errNoAnswer) {
				t.Fatal(err)
			}
			wants(t, again(e, page), c.says)
		}
	}
}

// stillLoading is a catalogue in the middle of something.
type stillLoading struct {
	Catalogue
	fresh Freshness
}

func (c stillLoading) Fresh() Freshness { return c.fresh }

func TestTheFirstLoadShowsThatItLoadsAndHowMuchHasCome(t *testing.T) {
	w := newWorld()
	copied := w.ports.Catalogue
	w.ports.Catalogue = stillLoading{copied, Freshness{Pulling: true, Loaded: 300}}
	html, _ := show(t, newProducts(w.ports))
	wants(t, html, "<progress", english().CopyLoading, "300 records so far")
	w.ports.Catalogue = stillLoading{copied, Freshness{Pulling: true, At: fakeNow}}
	html, _ = show(t, newProducts(w.ports))
	lacks(t, html, "<progress")
}
