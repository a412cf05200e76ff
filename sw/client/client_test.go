package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
	"waybill/sw/client"
	"waybill/sw/exchange"
	"waybill/sw/newid"
)

// office answers the desk's own questions by path.
type office struct {
	answers map[string]sw.Evidence
	asked   []exchange.Request
}

func (o *office) Send(_ context.Context, r exchange.Request) sw.Evidence {
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
	*client.Desk
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
	b.Desk = &client.Desk{
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

func (b *bench) saveOrder(key, customer string, quantity int64, parents ...string) entry.Entry {
	b.t.Helper()
	e, err := b.Save(b.ctx, client.Draft{
		Key: key, Op: wire.OpOrderCreate, Record: key, Body: orderBody(key, customer, quantity), Title: "Mozart", Parents: parents,
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return e
}

func (b *bench) entry(key string) entry.Entry {
	b.t.Helper()
	e, err := b.box.Get(b.ctx, key)
	if err != nil {
		b.t.Fatal(err)
	}
	return e
}

// attempt claims a write and ends its turn.
func (b *bench) attempt(key string, moves func(e entry.Entry) entry.Move) entry.Entry {
	b.t.Helper()
	fence, err := b.box.Acquire(b.ctx, "test", idbqueue.At(b.now), 60_000, b.now)
	if err != nil {
		b.t.Fatal(err)
	}
	claimed, err := b.box.Claim(b.ctx, fence, ana, b.now+60_000,
		[]entry.Move{entry.Claim(key, b.entry(key).Attempt+1, b.now, b.now+30_000, false)})
	if err != nil || len(claimed) != 1 {
		b.t.Fatalf("claim: %v, %d claimed", err, len(claimed))
	}
	if _, err := b.box.Settle(b.ctx, fence, []entry.Move{moves(claimed[0])}); err != nil {
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
		_, err := b.Save(b.ctx, client.Draft{Key: key1, Op: wire.OpOrderCreate, Record: key1, Body: orderBody(key1, key2, 1)})
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
				return entry.ErrStorage
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

func TestNobodySavesWithoutASignIn(t *testing.T) {
	b := newBench(t)
	if err := b.SignOut(b.ctx); err != nil {
		t.Fatal(err)
	}
	_, err := b.Save(b.ctx, client.Draft{Key: key1, Op: wire.OpOrderCreate, Record: key1, Body: orderBody(key1, key2, 1)})
	if !errors.Is(err, client.ErrSignedOut) {
		t.Fatalf("got %v, want ErrSignedOut", err)
	}
}

func TestSendNowSaysUntilWhenTheOfficeAskedToWait(t *testing.T) {
	b := newBench(t)
	holds, _ := json.Marshal(sw.Holds{Device: &sw.Hold{
		Reason: sw.ReasonRetryAfter, Asked: true, Until: entry.Wait{SetAt: b.now, DelayMS: 90_000},
	}})
	if err := b.box.Put(b.ctx, entry.Record{Name: "holds", Value: holds}); err != nil {
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
	for i, want := range []client.Imported{{Added: 1}, {Waiting: 1}} {
		if got, err := to.Import(to.ctx, file); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("import %d: %+v, %v", i, got, err)
		}
	}
	if _, err := to.Import(to.ctx, []byte("<html>")); !errors.Is(err, client.ErrFile) {
		t.Fatalf("a page as a file: %v", err)
	}
	if got, want := to.entry(key1), from.entry(key1); got.Body != want.Body || got.Fingerprint != want.Fingerprint {
		t.Fatal("the bytes changed on the way")
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
		{condition: sw.Condition{Off: entry.ErrNone}, want: sw.FaultPrivate},
		{condition: sw.Condition{Off: entry.ErrDamaged}, want: sw.FaultDamaged},
		{condition: sw.Condition{Newer: true}, want: sw.FaultNewer},
		{condition: sw.Condition{Newer: true}, trouble: entry.ErrQuota, want: sw.FaultFull},
		{condition: sw.Condition{Wiped: true}, want: sw.FaultNone}, // signed in again: what is lost is known
		{condition: sw.Condition{Wiped: true}, nobody: true, want: sw.FaultWiped},
		{trouble: entry.ErrOutdated, want: sw.FaultOutdated},
		{trouble: entry.ErrDamaged, want: sw.FaultDamaged},
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
	if bar, _ := b.Bar(b.ctx); bar.Storage != client.StorageOK {
		t.Fatalf("fresh work: %s", bar.Storage)
	}
	b.now += 49 * 3600 * 1000
	if bar, _ := b.Bar(b.ctx); bar.Storage != client.StorageVolatile {
		t.Fatalf("work of two days: %s", bar.Storage)
	}
	kept = true
	if bar, _ := b.Bar(b.ctx); bar.Storage != client.StorageOK {
		t.Fatalf("in a store that is kept: %s", bar.Storage)
	}
	b.Condition = func() sw.Condition { return sw.Condition{Off: entry.ErrNone} }
	if bar, _ := b.Bar(b.ctx); bar.Storage != client.StorageOff {
		t.Fatalf("with no store: %s", bar.Storage)
	}
}
