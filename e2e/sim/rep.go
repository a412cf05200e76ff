package sim

import (
	"fmt"
	"time"

	"waybill/server/wire"
	"waybill/sw/client"
)

// work is the rep's day: acts at random moments until faults stop.
func (d *device) work(a *actor) {
	w := d.w
	a.hand = true
	d.signIn(a, ana)
	for !w.calm {
		d.act(a)
		a.rest(w.now + d.hand.between(time.Second, 12*time.Minute))
	}
}

// signIn is tried until it works: the network does not make it easy.
func (d *device) signIn(a *actor, user string) {
	w := d.w
	for {
		if _, err := d.desk.SignIn(w.ctx, nameOf[user], password[user]); err == nil {
			w.tell("%s signs in", nameOf[user])
			return
		}
		a.sleep(w.now + d.hand.between(time.Second, 2*time.Minute))
	}
}

// act does one thing. Errors are what the rep sees; no promise is given then.
func (d *device) act(a *actor) {
	w := d.w
	switch n := d.hand.IntN(100); {
	case n < 10 && w.Many:
		d.burst(a)
	case n < 40:
		d.save()
	case n < 80:
		d.mend()
	case n < 83:
		d.sendNow()
	case n < 84:
		d.cancel()
	case n < 86:
		d.desk.SignOut(w.ctx)
		w.tell("the rep signs out")
		d.signIn(a, pick(d.hand, []string{ana, ana, ben}))
	case n < 92:
		d.desk.Refresh(w.ctx)
	case n < 94:
		d.signIn(a, pick(d.hand, []string{ana, ana, ben}))
	case n < 96:
		d.desk.Start(w.ctx)
	case n < 98:
		d.carry(d)
	default:
		d.crash()
	}
}

// sendNow asks for a drain, and insists on a second tap.
func (d *device) sendNow() {
	until, err := d.desk.SendNow(d.w.ctx, false)
	if err == nil && until > 0 && d.hand.IntN(2) == 0 {
		d.desk.SendNow(d.w.ctx, true)
		d.unsure() // the rep goes through what the office asked
	}
}

// crash ends every tab and the worker at once; what was committed is there.
func (d *device) crash() {
	w := d.w
	w.tell("the device restarts")
	w.Kills++
	for _, a := range append([]*actor(nil), d.tabs...) {
		a.kill()
		d.respawn(a)
	}
	d.box = d.mem.Reopen()
	d.desk.Outbox = &page{d.box, d}
	d.watch()
}

func (d *device) save() {
	w := d.w
	if len(d.writes) >= w.most {
		return
	}
	key, op := w.ulid(), pick(d.hand, []wire.Op{
		wire.OpOrderCreate, wire.OpOrderCreate, wire.OpOrderCreate, wire.OpCustomerCreate, wire.OpCustomerCreate,
		wire.OpProductCreate, wire.OpDispatchDeliver, wire.OpDispatchFail,
	})
	draft := client.Draft{Key: key, Op: op, Record: key, Title: string(op)}
	switch op {
	case wire.OpDispatchDeliver, wire.OpDispatchFail:
		draft.Record = dispatchID(d.hand.IntN(stockDispatches))
	case wire.OpOrderCreate:
		if parent := d.parent(); parent != nil && d.hand.IntN(2) == 0 {
			draft.Parents = []string{parent.key}
		}
	}
	draft.Body = d.body(op, key, draft.Parents)
	e, err := d.desk.Save(w.ctx, draft)
	if err != nil {
		// "Saved" was not shown; but what the store kept is kept.
		if e, err = d.peek(key); err != nil {
			return
		}
	}
	w.Writes++
	w.byKey[key] = d.remember(e)
	w.tell("saved %s %s of %s", op, key, nameOf[e.Owner])
	if w.net.poison == "" && d.hand.IntN(12) == 0 {
		w.net.poison = key
	}
}

// parent is a customer that this device made.
func (d *device) parent() *saved {
	user := d.user()
	for _, s := range d.w.ledger {
		if s.op == string(wire.OpCustomerCreate) && s.owner == user && d.hand.IntN(2) == 0 {
			return s
		}
	}
	return nil
}

func (d *device) body(op wire.Op, key string, parents []string) any {
	at := time.UnixMilli(d.clock()).UTC().Format(time.RFC3339)
	switch op {
	case wire.OpCustomerCreate:
		return wire.CustomerBody{ID: key, Code: fmt.Sprintf("N-%d", d.hand.IntN(d.w.most)), Name: "New <&> Söhne"}
	case wire.OpProductCreate:
		return wire.ProductBody{ID: key, Code: fmt.Sprintf("Q-%d", d.hand.IntN(d.w.most)), Name: "New", PriceMinor: 5, Currency: "EUR", Unit: "pc"}
	case wire.OpDispatchDeliver:
		return wire.DeliverBody{DeliveredAt: at, ReceivedBy: "M. Rossi"}
	case wire.OpDispatchFail:
		return wire.FailBody{FailedAt: at, Reason: "closed"}
	}
	customer := customerID(d.hand.IntN(stockCustomers))
	if len(parents) > 0 {
		customer = parents[0]
	}
	return wire.OrderBody{
		ID: key, CustomerID: customer, PlacedAt: at, Note: d.note(),
		Lines: []wire.OrderLine{{ProductID: productID(d.hand.IntN(stockProducts)), Quantity: 1 + d.hand.Int64N(9), UnitPriceMinor: 100, Currency: "EUR"}},
	}
}
