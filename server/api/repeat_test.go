package api_test

import (
	"testing"

	"waybill/server/demo"
	"waybill/server/wire"
)

// TestD01WhatIsStoredIsNeverRefused sends each write twice, as a browser does
// by itself when a connection is reset: what would refuse the second copy came
// between the two.
func TestD01WhatIsStoredIsNeverRefused(t *testing.T) {
	o := openOffice(t)
	ana := o.phoneOf(demo.Ana)
	// The second copy is one that the shape's check would refuse.
	bad := `{"id":"` + newID(1) + `","customer_id":"` + demo.CustomerID(1) + `","placed_at":"2026-11-30T11:00:00Z","lines":[]}`
	new := ana.expect("refused and not stored", ana.post("/orders", bad), "422 validation_failed")
	if !new.prob.NotStored || new.prob.ID != newID(1) {
		t.Errorf("the refusal does not say that it has looked: %s", new.body)
	}
	ana.expect("an order", ana.post("/orders", order(1)), "201")
	again := ana.expect("refused shape of a stored id", ana.post("/orders", bad), "409 id_reused")
	if again.prob.NotStored {
		t.Error("the office holds the id and says that it does not")
	}
	unread := ana.expect("nothing to look for", ana.post("/orders", `{`), "400 malformed")
	if unread.prob.NotStored {
		t.Error("it cannot have looked for an id that it could not read")
	}
}

func TestD01AnItemOfABatchIsLookedForAsAlone(t *testing.T) {
	o := openOffice(t)
	ana := o.phoneOf(demo.Ana)
	ana.expect("an order", ana.post("/orders", order(1)), "201")
	bad := func(n int) []byte {
		b := order(n)
		b.Lines = []wire.OrderLine{}
		return mustEncode(b)
	}
	var writes []wire.BatchWrite
	for ref, body := range map[string][]byte{"stored": bad(1), "new": bad(2)} {
		writes = append(writes, wire.BatchWrite{Ref: ref, Method: "POST", Path: wire.KindOrders.ListPath(), Body: body})
	}
	got := read[wire.BatchAnswer](t, ana.expect("a batch", ana.post("/batch", wire.Batch{Writes: writes}), "200"))
	for _, res := range got.Results {
		p := read[wire.Problem](t, reply{body: res.Body})
		want := map[string]wire.Code{"stored": wire.CodeIDReused, "new": wire.CodeValidationFailed}[res.Ref]
		if p.Code != want || p.NotStored != (res.Ref == "new") {
			t.Errorf("%s: %s", res.Ref, res.Body)
		}
	}
}
