package storetest

import (
	"encoding/json"

	"waybill/server/store"
	"waybill/server/wire"
)

func transitions(o office) {
	o.expect("another rep's dispatch", deliver(asBen, dispatchID(1)), "not_found")
	o.expect("no dispatch", deliver(asAna, dispatchID(9)), "not_found")
	r := o.expect("one's own", deliver(asAna, dispatchID(1)), wire.StateDelivered)
	if d := r.Record.(*wire.Dispatch); r.Status != 200 || d.ReceivedBy != "Kim" || d.Version != 2 {
		o.Errorf("delivered as %d %+v", r.Status, d)
	}
	again := o.expect("again", deliver(asAna, dispatchID(1)), "invalid_transition")
	var current wire.Dispatch
	if err := json.Unmarshal(again.Problem.Current, &current); err != nil || current.State != wire.StateDelivered {
		o.Errorf("current is %s", again.Problem.Current)
	}
	o.expect("failed after delivered", fail(asAna, dispatchID(1)), "invalid_transition")
	o.expect("a manager's", fail(asMia, dispatchID(2)), wire.StateFailed)
	o.expect("an order", order(1), wire.StatePlaced)
	o.expect("another rep cancels", cancel(asBen, orderID(1)), "not_found")
	o.expect("cancelled", cancel(asAna, orderID(1)), wire.StateCancelled)
	o.expect("cancelled again", cancel(asAna, orderID(1)), "invalid_transition")
	o.expect("the cancelled order's replay", order(1), "id_exists")
}

func exported(o office) {
	o.expect("an order", order(1), wire.StatePlaced)
	o.expect("a second", order(2), wire.StatePlaced)
	o.expect("cancelled", cancel(asAna, orderID(2)), wire.StateCancelled)
	broken := o.Export(o.Context(), now, func([]*wire.Order) error { return store.ErrBusy })
	if broken == nil {
		o.Error("an export that failed passes")
	}
	for _, want := range []int{1, 0} { // the broken export marked nothing; a good one does
		o.must(o.Export(o.Context(), now, func(orders []*wire.Order) error {
			if len(orders) != want {
				o.Errorf("%d orders exported, want %d", len(orders), want)
			}
			return nil
		}))
	}
	r := o.expect("cancelling what is exported", cancel(asAna, orderID(1)), "invalid_transition")
	var current wire.Order
	if err := json.Unmarshal(r.Problem.Current, &current); err != nil || current.State != wire.StateExported || len(current.Lines) != 1 {
		o.Errorf("current is %s", r.Problem.Current)
	}
}

func given(o office) {
	o.expect("an order", order(1), wire.StatePlaced)
	o.must(o.Give(o.Context(), now, wire.KindOrders, orderID(1), ben))
	o.must(o.Give(o.Context(), now, wire.KindDispatches, dispatchID(1), ben))
	for _, c := range []struct {
		who       string
		actor     store.Actor
		order, dp string
	}{
		{"its creator", asAna, "bare", "nothing"}, // Ana did not make the dispatch
		{"its owner", asBen, "whole", "whole"},
		{"a manager", asMia, "whole", "whole"},
	} {
		if got := o.sees(c.actor, wire.KindOrders, orderID(1)); got != c.order {
			o.Errorf("%s sees %s of the order, want %s", c.who, got, c.order)
		}
		if got := o.sees(c.actor, wire.KindDispatches, dispatchID(1)); got != c.dp {
			o.Errorf("%s sees %s of the dispatch, want %s", c.who, got, c.dp)
		}
	}
	rec := o.read(asAna, wire.KindOrders, orderID(1))
	if m := rec.Base(); m.Fingerprint != order(1).Fingerprint || m.CreatedBy != ana || m.State != wire.StatePlaced {
		o.Errorf("the creator's probe finds %+v", m)
	}
	o.expect("the creator cancels", cancel(asAna, orderID(1)), "forbidden")
	o.expect("the owner cancels", cancel(asBen, orderID(1)), wire.StateCancelled)
	if err := o.Give(o.Context(), now, wire.KindOrders, orderID(9), ben); err == nil {
		o.Error("an order that is not there is given away")
	}
}
