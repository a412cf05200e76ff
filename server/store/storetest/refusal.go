package storetest

import (
	"waybill/server/store"
	"waybill/server/wire"
)

// refusals: a refusal says that the write is not stored, and is never given
// where it is (D01).
func refusals(o office) {
	refused := func(w store.Write) store.Write {
		w.Refusal, w.Body = wire.NewProblem(wire.CodeValidationFailed, ""), nil
		return w
	}
	missing := order(1, func(b *wire.OrderBody) { b.CustomerID = customerID(77) })
	for name, c := range map[string]struct {
		w    store.Write
		code string
	}{
		"references":                       {missing, "foreign_key"},
		"rights":                           {product(asAna, 8, "P-8"), "forbidden"},
		"the shape of an order":            {refused(order(1)), "validation_failed"},
		"the shape of a customer":          {refused(customer(8, "C-8")), "validation_failed"},
		"the shape of a product":           {refused(product(asMia, 8, "P-8")), "validation_failed"},
		"the shape of a report":            {refused(deliver(asAna, dispatchID(1))), "validation_failed"},
		"the shape of a cancellation":      {refused(cancel(asAna, orderID(1))), "validation_failed"},
		"a report on another's dispatch":   {deliver(asAna, dispatchID(2)), "not_found"},
		"a report on what is nowhere":      {deliver(asAna, dispatchID(9)), "not_found"},
		"a code that another customer has": {customer(8, "C-1"), "duplicate_code"},
	} {
		if r := o.expect(name, c.w, c.code); !r.Problem.NotStored {
			o.Errorf("%s: the refusal does not say that the write is not stored", name)
		}
	}
	o.expect("an order", order(1), wire.StatePlaced)
	o.expect("a customer", customer(9, "C-9"), wire.StateActive)
	o.expect("a report", deliver(asAna, dispatchID(1)), wire.StateDelivered)
	o.must(o.Give(o.Context(), now, wire.KindDispatches, dispatchID(1), ben))
	for name, c := range map[string]struct {
		w    store.Write
		code string
	}{
		"the order again, its shape refused":         {refused(order(1)), "id_exists"},
		"other content, its shape refused":           {refused(order(1, func(b *wire.OrderBody) { b.Note = "x" })), "id_reused"},
		"the customer again, its code goes first":    {customer(9, "C-9"), "duplicate_code"},
		"the report again, given away meanwhile":     {deliver(asAna, dispatchID(1)), "not_found"},
		"the report again, its shape refused":        {refused(deliver(asAna, dispatchID(1))), "validation_failed"},
		"the report again by the one who has it now": {deliver(asBen, dispatchID(1)), "invalid_transition"},
	} {
		if r := o.expect(name, c.w, c.code); r.Problem.NotStored {
			o.Errorf("%s: the refusal says that the write is not stored", name)
		}
	}
	both := o.applyAll(order(2), refused(order(2)))
	if outcome(both[0]) != wire.StatePlaced || outcome(both[1]) != "id_exists" {
		o.Errorf("a batch with both copies: %s, %s", outcome(both[0]), outcome(both[1]))
	}
}
