//go:build !js

package catalog

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"waybill/app/fake"
	"waybill/app/port"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw/client"
)

// shyOffice answers each pull as its script says, the last answer for ever.
type shyOffice struct {
	fake.Office
	script []error
	asked  atomic.Int64
	well   atomic.Bool // it answers now, whatever the script says
}

func (o *shyOffice) Changes(context.Context, string, string) (wire.Changes, error) {
	n := int(o.asked.Add(1)) - 1
	if err := o.script[min(n, len(o.script)-1)]; err != nil && !o.well.Load() {
		return wire.Changes{}, err
	}
	return wire.Changes{Items: []wire.Change{change("A", "A-1")}, Cursor: "1"}, nil
}

func opened(t *testing.T, o port.Office) *catalogue {
	t.Helper()
	c := NewOn(o, NewMemCopy(), func() int64 { return time.Now().UnixMilli() })
	c.random = func() float64 { return 0.5 }
	if err := c.Open(t.Context(), wire.User{ID: "u1"}); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAnEmptyCopyIsTriedForUntilItIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &shyOffice{script: []error{fake.ErrNoAnswer, &wire.Problem{Status: 503, Code: wire.CodeBusy}, fake.ErrNoAnswer, nil}}
		c := opened(t, o)
		// Half of 10, 20 and 40 s, one after the other.
		for n, wait := range []time.Duration{0, 5, 10, 20} {
			time.Sleep(wait * time.Second)
			synctest.Wait()
			if got := o.asked.Load(); got != int64(n+1) {
				t.Fatalf("asked %d times, want %d", got, n+1)
			}
		}
		if len(c.Search(wire.KindCustomers, "A-1", 5)) != 1 {
			t.Error("the copy is not there")
		}
		time.Sleep(time.Hour)
		if got := o.asked.Load(); got != 4 {
			t.Errorf("a copy that is there is asked for %d times more", got-4)
		}
	})
}

func TestAFullCopyAndARefusalAreNotTriedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &shyOffice{script: []error{nil, fake.ErrNoAnswer}}
		c := opened(t, o)
		time.Sleep(time.Hour)
		if err := c.Open(t.Context(), wire.User{ID: "u1"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if got := o.asked.Load(); got != 2 {
			t.Errorf("a copy that is there: asked %d times", got)
		}
		no := &shyOffice{script: []error{&wire.Problem{Status: 401, Code: wire.CodeUnauthenticated}}}
		opened(t, no)
		time.Sleep(time.Hour)
		if got := no.asked.Load(); got != 1 {
			t.Errorf("refused: asked %d times", got)
		}
	})
}

func TestEachPageAsksAtOnceAndOneGoesOnForEachUser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &shyOffice{script: []error{fake.ErrNoAnswer}}
		c := opened(t, o)
		asked := func(want int64, what string) {
			t.Helper()
			synctest.Wait()
			if got := o.asked.Swap(0); got != want {
				t.Errorf("%s: asked %d times, want %d", what, got, want)
			}
		}
		asked(1, "the first page")
		for range 5 {
			if err := c.Open(t.Context(), wire.User{ID: "u1"}); err != nil {
				t.Fatal(err)
			}
			asked(1, "one more page")
		}
		time.Sleep(5 * time.Second)
		asked(1, "six pages, 5 s later")
		if err := c.Open(t.Context(), wire.User{ID: "u2"}); err != nil {
			t.Fatal(err)
		}
		asked(1, "another user")
		time.Sleep(5 * time.Second)
		asked(1, "another user, 5 s later")
		time.Sleep(5 * time.Second)
		asked(1, "the first user's turn, which is the last") // it may ask for the second, once
		time.Sleep(5 * time.Second)
		asked(1, "the second user's")
		time.Sleep(time.Minute)
		asked(2, "the second user's, in a minute")
		o.well.Store(true)
		time.Sleep(time.Hour)
		asked(1, "the office is there")
	})
}

// cookieOffice answers by who is signed in on the device, as the desk does.
type cookieOffice struct {
	shyOffice
	user atomic.Value
}

func (o *cookieOffice) Changes(ctx context.Context, owner, cursor string) (wire.Changes, error) {
	switch user := o.user.Load().(string); user {
	case owner:
		return o.shyOffice.Changes(ctx, owner, cursor)
	case "":
		return wire.Changes{}, client.ErrSignedOut
	}
	return wire.Changes{}, entry.ErrOwner
}

func TestNobodysCopyIsTriedForOnceItsOwnerHasLeft(t *testing.T) {
	for _, next := range []string{"", "u2"} {
		synctest.Test(t, func(t *testing.T) {
			o := &cookieOffice{shyOffice: shyOffice{script: []error{fake.ErrNoAnswer}}}
			o.user.Store("u1")
			c := opened(t, o)
			time.Sleep(time.Second)
			o.user.Store(next)
			time.Sleep(time.Hour) // the tries end, or the bubble never does
			synctest.Wait()
			if got := o.asked.Load(); got != 1 {
				t.Errorf("after %q signed in: %d questions for who was here before", next, got-1)
			}
			if meta, _, err := c.store.Load(t.Context(), "u1"); err != nil || meta.At != 0 {
				t.Errorf("stored: %+v (%v)", meta, err)
			}
		})
	}
}

func TestOneGoesOnForEachUserWhoeverComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &shyOffice{script: []error{fake.ErrNoAnswer}}
		c := opened(t, o)
		time.Sleep(30 * time.Minute) // the pauses are long by now
		for range 10 {
			for _, id := range []string{"u2", "u1"} {
				if err := c.Open(t.Context(), wire.User{ID: id}); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
			}
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		o.asked.Store(0)
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if got := o.asked.Load(); got > 20 {
			t.Errorf("asked %d times in two hours, 16 are one page's", got)
		}
		o.well.Store(true)
		time.Sleep(2 * time.Hour)
	})
}

func TestABusyOfficeIsNotAskedBeforeItSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy := &client.Later{Problem: &wire.Problem{Status: 503, Code: wire.CodeBusy}, Wait: 10 * time.Minute}
		o := &shyOffice{script: []error{busy, fake.ErrNoAnswer, nil}}
		opened(t, o)
		for _, c := range []struct {
			wait time.Duration
			want int64
		}{{10 * time.Minute, 1}, {30 * time.Second, 2}, {10 * time.Second, 3}} {
			time.Sleep(c.wait)
			synctest.Wait()
			if got := o.asked.Load(); got != c.want {
				t.Errorf("after %v more: asked %d times, want %d", c.wait, got, c.want)
			}
		}
	})
}
