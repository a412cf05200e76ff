package app

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
	"waybill/sw/client"
)

// fakeOutbox keeps cards in memory. A test sets how each call goes.
type fakeOutbox struct {
	mu       sync.Mutex
	cards    []sw.Card
	raw      []client.Strange
	imported client.Imported
	bar      sw.Bar
	barErr   error
	saveErr  error
	actErr   error
	saves    int
	calls    []string
	drafts   map[string]json.RawMessage
	until    int64
	answer   sw.Answered
	words    sw.NoticeWords
	watchers []func()
	hold     chan struct{} // Save waits for it where set
	shut     error         // why no list can be read
}

func newFakeOutbox() *fakeOutbox {
	return &fakeOutbox{drafts: map[string]json.RawMessage{}, bar: sw.Bar{Online: true, Storage: storageOK}}
}

func (f *fakeOutbox) Save(_ context.Context, d client.Draft) (entry.Entry, error) {
	if f.hold != nil {
		<-f.hold
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.saves++
	if f.saveErr != nil {
		return entry.Entry{}, f.saveErr
	}
	for _, c := range f.cards {
		if c.Entry.Key == d.Key {
			return c.Entry, nil
		}
	}
	body, err := wire.Encode(d.Body)
	if err != nil {
		return entry.Entry{}, err
	}
	e := entry.Entry{
		Key: d.Key, Seq: int64(len(f.cards) + 1), Owner: "u1", Op: string(d.Op), Record: d.Record, Ref: "K7Q2", Title: d.Title,
		Body: string(body), Fingerprint: fingerprint.Of(body), MadeAt: fakeNow, State: entry.Pending, Parents: d.Parents,
	}
	f.cards = append(f.cards, sw.Card{Entry: e, State: entry.Pending, Acts: []sw.Act{sw.ActEdit, sw.ActDiscard}})
	f.bar.Pending++
	return e, nil
}

func (f *fakeOutbox) Bar(context.Context) (sw.Bar, error) { return f.bar, f.barErr }

func (f *fakeOutbox) Cards(_ context.Context, list entry.List, _ int64, limit int) ([]sw.Card, []client.Strange, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.shut != nil {
		return nil, nil, f.shut
	}
	var out []sw.Card
	for _, c := range slices.Backward(f.cards) {
		on := entry.ListUnsent
		switch c.State {
		case entry.Sent:
			on = entry.ListSent
		case entry.Discarded:
			on = entry.ListDiscarded
		}
		if on == list && len(out) < limit {
			out = append(out, c)
		}
	}
	if list == entry.ListUnsent {
		return out, f.raw, nil
	}
	return out, nil, nil
}

func (f *fakeOutbox) Recent(_ context.Context, since int64) ([]entry.Entry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []entry.Entry
	for _, c := range f.cards {
		if c.Entry.MadeAt >= since && c.State != entry.Discarded {
			out = append(out, c.Entry)
		}
	}
	return out, nil
}

func (f *fakeOutbox) Card(_ context.Context, key string) (sw.Card, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.cards {
		if c.Entry.Key == key {
			return c, nil
		}
	}
	return sw.Card{}, entry.ErrNotFound
}

func (f *fakeOutbox) Find(_ context.Context, record string) ([]sw.Card, error) {
	var out []sw.Card
	for _, c := range f.cards {
		if c.Entry.Record == record {
			out = append(out, c)
		}
	}
	return out, nil
}

func (f *fakeOutbox) Children(_ context.Context, key string) ([]sw.Card, error) {
	var out []sw.Card
	for _, c := range f.cards {
		if slices.Contains(c.Entry.Parents, key) {
			out = append(out, c)
		}
	}
	return out, nil
}

func (f *fakeOutbox) Watch(w func()) (stop func()) {
	f.watchers = append(f.watchers, w)
	return func() {}
}

func (f *fakeOutbox) did(what string) error {
	f.calls = append(f.calls, what)
	return f.actErr
}

func (f *fakeOutbox) Retry(_ context.Context, key string) error { return f.did("retry " + key) }
func (f *fakeOutbox) Edit(_ context.Context, key string, _ any, _ string, _ []string) error {
	return f.did("edit " + key)
}
func (f *fakeOutbox) Discard(_ context.Context, key string) error { return f.did("discard " + key) }
func (f *fakeOutbox) Restore(_ context.Context, key string) error { return f.did("restore " + key) }
func (f *fakeOutbox) Same(_ context.Context, key string) error    { return f.did("same " + key) }
func (f *fakeOutbox) Theirs(_ context.Context, key, seen string) error {
	return f.did("theirs " + key + " " + seen)
}
func (f *fakeOutbox) Mine(_ context.Context, key string) error { return f.did("mine " + key) }
func (f *fakeOutbox) Repoint(_ context.Context, key, to, parent string) error {
	return f.did("repoint " + key + " " + to + " " + parent)
}
func (f *fakeOutbox) Check(_ context.Context, key string) error { return f.did("check " + key) }
func (f *fakeOutbox) SendNow(_ context.Context, insist bool) (int64, error) {
	if insist {
		return 0, f.did("send insist")
	}
	return f.until, f.did("send")
}

func (f *fakeOutbox) Noted(context.Context) error            { f.bar.Lost = 0; return f.did("noted") }
func (f *fakeOutbox) Adopt(context.Context) error            { return f.did("adopt") }
func (f *fakeOutbox) Export(context.Context) ([]byte, error) { return []byte("{}"), f.did("export") }

func (f *fakeOutbox) Import(context.Context, []byte) (client.Imported, error) {
	return f.imported, f.did("import")
}

func (f *fakeOutbox) Forget(_ context.Context, key string) error { return f.did("forget " + key) }

func (f *fakeOutbox) Drafts(_ context.Context, form string) (map[string]json.RawMessage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	of := map[string]json.RawMessage{}
	for name, draft := range f.drafts {
		if its, _, _ := strings.Cut(name, "@"); its == form {
			of[name] = draft
		}
	}
	return of, nil
}

func (f *fakeOutbox) LoadDraft(_ context.Context, name string) (json.RawMessage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.drafts[name], nil
}

func (f *fakeOutbox) SaveDraft(_ context.Context, name string, d json.RawMessage) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if d == nil {
		delete(f.drafts, name)
		return nil
	}
	f.drafts[name] = d
	return nil
}

