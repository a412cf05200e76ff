package client_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/drain"
)

func drainerOf(b *bench, online *bool) *drain.Drainer {
	return drain.New(drain.Config{
		Outbox: b.box, Sender: b.office, Holder: "page", Build: "test", Online: func() bool { return *online },
		Now: func() int64 { return b.now }, Day: func() string { return "2026-11-30" }, Rand: func() float64 { return 0.5 },
	})
}

// rest steps a drainer until it has nothing to do.
func (b *bench) rest(d *drain.Drainer) {
	b.t.Helper()
	for range 50 {
		report, err := d.Step(context.Background())
		if err != nil {
			b.t.Fatal(err)
		}
		if !report.Again {
			return
		}
	}
	b.t.Fatal("the drainer does not come to rest")
}

// sends are the writes that have left since, by path.
func (b *bench) sends(from int) (paths []string) {
	for _, r := range b.office.asked[from:] {
		if r.Method == "POST" {
			paths = append(paths, r.Path)
		}
	}
	return paths
}

// heldBack is a device with three orders, held since it had no network.
func heldBack(t *testing.T) (*bench, *drain.Drainer) {
	b := newBench(t)
	online := false
	d := drainerOf(b, &online)
	for _, key := range []string{key1, key2, key3} {
		b.saveOrder(key, ana, 5)
	}
	b.rest(d)
	if bar, err := b.Bar(b.ctx); err != nil || bar.Hold != string(sw.ReasonNoAnswer) {
		t.Fatalf("the device is held by %q, %v", bar.Hold, err)
	}
	online = true
	b.now += 1000
	return b, d
}

func TestAnAnswerToAnyQuestionLetsEverythingGoAtOnce(t *testing.T) {
	b, d := heldBack(t)
	from := len(b.office.asked)
	b.rest(d)
	if got := b.sends(from); len(got) != 0 {
		t.Fatalf("under a hold %v went out before its time", got)
	}
	b.office.answers["GET /api/v1/session"] = answer(200, wire.Session{
		User: &wire.User{ID: ana, Name: "ana", Role: wire.RoleRep}, Store: "S1", History: "H1",
	})
	if err := b.Refresh(b.ctx); err != nil {
		t.Fatal(err)
	}
	from = len(b.office.asked)
	b.rest(d)
	if got := b.sends(from); len(got) == 0 || got[0] != wire.PathBatch {
		t.Errorf("after an answer %v went out, want a batch first", got)
	}
}

func TestAnAnswerThatProvesNothingLiftsNothing(t *testing.T) {
	b, d := heldBack(t)
	b.office.answers["GET /api/v1/session"] = sw.Evidence{Answered: true, Whole: true, Status: 200, Body: []byte("<html>")}
	_ = b.Refresh(b.ctx)
	from := len(b.office.asked)
	b.rest(d)
	if got := b.sends(from); len(got) != 0 {
		t.Errorf("a stranger's answer let %v go", got)
	}
}

func TestAnAnswerDoesNotLiftAWaitThatTheOfficeAskedFor(t *testing.T) {
	b := newBench(t)
	online := true
	d := drainerOf(b, &online)
	for _, path := range []string{wire.PathBatch, "/api/v1/orders"} {
		busy := answer(503, wire.NewProblem(wire.CodeOverloaded, ""))
		busy.RetryAfter = "60"
		b.office.answers["POST "+path] = busy
	}
	for i, key := range []string{key1, key2} {
		b.saveOrder(key, ana, int64(i+1))
	}
	b.rest(d)
	b.office.answers["GET /api/v1/session"] = answer(200, wire.Session{
		User: &wire.User{ID: ana, Name: "ana", Role: wire.RoleRep}, Store: "S1", History: "H1",
	})
	if err := b.Refresh(b.ctx); err != nil {
		t.Fatal(err)
	}
	from := len(b.office.asked)
	b.rest(d)
	if got := b.sends(from); len(got) != 0 {
		t.Errorf("within the minute that the office asked for, %v went out", fmt.Sprint(got))
	}
}

func TestBackOnlineTheOfficeIsAskedOnceAndThenEverythingGoes(t *testing.T) {
	b, d := heldBack(t)
	b.office.answers["GET /api/v1/session"] = answer(200, wire.Session{User: &wire.User{ID: ana}})
	from := len(b.office.asked)
	if err := b.BackOnline(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.rest(d)
	asked := b.office.asked[from:]
	if len(asked) < 2 || asked[0].Path != wire.PathSession || asked[1].Path != wire.PathBatch {
		t.Errorf("back online %v went out, want the session and a batch", asked)
	}
}

func TestBackOnlineACanaryGoesWhereTheOfficeDoesNotAnswer(t *testing.T) {
	b, d := heldBack(t)
	from := len(b.office.asked)
	if err := b.BackOnline(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.rest(d)
	var paths []string
	for _, r := range b.office.asked[from:] {
		paths = append(paths, r.Path)
	}
	if want := []string{wire.PathSession, "/api/v1/orders"}; !slices.Equal(paths, want) {
		t.Errorf("back online %v went out, want %v", paths, want)
	}
}
