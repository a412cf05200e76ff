package wire

import "strings"

// Kind is a kind of record, as it stands in the paths.
type Kind string

// The kinds of section 7.
const (
	KindCustomers  Kind = "customers"
	KindProducts   Kind = "products"
	KindOrders     Kind = "orders"
	KindDispatches Kind = "dispatches"
)

// Kinds lists every kind, in the order in which a fresh device loads them.
var Kinds = []Kind{KindCustomers, KindProducts, KindOrders, KindDispatches}

// ListPath is the path of the kind's list, and of its creates.
func (k Kind) ListPath() string { return Base + "/" + string(k) }

// RecordPath is the path of one record.
func (k Kind) RecordPath(id string) string { return k.ListPath() + "/" + id }

// Op is an operation that may be queued (section 6).
type Op string

// The operations of section 6 that are queued.
const (
	OpCustomerCreate  Op = "customer.create"
	OpProductCreate   Op = "product.create"
	OpOrderCreate     Op = "order.create"
	OpDispatchDeliver Op = "dispatch.deliver"
	OpDispatchFail    Op = "dispatch.fail"
)

// OpSpec is one row of the table of operations.
type OpSpec struct {
	Op     Op
	Kind   Kind
	Create bool   // it carries a client id, and can be probed for
	Verb   string // a transition's last path element
	State  string // the record's state once it is applied
}

// Ops is the table of section 6.
var Ops = []OpSpec{
	{Op: OpCustomerCreate, Kind: KindCustomers, Create: true, State: StateActive},
	{Op: OpProductCreate, Kind: KindProducts, Create: true, State: StateActive},
	{Op: OpOrderCreate, Kind: KindOrders, Create: true, State: StatePlaced},
	{Op: OpDispatchDeliver, Kind: KindDispatches, Verb: "deliver", State: StateDelivered},
	{Op: OpDispatchFail, Kind: KindDispatches, Verb: "fail", State: StateFailed},
}

// Spec returns the row of an operation; ok is false for one that this version
// does not know.
func (o Op) Spec() (spec OpSpec, ok bool) {
	for _, s := range Ops {
		if s.Op == o {
			return s, true
		}
	}
	return OpSpec{}, false
}

// Path is where a write of this operation is posted. record is the id of the
// record that a transition changes; a create ignores it.
func (s OpSpec) Path(record string) string {
	if s.Create {
		return s.Kind.ListPath()
	}
	return s.Kind.RecordPath(record) + "/" + s.Verb
}

// OpFor finds the operation that a path and method stand for, with the record
// that a transition names. The batch route reads its items with it.
func OpFor(method, path string) (spec OpSpec, record string, ok bool) {
	if method != "POST" {
		return OpSpec{}, "", false
	}
	rest, ok := strings.CutPrefix(path, Base+"/")
	if !ok {
		return OpSpec{}, "", false
	}
	parts := strings.Split(rest, "/")
	for _, s := range Ops {
		switch {
		case string(s.Kind) != parts[0]:
		case s.Create && len(parts) == 1:
			return s, "", true
		case !s.Create && len(parts) == 3 && parts[2] == s.Verb && ValidID(parts[1]):
			return s, parts[1], true
		}
	}
	return OpSpec{}, "", false
}