func (f *fakeOutbox) Told(context.Context) error {
	f.bar.Untold = false
	return f.did("told")
}

func (f *fakeOutbox) Wish(context.Context) (sw.Answered, error) { return f.answer, nil }

func (f *fakeOutbox) SetWish(_ context.Context, a sw.Answered, words sw.NoticeWords) error {
	f.answer, f.words = a, words
	return nil
}

func (f *fakeOutbox) KeepWords(context.Context, sw.NoticeWords) error { return nil }

// fakeOffice answers from a map of records.
type fakeOffice struct {
	photos  []wire.Photo
	user    *wire.User
	records map[wire.Kind][]any
	mu      sync.Mutex // pulls run in the background
	err     error      // no answer
	refuse  *wire.Problem
	calls   []string
}

func (f *fakeOffice) fail() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuse != nil {
		return f.refuse
	}
	return f.err
}

func (f *fakeOffice) SignIn(_ context.Context, name, _ string) (wire.Session, error) {
	if err := f.fail(); err != nil {
		return wire.Session{}, err
	}
	f.user = &wire.User{ID: "u1", Name: name, Role: wire.RoleRep}
	return wire.Session{User: f.user}, nil
}

func (f *fakeOffice) SignOut(context.Context) error {
	f.calls = append(f.calls, "signout")
	f.user = nil
	return nil
}

func (f *fakeOffice) ChangePassword(_ context.Context, current, fresh string) error {
	f.calls = append(f.calls, "password "+current+" "+fresh)
	return f.fail()
}

func (f *fakeOffice) User(context.Context) (*wire.User, error) { return f.user, nil }

