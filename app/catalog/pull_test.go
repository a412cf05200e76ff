//go:build !js

package catalog

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"waybill/app/fake"
	"waybill/server/wire"
)

func TestOnlyACredibleFirstNumberMakesATotal(t *testing.T) {
	type page struct {
		n, left int
		more    bool
	}
	for name, c := range map[string]struct {
		pages []page
		want  []progress
	}{
		"said once":                {[]page{{500, 700, true}, {500, 0, true}, {200, 0, false}}, []progress{{500, 1200}, {1000, 1200}, {1200, 1200}}},
		"said on each page":        {[]page{{500, 700, true}, {500, 900, true}}, []progress{{500, 1200}, {1000, 1200}}},
		"an office that is silent": {[]page{{500, 0, true}, {500, 0, true}}, []progress{{500, 0}, {1000, 0}}},
		"late":                     {[]page{{500, 0, true}, {500, 700, true}}, []progress{{500, 0}, {1000, 0}}},
		"negative":                 {[]page{{500, -3, true}, {500, -1200, true}}, []progress{{500, 0}, {1000, 0}}},
		"too small":                {[]page{{500, 1, true}, {500, 1, true}, {5, 0, false}}, []progress{{500, 501}, {1000, 0}, {1005, 0}}},
		"met with more to come":    {[]page{{500, 500, true}, {500, 0, true}, {1, 0, false}}, []progress{{500, 1000}, {1000, 0}, {1001, 0}}},
		"past all numbers":         {[]page{{500, math.MaxInt, true}}, []progress{{500, 0}}},
	} {
		var p progress
		for i, x := range c.pages {
			if p = p.add(x.n, x.left, x.more); p != c.want[i] {
				t.Errorf("%s: page %d: %+v, want %+v", name, i+1, p, c.want[i])
			}
		}
	}
}

// leftOffice serves pages of one customer each, and fails before the page that
// it is told to.
type leftOffice struct {
	fake.Office
	pages, left int
	failAt      string
	asked       []string
}

func (o *leftOffice) Changes(_ context.Context, _, cursor string) (wire.Changes, error) {
	o.asked = append(o.asked, cursor)
	if cursor == o.failAt {
		o.failAt = "never"
		return wire.Changes{}, fake.ErrNoAnswer
	}
	n := len(cursor) // "", "x", "xx" …
	page := wire.Changes{Items: []wire.Change{change(fmt.Sprint("C", n), fmt.Sprint("C-", n))}, Cursor: cursor + "x", More: n+1 < o.pages}
	if cursor == "" {
		page.Left = o.left
	}
	return page, nil
}

func TestALoadThatBreaksOffGoesOnWhereItWas(t *testing.T) {
	ctx := context.Background()
	o := &leftOffice{pages: 5, left: 4, failAt: "xx"}
	store := NewMemCopy()
	c := NewOn(o, store, func() int64 { return fake.Now })
	if err := c.load(ctx, "u1"); err != nil {
		t.Fatal(err)
	}
	var seen []progress
	defer c.Watch(func() { seen = append(seen, progress{c.fresh.Loaded, c.fresh.Total}) })()
	if err := c.Pull(ctx); err == nil {
		t.Fatal("a pull without an answer succeeded")
	}
	if f := c.Fresh(); f.Loaded != 2 || f.Total != 5 || f.At != 0 || f.Counts[wire.KindCustomers] != 2 {
		t.Fatalf("broken off: %+v", f)
	}
	if meta, _, _ := store.Load(ctx, "u1"); meta.At != 0 {
		t.Fatal("a part was stored as if it were whole")
	}
	if err := c.Pull(ctx); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(o.asked, ","); got != ",x,xx,xx,xxx,xxxx" {
		t.Errorf("asked after %q", got)
	}
	if !slices.IsSortedFunc(seen, func(a, b progress) int { return a.loaded - b.loaded }) || seen[len(seen)-1] != (progress{5, 5}) {
		t.Errorf("the bar went %v", seen)
	}
	if meta, records, _ := store.Load(ctx, "u1"); meta.Cursor != "xxxxx" || len(records[wire.KindCustomers]) != 5 {
		t.Errorf("stored up to %q: %d customers", meta.Cursor, len(records[wire.KindCustomers]))
	}
	if err := c.Pull(ctx); err != nil || o.asked[len(o.asked)-1] != "xxxxx" {
		t.Errorf("then asks after %q, %v", o.asked[len(o.asked)-1], err)
	}
}

func TestABrokenLoadIsNotGoneOnWithForAnotherUserNorAnotherHistory(t *testing.T) {
	ctx := context.Background()
	o := &leftOffice{pages: 3, left: 2, failAt: "x"}
	c := NewOn(o, NewMemCopy(), func() int64 { return fake.Now })
	for _, owner := range []string{"u1", "u2"} {
		if err := c.load(ctx, owner); err != nil {
			t.Fatal(err)
		}
		if f := c.Fresh(); f.Loaded != 0 || f.Counts[wire.KindCustomers] != 0 {
			t.Fatalf("%s begins with %+v", owner, f)
		}
		_ = c.Pull(ctx)
	}
	if got := strings.Join(o.asked, ","); got != ",x,,x,xx" {
		t.Errorf("asked after %q", got)
	}

	expired := &changesOffice{pages: map[string]wire.Changes{"": {Items: []wire.Change{change("A", "A-1")}, Cursor: "1", More: true, Left: 1}}}
	c = NewOn(expired, NewMemCopy(), func() int64 { return fake.Now })
	c.owner, c.begun = "u1", &pull{owner: "u1", cursor: "old", build: emptyIndexes(), whole: true, done: progress{7, 9}}
	c.begun.build[wire.KindCustomers].put([]json.RawMessage{change("Z", "Z-1").Record})
	expired.gone, expired.pages["1"] = true, wire.Changes{Items: []wire.Change{change("B", "B-1")}, Cursor: "2"}
	if err := c.Pull(ctx); err != nil {
		t.Fatal(err)
	}
	if f := c.Fresh(); f.Loaded != 2 || f.Total != 2 || f.Counts[wire.KindCustomers] != 2 || c.Get(wire.KindCustomers, "Z") != nil {
		t.Errorf("after an expired cursor: %+v", f)
	}
}
