package sim

import (
	"encoding/json"
	"strings"

	"waybill/idbqueue/entry"
	"waybill/server/store"
	"waybill/server/wire"
	"waybill/sw/exchange"
)

// mia is the manager. She has no phone in this world.
const mia = "01KDVDNEM0V000000000000MIA"

// opCancel is an order's cancel, which is never queued.
const opCancel wire.Op = "order.cancel"

// cancelSome is a manager who cancels an order, whoever sent it.
func (o *office) cancelSome() {
	var placed []string
	for _, d := range o.commits { // in the order of their commits
		if _, over := o.cancelled[d.val.record]; d.val.op == wire.OpOrderCreate && !over {
			placed = append(placed, d.val.record)
		}
	}
	if len(placed) == 0 {
		return
	}
	cancel := store.Write{
		Actor: store.Actor{ID: mia, Role: wire.RoleManager}, Op: opCancel, Record: pick(o, placed),
		Body: wire.CancelBody{Reason: "the customer rang"},
	}
	now := o.w.time()
	results, err := o.db.Apply(o.w.ctx, now, []store.Write{cancel})
	if err != nil {
		panic("sim: mia: " + err.Error())
	}
	o.note(now, cancel, results[0])
}

// asksToCancel notes a cancel that leaves a phone.
func (d *device) asksToCancel(r exchange.Request) {
	id, ok := strings.CutSuffix(r.Path, "/cancel")
	if !ok || r.Method != "POST" {
		return
	}
	id = id[strings.LastIndex(id, "/")+1:]
	if _, before := d.cancels[id]; !before {
		d.cancels[id] = d.w.now
	}
}

// cancelled is when an order was cancelled, and by whom.
type cancelled struct {
	at int64
	by string
}

// checkLiving: what is sent is alive at the office, or the card says that it is
// not, or it was cancelled later and by another act. The office's own cancel
// after the proof changes no receipt.
func (w *World) checkLiving(s *saved, e entry.Entry) {
	over, cancelled := w.office.cancelled[e.Record]
	left := s.d.cancels[e.Record]
	switch {
	case !cancelled || e.LookAt != 0: // a look is booked, and will find it
	case over.at > s.since && (over.by != s.owner || left == 0 || left > s.since):
	case e.Receipt != nil && stateOf(e.Receipt.Record) == wire.StateCancelled:
	default:
		w.violated("%s %s is sent, and was cancelled before", s.op, s.key)
	}
}

func stateOf(record string) string {
	var m wire.Meta
	_ = json.Unmarshal([]byte(record), &m)
	return m.State
}