func (f *fakeOffice) Get(_ context.Context, kind wire.Kind, id string) (json.RawMessage, error) {
	if err := f.fail(); err != nil {
		return nil, err
	}
	for _, r := range f.records[kind] {
		raw, _ := json.Marshal(r)
		if m, _ := read[wire.Meta](raw); m.ID == id {
			return raw, nil
		}
	}
	return nil, &wire.Problem{Code: wire.CodeNotFound, Status: 404, Title: "No such record"}
}

func (f *fakeOffice) Page(_ context.Context, _ string, kind wire.Kind, _, _ string) (wire.List, error) {
	if err := f.fail(); err != nil {
		return wire.List{}, err
	}
	var l wire.List
	for _, r := range f.records[kind] {
		raw, _ := json.Marshal(r)
		l.Items = append(l.Items, raw)
	}
	return l, nil
}

func (f *fakeOffice) Changes(context.Context, string, string) (wire.Changes, error) {
	return wire.Changes{}, &wire.Problem{Code: wire.CodeNoSuchRoute, Status: 404, Title: "No such route"}
}

func (f *fakeOffice) Cancel(_ context.Context, id, reason string) (json.RawMessage, error) {
	f.calls = append(f.calls, "cancel "+id+" "+reason)
	if err := f.fail(); err != nil {
		return nil, err
	}
	return json.RawMessage(`{"id":"` + id + `","state":"cancelled","version":2}`), nil
}

func (f *fakeOffice) Photos(context.Context, string) ([]wire.Photo, error) { return f.photos, f.fail() }

func (f *fakeOffice) Photo(_ context.Context, id string, _ []byte) error {
	f.calls = append(f.calls, "photo "+id)
	return f.fail()
}

var errNoAnswer = errors.New("no answer")

// fakeNow is a moment of a working day.
const fakeNow = 1796040000000

// fakeDevice is the native twin with a clock that stands still.
type fakeDevice struct {
	native
	offline bool
	tab     string   // names the tab
	tabs    []string // those that are open
	now     int64
	saved   []string
	saveErr error // of Save

	apart, home, insecure, kept bool
	used, quota                 int64
	rescueErr                   error
	start                       OfflineStart // empty: all is well
	onStart                     func()

	sheet    bool // it has a share sheet
	sheetErr error
	shared   []Sheet
	printed  int
	notices  string // what the browser says to them; empty: none
	granted  string // what it says once it was asked
	asked    int
	badge    int
}

func (d *fakeDevice) Now() int64    { return fakeNow + d.now }
func (d *fakeDevice) Today() string { return d.Day(d.Now()) }
func (d *fakeDevice) Badge(n int)   { d.badge = n }
func (d *fakeDevice) Notices() string {
	return first(d.notices, noticesNone)
}

func (d *fakeDevice) AskNotices(context.Context) (string, error) {
	d.asked++
	d.notices = first(d.granted, d.notices)
	return d.notices, nil
}
func (d *fakeDevice) Tab(context.Context) (name string, open []string) { return d.tab, d.tabs }

func (d *fakeDevice) Online() bool { return !d.offline }
func (d *fakeDevice) Picture(context.Context, string, int) ([]byte, error) {
	return []byte("jpeg"), nil
}
func (d *fakeDevice) File(context.Context, string) ([]byte, error) { return []byte("{}"), nil }
func (d *fakeDevice) Save(name, _ string, _ []byte) error {
	if d.saveErr == nil {
		d.saved = append(d.saved, name)
	}
	return d.saveErr
}

func (d *fakeDevice) CanShare(string) bool { return d.sheet }

func (d *fakeDevice) Share(_ context.Context, s Sheet) error {
	if !d.sheet {
		return errNoBrowser
	}
	d.shared = append(d.shared, s)
	return d.sheetErr
}

func (d *fakeDevice) Print() { d.printed++ }

func (d *fakeDevice) Apart() bool      { return d.apart }
func (d *fakeDevice) Standalone() bool { return d.home }
func (d *fakeDevice) Secure() bool     { return !d.insecure }

