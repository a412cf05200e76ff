package sim

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

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
		if s.d == d && s.op == string(wire.OpOrderCreate) && s.seen.State == entry.Sent && s.owner == d.user() && d.hand.IntN(3) == 0 {
			_, err := d.desk.Cancel(w.ctx, s.seen.Record, "a mistake")
			w.tell("the rep cancels %s (%v)", s.seen.Record, err)
			return
		}
	}
}

func existing(e entry.Entry) string {
	if e.Answer == nil {
		return ""
	}
	var p wire.Problem
	_ = json.Unmarshal([]byte(e.Answer.Problem), &p)
	return p.ExistingID
}

// worries: a rep who sees that a write did not get through corrects it, and not
// always well, within the minute.
func (d *device) worries(a *actor, r exchange.Request, ev sw.Evidence) {
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

func (d *device) edit(e entry.Entry) error {
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
