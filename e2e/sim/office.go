package sim

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"time"

	"waybill/server/api"
	"waybill/server/store"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// The people of this world.
const (
	ana = "01KDVDNEM0V000000000000ANA"
	ben = "01KDVDNEM0V000000000000BEN"
)

var password = map[string]string{ana: "ana-pass", ben: "ben-pass"}

var nameOf = map[string]string{ana: "ana", ben: "ben", mia: "mia"}

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
	owner, fingerprint, record string
	op                         wire.Op
}

func (h held) key() string { return h.record + string(h.op) }

// office is the real handler on a real store, and what is known of its truth.
type office struct {
	dice
	odds      map[string]float64
	db        *store.DB
	truth     *truth
	api       *api.API
	out       map[string]bool // users without rights just now
	visits    []visit
	failing   float64 // how often its store fails
	id        string
	history   int
	commits   []commit // all that was ever committed, for a restore
	holds     map[string]held
	lost      map[string]bool      // of a restore
	cancelled map[string]cancelled // orders, and when
	refused   map[string]string    // record, fingerprint → code
	crash     bool                 // the next commit is followed by a crash
	busy      bool                 // the store stays locked
	random    *rand.ChaCha8
}

// commit is one commit. act is done again on an older store by a restore.
type commit struct {
	at  int64
	act func(*store.DB) error
	val held // what it made true, nothing for the office's own
}

func newOffice(w *World) *office {
	var seed [32]byte
	copy(seed[:], strconv.FormatUint(w.seed, 16))
	o := &office{
		dice: w.dice("office"), odds: map[string]float64{}, id: "store", holds: map[string]held{}, lost: map[string]bool{}, cancelled: map[string]cancelled{}, out: map[string]bool{}, refused: map[string]string{},
		random: rand.NewChaCha8(seed),
	}
	for _, act := range officeActs {
		o.odds[act.name] = o.odd(0.8)
	}
	o.failing = o.odd(0.02)
	o.open()
	o.do(func(db *store.DB) error { return o.stock(db) })
	return o
}

// open starts the office on an empty store. Where it runs already, another
// store is put in its place under the same process.
func (o *office) open() {
	db, err := store.OpenMemory(o.w.ctx)
	if err != nil {
		panic("sim: open the office's store: " + err.Error())
	}
	o.db = db
	if o.truth != nil {
		o.truth.DB = db
		return
	}
	o.truth = &truth{DB: db, o: o}
	o.start()
}

// start is a new process on the same store: what it remembered is gone.
func (o *office) start() {
	o.api = api.New(api.Config{
		Store: o.truth, Now: o.w.time, Random: o.random,
		Verify: func(_ context.Context, given, stored string) (bool, error) { return given == stored, nil },
	})
}

// do is an act of the office's own.
func (o *office) do(act func(*store.DB) error) {
	if err := act(o.db); err != nil {
		panic("sim: the office: " + err.Error())
	}
	o.commits = append(o.commits, commit{at: o.w.now, act: act})
}

func (o *office) stock(db *store.DB) error {
	now, in := epoch.Add(-time.Hour), store.Stock{}
	for _, id := range []string{ana, ben, mia} {
		u := store.User{User: wire.User{ID: id, Name: nameOf[id], Role: wire.RoleRep}, Password: password[id]}
		if id == mia {
			u.Role = wire.RoleManager
		}
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

// restore goes back to an older store: what came after is gone. The store keeps
// its id; its history is another. Sessions may have been in the copy, and the
// process may be the one that ran before.
func (o *office) restore(back int64) {
	cut := o.w.now - back
	old, before := o.commits, o.db
	o.commits, o.holds, o.cancelled = nil, map[string]held{}, map[string]cancelled{}
	o.open()
	for _, d := range old {
		if d.at > cut && len(o.commits) > 0 {
			if d.val.op != "" && d.val.op != opCancel {
				o.lost[d.val.key()] = true
			}
			continue
		}
		if err := d.act(o.db); err != nil {
			panic("sim: restore: " + err.Error())
		}
		o.commits = append(o.commits, d)
		o.knows(d)
	}
	if o.IntN(2) == 0 {
		o.reopen(before, cut)
	}
	before.Close()
	if o.IntN(2) == 0 {
		o.start()
	}
	clear(o.out)
	o.history++
	o.w.tell("the office is restored to %s ago, %d commits of %d", time.Duration(back)*time.Millisecond, len(o.commits), len(old))
}

// ask runs one request through the handler and returns what the wire carries.
func (o *office) ask(r exchange.Request, cookies []*http.Cookie) (sw.Evidence, []*http.Cookie) {
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
		RetryAfter: h.Get("Retry-After"), Date: o.w.time().Format(http.TimeFormat), Body: rec.Body.Bytes(), Asked: h.Get(wire.HeaderAsked),
	}, rec.Result().Cookies()
}