func (d *fakeDevice) Storage(context.Context) (bool, int64, int64, error) {
	if d.quota == 0 {
		return false, 0, 0, errNoBrowser
	}
	return d.kept, d.used, d.quota, nil
}

func (d *fakeDevice) Persist(context.Context) (bool, error) {
	d.kept = true
	return true, nil
}

func (d *fakeDevice) OfflineStart() OfflineStart {
	if d.start.State == "" {
		return d.native.OfflineStart()
	}
	return d.start
}

func (d *fakeDevice) WatchOfflineStart(f func()) (stop func()) {
	d.onStart = f
	return func() { d.onStart = nil }
}

func (d *fakeDevice) Rescue(context.Context) error { return d.rescueErr }

// world is a device with an office behind it.
type world struct {
	ports  *Ports
	outbox *fakeOutbox
	office *fakeOffice
	device *fakeDevice
}

func newWorld() *world {
	w := &world{outbox: newFakeOutbox(), device: &fakeDevice{}, office: &fakeOffice{
		user: &wire.User{ID: "u1", Name: "ana", Role: wire.RoleRep}, records: fakeRecords(),
	}}
	w.ports = &Ports{
		Outbox: w.outbox, Mend: w.outbox, Carry: w.outbox, Drafts: w.outbox, Office: w.office, Notices: w.outbox, Device: w.device,
		Catalogue: newCatalogue(w.office, newMemCopy(), w.device.Now), Build: "test", text: wordsFor("en"),
	}
	return w
}

func fakeRecords() map[wire.Kind][]any {
	return map[wire.Kind][]any{
		wire.KindCustomers: {
			wire.Customer{Meta: wire.Meta{ID: "01J0000000000000000000C001", State: wire.StateActive}, Code: "C-0001", Name: "Bäckerei Müller"},
			wire.Customer{Meta: wire.Meta{ID: "01J0000000000000000000C002", State: wire.StateActive}, Code: "C-0002", Name: "Café Luna"},
		},
		wire.KindProducts: {
			wire.Product{Meta: wire.Meta{ID: "01J00000000000000000000001", State: wire.StateActive}, Code: "P-0001", Name: "Rye flour 25 kg", PriceMinor: 1850, Currency: "EUR", Unit: "bag"},
			wire.Product{Meta: wire.Meta{ID: "01J00000000000000000000002", State: wire.StateActive}, Code: "P-0002", Name: "Sea salt 5 kg", PriceMinor: 420, Currency: "EUR", Unit: "bag"},
			wire.Product{
				Meta: wire.Meta{ID: "01J00000000000000000000003", State: wire.StateActive}, Code: "P-0003", Name: "Olive oil 1 l", PriceMinor: 990, Currency: "EUR", Unit: "bottle",
				QuantityRules: wire.QuantityRules{PackSize: 6, MinQuantity: 12, MaxQuantity: 1200},
			},
		},
		wire.KindOrders: {
			wire.Order{
				Meta: wire.Meta{ID: "O1", State: wire.StatePlaced, Version: 1, CreatedAt: "2026-11-30T09:00:00Z"}, Number: "A-000101", CustomerID: "01J0000000000000000000C001",
				PlacedAt: "2026-11-30T09:00:00Z", Lines: []wire.OrderLineRecord{{OrderLine: wire.OrderLine{ProductID: "01J00000000000000000000001", Quantity: 4, UnitPriceMinor: 1800, Currency: "EUR"}, OfficePriceMinor: 1850, PriceDiffers: true}},
			},
		},
		wire.KindDispatches: {
			wire.Dispatch{Meta: wire.Meta{ID: "D1", State: wire.StateOut, Version: 1}, Number: "D-0001", CustomerID: "01J0000000000000000000C001", Summary: "4 × Rye flour 25 kg"},
			wire.Dispatch{Meta: wire.Meta{ID: "D2", State: wire.StateDelivered, Version: 2}, Number: "D-0002", CustomerID: "01J0000000000000000000C002", Summary: "2 × Sea salt 5 kg", ReceivedBy: "Luna", DeliveredAt: "2026-11-30T10:15:00Z"},
		},
	}
}
