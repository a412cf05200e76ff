package store

import (
	"encoding/json"
	"time"

	"waybill/server/wire"
)

// plan is what the decided writes change, by table.
type plan struct {
	customers  []*customerRow
	products   []*productRow
	orders     []*wire.Order    // new
	cancelled  []*wire.Order    // changed
	dispatches []*wire.Dispatch // changed
	changed    []change         // beside those of the above
	newest     tip              // of what was put
}

// decide gives the verdict on one write from what was seen, in the order of
// section 7, and adds what it changes to the plan. It touches nothing else. A
// refusal says whether the write is stored all the same.
func decide(s *seen, p *plan, now time.Time, w Write) Result {
	r := judge(s, p, now, w)
	if r.Problem != nil {
		r.Problem.NotStored = !s.holds(w)
	}
	return r
}

func judge(s *seen, p *plan, now time.Time, w Write) Result {
	switch b := w.Body.(type) {
	case nil:
		return decideRefused(s, w)
	case wire.CustomerBody:
		return decideCustomer(s, p, now, w, b)
	case wire.ProductBody:
		return decideProduct(s, p, now, w, b)
	case wire.OrderBody:
		return decideOrder(s, p, now, w, b)
	case wire.CancelBody:
		return decideCancel(s, p, now, w, b)
	case wire.DeliverBody:
		return decideDispatch(s, p, now, w, func(d *wire.Dispatch) {
			d.State, d.DeliveredAt, d.ReceivedBy, d.Note = wire.StateDelivered, b.DeliveredAt, b.ReceivedBy, b.Note
		})
	case wire.FailBody:
		return decideDispatch(s, p, now, w, func(d *wire.Dispatch) {
			d.State, d.FailedAt, d.Reason = wire.StateFailed, b.FailedAt, b.Reason
		})
	}
	return refuse(wire.NewProblem(wire.CodeInternal, ""))
}

func refuse(p *wire.Problem) Result { return Result{Status: p.Status, Problem: p} }

// decideRefused is for a write whose shape was refused before the store was
// asked. A create that is stored already is a replay or a taken id first.
func decideRefused(s *seen, w Write) Result {
	spec, _ := w.Op.Spec()
	if has := s.record(w); has != nil && spec.Create {
		return refuse(idTaken(w, has))
	}
	return refuse(w.Refusal)
}

// created is the meta of a record that this write makes.
func created(w Write, now time.Time, id, state string) wire.Meta {
	at := stamp(now)
	return wire.Meta{ID: id, Version: 1, State: state, CreatedBy: w.Actor.ID, CreatedAt: at, UpdatedAt: at, Fingerprint: w.Fingerprint}
}

func decideCustomer(s *seen, p *plan, now time.Time, w Write, b wire.CustomerBody) Result {
	key := CodeKey(b.Code)
	if has, taken := s.customerKeys[key]; taken {
		return refuse(duplicateCode(b.ID, &has.Customer))
	}
	if has, taken := s.customers[b.ID]; taken {
		return refuse(idTaken(w, &has.Customer))
	}
	c := &customerRow{Customer: wire.Customer{
		Meta: created(w, now, b.ID, wire.StateActive),
		Code: b.Code, Name: b.Name, Contact: b.Contact, Phone: b.Phone, Address: b.Address,
	}}
	s.customers[c.ID], s.customerKeys[key], s.buyers[c.ID] = c, c, ref{id: c.ID}
	p.customers = append(p.customers, c)
	return Result{Status: 201, Record: &c.Customer}
}

