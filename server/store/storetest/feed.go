package storetest

import (
	"errors"
	"fmt"
	"slices"

	"waybill/server/store"
	"waybill/server/wire"
)

// drain reads the feed to its end and returns what an offline copy would hold,
// and the cursor.
func (o office) drain(a store.Actor, cursor string, limit int, copy map[string]wire.Record) string {
	o.Helper()
	o.must(o.settle())
	for {
		page, err := o.Changes(o.Context(), a, cursor, limit)
		o.must(err)
		for _, c := range page.Items {
			if c.Record == nil {
				delete(copy, string(c.Kind)+c.ID)
				continue
			}
			copy[string(c.Kind)+c.ID] = c.Record
		}
		if len(page.Items) > limit {
			o.Errorf("a page of %d, %d asked for", len(page.Items), limit)
		}
		cursor = page.Cursor
		if !page.More {
			return cursor
		}
	}
}

func keys(kind wire.Kind, ids ...string) (all []string) {
	for _, id := range ids {
		all = append(all, string(kind)+id)
	}
	return all
}

func (o office) holds(name string, copy map[string]wire.Record, want bool, keys ...string) {
	o.Helper()
	for _, k := range keys {
		if _, has := copy[k]; has != want {
			o.Errorf("%s: %s there is %v", name, k, has)
		}
	}
}

func feed(o office) {
	o.expect("Ana's order", order(1), wire.StatePlaced)
	anas, bens, mias := map[string]wire.Record{}, map[string]wire.Record{}, map[string]wire.Record{}
	atAna, atBen, atMia := o.drain(asAna, "", 100, anas), o.drain(asBen, "", 100, bens), o.drain(asMia, "", 100, mias)
	if len(anas) != 8 || len(bens) != 7 || len(mias) != 9 {
		o.Errorf("copies hold %d, %d and %d records", len(anas), len(bens), len(mias))
	}
	o.holds("Ben", bens, false, keys(wire.KindOrders, orderID(1))...)
	o.must(o.Give(o.Context(), now, wire.KindOrders, orderID(1), ben))
	o.must(o.Give(o.Context(), now, wire.KindDispatches, dispatchID(1), ben))
	moved := append(keys(wire.KindOrders, orderID(1)), keys(wire.KindDispatches, dispatchID(1))...)
	atAna, atBen = o.drain(asAna, atAna, 100, anas), o.drain(asBen, atBen, 100, bens)
	o.drain(asMia, atMia, 100, mias)
	o.holds("Ana after", anas, false, moved...)
	o.holds("Ben after", bens, true, moved...)
	o.holds("Mia after", mias, true, moved...)
	o.must(o.Give(o.Context(), now, wire.KindDispatches, dispatchID(1), ana))
	o.drain(asAna, atAna, 100, anas)
	o.drain(asBen, atBen, 100, bens)
	o.holds("Ana has it back", anas, true, moved[1])
	o.holds("Ben lost it", bens, false, moved[1])
	fresh := map[string]wire.Record{}
	o.drain(asMia, "", 2, fresh)
	o.holds("a fresh copy", fresh, true, moved...)
}

func feedPages(o office) {
	for n := range 25 {
		o.expect("an order", order(n+1), wire.StatePlaced)
	}
	for _, limit := range []int{1, 7, 100} {
		copy := map[string]wire.Record{}
		end := o.drain(asAna, "", limit, copy)
		if len(copy) != 3+3+1+25 {
			o.Errorf("pages of %d give %d records", limit, len(copy))
		}
		page, err := o.Changes(o.Context(), asAna, end, limit)
		if err != nil || len(page.Items) != 0 || page.More || page.Cursor != end {
			o.Errorf("after the end: %d items, more %v, %v", len(page.Items), page.More, err)
		}
	}
	at := o.drain(asAna, "", 100, map[string]wire.Record{})
	o.expect("a change", cancel(asAna, orderID(3)), wire.StateCancelled)
	o.must(o.settle())
	page, err := o.Changes(o.Context(), asAna, at, 100)
	o.must(err)
	if len(page.Items) != 1 || page.Items[0].ID != orderID(3) || page.Items[0].Record.Base().State != wire.StateCancelled {
		o.Errorf("the change comes as %+v", page.Items)
	}
}

