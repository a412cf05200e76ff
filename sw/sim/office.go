package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"time"

	"waybill/server/api"
	"waybill/server/store"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
)

// The people of this world.
const (
	ana = "01KDVDNEM0V000000000000ANA"
	ben = "01KDVDNEM0V000000000000BEN"
)

var password = map[string]string{ana: "ana-pass", ben: "ben-pass"}

var nameOf = map[string]string{ana: "ana", ben: "ben"}

// What the office has from the start.
const (
	stockCustomers  = 6
	stockProducts   = 4
	stockDispatches = 8 // half for each rep
)

func customerID(n int) string { return fmt.Sprintf("01KDVDNEM0C%015d", n) }
func productID(n int) string  { return fmt.Sprintf("01KDVDNEM0P%015d", n) }
func dispatchID(n int) string { return fmt.Sprintf("01KDVDNEM0D%015d", n) }

// held is what the office is known to hold, by record and operation.
type held struct {
	owner, fingerprint string
	op                 wire.Op
	at                 int64
}

// office is the real handler on a real store, and what is known of its truth.
type office struct {
	w       *World
	db      *store.DB
	api     *api.API
	id      string
	history int
	deeds   []deed // all that was ever committed, for a restore
	holds   map[string]held
	lost    map[string]bool   // of a restore
	refused map[string]string // record, fingerprint → code
	crash   bool              // the next commit is followed by a crash
	busy    bool              // the store stays locked
	random  *rand.ChaCha8
}

// deed is one commit. act is done again on an older store by a restore.
type deed struct {
	at  int64
	act func(*store.DB) error
	key string // of held, empty for the office's own
	val held
}

func newOffice(w *World) *office {
	var seed [32]byte
	copy(seed[:], strconv.FormatUint(w.seed, 16))
	o := &office{
		w: w, id: "store", holds: map[string]held{}, lost: map[string]bool{}, refused: map[string]string{},
		random: rand.NewChaCha8(seed),
	}
	o.open()
	o.do(func(db *store.DB) error { return o.stock(db) })
	return o
}

// open starts the office on an empty store.
func (o *office) open() {
	db, err := store.OpenMemory(o.w.ctx)
	if err != nil {
		panic("sim: open the office's store: " + err.Error())
	}
	if o.db != nil {
		o.db.Close()
	}
	o.db = db
	o.start()
}

// start is a new process on the same store: what it remembered is gone.
func (o *office) start() {
	o.api = api.New(api.Config{
		Store: &truth{DB: o.db, o: o}, Now: o.w.time, Random: o.random,
		Verify: func(_ context.Context, given, stored string) (bool, error) { return given == stored, nil },
	})
}

// do is an act of the office's own.
func (o *office) do(act func(*store.DB) error) {
	if err := act(o.db); err != nil {
		panic("sim: the office: " + err.Error())
	}
	o.deeds = append(o.deeds, deed{at: o.w.now, act: act})
}

func (o *office) stock(db *store.DB) error {
	now, in := epoch.Add(-time.Hour), store.Stock{}
	for _, id := range []string{ana, ben} {
		u := store.User{User: wire.User{ID: id, Name: nameOf[id], Role: wire.RoleRep}, Password: password[id]}
		if err := db.AddUser(o.w.ctx, now, u); err != nil {
			return err
		}
	}
	for n := range stockCustomers {
		in.Customers = append(in.Customers, wire.Customer{
			Meta: wire.Meta{ID: customerID(n), State: wire.StateActive}, Code: fmt.Sprintf("C-%d", n), Name: "Customer",
		})
	}
	for n := range stockProducts {
		in.Products = append(in.Products, wire.Product{
			Meta: wire.Meta{ID: productID(n), State: wire.StateActive}, Code: fmt.Sprintf("P-%d", n), Name: "Product",
			PriceMinor: 100, Currency: "EUR", Unit: "pc",
		})
	}
	for n := range stockDispatches {
		in.Dispatches = append(in.Dispatches, wire.Dispatch{
			Meta: wire.Meta{ID: dispatchID(n), State: wire.StateOut}, Number: fmt.Sprintf("D-%d", n),
			Owner: []string{ana, ben}[n%2], CustomerID: customerID(0), Summary: "boxes",
		})
	}
	return db.Put(o.w.ctx, now, in)
}

