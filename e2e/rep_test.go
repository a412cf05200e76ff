package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
)

// creates matches the ways an order may travel: by itself or in a batch.
const creates = "/api/v1/[ob]*"

// rep is somebody with a phone, at an office.
type rep struct {
	t      *testing.T
	office *stage.Office
	phone  *stage.Phone
	tab    *stage.Tab
	name   string
}

// arrive opens the app on a new phone, signs in and waits until customers and
// products are on the phone.
func arrive(t *testing.T, office *stage.Office, name string) *rep {
	t.Helper()
	return arriveWith(t, office, stage.NewPhone(t, office.Net.URL), name)
}

func arriveWith(t *testing.T, office *stage.Office, phone *stage.Phone, name string) *rep {
	t.Helper()
	r := &rep{t: t, office: office, phone: phone, name: name}
	r.tab = phone.Open("/signin")
	r.signIn(name)
	r.tab.Until(settled)
	r.stocked()
	return r
}

// signIn signs in by the form that is open.
func (r *rep) signIn(name string) {
	r.t.Helper()
	r.tab.Type("signin-username", name)
	r.tab.Type("signin-password", name+"-demo-pass")
	r.tab.Click("signin-submit")
	r.tab.Until(`location.pathname != "/signin" && bar()`)
}

// stocked waits until the last customer and the last product can be found.
func (r *rep) stocked() {
	r.t.Helper()
	r.tab.Go("/orders/new")
	r.pick("order-customer", "C-0200")
	r.pick("order-product", "P-0500")
}

// pick types a code and lets Enter take the first match: the field then shows
// more than was typed.
func (r *rep) pick(field, code string) {
	r.t.Helper()
	r.tab.Type(field, code)
	r.tab.Enter()
	r.tab.Until(fmt.Sprintf("at(%q).value.includes(%q) && at(%q).value.length > %d", field, code, field, len(code)))
}

// order is what a rep types in.
type order struct {
	customer string         // code
	lines    map[string]int // product code → quantity
	note     string
}

// take types an order in and returns its id once it is saved on the phone.
func (r *rep) take(o order) string {
	r.t.Helper()
	r.tab.Go("/orders/new")
	r.fill(o)
	r.tab.Click("order-save")
	return r.saved("order-saved")
}

func (r *rep) fill(o order) {
	r.t.Helper()
	r.pick("order-customer", o.customer)
	n := 0
	for code, quantity := range o.lines {
		r.pick("order-product", code)
		r.tab.Type("order-quantity", fmt.Sprint(quantity))
		r.tab.Enter()
		n++
		r.tab.Until(fmt.Sprintf(`all("order-line").length == %d`, n))
	}
	if o.note != "" {
		r.tab.Type("order-note", o.note)
		r.tab.Leave()
	}
}

// saved waits for the word that a write is durable and returns its record's id.
func (r *rep) saved(hook string) string {
	r.t.Helper()
	r.tab.See(hook)
	return stage.Eval[string](r.tab, fmt.Sprintf("at(%q).dataset.id", hook))
}

// card waits until the outbox shows the write with a condition over c, its
// attributes, as `c.state == "retrying"`.
func (r *rep) card(id, condition string) {
	r.t.Helper()
	if stage.Eval[string](r.tab, "location.pathname") != "/outbox" {
		r.tab.Go("/outbox")
	}
	r.tab.Until(fmt.Sprintf("((c) => %s)(item(%q).dataset)", condition, id))
}

// stored waits until the office has the record and returns it. It fails if
// the office has it more than once.
func (r *rep) stored(kind, id string) stage.Record {
	r.t.Helper()
	desk := r.office.As(r.name)
	stage.Wait(r.t, "the office has "+kind+" "+id, func() bool {
		status, _ := desk.Send("GET", "/api/v1/"+kind+"/"+id, nil)
		return status == 200
	}, func() string { return r.log() })
	n := 0
	for _, record := range desk.List(kind) {
		if record.String("id") == id {
			n++
		}
	}
	if n != 1 {
		r.t.Errorf("the office lists %s %s %d times", kind, id, n)
	}
	return desk.Get("/api/v1/" + kind + "/" + id)
}

// absent checks that the office has never stored the record.
func (r *rep) absent(kind, id string) {
	r.t.Helper()
	if status, body := r.office.As(r.name).Send("GET", "/api/v1/"+kind+"/"+id, nil); status != 404 {
		r.t.Errorf("the office answers %d for %s %s, want none: %s", status, kind, id, body)
	}
}

// rows reads every row of the outbox as it is stored, for reports and checks.
func (r *rep) rows() string {
	r.t.Helper()
	return stage.Eval[string](r.tab, `new Promise((resolve, reject) => {
	  const open = indexedDB.open("waybill-outbox");
	  open.onerror = () => reject(open.error);
	  open.onsuccess = async () => {
	    const db = open.result, all = {};
	    for (const name of db.objectStoreNames) all[name] = await new Promise((done) => {
	      const got = db.transaction(name).objectStore(name).getAll(); got.onsuccess = () => done(got.result); });
	    db.close();
	    resolve(JSON.stringify(all, null, 1));
	  }; })`)
}

// log lists what travelled, for the report of a failed test.
func (r *rep) log() string {
	var lines []string
	for _, h := range r.office.Net.All() {
		if strings.HasPrefix(h.Path, "/api/") {
			lines = append(lines, fmt.Sprintf("%s %s %s → %d %s ×%d", h.Start.Format("05.000"), h.Method, h.Path, h.Status, h.Fault, h.Delivered))
		}
	}
	return strings.Join(lines, "\n")
}

// sends counts how often a create of the record reached the server.
func (r *rep) sends(id string) int {
	n := 0
	for _, h := range r.office.Net.Hits("POST", creates) {
		if containsID(h.Body, id) {
			n += h.Delivered
		}
	}
	return n
}

func containsID(body []byte, id string) bool { return strings.Contains(string(body), id) }

// entry is a write as the outbox stores it.
type entry struct {
	Key, Record, Body, Fingerprint, State string
}

// entries reads the writes from the database itself.
func (r *rep) entries() []entry {
	r.t.Helper()
	var stores struct{ Entries []entry }
	if err := json.Unmarshal([]byte(r.rows()), &stores); err != nil {
		r.t.Fatal(err)
	}
	return stores.Entries
}

// lose scripts a fault for the next creates.
func (r *rep) lose(times int, fault faultproxy.Fault) *faultproxy.Rule {
	return r.office.Net.Script("POST", creates, times, fault)
}

// decoded reads JSON that a test put together itself.
func decoded(t *testing.T, raw []byte) stage.Record {
	t.Helper()
	var r stage.Record
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	return r
}