// feedLeft: each reader is told of as many changes as then come, and of none
// that is not theirs to see; only a load from the beginning is told at all.
func feedLeft(o office) {
	for n := range 12 {
		o.expect("an order", order(n+1), wire.StatePlaced)
	}
	// Ben gets two, Ana keeps their tombstones; Mia sees each record once.
	o.must(o.Give(o.Context(), now, wire.KindOrders, orderID(1), ben))
	o.must(o.Give(o.Context(), now, wire.KindOrders, orderID(2), ben))
	o.must(o.settle())
	for name, c := range map[string]struct {
		actor store.Actor
		sees  int
	}{"Ana": {asAna, 3 + 3 + 1 + 12}, "Ben": {asBen, 3 + 3 + 1 + 2}, "Mia": {asMia, 3 + 3 + 2 + 12}} {
		for _, limit := range []int{1, 2, 5, c.sees - 1, c.sees, 100} {
			o.leftOf(fmt.Sprintf("%s, pages of %d", name, limit), c.actor, limit, c.sees)
		}
	}
}

func (o office) leftOf(name string, a store.Actor, limit, sees int) {
	o.Helper()
	first, err := o.Changes(o.Context(), a, "", limit)
	o.must(err)
	if all := len(first.Items) + first.Left; all != sees || first.More != (first.Left > 0) {
		o.Errorf("%s: %d here and %d left, want %d in all", name, len(first.Items), first.Left, sees)
	}
	came := 0
	for page := first; page.More; {
		if page, err = o.Changes(o.Context(), a, page.Cursor, limit); err != nil {
			o.Fatal(err)
		}
		if came += len(page.Items); page.Left != 0 {
			o.Errorf("%s: a later page says %d", name, page.Left)
		}
	}
	if came != first.Left {
		o.Errorf("%s: %d came after the first page, it said %d", name, came, first.Left)
	}
}

func cursors(o office) {
	at := o.drain(asAna, "", 100, map[string]wire.Record{})
	expired := func(name string, a store.Actor, cursor string) {
		o.Helper()
		if _, err := o.Changes(o.Context(), a, cursor, 10); !errors.Is(err, store.ErrCursor) {
			o.Errorf("%s: %v", name, err)
		}
	}
	expired("another user's", asBen, at)
	expired("another role's", store.Actor{ID: ana, Role: wire.RoleManager}, at)
	expired("junk", asAna, "junk")
	expired("ahead of the head", asAna, fmt.Sprint(at, "999999"))
	if _, err := o.Changes(o.Context(), asAna, at, 10); err != nil {
		o.Errorf("its own: %v", err)
	}
	o.must(o.RenewHistory(o.Context()))
	expired("another history's", asAna, at)
}

func lists(o office) {
	// The office's list goes by arrival: order 1, made first, arrives last.
	for _, n := range []int{2, 3, 4, 5, 1} {
		o.expect("an order", order(n), wire.StatePlaced)
	}
	page := func(after string, want ...string) string {
		recs, next, err := o.List(o.Context(), asAna, wire.KindOrders, store.Query{After: after, Limit: 3})
		o.must(err)
		var got []string
		for _, r := range recs {
			got = append(got, r.Base().ID)
		}
		if !slices.Equal(got, want) {
			o.Errorf("the orders after %q are %v, want %v", after, got, want)
		}
		return next
	}
	after := page("", orderID(1), orderID(5), orderID(4))
	o.expect("an order that comes meanwhile", order(6), wire.StatePlaced)
	if after = page(after, orderID(3), orderID(2)); after != "" {
		o.Errorf("the last page goes on after %q", after)
	}
	for kind, after := range map[wire.Kind]string{wire.KindOrders: orderID(3), wire.KindCustomers: "A-000003"} {
		if _, _, err := o.List(o.Context(), asAna, kind, store.Query{After: after, Limit: 3}); !errors.Is(err, store.ErrAfter) {
			o.Errorf("%s after %q: %v", kind, after, err)
		}
	}
	for q, want := range map[string]int{"": 3, "customer": 3, "c-2": 1, "CUSTOMER 3": 1, "%": 0, "_": 0, `\`: 0, "nobody": 0} {
		recs, _, err := o.List(o.Context(), asBen, wire.KindCustomers, store.Query{Q: q, Limit: 10})
		o.must(err)
		if len(recs) != want {
			o.Errorf("q=%q finds %d, want %d", q, len(recs), want)
		}
	}
	if recs, _, err := o.List(o.Context(), asBen, wire.KindOrders, store.Query{Limit: 10}); err != nil || len(recs) != 0 {
		o.Errorf("Ben lists %d orders of Ana's, %v", len(recs), err)
	}
}
