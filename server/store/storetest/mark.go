package storetest

import (
	"errors"
	"strings"
	"sync"

	"waybill/server/store"
	"waybill/server/wire"
)

// setBack takes the latest order out of the store, as if it had never come: a
// disk that was set back, a replica that lacked it.
func (o office) setBack(n int) {
	o.Helper()
	id := orderID(n)
	o.must(o.exec("DELETE FROM changes WHERE record_id = '" + id + "'"))
	o.must(o.exec("DELETE FROM order_lines WHERE order_id = '" + id + "'"))
	o.must(o.exec("DELETE FROM orders WHERE id = '" + id + "'"))
	o.must(o.forget())
}

func (o office) historyNow() string {
	o.Helper()
	h, err := o.History(o.Context())
	o.must(err)
	return h
}

func (o office) numberOf(r store.Result) string {
	o.Helper()
	rec, ok := r.Record.(*wire.Order)
	if !ok {
		o.Fatalf("no order: %+v", r)
	}
	return rec.Number
}

// marks: whoever brings the mark first, the store renews once, and hands out no
// number that the lost branch may have handed out.
func marks(o office) {
	o.expect("an order", order(1), wire.StatePlaced)
	o.expect("an order that will be lost", order(2), wire.StatePlaced)
	mark, before := o.Mark(), o.historyNow()
	o.setBack(2)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := o.Witness(o.Context(), mark); err != nil {
				o.Error(err)
			}
		})
	}
	all.Wait()
	after := o.historyNow()
	if after == before {
		o.Fatal("the history goes on")
	}
	if !strings.HasPrefix(o.Mark(), after+".") {
		o.Errorf("the store's own mark is %s in history %s", o.Mark(), after)
	}
	if n := o.numberOf(o.expect("the next order", order(3), wire.StatePlaced)); n != "A-010003" {
		o.Errorf("eight devices with one mark make the next number %s", n)
	}
	o.must(o.Witness(o.Context(), mark))
	o.must(o.Witness(o.Context(), o.Mark()))
	if o.historyNow() != after {
		o.Error("the mark of the lost branch renews again")
	}
}

// idleMarks: what was not signed here, what is older, and what is the store's
// own changes nothing, nor does what another server has committed.
func idleMarks(o office) {
	before := o.historyNow()
	old := o.Mark()
	o.expect("an order", order(1), wire.StatePlaced)
	other := o.empty(o.T)
	head := o.Mark()
	o.must(o.forget()) // another server, which has not committed it
	for name, mark := range map[string]string{
		"none": "", "junk": "junk", "older": old, "its own": head, "another store's": other.Store.Mark(),
		"invented": before + ".0..0.999999.1." + strings.Repeat("0", 32), "changed": strings.Replace(head, ".1.", ".2.", 1),
	} {
		o.must(o.Witness(o.Context(), mark))
		if o.historyNow() != before {
			o.Fatalf("a mark that is %s renews the history", name)
		}
	}
	if n := o.numberOf(o.expect("the next order", order(2), wire.StatePlaced)); n != "A-000002" {
		o.Errorf("the next number is %s", n)
	}
}

func cursorsBeyond(o office) {
	o.expect("an order", order(1), wire.StatePlaced)
	o.expect("an order that will be lost", order(2), wire.StatePlaced)
	o.must(o.settle())
	at, before := o.drain(asAna, "", 100, map[string]wire.Record{}), o.historyNow()
	o.setBack(2)
	expired := func(name string) {
		o.Helper()
		if _, err := o.Changes(o.Context(), asAna, at, 10); !errors.Is(err, store.ErrCursor) {
			o.Errorf("%s: %v", name, err)
		}
	}
	expired("ahead of the head")
	if o.historyNow() == before {
		o.Error("nothing is concluded from it")
	}
	for n := 3; n < 9; n++ {
		o.expect("an order in its place", order(n), wire.StatePlaced)
	}
	o.must(o.settle())
	expired("once the head has passed it")
}

// seenNumbers: the backup of a store is restored twice. What the first restore
// has handed out is known by the devices alone.
func seenNumbers(o office) {
	o.expect("an order", order(1), wire.StatePlaced)
	o.must(o.RenewHistory(o.Context()))
	first := o.numberOf(o.expect("an order after the first restore", order(2), wire.StatePlaced))
	mark := o.Mark()
	o.setBack(2)
	o.must(o.exec("UPDATE meta SET value = '1' WHERE key = 'numbers'"))
	o.must(o.exec("UPDATE meta SET value = 'another' WHERE key = 'history'"))
	o.must(o.forget())
	o.must(o.Witness(o.Context(), mark))
	if h := o.historyNow(); h != "another" {
		o.Errorf("another history's mark renews this one to %s", h)
	}
	if n := o.numberOf(o.expect("an order after the second", order(3), wire.StatePlaced)); n <= first {
		o.Errorf("%s is handed out after %s was seen", n, first)
	}
}
