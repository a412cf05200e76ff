package storetest

import (
	"errors"
	"fmt"

	"waybill/server/store"
	"waybill/server/wire"
)

// drain reads the feed to its end and returns what an offline copy would hold,
// and the cursor.
func (o office) drain(a store.Actor, cursor string, limit int, copy map[string]wire.Record) string {
	o.Helper()
	o.must(o.settle())
	for {
		items, next, more, err := o.Changes(o.Context(), a, cursor, limit)
		o.must(err)
		for _, c := range items {
			if c.Record == nil {
				delete(copy, string(c.Kind)+c.ID)
				continue
			}
			copy[string(c.Kind)+c.ID] = c.Record
		}
		if len(items) > limit {
			o.Errorf("a page of %d, %d asked for", len(items), limit)
		}
		cursor = next
		if !more {
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
		items, next, more, err := o.Changes(o.Context(), asAna, end, limit)
		if err != nil || len(items) != 0 || more || next != end {
			o.Errorf("after the end: %d items, more %v, %v", len(items), more, err)
		}
	}
	at := o.drain(asAna, "", 100, map[string]wire.Record{})
	o.expect("a change", cancel(asAna, orderID(3)), wire.StateCancelled)
	o.must(o.settle())
	items, _, _, err := o.Changes(o.Context(), asAna, at, 100)
	o.must(err)
	if len(items) != 1 || items[0].ID != orderID(3) || items[0].Record.Base().State != wire.StateCancelled {
		o.Errorf("the change comes as %+v", items)
	}
}

func cursors(o office) {
	at := o.drain(asAna, "", 100, map[string]wire.Record{})
	expired := func(name string, a store.Actor, cursor string) {
		o.Helper()
		if _, _, _, err := o.Changes(o.Context(), a, cursor, 10); !errors.Is(err, store.ErrCursor) {
			o.Errorf("%s: %v", name, err)
		}
	}
	expired("another user's", asBen, at)
	expired("another role's", store.Actor{ID: ana, Role: wire.RoleManager}, at)
	expired("junk", asAna, "junk")
	expired("ahead of the head", asAna, fmt.Sprint(at, "999999"))
	if _, _, _, err := o.Changes(o.Context(), asAna, at, 10); err != nil {
		o.Errorf("its own: %v", err)
	}
	o.must(o.RenewHistory(o.Context()))
	expired("another history's", asAna, at)
}

func lists(o office) {
	for n := range 5 {
		o.expect("an order", order(n+1), wire.StatePlaced)
	}
	recs, after, err := o.List(o.Context(), asAna, wire.KindOrders, store.Query{Limit: 3})
	o.must(err)
	if len(recs) != 3 || recs[0].Base().ID != orderID(5) || after != orderID(3) {
		o.Errorf("the first page starts at %s and goes on after %s", recs[0].Base().ID, after)
	}
	recs, after, err = o.List(o.Context(), asAna, wire.KindOrders, store.Query{After: after, Limit: 3})
	o.must(err)
	if len(recs) != 2 || after != "" {
		o.Errorf("the last page has %d and goes on after %q", len(recs), after)
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
