//go:build !js

package app

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"waybill/server/wire"
)

// shyOffice answers each pull as its script says, the last answer for ever.
type shyOffice struct {
	fakeOffice
	script []error
	asked  atomic.Int64
	well   atomic.Bool // it answers now, whatever the script says
}

func (o *shyOffice) Changes(context.Context, string) (wire.Changes, error) {
	n := int(o.asked.Add(1)) - 1
	if err := o.script[min(n, len(o.script)-1)]; err != nil && !o.well.Load() {
		return wire.Changes{}, err
	}
	return wire.Changes{Items: []wire.Change{change("A", "A-1")}, Cursor: "1"}, nil
}

func opened(t *testing.T, o Office) *catalogue {
	t.Helper()
	c := newCatalogue(o, newMemCopy(), func() int64 { return time.Now().UnixMilli() })
	c.random = func() float64 { return 0.5 }
	if err := c.Open(t.Context(), wire.User{ID: "u1"}); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAnEmptyCopyIsTriedForUntilItIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &shyOffice{script: []error{errNoAnswer, &wire.Problem{Status: 503, Code: wire.CodeBusy}, errNoAnswer, nil}}
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
		o := &shyOffice{script: []error{nil, errNoAnswer}}
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
		o := &shyOffice{script: []error{errNoAnswer}}
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
