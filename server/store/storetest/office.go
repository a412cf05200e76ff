package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
)

// Subject is an empty store to be tested.
type Subject struct {
	Store *store.DB
	// Exec runs a bare statement, for faults that no caller of ours could cause.
	Exec func(statement string) error
	// Settle waits until the changes feed may show all that is committed: on
	// PostgreSQL any open transaction of the cluster holds it back.
	Settle func() error
	// Forget makes the server know no more than what the store holds, as after a
	// start.
	Forget func() error
}

// Open makes a subject for one test.
type Open func(t *testing.T) Subject

// Users and records of the test office.
const (
	ana = "01HZX3M1N2P3Q4R5S6T7V8W9A1"
	ben = "01HZX3M1N2P3Q4R5S6T7V8W9A2"
	mia = "01HZX3M1N2P3Q4R5S6T7V8W9A3"
)

var (
	asAna = store.Actor{ID: ana, Role: wire.RoleRep}
	asBen = store.Actor{ID: ben, Role: wire.RoleRep}
	asMia = store.Actor{ID: mia, Role: wire.RoleManager}
)

// now is the time of the tests.
var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func recordID(kind byte, n int) string { return fmt.Sprintf("01HZX3M1N2%c%015d", kind, n) }

func customerID(n int) string { return recordID('C', n) }
func productID(n int) string  { return recordID('P', n) }
func orderID(n int) string    { return recordID('R', n) }

// dispatchID 1 is Ana's, 2 is Ben's.
func dispatchID(n int) string { return recordID('D', n) }

// office is a store with three users, three customers, three products and a
// dispatch for each rep.
type office struct {
	*testing.T
	*store.DB
	exec   func(string) error
	settle func() error
	forget func() error
	empty  Open // opens one more store of the kind
}

func openOffice(t *testing.T, open Open) office {
	t.Helper()
	s := open(t)
	st, o := s.Store, office{t, s.Store, s.Exec, s.Settle, s.Forget, open}
	for id, name := range map[string]string{ana: "ana", ben: "ben", mia: "mia"} {
		role := wire.RoleRep
		if id == mia {
			role = wire.RoleManager
		}
		o.must(st.AddUser(t.Context(), now, store.User{User: wire.User{ID: id, Name: name, Role: role}, Password: "x"}))
	}
	o.must(st.Put(t.Context(), now, stock()))
	return o
}

func stock() (s store.Stock) {
	for n := 1; n <= 3; n++ {
		s.Customers = append(s.Customers, wire.Customer{
			Meta: wire.Meta{ID: customerID(n), State: wire.StateActive}, Code: fmt.Sprintf("C-%d", n), Name: fmt.Sprintf("Customer %d", n),
		})
		s.Products = append(s.Products, wire.Product{
			Meta: wire.Meta{ID: productID(n), State: wire.StateActive}, Code: fmt.Sprintf("P-%d", n), Name: fmt.Sprintf("Product %d", n),
			PriceMinor: 100 * int64(n), Currency: "EUR", Unit: "pc",
		})
	}
	for n, owner := range []string{ana, ben} {
		s.Dispatches = append(s.Dispatches, wire.Dispatch{
			Meta: wire.Meta{ID: dispatchID(n + 1), State: wire.StateOut}, Number: fmt.Sprintf("D-%d", n+1), Owner: owner, CustomerID: customerID(1),
		})
	}
	return s
}

func (o office) must(err error) {
	o.Helper()
	if err != nil {
		o.Fatal(err)
	}
}

// order is a write of Ana's for customer 1 with one line of product 1.
func order(n int, change ...func(*wire.OrderBody)) store.Write {
	b := wire.OrderBody{
		ID: orderID(n), CustomerID: customerID(1), PlacedAt: "2026-11-30T11:00:00Z",
		Lines: []wire.OrderLine{{ProductID: productID(1), Quantity: 5, UnitPriceMinor: 100, Currency: "EUR"}},
	}
	for _, c := range change {
		c(&b)
	}
	return of(asAna, wire.OpOrderCreate, b.ID, b)
}

func customer(n int, code string) store.Write {
	b := wire.CustomerBody{ID: customerID(n), Code: code, Name: "New " + code}
	return of(asAna, wire.OpCustomerCreate, b.ID, b)
}

func product(a store.Actor, n int, code string) store.Write {
	b := wire.ProductBody{ID: productID(n), Code: code, Name: "New " + code, PriceMinor: 5, Currency: "EUR", Unit: "pc"}
	return of(a, wire.OpProductCreate, b.ID, b)
}

func deliver(a store.Actor, id string) store.Write {
	return store.Write{Actor: a, Op: wire.OpDispatchDeliver, Record: id, Body: wire.DeliverBody{DeliveredAt: "2026-11-30T11:30:00Z", ReceivedBy: "Kim"}}
}

func fail(a store.Actor, id string) store.Write {
	return store.Write{Actor: a, Op: wire.OpDispatchFail, Record: id, Body: wire.FailBody{FailedAt: "2026-11-30T11:30:00Z", Reason: "closed"}}
}

func cancel(a store.Actor, id string) store.Write {
	return store.Write{Actor: a, Op: "order.cancel", Record: id, Body: wire.CancelBody{Reason: "twice"}}
}

// of makes a create whose fingerprint is that of its content.
func of(a store.Actor, op wire.Op, id string, body any) store.Write {
	b, err := wire.Encode(body)
	if err != nil {
		panic(err)
	}
	return store.Write{Actor: a, Op: op, Record: id, Fingerprint: fingerprint.Of(b), Body: body}
}

func by(a store.Actor, w store.Write) store.Write {
	w.Actor = a
	return w
}

// apply gives one write its verdict.
func (o office) apply(w store.Write) store.Result {
	o.Helper()
	return o.applyAll(w)[0]
}

func (o office) applyAll(writes ...store.Write) []store.Result {
	o.Helper()
	results, err := o.Apply(o.Context(), now, writes)
	o.must(err)
	return results
}

// outcome is a verdict in a word: the state of what was stored, or the code.
func outcome(r store.Result) string {
	switch {
	case r.Err != nil:
		return "error"
	case r.Problem != nil:
		return string(r.Problem.Code)
	}
	return r.Record.Base().State
}

func (o office) expect(name string, w store.Write, want string) store.Result {
	o.Helper()
	r := o.apply(w)
	if got := outcome(r); got != want {
		o.Errorf("%s: %s, want %s", name, got, want)
	}
	return r
}

// sees is what an actor sees of a record: "whole", "bare" or "nothing".
func (o office) sees(a store.Actor, kind wire.Kind, id string) string {
	o.Helper()
	recs, err := o.ByIDs(o.Context(), a, kind, []string{id})
	o.must(err)
	if len(recs) == 0 {
		return "nothing"
	}
	if _, bare := recs[0].(*wire.Meta); bare {
		return "bare"
	}
	return "whole"
}

// read is one record as the actor sees it; the test ends if there is none.
func (o office) read(a store.Actor, kind wire.Kind, id string) wire.Record {
	o.Helper()
	recs, err := o.ByIDs(o.Context(), a, kind, []string{id})
	o.must(err)
	if len(recs) != 1 {
		o.Fatalf("%d records with id %s", len(recs), id)
	}
	return recs[0]
}

// count is the number of records of a kind.
func (o office) count(kind wire.Kind) int {
	o.Helper()
	recs, _, err := o.List(context.Background(), asMia, kind, store.Query{Limit: 10_000})
	o.must(err)
	return len(recs)
}