func decideProduct(s *seen, p *plan, now time.Time, w Write, b wire.ProductBody) Result {
	key := CodeKey(b.Code)
	if has, taken := s.productKeys[key]; taken {
		return refuse(duplicateCode(b.ID, &has.Product))
	}
	if has, taken := s.products[b.ID]; taken {
		return refuse(idTaken(w, &has.Product))
	}
	if !w.Actor.Manager() {
		return refuse(about(wire.NewProblem(wire.CodeForbidden, "Only a manager may add products."), b.ID))
	}
	r := &productRow{Product: wire.Product{
		Meta: created(w, now, b.ID, wire.StateActive),
		Code: b.Code, Name: b.Name, PriceMinor: b.PriceMinor, Currency: b.Currency, Unit: b.Unit, QuantityRules: b.QuantityRules,
	}}
	s.products[r.ID], s.productKeys[key] = r, r
	s.goods[r.ID] = ref{id: r.ID, priceMinor: r.PriceMinor, currency: r.Currency, rules: r.QuantityRules}
	p.products = append(p.products, r)
	return Result{Status: 201, Record: &r.Product}
}

func decideOrder(s *seen, p *plan, now time.Time, w Write, b wire.OrderBody) Result {
	if has, taken := s.orders[b.ID]; taken {
		return refuse(idTaken(w, has))
	}
	if missing := missingRefs(s, b); len(missing) > 0 {
		prob := wire.NewProblem(wire.CodeForeignKey, "The order names something that the office does not have.")
		prob.Errors = missing
		return refuse(about(prob, b.ID))
	}
	if closed := closedRefs(s, b); len(closed) > 0 {
		prob := wire.NewProblem(wire.CodeValidationFailed, "The order names something that was closed before it was placed.")
		prob.Errors = closed
		return refuse(about(prob, b.ID))
	}
	if wrong := b.CheckQuantities(func(product string) wire.QuantityRules { return s.goods[product].rules }); len(wrong) > 0 {
		prob := wire.NewProblem(wire.CodeValidationFailed, "The office does not sell these quantities.")
		prob.Errors = wrong
		return refuse(about(prob, b.ID))
	}
	o := &wire.Order{
		Meta: created(w, now, b.ID, wire.StatePlaced), Owner: w.Actor.ID, CustomerID: b.CustomerID,
		PlacedAt: b.PlacedAt, DeliverOn: b.DeliverOn, Note: b.Note,
	}
	o.Lines, o.PriceDiffers = priced(s, b.Lines)
	s.orders[o.ID] = o
	p.orders = append(p.orders, o)
	return Result{Status: 201, Record: o}
}

func missingRefs(s *seen, b wire.OrderBody) (missing []wire.FieldError) {
	if _, known := s.buyers[b.CustomerID]; !known {
		missing = append(missing, wire.FieldError{Field: "/customer_id", Code: wire.FieldUnknownCustomer, Message: "the office has no such customer"})
	}
	for i, l := range b.Lines {
		if _, known := s.goods[l.ProductID]; !known {
			missing = append(missing, wire.FieldError{Field: wire.LinePointer(i, "product_id"), Code: wire.FieldUnknownProduct, Message: "the office has no such product"})
		}
	}
	return missing
}

// closedRefs names what was deactivated before the order was placed; orders
// placed before are still taken.
func closedRefs(s *seen, b wire.OrderBody) (closed []wire.FieldError) {
	if placedAfter(b.PlacedAt, s.buyers[b.CustomerID].closedAt) {
		closed = append(closed, wire.FieldError{Field: "/customer_id", Code: wire.FieldCustomerClosed, Message: "this customer is closed"})
	}
	for i, l := range b.Lines {
		if placedAfter(b.PlacedAt, s.goods[l.ProductID].closedAt) {
			closed = append(closed, wire.FieldError{Field: wire.LinePointer(i, "product_id"), Code: wire.FieldNoLongerSold, Message: "this product is no longer sold"})
		}
	}
	return closed
}

func placedAfter(placedAt, closedAt string) bool {
	if closedAt == "" {
		return false
	}
	placed, err1 := time.Parse(time.RFC3339, placedAt)
	closed, err2 := time.Parse(time.RFC3339, closedAt)
	return err1 == nil && err2 == nil && placed.After(closed)
}

