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

// admit lets a user in, or no longer. It is in no backup.
func (o *office) admit(name string, in bool) {
	if o.out[name] != in {
		return // a change ends the sessions, whichever it is
	}
	o.out[name] = !in
	if err := o.db.SetDisabled(o.w.ctx, name, !in); err != nil {
		panic("sim: the office: " + err.Error())
	}
}

type officeAct struct {
	name string
	rule bool // it changes what the office takes
	do   func(*office)
}

var officeActs = []officeAct{
	{"session ends", false, func(o *office) {
		user := pick(o, []string{ana, ben})
		o.do(func(db *store.DB) error { return db.SetPassword(o.w.ctx, nameOf[user], password[user]) })
	}},
	{"rights withdrawn", true, func(o *office) {
		name := nameOf[pick(o, []string{ana, ben})]
		o.admit(name, false)
		o.w.at(o.w.now+o.between(time.Minute, 30*time.Minute), func() { o.admit(name, true) })
	}},
	{"customer closed", true, func(o *office) {
		n, now := o.IntN(stockCustomers), o.w.time()
		o.do(func(db *store.DB) error {
			return db.Put(o.w.ctx, now, store.Stock{Customers: []wire.Customer{{
				Meta: wire.Meta{State: wire.StateInactive}, Code: fmt.Sprintf("C-%d", n), Name: "Customer",
			}}})
		})
	}},
	{"dispatch moved", true, func(o *office) {
		id, now := dispatchID(2*o.IntN(stockDispatches/2)), o.w.time()
		o.do(func(db *store.DB) error { return db.Give(o.w.ctx, now, wire.KindDispatches, id, ben) })
	}},
	{"order cancelled", true, (*office).cancelSome},
	{"order moved", true, func(o *office) {
		for _, d := range o.commits {
			if id := d.val.record; d.val.op == wire.OpOrderCreate && o.IntN(3) == 0 {
				now := o.w.time()
				o.do(func(db *store.DB) error { return db.Give(o.w.ctx, now, wire.KindOrders, id, ben) })
				return
			}
		}
	}},
	{"product closed", true, func(o *office) {
		n, now := o.IntN(stockProducts), o.w.time()
		o.do(func(db *store.DB) error {
			return db.Put(o.w.ctx, now, store.Stock{Products: []wire.Product{{
				Meta: wire.Meta{State: wire.StateInactive}, Code: fmt.Sprintf("P-%d", n), Name: "Product",
				PriceMinor: 100, Currency: "EUR", Unit: "pc",
			}}})
		})
	}},
	{"orders exported", true, func(o *office) {
		now := o.w.time()
		o.do(func(db *store.DB) error {
			return db.Export(o.w.ctx, now, func([]*wire.Order) error { return nil })
		})
	}},
	{"code taken by the office", true, func(o *office) {
		now, code := o.w.time(), fmt.Sprintf("N-%d", o.IntN(12))
		id := o.w.ulid()
		o.do(func(db *store.DB) error {
			return db.Put(o.w.ctx, now, store.Stock{Customers: []wire.Customer{{
				Meta: wire.Meta{ID: id, State: wire.StateActive}, Code: code, Name: "Office",
			}}})
		})
	}},
	{"server restarts", false, func(o *office) {
		o.api.Drain()
		o.w.at(o.w.now+o.between(time.Second, 12*time.Minute), o.start)
	}},
	{"store locked", false, func(o *office) {
		o.busy = true
		o.w.at(o.w.now+o.between(time.Second, 5*time.Minute), func() { o.busy = false })
	}},
	{"store restored", false, func(o *office) { o.restore(o.between(time.Minute, 4*time.Hour)) }},
}
