package client_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
	"waybill/sw/client"
)

// Putting things right: edits, and the ways out of a conflict.

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
	_, err := b.Save(b.ctx, client.Draft{
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
	b.attempt(key1, func(e entry.Entry) entry.Move {
		return entry.End(e.Key, e.Attempt, b.now, entry.Ending{
			To: entry.Conflict, Reason: "duplicate_code", Absent: true,
			Answer: &entry.Answer{Status: 409, Code: "duplicate_code", Problem: string(raw)},
		})
	})
}

func TestKeepTheirsRepointsWhatWaitedInOneGo(t *testing.T) {
	b := newBench(t)
	clashed(b)
	if card, _ := b.Card(b.ctx, key2); card.State != entry.Attention || !card.Can(sw.ActRepoint) {
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
	if got := b.entry(key1); got.State != entry.Discarded || got.Discard.Reason != sw.DiscardTheirs {
		t.Fatalf("customer is %s (%+v)", got.State, got.Discard)
	}
}

func TestKeepTheirsNeedsTheRecordThatTheRepHasSeen(t *testing.T) {
	b := newBench(t)
	clashed(b)
	if err := b.Theirs(b.ctx, key1, key3); !errors.Is(err, entry.ErrStale) {
		t.Fatalf("got %v, want ErrStale", err)
	}
	if got := b.entry(key1); got.State != entry.Conflict {
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
	b.attempt(key1, func(e entry.Entry) entry.Move {
		return entry.End(e.Key, e.Attempt, b.now, entry.Ending{
			To: entry.Retrying, Doubtful: true, Next: &entry.Wait{SetAt: b.now},
		})
	})
	if err := b.Edit(b.ctx, key1, orderBody(key1, key2, 8), "Mozart", nil); err != nil {
		b.t.Fatal(err)
	}
	b.attempt(key1, func(e entry.Entry) entry.Move {
		return entry.End(e.Key, e.Attempt, b.now, entry.Ending{
			To: entry.Conflict, Reason: sw.ReasonEarlier, Answer: &entry.Answer{Status: 200, Current: string(record)},
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
	if got.State != entry.Sent || body.Lines[0].Quantity != 5 || got.Receipt.Number != "A-000001" {
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
	for name, known := range map[string]*entry.Answer{"nothing": nil, "a code": {Status: 200, Code: "id_exists"}} {
		b := newBench(t)
		b.saveOrder(key1, key2, 5)
		b.attempt(key1, func(e entry.Entry) entry.Move {
			return entry.End(e.Key, e.Attempt, b.now, entry.Ending{To: entry.Conflict, Reason: sw.ReasonEarlier, Answer: known})
		})
		if err := b.Theirs(b.ctx, key1, ""); !errors.Is(err, entry.ErrIllegal) || b.entry(key1).State != entry.Conflict {
			t.Errorf("%s is known: %v", name, err)
		}
	}
}

func TestMineInsteadGoesOutUnderANewIDOnlyAfterAProvedCancel(t *testing.T) {
	b := newBench(t)
	earlier(b)
	cancel := "POST /api/v1/orders/" + key1 + "/cancel"
	if err := b.Mine(b.ctx, key1); !errors.Is(err, client.ErrNoAnswer) {
		t.Fatalf("without an answer: %v", err)
	}
	if got := b.entry(key1); got.State != entry.Conflict || got.Record != key1 {
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
	if got.State != entry.Pending || got.Record == key1 || body.ID != got.Record || body.Lines[0].Quantity != 8 || got.InDoubt() {
		t.Fatalf("%s, id %s (body %s), quantity %d, in doubt %v", got.State, got.Record, body.ID, body.Lines[0].Quantity, got.InDoubt())
	}
}

func TestMineInsteadGoesOutWhereARestoredOfficeHasNothingToCancel(t *testing.T) {
	b := newBench(t)
	earlier(b)
	gone, cancel := wire.NewProblem(wire.CodeNotFound, ""), "POST /api/v1/orders/"+key1+"/cancel"
	b.office.answers[cancel] = answer(404, gone)
	if err := b.Mine(b.ctx, key1); err == nil || b.entry(key1).State != entry.Conflict {
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
	if got := b.entry(key1); got.State != entry.Pending || got.Record == key1 {
		t.Fatalf("%s under %s", got.State, got.Record)
	}
}

func TestAnEditWaitsForTheAttemptUnderWay(t *testing.T) {
	b := newBench(t)
	b.saveOrder(key1, key2, 5)
	fence, err := b.box.Acquire(b.ctx, "test", idbqueue.At(b.now), 60_000, b.now)
	if err != nil {
		t.Fatal(err)
	}
	claimed, err := b.box.Claim(b.ctx, fence, ana, b.now+60_000, []entry.Move{entry.Claim(key1, 1, b.now, b.now+30_000, false)})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Edit(b.ctx, key1, orderBody(key1, key2, 8), "Mozart", nil); !errors.Is(err, entry.ErrFrozen) {
		t.Fatalf("a desk that does not wait: %v, want ErrFrozen", err)
	}
	b.Thaw = time.Minute
	edited := make(chan error, 1)
	go func() { edited <- b.Edit(b.ctx, key1, orderBody(key1, key2, 8), "Mozart", nil) }()
	end := entry.End(key1, claimed[0].Attempt, b.now, entry.Ending{To: entry.Retrying, Next: &entry.Wait{SetAt: b.now}})
	if _, err := b.box.Settle(b.ctx, fence, []entry.Move{end}); err != nil {
		t.Fatal(err)
	}
	if err := <-edited; err != nil {
		t.Fatalf("the attempt ended, and the edit failed: %v", err)
	}
	if got := b.entry(key1); got.Open != nil || got.State != entry.Pending {
		t.Fatalf("open %v, %s", got.Open, got.State)
	}
}

func TestAnEditUnderATakenIDGetsANewOneAndItsChildrenFollow(t *testing.T) {
	b := newBench(t)
	clashed(b)
	if err := b.Retry(b.ctx, key1); err != nil {
		t.Fatal(err)
	}
	b.attempt(key1, func(e entry.Entry) entry.Move {
		return entry.End(e.Key, e.Attempt, b.now, entry.Ending{To: entry.Conflict, Reason: sw.ReasonTaken, Answer: &entry.Answer{Status: 409}})
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
	if got.Record == key1 || got.State != entry.Pending || got.Title != "Mozart II" || got.Fingerprint != fingerprint.Of([]byte(got.Body)) {
		t.Fatalf("%s under %s, %q", got.State, got.Record, got.Title)
	}
	if order.CustomerID != got.Record || !child.Waiting() {
		t.Fatalf("the order is for %s and waits: %v; the customer is %s now", order.CustomerID, child.Waiting(), got.Record)
	}
}
