package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/server/wire"
)

// The drill: every way in which an administrator moves a database, tried on an
// office with a device that has proofs in hand. Whatever the way, the device
// learns of it at its first contact, and no number stands on two orders.

// device acts as a phone does: it keeps its session, the history that this was
// opened in, the latest mark, and a receipt for each order that was accepted.
type device struct {
	*testing.T
	client        *http.Client
	base          string
	history, mark string
	receipts      map[int]string // number by order
	numbers       map[string]int // order by number, of all that it was ever told
}

func newDevice(t *testing.T, p *program) *device {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &device{T: t, client: &http.Client{Jar: jar}, base: p.base, receipts: map[int]string{}, numbers: map[string]int{}}
	d.history = d.greets("POST", anaSignsIn)
	return d
}

// at turns to another server under the office's name.
func (d *device) at(p *program) *device {
	d.client.CloseIdleConnections()
	d.base = p.base
	return d
}

// ask makes one exchange, again where the office fails, and keeps the mark that
// comes back.
func (d *device) ask(method, path, body string, into any) (code int) {
	d.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		if code = d.try(method, path, body, into); code < 500 {
			break
		}
	}
	return code
}

func (d *device) try(method, path, body string, into any) int {
	d.Helper()
	r, err := http.NewRequestWithContext(d.Context(), method, d.base+wire.Base+path, strings.NewReader(body))
	if err != nil {
		d.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if d.mark != "" {
		r.Header.Set("Waybill-Mark", d.mark)
	}
	res, err := d.client.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	defer res.Body.Close()
	if m := res.Header.Get("Waybill-Mark"); m != "" {
		d.mark = m
	}
	got, err := io.ReadAll(res.Body)
	if err != nil {
		d.Fatal(err)
	}
	if err := json.Unmarshal(got, into); err != nil {
		d.Fatalf("%s %s: %s: %v", method, path, got, err)
	}
	return res.StatusCode
}

// greets asks who is signed in, and returns the office's history.
func (d *device) greets(method, body string) string {
	d.Helper()
	var s wire.Session
	if code := d.ask(method, "/session", body, &s); code != 200 || s.User == nil {
		d.Fatalf("%s /session: %d %+v", method, code, s)
	}
	return s.History
}

// sends has order n accepted, and keeps its receipt.
func (d *device) sends(n int) {
	d.Helper()
	var o wire.Order
	if code := d.ask("POST", "/orders", orderBody(n), &o); code != 201 || o.Number == "" {
		d.Errorf("order %d: %d %+v", n, code, o)
		return
	}
	d.receipts[n] = o.Number
	if other, twice := d.numbers[o.Number]; twice {
		d.Errorf("number %s stands on the orders %d and %d", o.Number, other, n)
	}
	d.numbers[o.Number] = n
}

// misses asks for every receipt, and returns the orders that the office lacks.
func (d *device) misses() (missing []int) {
	d.Helper()
	byID, ids := map[string]int{}, []string{}
	for n := range d.receipts {
		id := fmt.Sprintf("01KDVDNEM0R%015d", n)
		byID[id], ids = n, append(ids, id)
	}
	var list wire.List
	if code := d.ask("GET", "/orders?ids="+strings.Join(ids, ","), "", &list); code != 200 {
		d.Fatalf("asking for receipts: %d", code)
	}
	for _, id := range list.Missing {
		missing = append(missing, byID[id])
	}
	slices.Sort(missing)
	return missing
}

// serves starts a server on a database; it ends at once when it is told to.
func serves(t *testing.T, db string, more ...string) *program {
	t.Helper()
	return start(t, append([]string{"--db", db, "--drain-wait", "0s"}, more...)...)
}

// outcome is what must become of an office in the drill.
type outcome struct {
	lost     []int // orders that the office does not hold any more
	same     bool  // nothing was restored: the history goes on
	byDevice bool  // nothing on the server's side can tell; the first device does
}

// holds checks the outcome at a server that was started on what was moved. The
// device had its receipts from the office before.
func (want outcome) holds(t *testing.T, p *program, d *device) {
	t.Helper()
	all := []*device{d}
	// A device that has seen nothing comes first, and proves nothing. Its orders
	// take the office further than it had been.
	stranger := newDevice(t, p)
	for n := 903; n < 906; n++ {
		stranger.sends(n)
	}
	if !want.byDevice {
		all = append(all, stranger)
	}
	d.at(p)
	was := d.history
	if d.history = d.greets("GET", ""); (d.history == was) != want.same {
		t.Errorf("at its first contact the device finds history %s, had %s", d.history, was)
	}
	if missing := d.misses(); !slices.Equal(missing, want.lost) {
		t.Errorf("the office lacks %v, want %v", missing, want.lost)
	}
	d.sends(902)
	for _, n := range want.lost {
		d.sends(n) // as it was, and under another number
	}
	p.expect("GET", "/readyz", "", 200)
	stands := map[string]int{}
	for _, one := range all {
		for number, n := range one.numbers {
			if other, twice := stands[number]; twice && other != n {
				t.Errorf("number %s stands on the orders %d and %d", number, other, n)
			}
			stands[number] = n
		}
	}
}
