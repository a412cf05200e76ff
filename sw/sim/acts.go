package sim

import (
	"fmt"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// live is the office's own life while faults last: sessions end, rules
// tighten, records move, servers restart.
func (o *office) live() {
	w := o.w
	if w.calm {
		return
	}
	act := pick(o, officeActs)
	if o.chance(o.odds[act.name]) {
		w.Faults[act.name]++
		w.tell("the office: %s", act.name)
		act.do(o)
	}
	w.at(w.now+o.between(time.Minute, 10*time.Minute), o.live)
}

type officeAct struct {
	name string
	do   func(*office)
}

var officeActs = []officeAct{
	{"session ends", func(o *office) {
		user := pick(o, []string{ana, ben})
		o.do(func(db *store.DB) error { return db.SetPassword(o.w.ctx, nameOf[user], password[user]) })
	}},
	{"customer closed", func(o *office) {
		n, now := o.IntN(stockCustomers), o.w.time()
		o.do(func(db *store.DB) error {
			return db.Put(o.w.ctx, now, store.Stock{Customers: []wire.Customer{{
				Meta: wire.Meta{State: wire.StateInactive}, Code: fmt.Sprintf("C-%d", n), Name: "Customer",
			}}})
		})
	}},
	{"dispatch moved", func(o *office) {
		id, now := dispatchID(2*o.IntN(stockDispatches/2)), o.w.time()
		o.do(func(db *store.DB) error { return db.Give(o.w.ctx, now, wire.KindDispatches, id, ben) })
	}},
	{"order cancelled", (*office).cancelSome},
	{"order moved", func(o *office) {
		for _, d := range o.deeds {
			if id := d.val.record; d.val.op == wire.OpOrderCreate && o.IntN(3) == 0 {
				now := o.w.time()
				o.do(func(db *store.DB) error { return db.Give(o.w.ctx, now, wire.KindOrders, id, ben) })
				return
			}
		}
	}},
	{"product closed", func(o *office) {
		n, now := o.IntN(stockProducts), o.w.time()
		o.do(func(db *store.DB) error {
			return db.Put(o.w.ctx, now, store.Stock{Products: []wire.Product{{
				Meta: wire.Meta{State: wire.StateInactive}, Code: fmt.Sprintf("P-%d", n), Name: "Product",
				PriceMinor: 100, Currency: "EUR", Unit: "pc",
			}}})
		})
	}},
	{"orders exported", func(o *office) {
		now := o.w.time()
		o.do(func(db *store.DB) error {
			return db.Export(o.w.ctx, now, func([]*wire.Order) error { return nil })
		})
	}},
	{"code taken by the office", func(o *office) {
		now, code := o.w.time(), fmt.Sprintf("N-%d", o.IntN(12))
		id := o.w.ulid()
		o.do(func(db *store.DB) error {
			return db.Put(o.w.ctx, now, store.Stock{Customers: []wire.Customer{{
				Meta: wire.Meta{ID: id, State: wire.StateActive}, Code: code, Name: "Office",
			}}})
		})
	}},
	{"server restarts", func(o *office) {
		o.api.Drain()
		o.w.at(o.w.now+o.between(time.Second, 12*time.Minute), o.start)
	}},
	{"store locked", func(o *office) {
		o.busy = true
		o.w.at(o.w.now+o.between(time.Second, 5*time.Minute), func() { o.busy = false })
	}},
	{"store restored", func(o *office) { o.restore(o.between(time.Minute, 4*time.Hour)) }},
}
