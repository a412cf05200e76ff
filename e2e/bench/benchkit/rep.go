package benchkit

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/e2e/bench/slowlink"
	"waybill/e2e/stage"
	"waybill/server/demo"
)

// Rep is Ana with her phone, signed in, on a line that can be shaped.
type Rep struct {
	T      testing.TB
	Office *stage.Office
	Line   *slowlink.Proxy
	Phone  *stage.Phone
	Tab    *stage.Tab
}

// Arrive starts an office of its own and signs Ana in on a new phone. The app
// is installed, so that it also starts with no network.
func Arrive(t testing.TB) *Rep {
	office := stage.OpenOffice(t)
	line, err := slowlink.New(office.Addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(line.Close)
	r := ArriveOn(t, office, stage.NewPhone(t, line.URL))
	r.Line = line
	return r
}

// ArriveOn signs Ana in on a phone that the caller has; there is no line that
// could be shaped.
func ArriveOn(t testing.TB, office *stage.Office, phone *stage.Phone) *Rep {
	r := &Rep{T: t, Office: office, Phone: phone}
	r.Tab = r.Phone.Open("/signin")
	r.Tab.Type("signin-username", "ana")
	r.Tab.Type("signin-password", "ana-demo-pass")
	r.Tab.Click("signin-submit")
	r.Tab.See("signout")
	r.Tab.Bar("true")
	r.Tab.Until("navigator.serviceWorker.controller")
	return r
}

// Store is the id of the office's store.
func (r *Rep) Store() string {
	return r.Office.As("ana").Get("/api/v1/session").String("store")
}

// Import gives the phone unsent orders through the app's own import, and waits
// until the outbox has them all.
func (r *Rep) Import(orders []Order) {
	r.T.Helper()
	r.Tab.Go("/outbox")
	r.Hand(orders)
	r.UntilShown(fmt.Sprintf("b.pending + b.retrying >= %d", len(orders)), importWithin)
}

// Hand gives the page of all writes, which is open, unsent orders to import.
func (r *Rep) Hand(orders []Order) {
	r.T.Helper()
	file, err := File(demo.Ana, r.Store(), orders)
	if err != nil {
		r.T.Fatal(err)
	}
	r.Tab.Until(`at("outbox-import") && !at("outbox-import").disabled && bar()`)
	text, err := json.Marshal(string(file))
	if err != nil {
		r.T.Fatal(err)
	}
	stage.Eval[bool](r.Tab, fmt.Sprintf(`(() => {
		const chosen = new DataTransfer();
		chosen.items.add(new File([%s], "unsent.json", { type: "application/json" }));
		const input = at("outbox-import");
		input.files = chosen.files;
		return input.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, text))
}

// importWithin is ample for a full outbox.
const importWithin = 3 * time.Minute

// Stored counts which of the orders the office has, and finds fault with those
// that are not the very ones.
func (r *Rep) Stored(orders []Order) (n int) {
	r.T.Helper()
	ana := r.Office.As("ana")
	prints := map[string]string{}
	for _, o := range orders {
		prints[o.ID] = o.Fingerprint
	}
	for from := 0; from < len(orders); from += 100 {
		var ids []string
		for _, o := range orders[from:min(from+100, len(orders))] {
			ids = append(ids, o.ID)
		}
		items, _ := ana.Get("/api/v1/orders?ids=" + strings.Join(ids, ","))["items"].([]any)
		for _, item := range items {
			record := stage.Record(item.(map[string]any))
			if record.String("fingerprint") == prints[record.String("id")] {
				n++
			}
		}
	}
	return n
}