// restore goes back to an older store: what came after is gone, and sessions
// with it. The store keeps its id; its history is another.
func (o *office) restore(back int64) {
	cut := o.w.now - back
	old := o.deeds
	o.deeds, o.holds = nil, map[string]held{}
	o.open()
	for _, d := range old {
		if d.at > cut && len(o.deeds) > 0 {
			if d.key != "" {
				o.lost[d.key] = true
			}
			continue
		}
		if err := d.act(o.db); err != nil {
			panic("sim: restore: " + err.Error())
		}
		o.deeds = append(o.deeds, d)
		if d.key != "" {
			o.holds[d.key] = d.val
		}
	}
	o.history++
	o.w.tell("the office is restored to %s ago, %d deeds of %d", time.Duration(back)*time.Millisecond, len(o.deeds), len(old))
}

// ask runs one request through the handler and returns what the wire carries.
func (o *office) ask(r sw.Request, cookies []*http.Cookie) (sw.Evidence, []*http.Cookie) {
	req := httptest.NewRequest(r.Method, "http://office.example"+r.Path, bytes.NewReader([]byte(r.Body)))
	req.Header.Set(wire.HeaderContract, strconv.Itoa(wire.Contract))
	for name, value := range map[string]string{
		wire.HeaderOwner: r.Owner, wire.HeaderFingerprint: r.Fingerprint, wire.HeaderClient: r.Build, wire.HeaderUnsent: r.Unsent,
	} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	if r.Body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, c := range cookies {
		req.AddCookie(c)
	}
	rec := httptest.NewRecorder()
	o.api.ServeHTTP(rec, req)
	o.verdicts(r, rec.Code, rec.Body.Bytes())
	h := rec.Result().Header
	return sw.Evidence{
		Answered: true, Whole: true, Status: rec.Code, Contract: h.Get(wire.HeaderContract),
		RetryAfter: h.Get("Retry-After"), Date: o.w.time().Format(http.TimeFormat), Body: rec.Body.Bytes(),
	}, rec.Result().Cookies()
}

// truth is the store, with an eye on what it commits.
type truth struct {
	*store.DB
	o *office
}

func (t *truth) ID() string { return t.o.id }

func (t *truth) History(context.Context) (string, error) { return strconv.Itoa(t.o.history), nil }

var errCrash = errors.New("sim: the server crashed")

// Apply watches each verdict as it becomes true.
func (t *truth) Apply(ctx context.Context, now time.Time, writes []store.Write) ([]store.Result, error) {
	o := t.o
	if o.busy {
		return nil, store.ErrBusy
	}
	results, err := t.DB.Apply(ctx, now, writes)
	if err != nil {
		return results, err
	}
	for i, res := range results {
		o.note(now, writes[i], res)
	}
	if o.crash {
		o.crash = false
		return nil, errCrash
	}
	return results, nil
}

func (o *office) note(now time.Time, w store.Write, res store.Result) {
	o.w.dirty = true
	o.inOrder(w)
	if res.Problem != nil {
		return
	}
	if res.Err != nil || w.Op == "order.cancel" {
		if res.Err == nil {
			o.deeds = append(o.deeds, deed{at: o.w.now, act: again(now, w)})
		}
		return
	}
	key := w.Record + string(w.Op)
	if old, twice := o.holds[key]; twice {
		o.w.violated("the office stored %s %s twice (%s and %s)", w.Op, w.Record, old.fingerprint, w.Fingerprint)
	}
	o.rightOwner(w)
	val := held{owner: w.Actor.ID, fingerprint: w.Fingerprint, op: w.Op, at: o.w.now}
	o.holds[key] = val
	o.deeds = append(o.deeds, deed{o.w.now, again(now, w), key, val})
	o.w.tell("the office stores %s %s", w.Op, w.Record)
}

func again(now time.Time, w store.Write) func(*store.DB) error {
	return func(db *store.DB) error {
		_, err := db.Apply(context.Background(), now, []store.Write{w})
		return err
	}
}

// verdicts notes each refusal that judges a write.
func (o *office) verdicts(r sw.Request, status int, answer []byte) {
	if r.Method != "POST" || status == 201 {
		return
	}
	if r.Path != wire.PathBatch {
		o.refusal(r.Path, []byte(r.Body), status, answer)
		return
	}
	var b wire.Batch
	var results wire.BatchAnswer
	if status != 200 || json.Unmarshal([]byte(r.Body), &b) != nil || json.Unmarshal(answer, &results) != nil {
		return
	}
	for i, item := range b.Writes {
		o.refusal(item.Path, item.Body, results.Results[i].Status, results.Results[i].Body)
	}
}

