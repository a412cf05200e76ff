package form

import (
	"slices"

	"waybill/app/order"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

// ordersOf are a customer's orders, newest first: what waits on this device,
// then what the office has. Cancelled and refused ones are no habit.
func ordersOf(customer string, unsent []wire.Order, office []port.Found) []wire.Order {
	var all []wire.Order
	for _, o := range unsent {
		if o.CustomerID == customer {
			all = append(all, o)
		}
	}
	for _, x := range office {
		o, ok := x.Record.(wire.Order)
		waits := slices.ContainsFunc(all, func(w wire.Order) bool { return w.ID == o.ID })
		if ok && o.CustomerID == customer && o.State != wire.StateCancelled && !waits {
			all = append(all, o)
		}
	}
	return all
}

// waitingOrder reads an order that waits, under its short reference: it has no
// number yet.
func waitingOrder(c sw.Card) (wire.Order, bool) {
	b, ok := wire.Decode[wire.OrderBody]([]byte(c.Entry.Body))
	if !ok || c.Entry.Op != string(wire.OpOrderCreate) || c.State == entry.Rejected {
		return wire.Order{}, false
	}
	o := wire.Order{Meta: wire.Meta{ID: c.Entry.Record}, Number: c.Entry.Ref, CustomerID: b.CustomerID}
	for _, l := range b.Lines {
		o.Lines = append(o.Lines, wire.OrderLineRecord{OrderLine: l})
	}
	return o, true
}

// learn finds what this customer orders, from what is on this device.
func (f *orderForm) learn() {
	f.usual, f.last = nil, nil
	if f.draft.Customer.ID == "" {
		return
	}
	orders := ordersOf(f.draft.Customer.ID, f.waiting, f.Ports.Catalogue.Search(wire.KindOrders, "", 0))
	if len(orders) > 0 {
		f.last = &orders[0]
	}
	for _, h := range order.Habits(orders) {
		p, ok := f.Ports.Catalogue.Get(wire.KindProducts, h.Line.ProductID).(wire.Product)
		if ok && p.State != wire.StateInactive && len(f.usual) < ui.PickMax {
			last := h.Line
			f.usual = append(f.usual, port.Found{ID: p.ID, Code: p.Code, Name: p.Name, Record: p, Last: &last})
		}
	}
}

// offeredMax is how many usual products stand before the quantity, so that it
// stays in sight on a phone; the others come first when they are typed.
const offeredMax = 4

// offered are the usual products that are not in the order yet.
func (f *orderForm) offered() []port.Found {
	var list []port.Found
	for _, x := range f.usual {
		in := slices.ContainsFunc(f.draft.Lines, func(l order.Line) bool { return l.ProductID == x.ID })
		if !in && len(list) < offeredMax {
			list = append(list, x)
		}
	}
	return list
}

// lastQuantity is how many this customer took of the product that is picked,
// 0 where that is not known or not sold any more.
func (f *orderForm) lastQuantity() int64 {
	i := slices.IndexFunc(f.usual, func(x port.Found) bool { return x.ID == f.product.ID })
	p, ok := f.product.Record.(wire.Product)
	if i < 0 || !ok || !p.Allow(f.usual[i].Last.Quantity) {
		return 0
	}
	return f.usual[i].Last.Quantity
}
