//go:build !js

package app

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

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
	fakeOffice
	pages, left int
	failAt      string
	asked       []string
}

func (o *leftOffice) Changes(_ context.Context, _, cursor string) (wire.Changes, error) {
	o.asked = append(o.asked, cursor)
	if cursor == o.failAt {
		o.failAt = "never"
		return wire.Changes{}, errNoAnswer
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
	store := newMemCopy()
	c := newCatalogue(o, store, func() int64 { return fakeNow })
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
	c := newCatalogue(o, newMemCopy(), func() int64 { return fakeNow })
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
	c = newCatalogue(expired, newMemCopy(), func() int64 { return fakeNow })
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

func TestTheBarHasAnEndWhereTheOfficeHasSaidIt(t *testing.T) {
	for _, c := range []struct {
		name    string
		fresh   Freshness
		en, de  string
		bar, of bool // there is one, and it has an end
	}{
		{"known", Freshness{Pulling: true, Loaded: 1500, Total: 6000}, "1,500 of 6,000 records", "1.500 von 6.000 Einträgen", true, true},
		{"not known", Freshness{Pulling: true, Loaded: 1500}, "1,500 records so far", "bisher 1.500 Einträge", true, false},
		{"just begun", Freshness{Pulling: true}, "0 records so far", "bisher 0 Einträge", true, false},
		{"broken off, known", Freshness{Loaded: 1500, Total: 6000, Err: errNoAnswer}, "1,500 of 6,000 records", "1.500 von 6.000 Einträgen", true, true},
		{"broken off, not known", Freshness{Loaded: 1500, Err: errNoAnswer}, "1,500 records so far", "bisher 1.500 Einträge", false, false},
		{"nothing came", Freshness{Err: errNoAnswer}, "", "", false, false},
		{"whole", Freshness{At: fakeNow, Loaded: 6000, Total: 6000}, "", "", false, false},
		{"brought up to date", Freshness{At: fakeNow, Pulling: true, Loaded: 3}, "", "", false, false},
	} {
		for lang, text := range map[string]string{"en": c.en, "de": c.de} {
			w := newWorld()
			w.ports.text = wordsFor(lang)
			w.ports.Catalogue = stillLoading{w.ports.Catalogue, c.fresh}
			for path, page := range map[string]app.Composer{"/": newToday(w.ports), "/products": newProducts(w.ports), "/orders/new": newOrderForm(w.ports), "/settings": newSettings(w.ports)} {
				t.Log(c.name, lang, path)
				html, _ := show(t, page)
				if bar := strings.Contains(html, "<progress"); bar != c.bar {
					t.Errorf("a bar: %v", bar)
				}
				if of := strings.Contains(html, `max="6000"`) && strings.Contains(html, `value="1500"`); of != c.of {
					t.Errorf("it has an end: %v", of)
				}
				if wants(t, html, text); c.of {
					wants(t, html, `aria-valuetext="`+text+`"`)
				}
			}
		}
	}
}

func TestAnEmptyPageSaysWhyAndThatTheAppTriesAgain(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		w := newWorld()
		w.ports.text = wordsFor(lang)
		words := w.ports.words()
		for name, c := range map[string]struct {
			fresh   Freshness
			offline bool
			says    []string
			again   bool
		}{
			"no network":          {Freshness{}, true, []string{words.CopyNever, words.CopyOffline}, true},
			"no answer":           {Freshness{Err: errNoAnswer}, false, []string{words.CopyNever, words.CopyNoAnswer}, true},
			"in the middle":       {Freshness{Err: errNoAnswer, Loaded: 3, Total: 9}, false, []string{words.CopyPart, words.CopyNoAnswer}, true},
			"the network went":    {Freshness{Err: errNoAnswer, Loaded: 3}, true, []string{words.CopyPart, words.CopyOffline}, true},
			"busy":                {Freshness{Err: &wire.Problem{Status: 503, Code: wire.CodeBusy}}, false, []string{words.CopyNever, words.CopyBusy}, true},
			"too many at once":    {Freshness{Err: &wire.Problem{Status: 429, Code: wire.CodeRateLimited}}, false, []string{words.CopyBusy}, true},
			"the session ended":   {Freshness{Err: &wire.Problem{Status: 401, Code: wire.CodeUnauthenticated}}, false, []string{words.CopySignIn}, false},
			"the app is too old":  {Freshness{Err: wire.NewProblem(wire.CodeUpgradeRequired, "")}, false, []string{words.HoldUpdate}, false},
			"refused":             {Freshness{Err: &wire.Problem{Status: 403, Title: "Not for you"}}, false, []string{"Not for you"}, false},
			"on its way":          {Freshness{Pulling: true, Err: errNoAnswer}, false, []string{words.CopyLoading}, false},
			"a copy that is here": {Freshness{At: fakeNow, Err: errNoAnswer}, false, []string{fill(words.CopyFresh, "time", w.device.Clock(fakeNow))}, false},
		} {
			w.device.offline = c.offline
			said := sayFresh(words, c.fresh, w.device)
			for _, s := range c.says {
				if !strings.Contains(said, s) {
					t.Errorf("%s, %s: %q lacks %q", lang, name, said, s)
				}
			}
			if again := strings.Contains(said, words.CopyAgain); again != c.again {
				t.Errorf("%s, %s: %q says that it is tried again: %v", lang, name, said, again)
			}
		}
	}
}

func TestWhatIsNotHereYetSaysWhyToo(t *testing.T) {
	w := newWorld()
	w.office.fails(errNoAnswer)
	w.ports.Catalogue = stillLoading{w.ports.Catalogue, Freshness{Err: errNoAnswer, Loaded: 3, Total: 9}}
	t1 := english()
	o := &order{page: newPage(w.ports)}
	html, _ := show(t, o)
	wants(t, html, t1.NotOnDevice, t1.CopyPart, t1.CopyAgain)
	d := &dispatch{page: newPage(w.ports)}
	html, _ = show(t, d)
	wants(t, html, t1.NotOnDevice, t1.CopyPart, t1.CopyAgain)

	p := &Picker{Ports: w.ports, Kind: wire.KindCustomers, ID: "p", open: true, text: "nobody"}
	html, _ = show(t, p)
	wants(t, html, t1.CopyPart)
	html, _ = show(t, newOrders(w.ports))
	wants(t, html, t1.CopyPart, t1.CopyNone)
}
