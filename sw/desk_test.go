package sw_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
	"waybill/sw/newid"
)

// office answers the desk's own questions by path.
type office struct {
	answers map[string]sw.Evidence
	asked   []sw.Request
}

func (o *office) Send(_ context.Context, r sw.Request) sw.Evidence {
	o.asked = append(o.asked, r)
	return o.answers[r.Method+" "+r.Path]
}

func answer(status int, body any) sw.Evidence {
	raw, _ := json.Marshal(body)
	return sw.Evidence{Answered: true, Whole: true, Status: status, Contract: "1", Body: raw}
}

const (
	ana  = "01ARZ3NDEKTSV4RRFFQ69G5ANA"
	key1 = "01ARZ3NDEKTSV4RRFFQ69G5FA1"
	key2 = "01ARZ3NDEKTSV4RRFFQ69G5FA2"
	key3 = "01ARZ3NDEKTSV4RRFFQ69G5FA3"
)

// bench is a desk on a memory outbox, with a signed-in user and a clock that
// the test turns.
type bench struct {
	*sw.Desk
	t      testing.TB
	ctx    context.Context
	office *office
	mem    *idbqueue.Mem
	box    *idbqueue.Outbox
	now    int64
	woken  int
}

func newBench(t testing.TB) *bench {
	b := &bench{t: t, ctx: context.Background(), now: 1_790_000_000_000, office: &office{answers: map[string]sw.Evidence{}}}
	b.mem = idbqueue.NewMem()
	b.box = b.mem.Open()
	b.Desk = &sw.Desk{
		Outbox: b.box, Sender: b.office, Build: "test",
		Fingerprint: fingerprint.Of, NewID: newid.New, Now: func() int64 { return b.now }, Day: func() string { return "2026-11-30" },
		Wake: func() { b.woken++ },
	}
	b.office.answers["POST /api/v1/session"] = answer(200, wire.Session{
		User: &wire.User{ID: ana, Name: "ana", Role: wire.RoleRep}, Store: "S1", History: "H1",
	})
	if _, err := b.SignIn(b.ctx, "ana", "secret"); err != nil {
		t.Fatal(err)
	}
	return b
}

func orderBody(id, customer string, quantity int64) wire.OrderBody {
	return wire.OrderBody{
		ID: id, CustomerID: customer, PlacedAt: "2026-11-30T10:00:00Z",
		Lines: []wire.OrderLine{{ProductID: key3, Quantity: quantity, UnitPriceMinor: 250, Currency: "EUR"}},
	}
}