func (o *office) refusal(path string, body []byte, status int, answer []byte) {
	var p wire.Problem
	if status < 400 || json.Unmarshal(answer, &p) != nil || !p.Code.Judges() {
		return
	}
	spec, record, _ := wire.OpFor("POST", path)
	if !spec.Create {
		o.refused[record] = string(p.Code)
		return
	}
	var created wire.Meta
	_ = json.Unmarshal(body, &created)
	o.refused[created.ID+fingerprint.Of(body)] = string(p.Code)
}

// inOrder: a child does not go out before its parent is proved.
func (o *office) inOrder(w store.Write) {
	b, ok := w.Body.(wire.OrderBody)
	if !ok || o.w.byKey[b.CustomerID] == nil {
		return
	}
	parent := b.CustomerID + string(wire.OpCustomerCreate)
	if _, holds := o.holds[parent]; !holds && !o.lost[parent] {
		o.w.violated("order %s went out before its customer", b.ID)
	}
}

// rightOwner: nobody's write goes out under another's session.
func (o *office) rightOwner(w store.Write) {
	owners := 0
	for _, s := range o.w.ledger {
		if s.op != string(w.Op) || !contains(s.records, w.Record) {
			continue
		}
		if s.owner == w.Actor.ID {
			return
		}
		owners++
	}
	if owners > 0 {
		o.w.violated("%s %s went out under the session of %s", w.Op, w.Record, nameOf[w.Actor.ID])
	}
}

func contains(list []string, s string) bool {
	for _, one := range list {
		if one == s {
			return true
		}
	}
	return false
}

// live is the office's own life while faults last: sessions end, rules
// tighten, records move, servers restart.
func (o *office) live() {
	w := o.w
	if w.calm {
		return
	}
	act := pick(w, officeActs)
	if w.chance(o.w.net.odds[act.name]) {
		w.Faults[act.name]++
		w.tell("the office: %s", act.name)
		act.do(o)
	}
	w.at(w.now+w.between(time.Minute, 10*time.Minute), o.live)
}

type officeAct struct {
	name string
	do   func(*office)
}

var officeActs = []officeAct{
	{"session ends", func(o *office) {
		user := pick(o.w, []string{ana, ben})
		o.do(func(db *store.DB) error { return db.SetPassword(o.w.ctx, nameOf[user], password[user]) })
	}},
	{"customer closed", func(o *office) {
		n, now := o.w.rng.IntN(stockCustomers), o.w.time()
		o.do(func(db *store.DB) error {
			return db.Put(o.w.ctx, now, store.Stock{Customers: []wire.Customer{{
				Meta: wire.Meta{State: wire.StateInactive}, Code: fmt.Sprintf("C-%d", n), Name: "Customer",
			}}})
		})
	}},
	{"dispatch moved", func(o *office) {
		id, now := dispatchID(2*o.w.rng.IntN(stockDispatches/2)), o.w.time()
		o.do(func(db *store.DB) error { return db.Give(o.w.ctx, now, wire.KindDispatches, id, ben) })
	}},
	{"orders exported", func(o *office) {
		now := o.w.time()
		o.do(func(db *store.DB) error {
			return db.Export(o.w.ctx, now, func([]*wire.Order) error { return nil })
		})
	}},
	{"code taken by the office", func(o *office) {
		now, code := o.w.time(), fmt.Sprintf("N-%d", o.w.rng.IntN(12))
		id := o.w.ulid()
		o.do(func(db *store.DB) error {
			return db.Put(o.w.ctx, now, store.Stock{Customers: []wire.Customer{{
				Meta: wire.Meta{ID: id, State: wire.StateActive}, Code: code, Name: "Office",
			}}})
		})
	}},
	{"server restarts", func(o *office) {
		o.api.Drain()
		o.w.at(o.w.now+o.w.between(time.Second, 12*time.Minute), o.start)
	}},
	{"store locked", func(o *office) {
		o.busy = true
		o.w.at(o.w.now+o.w.between(time.Second, 5*time.Minute), func() { o.busy = false })
	}},
	{"store restored", func(o *office) { o.restore(o.w.between(time.Minute, 4*time.Hour)) }},
}
