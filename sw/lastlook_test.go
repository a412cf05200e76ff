package sw

import (
	"context"
	"testing"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
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

func (b *between) Settle(ctx context.Context, f idbqueue.Fence, moves []idbqueue.Move, put ...idbqueue.Record) (idbqueue.Settled, error) {
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
		"the wish is used up after the claim": {"settle", func(l *line) { l.put(record(recordNudge, nudgeRecord{Nudge: NudgeOnce, At: l.now})) }, 0},
		"the lease is renewed for the probe":  {"renew", func(*line) {}, 1},
	} {
		l := newLine(t)
		l.save(wire.OpOrderCreate)
		c.before(l)
		l.took = 5 * time.Second
		l.answer = func(r Request) Evidence {
			if r.Method == "DELETE" {
				return ours(200, `{}`)
			}
			return ours(409, code(wire.CodeDuplicateCode))
		}
		l.d.Outbox = &between{l.box, c.after, func() {
			l.put(idbqueue.Record{Name: idbqueue.RecordUser},
				record(recordSignOut, signOutRecord{At: l.now, Until: idbqueue.Wait{SetAt: l.now}}))
		}}
		l.rest()
		if asked := l.paths(); len(asked) != c.leaves+1 || asked[c.leaves] != "DELETE /session" {
			t.Errorf("%s: %v", name, asked)
		}
	}
}
