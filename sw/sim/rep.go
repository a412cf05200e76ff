package sim

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
	"waybill/sw"
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
	draft := sw.Draft{Key: key, Op: op, Record: key, Title: string(op)}
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

// mend takes one of the rep's cards and does something that it offers.
func (d *device) mend() {
	w := d.w
	if len(w.ledger) == 0 {
		return
	}
	s := pick(d.hand, w.ledger)
	for range 3 { // what is not settled is looked at more often
		if !s.seen.State.Unsent() {
			s = pick(d.hand, w.ledger)
		}
	}
	key := s.key
	if d.torn != "" && d.hand.IntN(2) == 0 {
		key, d.torn = d.torn, ""
	}
	card, err := d.desk.Card(w.ctx, key)
	if err != nil || len(card.Acts) == 0 {
		return
	}
	d.do(card, pick(d.hand, card.Acts))
}

func (d *device) do(card sw.Card, act sw.Act) {
	w, key := d.w, card.Entry.Key
	var err error
	switch act {
	case sw.ActRetry:
		err = d.desk.Retry(w.ctx, key)
	case sw.ActCheck:
		err = d.desk.Check(w.ctx, key)
	case sw.ActEdit:
		err = d.edit(card.Entry)
	case sw.ActDiscard:
		err = d.desk.Discard(w.ctx, key)
	case sw.ActRestore:
		err = d.desk.Restore(w.ctx, key)
	case sw.ActTheirs:
		err = d.desk.Theirs(w.ctx, key, existing(card.Entry))
	case sw.ActMine:
		err = d.desk.Mine(w.ctx, key)
	case sw.ActSame:
		err = d.desk.Same(w.ctx, key)
	case sw.ActRepoint:
		err = d.desk.Repoint(w.ctx, key, customerID(d.hand.IntN(stockCustomers)), "")
	default:
		return
	}
	if act == sw.ActMine {
		w.Faults["mine instead"]++
	}
	if err != nil && act == sw.ActMine { // it is not known what became of the cancel
		d.torn = key
	}
	w.tell("the rep: %s %s %s (%v)", act, card.Entry.Op, key, err)
}

// cancel takes back an order that was sent.
func (d *device) cancel() {
	w := d.w
	for _, s := range w.ledger {
		if s.d == d && s.op == string(wire.OpOrderCreate) && s.seen.State == idbqueue.Sent && s.owner == d.user() && d.hand.IntN(3) == 0 {
			_, err := d.desk.Cancel(w.ctx, s.seen.Record, "a mistake")
			w.tell("the rep cancels %s (%v)", s.seen.Record, err)
			return
		}
	}
}

func existing(e idbqueue.Entry) string {
	if e.Answer == nil {
		return ""
	}
	var p wire.Problem
	_ = json.Unmarshal([]byte(e.Answer.Problem), &p)
	return p.ExistingID
}

// worries: a rep who sees that a write did not get through corrects it, and not
// always well, within the minute.
func (d *device) worries(a *actor, r sw.Request, ev sw.Evidence) {
	w := d.w
	if a == nil || r.Method != "POST" || ev.Answered && ev.Status < 500 || !d.hand.chance(d.odds.worry) {
		return
	}
	w.at(w.now+d.hand.between(0, time.Minute), func() {
		for _, s := range w.ledger {
			if s.seen.State.Unsent() && strings.Contains(r.Body, s.seen.Record) && s.owner == d.user() {
				err := d.edit(s.seen)
				w.tell("the rep, worried: edit %s %s (%v)", s.op, s.key, err)
				return
			}
		}
	})
}

func (d *device) edit(e idbqueue.Entry) error {
	w := d.w
	var body any
	switch wire.Op(e.Op) {
	case wire.OpOrderCreate:
		var b wire.OrderBody
		if err := json.Unmarshal([]byte(e.Body), &b); err != nil {
			return err
		}
		b.Lines[0].Quantity = 1 + d.hand.Int64N(9)
		if d.hand.IntN(3) == 0 {
			b.Lines[0].Quantity = 0 // which the office refuses, whatever it has already
		}
		body = b
	case wire.OpCustomerCreate:
		var b wire.CustomerBody
		if err := json.Unmarshal([]byte(e.Body), &b); err != nil {
			return err
		}
		b.Code = fmt.Sprintf("N-%d", d.hand.IntN(d.w.most))
		body = b
	default:
		return errors.ErrUnsupported
	}
	return d.desk.Edit(w.ctx, e.Key, body, e.Title, e.Parents)
}
