//go:build !js

package drain

import (
	"context"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// between is an outbox in which the rep acts right after a step of a turn.
type between struct {
	*idbqueue.Outbox
	after string
	act   func()
}

func (b *between) did(step string) {
	if b.after == step {
		b.after = ""
		b.act()
	}
}

func (b *between) Renew(ctx context.Context, f idbqueue.Fence, clock idbqueue.Clock, d int64) error {
	defer b.did("renew")
	return b.Outbox.Renew(ctx, f, clock, d)
}

func (b *between) Settle(ctx context.Context, f idbqueue.Fence, moves []entry.Move, put ...entry.Record) (idbqueue.Settled, error) {
	defer b.did("settle")
	return b.Outbox.Settle(ctx, f, moves, put...)
}

// Case D10: who is signed in is looked at last, with no step of the books
// between the look and what leaves.
func TestNothingIsBookedBetweenTheLastLookAndWhatLeaves(t *testing.T) {
	for name, c := range map[string]struct {
		after  string
		before func(l *line)
		leaves int // requests before the sign-out
	}{
		"the wish is used up after the claim": {"settle", func(l *line) { l.put(sw.Record(sw.RecordNudge, sw.NudgeRecord{Nudge: sw.NudgeOnce, At: l.now})) }, 0},
		"the lease is renewed for the probe":  {"renew", func(*line) {}, 1},
	} {
		l := newLine(t)
		l.save(wire.OpOrderCreate)
		c.before(l)
		l.took = 5 * time.Second
		l.answer = func(r exchange.Request) sw.Evidence {
			if r.Method == "DELETE" {
				return ours(200, `{}`)
			}
			return ours(409, code(wire.CodeDuplicateCode))
		}
		l.d.Outbox = &between{l.box, c.after, func() {
			l.put(entry.Record{Name: entry.RecordUser},
				sw.Record(sw.RecordSignOut, sw.SignOutRecord{At: l.now, Until: entry.Wait{SetAt: l.now}}))
		}}
		l.rest()
		if asked := l.paths(); len(asked) != c.leaves+1 || asked[c.leaves] != "DELETE /session" {
			t.Errorf("%s: %v", name, asked)
		}
	}
}

// claiming is an outbox in which a claim takes its time.
type claiming struct {
	*between
	took   time.Duration
	pass   func(time.Duration)
	claims int
}

func (c *claiming) Claim(ctx context.Context, f idbqueue.Fence, owner string, until int64, moves []entry.Move) ([]entry.Entry, error) {
	defer c.pass(c.took)
	c.claims++
	return c.Outbox.Claim(ctx, f, owner, until, moves)
}

func TestAClaimCoversAnExchangeThatStartsSoonAfterIt(t *testing.T) {
	for took, renewed := range map[time.Duration]bool{0: false, 900 * time.Millisecond: false, 5 * time.Second: true} {
		l := newLine(t)
		l.save(wire.OpOrderCreate)
		again := false
		box := &claiming{between: &between{l.box, "renew", func() { again = true }}, took: took}
		box.pass = func(d time.Duration) { l.now += d.Milliseconds() }
		l.d.Outbox = box
		l.rest()
		if again != renewed || box.claims != 1 {
			t.Errorf("a claim of %s, then the lease is renewed: %v, want %v", took, again, renewed)
		}
	}
}

func TestAfterTheLeaseIsRenewedItIsLookedAgain(t *testing.T) {
	l := newLine(t)
	l.save(wire.OpOrderCreate)
	box := &claiming{between: &between{l.box, "renew", func() {
		l.put(entry.Record{Name: entry.RecordUser},
			sw.Record(sw.RecordSignOut, sw.SignOutRecord{At: l.now, Until: entry.Wait{SetAt: l.now}}))
	}}, took: 5 * time.Second}
	box.pass = func(d time.Duration) { l.now += d.Milliseconds() }
	l.d.Outbox = box
	l.answer = script(ours(200, `{}`))
	l.rest()
	if asked := l.paths(); len(asked) == 0 || asked[0] != "DELETE /session" {
		t.Errorf("after the sign-out left %v", asked)
	}
}
