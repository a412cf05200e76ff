package client_test

import (
	"context"
	"encoding/json"
	"testing"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/client"
)

// shared is an outbox that another tab writes to right before this one does.
type shared struct {
	*idbqueue.Outbox
	meanwhile func()
}

func (s *shared) Put(ctx context.Context, records ...entry.Record) error {
	s.meanwhile()
	return s.Outbox.Put(ctx, records...)
}

// nudge is the wish as it is stored.
func (b *bench) nudge() (n struct {
	Nudge           sw.Nudge
	Online, Reached bool
},
) {
	b.t.Helper()
	records, err := b.box.Records(b.ctx, "nudge")
	if err != nil {
		b.t.Fatal(err)
	}
	if raw := records["nudge"]; raw != nil {
		if err := json.Unmarshal(raw, &n); err != nil {
			b.t.Fatal(err)
		}
	}
	return n
}

// Case D12: what one tab wishes is not lost by what another does at once.
func TestTwoWishesAtOnceAreBothKept(t *testing.T) {
	insist := func(d *client.Desk) { _, _ = d.SendNow(context.Background(), true) }
	online := func(d *client.Desk) { _ = d.BackOnline(context.Background()) }
	for name, acts := range map[string][2]func(*client.Desk){
		"send now, and the network comes back": {insist, online},
		"the network comes back, and send now": {online, insist},
	} {
		b := newBench(t)
		if err := b.box.Put(b.ctx, entry.Record{Name: "nudge"}); err != nil {
			t.Fatal(err)
		}
		tab := *b.Desk
		tab.Outbox = &shared{b.box, func() { acts[1](b.Desk) }}
		acts[0](&tab)
		if n := b.nudge(); n.Nudge != sw.NudgeInsist || !n.Online {
			t.Errorf("%s: kept is %+v", name, n)
		}
	}
}

// A sign-in is a wish of its own, and takes nothing from a stronger one.
func TestASignInKeepsAStrongerWish(t *testing.T) {
	b := newBench(t)
	if _, err := b.SendNow(b.ctx, true); err != nil {
		t.Fatal(err)
	}
	if _, err := b.SignIn(b.ctx, "ana", "secret"); err != nil {
		t.Fatal(err)
	}
	if n := b.nudge(); n.Nudge != sw.NudgeInsist || !n.Reached {
		t.Errorf("kept is %+v", n)
	}
}
