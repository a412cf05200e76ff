package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"waybill/server/demo"
	"waybill/server/store"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
)

// A refusal is no proof that nothing is here: the same request may have come
// before, and its answer been lost (D01).
func TestARefusedCreateSaysWhetherTheOfficeHoldsIt(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	taken := encode(t, order(1))
	p.expect("an order", p.post("/orders", taken), "201")
	bad := order(2)
	bad.Lines[0].Quantity = 0
	for name, c := range map[string]struct {
		path, body, want string
		absent           bool
	}{
		"a field":                 {"/orders", string(encode(t, bad)), "422 validation_failed", true},
		"an unknown field":        {"/orders", `{"id":"` + newID(2) + `","color":1}`, "400 malformed", true},
		"a wrong type":            {"/customers", `{"name":1,"id":"` + newID(2) + `"}`, "400 malformed", true},
		"rights":                  {"/products", string(encode(t, wire.ProductBody{ID: newID(3), Code: "X", Name: "x", Currency: "EUR", Unit: "pc"})), "403 forbidden", true},
		"a field, and id is here": {"/orders", `{"id":"` + newID(1) + `","customer_id":"","placed_at":"","lines":[]}`, "409 id_reused", false},
		"a wrong type, likewise":  {"/orders", `{"id":"` + newID(1) + `","note":1}`, "409 id_reused", false},
		"not JSON":                {"/orders", `{"id":"` + newID(2) + `"`, "400 malformed", false},
		"no id":                   {"/orders", `{}`, "400 malformed", false},
		"an id that is none":      {"/orders", `{"id":"x"}`, "400 malformed", false},
		"the id twice":            {"/orders", `{"id":"` + newID(2) + `","id":"` + newID(2) + `"}`, "400 malformed", false},
	} {
		alone := p.expect(name, p.post(c.path, c.body), c.want).prob
		got := []wire.Problem{alone}
		if json.Valid([]byte(c.body)) && name != "the id twice" { // which spoils the whole batch
			in := read[wire.BatchAnswer](t, p.post("/batch", wire.Batch{Writes: []wire.BatchWrite{item("a", wire.Base+c.path, []byte(c.body))}}))
			var prob wire.Problem
			if err := json.Unmarshal(in.Results[0].Body, &prob); err != nil || prob.Code != alone.Code {
				t.Errorf("%s in a batch: %s, %v", name, in.Results[0].Body, err)
			}
			got = append(got, prob)
		}
		for _, prob := range got {
			if prob.NotStored != c.absent || c.absent && prob.ID == "" {
				t.Errorf("%s: absent %v of %q, want %v", name, prob.NotStored, prob.ID, c.absent)
			}
		}
	}
	if n := len(read[wire.List](t, p.get("/orders")).Items); n != 1 {
		t.Errorf("%d orders, want 1", n)
	}
}

func TestAReplayOfAShapeThatIsRefusedNowIsAReplay(t *testing.T) {
	o := openOffice(t)
	p := o.phoneOf(demo.Ana)
	body := []byte(`{"id":"` + newID(1) + `","customer_id":"","placed_at":"","lines":[]}`)
	w := store.Write{Actor: store.Actor{ID: demo.Ana}, Op: wire.OpOrderCreate, Record: newID(1), Fingerprint: fingerprint.Of(body), Body: order(1)}
	if _, err := o.st.Apply(t.Context(), o.now, []store.Write{w}); err != nil {
		t.Fatal(err)
	}
	p.expect("its replay", p.post("/orders", body), "409 id_exists")
	got := read[wire.BatchAnswer](t, p.post("/batch", wire.Batch{Writes: []wire.BatchWrite{item("a", "/api/v1/orders", body)}})).Results[0]
	if got.Status != 409 || !strings.Contains(string(got.Body), `"id_exists"`) {
		t.Errorf("in a batch: %d %s", got.Status, got.Body)
	}
}