func (b *bench) saveOrder(key, customer string, quantity int64, parents ...string) idbqueue.Entry {
	b.t.Helper()
	e, err := b.Save(b.ctx, sw.Draft{
		Key: key, Op: wire.OpOrderCreate, Record: key, Body: orderBody(key, customer, quantity), Title: "Mozart", Parents: parents,
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return e
}

func (b *bench) entry(key string) idbqueue.Entry {
	b.t.Helper()
	e, err := b.box.Get(b.ctx, key)
	if err != nil {
		b.t.Fatal(err)
	}
	return e
}

// attempt claims a write and ends its turn.
func (b *bench) attempt(key string, moves func(e idbqueue.Entry) idbqueue.Move) idbqueue.Entry {
	b.t.Helper()
	fence, err := b.box.Acquire(b.ctx, "test", idbqueue.At(b.now), 60_000, b.now)
	if err != nil {
		b.t.Fatal(err)
	}
	claimed, err := b.box.Claim(b.ctx, fence, ana, b.now+60_000,
		[]idbqueue.Move{idbqueue.Claim(key, b.entry(key).Attempt+1, b.now, b.now+30_000, false)})
	if err != nil || len(claimed) != 1 {
		b.t.Fatalf("claim: %v, %d claimed", err, len(claimed))
	}
	if _, err := b.box.Settle(b.ctx, fence, []idbqueue.Move{moves(claimed[0])}); err != nil {
		b.t.Fatal(err)
	}
	return b.entry(key)
}

func TestPressedFiveTimesItIsOneOrder(t *testing.T) {
	b := newBench(t)
	first := b.saveOrder(key1, key2, 5)
	for range 4 {
		if again := b.saveOrder(key1, key2, 5); again.Seq != first.Seq {
			t.Fatalf("saved again as %d, was %d", again.Seq, first.Seq)
		}
	}
	bar, err := b.Bar(b.ctx)
	if err != nil || bar.Unsent() != 1 || bar.Pending != 1 {
		t.Fatalf("bar %+v, %v; want one pending", bar, err)
	}
}

func TestWhatWasCommittedUnheardAsksForADrainAllTheSame(t *testing.T) {
	save := func(b *bench) error {
		_, err := b.Save(b.ctx, sw.Draft{Key: key1, Op: wire.OpOrderCreate, Record: key1, Body: orderBody(key1, key2, 1)})
		return err
	}
	acts := map[string]func(*bench) error{
		"save":     save,
		"discard":  func(b *bench) error { return b.Discard(b.ctx, key1) },
		"retry":    func(b *bench) error { return b.Retry(b.ctx, key1) },
		"check":    func(b *bench) error { return b.Check(b.ctx, key1) },
		"send now": func(b *bench) error { return b.Start(b.ctx) },
		"sign out": func(b *bench) error { return b.SignOut(b.ctx) },
		"sign in":  func(b *bench) error { _, err := b.SignIn(b.ctx, "ana", "secret"); return err },
		"refresh":  func(b *bench) error { return b.Refresh(b.ctx) },
	}
	for name, act := range acts {
		b := newBench(t)
		b.office.answers["GET /api/v1/session"] = b.office.answers["POST /api/v1/session"]
		if name != "save" {
			if err := save(b); err != nil {
				t.Fatal(err)
			}
		}
		b.woken = 0
		b.mem.Fail(func(o idbqueue.Op) error {
			if o.Kind == idbqueue.OpCommitted && o.Write {
				return idbqueue.ErrStorage
			}
			return nil
		})
		if err := act(b); err == nil {
			t.Errorf("%s: no error is heard", name)
		}
		if b.woken == 0 {
			t.Errorf("%s: nobody is woken", name)
		}
	}
}

func TestAPageAsksForItsOwnUserOnly(t *testing.T) {
	b := newBench(t)
	b.office.answers["GET /api/v1/changes?limit=500"] = answer(200, wire.Changes{Cursor: "1"})
	b.office.asked = nil
	if _, err := b.Changes(b.ctx, ana, ""); err != nil || len(b.office.asked) != 1 || b.office.asked[0].Owner != ana {
		t.Fatalf("%v, asked %+v", err, b.office.asked)
	}
	if _, err := b.Changes(b.ctx, "somebody who was here before", ""); !errors.Is(err, idbqueue.ErrOwner) {
		t.Errorf("for another: %v", err)
	}
	if _, err := b.Page(b.ctx, "somebody who was here before", wire.KindOrders, "", ""); !errors.Is(err, idbqueue.ErrOwner) {
		t.Errorf("a list for another: %v", err)
	}
	if err := b.SignOut(b.ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Changes(b.ctx, ana, ""); !errors.Is(err, sw.ErrSignedOut) {
		t.Errorf("after a sign-out: %v", err)
	}
	if _, err := b.Get(b.ctx, wire.KindOrders, key1); !errors.Is(err, sw.ErrSignedOut) {
		t.Errorf("a record after a sign-out: %v", err)
	}
	if len(b.office.asked) != 1 {
		t.Errorf("asked all the same: %+v", b.office.asked[1:])
	}
}

func TestAnOfficeThatAsksToWaitIsHeard(t *testing.T) {
	b := newBench(t)
	busy := answer(503, wire.NewProblem(wire.CodeBusy, ""))
	busy.RetryAfter = "40"
	b.office.answers["GET /api/v1/changes?limit=500"] = busy
	_, err := b.Changes(b.ctx, ana, "")
	var later *sw.Later
	var p *wire.Problem
	if !errors.As(err, &later) || later.Wait != 40*time.Second || !errors.As(err, &p) || p.Code != wire.CodeBusy {
		t.Errorf("heard %v", err)
	}
}

func TestNobodySavesWithoutASignIn(t *testing.T) {
	b := newBench(t)
	if err := b.SignOut(b.ctx); err != nil {
		t.Fatal(err)
	}
	_, err := b.Save(b.ctx, sw.Draft{Key: key1, Op: wire.OpOrderCreate, Record: key1, Body: orderBody(key1, key2, 1)})
	if !errors.Is(err, sw.ErrSignedOut) {
		t.Fatalf("got %v, want ErrSignedOut", err)
	}
}

func TestSignOutKeepsWhatIsUnsentAndAnotherUserSeesOnlyThatItWaits(t *testing.T) {
	b := newBench(t)
	b.saveOrder(key1, key2, 5)
	if err := b.SignOut(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.office.answers["POST /api/v1/session"] = answer(200, wire.Session{
		User: &wire.User{ID: key3, Name: "ben", Role: wire.RoleRep}, Store: "S1", History: "H1",
	})
	if _, err := b.SignIn(b.ctx, "ben", "secret"); err != nil {
		t.Fatal(err)
	}
	bar, err := b.Bar(b.ctx)
	if err != nil || bar.Unsent() != 0 || bar.Others != 1 {
		t.Fatalf("ben's bar %+v, %v; want none of his own and one of another's", bar, err)
	}
	if _, err := b.Card(b.ctx, key1); !errors.Is(err, idbqueue.ErrNotFound) {
		t.Fatalf("ben opens ana's write: %v", err)
	}
	if err := b.Discard(b.ctx, key1); !errors.Is(err, idbqueue.ErrNotFound) {
		t.Fatalf("ben discards ana's write: %v", err)
	}
}

func TestAnEditThatChangesNoFieldKeepsTheBytes(t *testing.T) {
	b := newBench(t)
	before := b.saveOrder(key1, key2, 5)
	if err := b.Edit(b.ctx, key1, orderBody(key1, key2, 5), "Mozart", nil); err != nil {
		t.Fatal(err)
	}
	if got := b.entry(key1); got.Fingerprint != before.Fingerprint || got.Body != before.Body {
		t.Fatalf("bytes changed: %s", got.Body)
	}
	if err := b.Edit(b.ctx, key1, orderBody(key1, key2, 8), "Mozart", nil); err != nil {
		t.Fatal(err)
	}
	if got := b.entry(key1); got.Fingerprint == before.Fingerprint || got.Record != key1 {
		t.Fatalf("a changed quantity left fingerprint %s and id %s", got.Fingerprint, got.Record)
	}
}

// clashed is a customer whose code is taken, with an order that waits for it.
func clashed(b *bench) {
	b.t.Helper()
	_, err := b.Save(b.ctx, sw.Draft{
		Key: key1, Op: wire.OpCustomerCreate, Record: key1, Title: "Mozart",
		Body: wire.CustomerBody{ID: key1, Code: "K-1", Name: "Mozart"},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	b.saveOrder(key2, key1, 5, key1)
	problem := wire.NewProblem(wire.CodeDuplicateCode, "")
	problem.ExistingID = "01ARZ3NDEKTSV4RRFFQ69G5EX1"
	raw, _ := json.Marshal(problem)
	b.attempt(key1, func(e idbqueue.Entry) idbqueue.Move {
		return idbqueue.End(e.Key, e.Attempt, b.now, idbqueue.Ending{
			To: idbqueue.Conflict, Reason: "duplicate_code", Absent: true,
			Answer: &idbqueue.Answer{Status: 409, Code: "duplicate_code", Problem: string(raw)},
		})
	})
}

func TestKeepTheirsRepointsWhatWaitedInOneGo(t *testing.T) {
	b := newBench(t)
	clashed(b)
	if card, _ := b.Card(b.ctx, key2); card.State != idbqueue.Attention || !card.Can(sw.ActRepoint) {
		t.Fatalf("the order shows %s %v, want attention with re-point", card.State, card.Acts)
	}
	if err := b.Theirs(b.ctx, key1, "01ARZ3NDEKTSV4RRFFQ69G5EX1"); err != nil {
		t.Fatal(err)
	}
	order := b.entry(key2)
	var body wire.OrderBody
	if err := json.Unmarshal([]byte(order.Body), &body); err != nil {
		t.Fatal(err)
	}
	if body.CustomerID != "01ARZ3NDEKTSV4RRFFQ69G5EX1" || order.Waiting() || order.Next == nil {
		t.Fatalf("order is for %s, waits: %v, next %v", body.CustomerID, order.Waiting(), order.Next)
	}
	if order.Fingerprint != fingerprint.Of([]byte(order.Body)) {
		t.Fatal("the re-pointed order kept its old fingerprint")
	}
	if got := b.entry(key1); got.State != idbqueue.Discarded || got.Discard.Reason != sw.DiscardTheirs {
		t.Fatalf("customer is %s (%+v)", got.State, got.Discard)
	}
}

func TestKeepTheirsNeedsTheRecordThatTheRepHasSeen(t *testing.T) {
	b := newBench(t)
	clashed(b)
	if err := b.Theirs(b.ctx, key1, key3); !errors.Is(err, idbqueue.ErrStale) {
		t.Fatalf("got %v, want ErrStale", err)
	}
	if got := b.entry(key1); got.State != idbqueue.Conflict {
		t.Fatalf("customer is %s, want conflict still", got.State)
	}
}

// earlier is an order of which the office has the version before the edit.
func earlier(b *bench) { earlierAs(b, "") }

// earlierAs is earlier, with the fingerprint that the office has of it; empty:
// that of the bytes as they were first saved.
func earlierAs(b *bench, proved string) {
	b.t.Helper()
	old := b.saveOrder(key1, key2, 5)
	if proved == "" {
		proved = old.Fingerprint
	}
	record, _ := json.Marshal(wire.Order{
		Meta:   wire.Meta{ID: key1, State: wire.StatePlaced, CreatedBy: ana, Fingerprint: proved, UpdatedAt: "2026-11-30T10:05:00Z"},
		Number: "A-000001", CustomerID: key2, PlacedAt: "2026-11-30T10:00:00Z",
		Lines: []wire.OrderLineRecord{{OrderLine: orderBody(key1, key2, 5).Lines[0]}},
	})
	b.attempt(key1, func(e idbqueue.Entry) idbqueue.Move {
		return idbqueue.End(e.Key, e.Attempt, b.now, idbqueue.Ending{
			To: idbqueue.Retrying, Doubtful: true, Next: &idbqueue.Wait{SetAt: b.now},
		})
	})
	if err := b.Edit(b.ctx, key1, orderBody(key1, key2, 8), "Mozart", nil); err != nil {
		b.t.Fatal(err)
	}
	b.attempt(key1, func(e idbqueue.Entry) idbqueue.Move {
		return idbqueue.End(e.Key, e.Attempt, b.now, idbqueue.Ending{
			To: idbqueue.Conflict, Reason: sw.ReasonEarlier, Answer: &idbqueue.Answer{Status: 200, Current: string(record)},
		})
	})
}

func TestKeepingTheEarlierVersionIsSentWithWhatTheOfficeHas(t *testing.T) {
	b := newBench(t)
	earlier(b)
	if err := b.Theirs(b.ctx, key1, ""); err != nil {
		t.Fatal(err)
	}
	got := b.entry(key1)
	var body wire.OrderBody
	if err := json.Unmarshal([]byte(got.Body), &body); err != nil {
		t.Fatal(err)
	}
	if got.State != idbqueue.Sent || body.Lines[0].Quantity != 5 || got.Receipt.Number != "A-000001" {
		t.Fatalf("%s with quantity %d and receipt %+v", got.State, body.Lines[0].Quantity, got.Receipt)
	}
	if got.Mine == "" || got.Fingerprint != fingerprint.Of([]byte(got.Body)) {
		t.Fatalf("newer text %q, fingerprint of the shown bytes: %v", got.Mine, got.Fingerprint == fingerprint.Of([]byte(got.Body)))
	}
}

func TestAKeptVersionWhoseBytesAreWrittenAnewHasItsOwnFingerprintAndTheProofItsOwn(t *testing.T) {
	b := newBench(t)
	proved := strings.Repeat("ab", 32) // of bytes that another version of the app has written
	earlierAs(b, proved)
	if err := b.Theirs(b.ctx, key1, ""); err != nil {
		t.Fatal(err)
	}
	got := b.entry(key1)
	if got.Fingerprint != fingerprint.Of([]byte(got.Body)) || got.Receipt.Fingerprint != proved {
		t.Fatalf("the bytes' fingerprint is kept: %v; the receipt has %s", got.Fingerprint == fingerprint.Of([]byte(got.Body)), got.Receipt.Fingerprint)
	}
}

func TestAVersionOfTheOfficeThatIsNotKnownYetCannotBeKept(t *testing.T) {
	for name, known := range map[string]*idbqueue.Answer{"nothing": nil, "a code": {Status: 200, Code: "id_exists"}} {
		b := newBench(t)
		b.saveOrder(key1, key2, 5)
		b.attempt(key1, func(e idbqueue.Entry) idbqueue.Move {
			return idbqueue.End(e.Key, e.Attempt, b.now, idbqueue.Ending{To: idbqueue.Conflict, Reason: sw.ReasonEarlier, Answer: known})
		})
		if err := b.Theirs(b.ctx, key1, ""); !errors.Is(err, idbqueue.ErrIllegal) || b.entry(key1).State != idbqueue.Conflict {
			t.Errorf("%s is known: %v", name, err)
		}
	}
}

func TestMineInsteadGoesOutUnderANewIDOnlyAfterAProvedCancel(t *testing.T) {
	b := newBench(t)
	earlier(b)
	cancel := "POST /api/v1/orders/" + key1 + "/cancel"
	if err := b.Mine(b.ctx, key1); !errors.Is(err, sw.ErrNoAnswer) {
		t.Fatalf("without an answer: %v", err)
	}
	if got := b.entry(key1); got.State != idbqueue.Conflict || got.Record != key1 {
		t.Fatalf("an unheard cancel moved the write to %s under %s", got.State, got.Record)
	}
	exported := wire.NewProblem(wire.CodeInvalidTransition, "")
	exported.Current, _ = json.Marshal(map[string]string{"id": key1, "state": wire.StateExported})
	b.office.answers[cancel] = answer(409, exported)
	var problem *wire.Problem
	if err := b.Mine(b.ctx, key1); !errors.As(err, &problem) {
		t.Fatalf("an exported order: %v, want the office's refusal", err)
	}
	b.office.answers[cancel] = answer(200, map[string]string{"id": key1, "state": wire.StateCancelled})
	if err := b.Mine(b.ctx, key1); err != nil {
		t.Fatal(err)
	}
	got := b.entry(key1)
	var body wire.OrderBody
	if err := json.Unmarshal([]byte(got.Body), &body); err != nil {
		t.Fatal(err)
	}
	if got.State != idbqueue.Pending || got.Record == key1 || body.ID != got.Record || body.Lines[0].Quantity != 8 || got.InDoubt() {
		t.Fatalf("%s, id %s (body %s), quantity %d, in doubt %v", got.State, got.Record, body.ID, body.Lines[0].Quantity, got.InDoubt())
	}
}

func TestMineInsteadGoesOutWhereARestoredOfficeHasNothingToCancel(t *testing.T) {
	b := newBench(t)
	earlier(b)
	gone, cancel := wire.NewProblem(wire.CodeNotFound, ""), "POST /api/v1/orders/"+key1+"/cancel"
	b.office.answers[cancel] = answer(404, gone)
	if err := b.Mine(b.ctx, key1); err == nil || b.entry(key1).State != idbqueue.Conflict {
		t.Fatalf("a 404 that names no order: %v", err)
	}
	gone.ID = key1
	b.office.answers[cancel] = answer(404, gone)
	if err := b.Mine(b.ctx, key1); err == nil {
		t.Fatal("a copy may still be on its way, and it goes out a second time")
	}
	b.now += 61_000
	if err := b.Mine(b.ctx, key1); err != nil {
		t.Fatal(err)
	}
	if got := b.entry(key1); got.State != idbqueue.Pending || got.Record == key1 {
		t.Fatalf("%s under %s", got.State, got.Record)
	}
}

// late is an office that does something before it answers.
type late struct {
	*office
	before func()
}

func (l late) Send(ctx context.Context, r sw.Request) sw.Evidence {
	l.before()
	return l.office.Send(ctx, r)
}

func TestWhoSignsOutWhileTheOfficeIsAskedStaysSignedOut(t *testing.T) {
	for _, leaves := range []bool{false, true} {
		b := newBench(t)
		b.office.answers["GET /api/v1/session"] = b.office.answers["POST /api/v1/session"]
		b.Sender = late{b.office, func() {
			if leaves {
				if err := b.SignOut(b.ctx); err != nil {
					t.Fatal(err)
				}
			}
		}}
		if err := b.Refresh(b.ctx); err != nil {
			t.Fatal(err)
		}
		if u, err := b.User(b.ctx); err != nil || (u == nil) != leaves {
			t.Errorf("signed out meanwhile: %v; the user is %+v, %v", leaves, u, err)
		}
	}
}

func TestSendNowSaysUntilWhenTheOfficeAskedToWait(t *testing.T) {
	b := newBench(t)
	holds, _ := json.Marshal(sw.Holds{Device: &sw.Hold{
		Reason: sw.ReasonRetryAfter, Asked: true, Until: idbqueue.Wait{SetAt: b.now, DelayMS: 90_000},
	}})
	if err := b.box.Put(b.ctx, idbqueue.Record{Name: "holds", Value: holds}); err != nil {
		t.Fatal(err)
	}
	woken := b.woken
	until, err := b.SendNow(b.ctx, false)
	if err != nil || until != b.now+90_000 || b.woken != woken {
		t.Fatalf("first tap: until %d, %v, woken %d", until-b.now, err, b.woken-woken)
	}
	until, err = b.SendNow(b.ctx, true)
	if err != nil || until != 0 || b.woken != woken+1 {
		t.Fatalf("second tap: until %d, %v, woken %d", until, err, b.woken-woken)
	}
}

func TestUnsentWorkTravelsInAFileAndIsNotDoubled(t *testing.T) {
	from := newBench(t)
	from.saveOrder(key1, key2, 5)
	file, err := from.Export(from.ctx)
	if err != nil {
		t.Fatal(err)
	}
	to := newBench(t)
	for i, want := range [][3]int{{1, 0, 0}, {0, 1, 0}} {
		added, known, strange, err := to.Import(to.ctx, file)
		if err != nil || [3]int{added, known, strange} != want {
			t.Fatalf("import %d: %d added, %d known, %d strange, %v", i, added, known, strange, err)
		}
	}
	if got, want := to.entry(key1), from.entry(key1); got.Body != want.Body || got.Fingerprint != want.Fingerprint {
		t.Fatal("the bytes changed on the way")
	}
}

func TestAFileThatWasTamperedWithComesInAsADraft(t *testing.T) {
	b := newBench(t)
	b.saveOrder(key1, key2, 5)
	raw, _ := b.box.Export(b.ctx, ana)
	var e map[string]any
	if err := json.Unmarshal(raw[0], &e); err != nil {
		t.Fatal(err)
	}
	body, _ := wire.Encode(orderBody(key1, key2, 500))
	e["body"] = string(body)
	changed, _ := json.Marshal(e)
	file, _ := json.Marshal(sw.File{Format: "waybill-outbox", Version: 1, Writes: []json.RawMessage{changed, []byte(`{"op":"user.delete"}`)}})
	to := newBench(t)
	added, known, strange, err := to.Import(to.ctx, file)
	if err != nil || added != 0 || known != 0 || strange != 2 {
		t.Fatalf("%d added, %d known, %d strange, %v", added, known, strange, err)
	}
	draft, err := to.LoadDraft(to.ctx, "import/order.create")
	if err != nil || string(draft) != string(body) {
		t.Fatalf("draft %s, %v", draft, err)
	}
	if _, _, _, err := to.Import(to.ctx, []byte("<html>")); !errors.Is(err, sw.ErrFile) {
		t.Fatalf("a page as a file: %v", err)
	}
}

func TestARestoredOfficeIsAskedForItsReceipts(t *testing.T) {
	b := newBench(t)
	b.office.answers["GET /api/v1/session"] = answer(200, wire.Session{
		User: &wire.User{ID: ana, Name: "ana", Role: wire.RoleRep}, Store: "S1", History: "H2",
	})
	if err := b.Refresh(b.ctx); err != nil {
		t.Fatal(err)
	}
	records, err := b.box.Records(b.ctx, "recheck/"+ana)
	if err != nil || len(records) != 1 {
		t.Fatalf("records %v, %v; want a recheck", records, err)
	}
}

// speaksOf lets the office answer a sign-in with what it knows of a device.
func (b *bench) speaksOf(device string, unsent int) {
	b.office.answers["POST /api/v1/session"] = answer(200, wire.Session{
		User: &wire.User{ID: ana, Name: "ana", Role: wire.RoleRep}, Store: "S1", History: "H1", Device: wire.Device{ID: device, Unsent: unsent},
	})
}

// lostNow signs in and reads what may be lost.
func (b *bench) lostNow() int {
	b.t.Helper()
	if _, err := b.SignIn(b.ctx, "ana", "secret"); err != nil {
		b.t.Fatal(err)
	}
	bar, err := b.Bar(b.ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	return bar.Lost
}

func TestAWipedDeviceSaysWhatMayBeLostUntilTheRepHasReadIt(t *testing.T) {
	b := newBench(t)
	b.speaksOf("D1", 3)
	if n := b.lostNow(); n != 3 {
		t.Fatalf("lost %d, want 3", n)
	}
	if err := b.Noted(b.ctx); err != nil {
		t.Fatal(err)
	}
	if bar, _ := b.Bar(b.ctx); bar.Lost != 0 {
		t.Fatalf("still %d after it was read", bar.Lost)
	}
	if n := b.lostNow(); n != 0 {
		t.Fatalf("a device that was not wiped since says that %d are lost", n)
	}
}

func TestAStoreThatStillHasItsWorkLosesNothing(t *testing.T) {
	b := newBench(t) // as from before it remembered its device
	b.saveOrder(key1, key2, 5)
	b.speaksOf("D1", 1)
	if n := b.lostNow(); n != 0 {
		t.Fatalf("%d lost, and all is here", n)
	}
	b = newBench(t)
	b.Condition = func() sw.Condition { return sw.Condition{Off: idbqueue.ErrDamaged} }
	b.speaksOf("D1", 3)
	if n := b.lostNow(); n != 0 {
		t.Fatalf("%d lost, and they may be in the store that cannot be read", n)
	}
	b = newBench(t)
	b.saveOrder(key1, key2, 5)
	b.speaksOf("D1", 3)
	if n := b.lostNow(); n != 2 {
		t.Fatalf("%d lost, want the two that are not here", n)
	}
}

func TestEachQuestionTellsTheOfficeWhatWaitsHereAndAWipedDeviceSaysNothing(t *testing.T) {
	b := newBench(t)
	b.saveOrder(key1, key2, 5)
	b.now += 60_000
	_, _ = b.Changes(b.ctx, ana, "")
	if got := b.office.asked[len(b.office.asked)-1].Unsent; got != "1;oldest=60" {
		t.Errorf("said %q", got)
	}
	wiped := newBench(t)
	if err := wiped.SignOut(wiped.ctx); err != nil {
		t.Fatal(err)
	}
	_, _ = wiped.SignIn(wiped.ctx, "ana", "secret")
	if got := wiped.office.asked[0].Unsent; got != "" {
		t.Errorf("with nobody signed in it said %q", got)
	}
}

func TestTheFaultOfAStoreIsNamedByWhatTheRepMustKnow(t *testing.T) {
	for _, c := range []struct {
		condition sw.Condition
		trouble   error
		nobody    bool
		want      sw.Fault
	}{
		{want: sw.FaultNone},
		{condition: sw.Condition{Off: idbqueue.ErrNone}, want: sw.FaultPrivate},
		{condition: sw.Condition{Off: idbqueue.ErrDamaged}, want: sw.FaultDamaged},
		{condition: sw.Condition{Newer: true}, want: sw.FaultNewer},
		{condition: sw.Condition{Newer: true}, trouble: idbqueue.ErrQuota, want: sw.FaultFull},
		{condition: sw.Condition{Wiped: true}, want: sw.FaultNone}, // signed in again: what is lost is known
		{condition: sw.Condition{Wiped: true}, nobody: true, want: sw.FaultWiped},
		{trouble: idbqueue.ErrOutdated, want: sw.FaultOutdated},
		{trouble: idbqueue.ErrDamaged, want: sw.FaultDamaged},
		{trouble: errors.New("some other"), want: sw.FaultNone},
	} {
		b := newBench(t)
		b.Condition = func() sw.Condition { return c.condition }
		b.Trouble = func() error { return c.trouble }
		if c.nobody {
			if err := b.SignOut(b.ctx); err != nil {
				t.Fatal(err)
			}
		}
		bar, err := b.Bar(b.ctx)
		if err != nil || bar.Fault != c.want {
			t.Errorf("%+v: fault %q, %v; want %q", c, bar.Fault, err, c.want)
		}
	}
}

func TestOldWorkInAStoreThatMayBeClearedIsWarnedAbout(t *testing.T) {
	b := newBench(t)
	kept := false
	b.Kept = func() bool { return kept }
	b.saveOrder(key1, key2, 5)
	if bar, _ := b.Bar(b.ctx); bar.Storage != sw.StorageOK {
		t.Fatalf("fresh work: %s", bar.Storage)
	}
	b.now += 49 * 3600 * 1000
	if bar, _ := b.Bar(b.ctx); bar.Storage != sw.StorageVolatile {
		t.Fatalf("work of two days: %s", bar.Storage)
	}
	kept = true
	if bar, _ := b.Bar(b.ctx); bar.Storage != sw.StorageOK {
		t.Fatalf("in a store that is kept: %s", bar.Storage)
	}
	b.Condition = func() sw.Condition { return sw.Condition{Off: idbqueue.ErrNone} }
	if bar, _ := b.Bar(b.ctx); bar.Storage != sw.StorageOff {
		t.Fatalf("with no store: %s", bar.Storage)
	}
}

func TestAnEditWaitsForTheAttemptUnderWay(t *testing.T) {
	b := newBench(t)
	b.saveOrder(key1, key2, 5)
	fence, err := b.box.Acquire(b.ctx, "test", idbqueue.At(b.now), 60_000, b.now)
	if err != nil {
		t.Fatal(err)
	}
	claimed, err := b.box.Claim(b.ctx, fence, ana, b.now+60_000, []idbqueue.Move{idbqueue.Claim(key1, 1, b.now, b.now+30_000, false)})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Edit(b.ctx, key1, orderBody(key1, key2, 8), "Mozart", nil); !errors.Is(err, idbqueue.ErrFrozen) {
		t.Fatalf("a desk that does not wait: %v, want ErrFrozen", err)
	}
	b.Thaw = time.Minute
	edited := make(chan error, 1)
	go func() { edited <- b.Edit(b.ctx, key1, orderBody(key1, key2, 8), "Mozart", nil) }()
	end := idbqueue.End(key1, claimed[0].Attempt, b.now, idbqueue.Ending{To: idbqueue.Retrying, Next: &idbqueue.Wait{SetAt: b.now}})
	if _, err := b.box.Settle(b.ctx, fence, []idbqueue.Move{end}); err != nil {
		t.Fatal(err)
	}
	if err := <-edited; err != nil {
		t.Fatalf("the attempt ended, and the edit failed: %v", err)
	}
	if got := b.entry(key1); got.Open != nil || got.State != idbqueue.Pending {
		t.Fatalf("open %v, %s", got.Open, got.State)
	}
}

func TestAnEditUnderATakenIDGetsANewOneAndItsChildrenFollow(t *testing.T) {
	b := newBench(t)
	clashed(b)
	if err := b.Retry(b.ctx, key1); err != nil {
		t.Fatal(err)
	}
	b.attempt(key1, func(e idbqueue.Entry) idbqueue.Move {
		return idbqueue.End(e.Key, e.Attempt, b.now, idbqueue.Ending{To: idbqueue.Conflict, Reason: sw.ReasonTaken, Answer: &idbqueue.Answer{Status: 409}})
	})
	body := wire.CustomerBody{ID: key1, Code: "K-2", Name: "Mozart"}
	if err := b.Edit(b.ctx, key1, body, "Mozart II", nil); err != nil {
		t.Fatal(err)
	}
	got, child := b.entry(key1), b.entry(key2)
	var order wire.OrderBody
	if err := json.Unmarshal([]byte(child.Body), &order); err != nil {
		t.Fatal(err)
	}
	if got.Record == key1 || got.State != idbqueue.Pending || got.Title != "Mozart II" || got.Fingerprint != fingerprint.Of([]byte(got.Body)) {
		t.Fatalf("%s under %s, %q", got.State, got.Record, got.Title)
	}
	if order.CustomerID != got.Record || !child.Waiting() {
		t.Fatalf("the order is for %s and waits: %v; the customer is %s now", order.CustomerID, child.Waiting(), got.Record)
	}
}
