package client_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
	"waybill/sw/drain"
	"waybill/sw/exchange"
)

// Who is signed in, and what the office knows of this device.

func TestAPageAsksForItsOwnUserOnly(t *testing.T) {
	b := newBench(t)
	b.office.answers["GET /api/v1/changes?limit=500"] = answer(200, wire.Changes{Cursor: "1"})
	b.office.asked = nil
	if _, err := b.Changes(b.ctx, ana, ""); err != nil || len(b.office.asked) != 1 || b.office.asked[0].Owner != ana {
		t.Fatalf("%v, asked %+v", err, b.office.asked)
	}
	if _, err := b.Changes(b.ctx, "somebody who was here before", ""); !errors.Is(err, entry.ErrOwner) {
		t.Errorf("for another: %v", err)
	}
	if _, err := b.Page(b.ctx, "somebody who was here before", wire.KindOrders, "", ""); !errors.Is(err, entry.ErrOwner) {
		t.Errorf("a list for another: %v", err)
	}
	if err := b.SignOut(b.ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Changes(b.ctx, ana, ""); !errors.Is(err, client.ErrSignedOut) {
		t.Errorf("after a sign-out: %v", err)
	}
	if _, err := b.Get(b.ctx, wire.KindOrders, key1); !errors.Is(err, client.ErrSignedOut) {
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
	var later *client.Later
	var p *wire.Problem
	if !errors.As(err, &later) || later.Wait != 40*time.Second || !errors.As(err, &p) || p.Code != wire.CodeBusy {
		t.Errorf("heard %v", err)
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
	if _, err := b.Card(b.ctx, key1); !errors.Is(err, entry.ErrNotFound) {
		t.Fatalf("ben opens ana's write: %v", err)
	}
	if err := b.Discard(b.ctx, key1); !errors.Is(err, entry.ErrNotFound) {
		t.Fatalf("ben discards ana's write: %v", err)
	}
}

// late is an office that does something before it answers.
type late struct {
	*office
	before func()
}

func (l late) Send(ctx context.Context, r exchange.Request) sw.Evidence {
	l.before()
	return l.office.Send(ctx, r)
}

// D11: the sign-out names its session, whatever cookie it will travel with.
func TestASignOutNamesTheSessionThatItEnds(t *testing.T) {
	session := func(handle string) sw.Evidence {
		return answer(200, wire.Session{User: &wire.User{ID: ana, Name: "ana", Role: wire.RoleRep}, Handle: handle, Store: "S1", History: "H1"})
	}
	for handle, want := range map[string]string{"": "DELETE /api/v1/session", "0a1b": "DELETE /api/v1/session?session=0a1b"} {
		b := newBench(t) // signed in by an office that gave no handle
		b.office.answers["GET /api/v1/session"] = session(handle)
		if err := b.Refresh(b.ctx); err != nil {
			t.Fatal(err)
		}
		if err := b.SignOut(b.ctx); err != nil {
			t.Fatal(err)
		}
		b.office.answers[want] = answer(200, struct{}{})
		b.office.asked = nil
		d := drain.New(drain.Config{
			Outbox: b.box, Sender: b.office, Holder: "test", Build: "test",
			Now: func() int64 { return b.now }, Day: func() string { return "2026-11-30" }, Rand: func() float64 { return 0 },
		})
		for range 5 {
			if _, err := d.Step(b.ctx); err != nil {
				t.Fatal(err)
			}
		}
		if len(b.office.asked) != 1 || b.office.asked[0].Method+" "+b.office.asked[0].Path != want {
			t.Errorf("handle %q: asked %+v", handle, b.office.asked)
		}
	}
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
	b.Condition = func() sw.Condition { return sw.Condition{Off: entry.ErrDamaged} }
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