// priced puts the office's own price beside what the rep agreed.
func priced(s *seen, lines []wire.OrderLine) (all []wire.OrderLineRecord, differs bool) {
	all = make([]wire.OrderLineRecord, len(lines))
	for i, l := range lines {
		p := s.goods[l.ProductID]
		d := l.UnitPriceMinor != p.priceMinor || l.Currency != p.currency
		all[i] = wire.OrderLineRecord{OrderLine: l, OfficePriceMinor: p.priceMinor, PriceDiffers: d}
		differs = differs || d
	}
	return all, differs
}

func decideCancel(s *seen, p *plan, now time.Time, w Write, b wire.CancelBody) Result {
	o, ok := s.orders[w.Record]
	if !ok {
		return refuse(notFound(w.Record))
	}
	if prob := mayAct(w.Actor, o); prob != nil {
		return refuse(prob)
	}
	if o.State != wire.StatePlaced {
		return refuse(wrongState(o))
	}
	next := *o
	next.State, next.CancelReason = wire.StateCancelled, b.Reason
	next.Version, next.UpdatedAt = o.Version+1, stamp(now)
	s.orders[o.ID] = &next
	p.cancelled = append(p.cancelled, &next)
	return Result{Status: 200, Record: &next}
}

func decideDispatch(s *seen, p *plan, now time.Time, w Write, change func(*wire.Dispatch)) Result {
	d, ok := s.dispatches[w.Record]
	if !ok {
		return refuse(notFound(w.Record))
	}
	if prob := mayAct(w.Actor, d); prob != nil {
		return refuse(prob)
	}
	if d.State != wire.StateOut {
		return refuse(wrongState(d))
	}
	next := *d
	change(&next)
	next.Version, next.UpdatedAt = d.Version+1, stamp(now)
	s.dispatches[d.ID] = &next
	p.dispatches = append(p.dispatches, &next)
	return Result{Status: 200, Record: &next}
}

// mayAct refuses what the actor does not see (404) or sees only as its creator (403).
func mayAct(a Actor, rec wire.Record) *wire.Problem {
	switch id := rec.Base().ID; {
	case whole(a, rec):
		return nil
	case visible(a, rec) == nil:
		return notFound(id)
	default:
		return about(wire.NewProblem(wire.CodeForbidden, "This was given to another rep."), id)
	}
}

func about(p *wire.Problem, id string) *wire.Problem {
	p.ID = id
	return p
}

func notFound(id string) *wire.Problem { return about(wire.NewProblem(wire.CodeNotFound, ""), id) }

// raw is a record as it stands in a problem's current.
func raw(rec wire.Record) json.RawMessage {
	b, err := wire.Encode(rec)
	if err != nil {
		return nil // our own records always encode
	}
	return b
}

func wrongState(rec wire.Record) *wire.Problem {
	p := wire.NewProblem(wire.CodeInvalidTransition, "It is "+rec.Base().State+" already.")
	p.Current = raw(rec)
	return about(p, rec.Base().ID)
}

// duplicateCode says which record has the code. Every rep may read it.
func duplicateCode(id string, has wire.Record) *wire.Problem {
	p := wire.NewProblem(wire.CodeDuplicateCode, "Another record has this code.")
	p.ExistingID, p.Current = has.Base().ID, raw(has)
	p.Errors = []wire.FieldError{{Field: "/code", Code: wire.FieldCodeTaken, Message: "is taken"}}
	return about(p, id)
}

// idTaken is a replay if the same owner sent the same bytes, else the id is
// taken by other content.
func idTaken(w Write, has wire.Record) *wire.Problem {
	m, sees := has.Base(), visible(w.Actor, has)
	p := wire.NewProblem(wire.CodeIDReused, "")
	if m.CreatedBy == w.Actor.ID && m.Fingerprint == w.Fingerprint && w.Fingerprint != "" {
		p = wire.NewProblem(wire.CodeIDExists, "")
	}
	if sees != nil {
		p.ExistingID, p.Current = m.ID, raw(sees)
	}
	return about(p, m.ID)
}
