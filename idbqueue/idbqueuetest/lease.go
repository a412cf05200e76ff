package idbqueuetest

import (
	"errors"
	"fmt"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
)

func (b *bench) acquire(holder string, at, lockedAt int64) idbqueue.Fence {
	b.Helper()
	f, err := b.box.Acquire(b.ctx, holder, idbqueue.At(at), 60*sec, lockedAt)
	b.ok(err)
	return f
}

func (b *bench) held(holder string, at int64) {
	b.Helper()
	if _, err := b.box.Acquire(b.ctx, holder, idbqueue.At(at), 60*sec, 0); !errors.Is(err, entry.ErrLeaseHeld) {
		b.Errorf("got %v, want ErrLeaseHeld", err)
	}
}

var leasing = []claim{
	{"one context drains at a time", func(b *bench) {
		b.acquire("tab", now, 0)
		b.held("worker", now+59*sec)
	}},
	{"of many who ask at once one gets it", func(b *bench) {
		got := make(chan bool)
		for n := range 8 {
			tab := b.world.Open(b)
			go func() {
				_, err := tab.Acquire(b.ctx, fmt.Sprint("tab", n), idbqueue.At(now), 60*sec, 0)
				got <- err == nil
			}()
		}
		held := 0
		for range 8 {
			if <-got {
				held++
			}
		}
		if held != 1 {
			b.Errorf("%d hold the lease", held)
		}
	}},
	{"a lease that ran out is anybody's", func(b *bench) {
		f := b.acquire("tab", now, 0)
		if g := b.acquire("worker", now+60*sec, 0); g <= f {
			b.Errorf("the fence did not grow: %d after %d", g, f)
		}
	}},
	{"the Web Lock takes over at once", func(b *bench) {
		f := b.acquire("tab", now, 0)
		b.acquire("worker", now+sec, now+sec)
		if err := b.box.Renew(b.ctx, f, idbqueue.At(now+sec), 60*sec); !errors.Is(err, entry.ErrLeaseLost) {
			b.Errorf("got %v, want ErrLeaseLost", err)
		}
	}},
	{"the Web Lock takes nothing from who drains without it since", func(b *bench) {
		f := b.acquire("worker", now, 0)
		if _, err := b.box.Acquire(b.ctx, "tab", idbqueue.At(now+sec), 60*sec, now-sec); !errors.Is(err, entry.ErrLeaseHeld) {
			b.Errorf("got %v, want ErrLeaseHeld", err)
		}
		b.ok(b.box.Renew(b.ctx, f, idbqueue.At(now+sec), 60*sec))
	}},
	{"a renewed lease runs on", func(b *bench) {
		f := b.acquire("tab", now, 0)
		b.ok(b.box.Renew(b.ctx, f, idbqueue.At(now+50*sec), 60*sec))
		b.held("worker", now+100*sec)
	}},
	{"a released lease is free, and its fence stays", func(b *bench) {
		f := b.acquire("tab", now, 0)
		b.ok(b.box.Release(b.ctx, f))
		if g := b.acquire("worker", now+sec, 0); g <= f {
			b.Errorf("the fence did not grow: %d after %d", g, f)
		}
		b.ok(b.box.Release(b.ctx, f))
		b.held("third", now+2*sec)
	}},
	{"a clock that ran back strands no lease for longer than it was given", func(b *bench) {
		b.acquire("tab", now, 0)
		b.held("worker", now-30*sec)
		b.acquire("worker", now-24*3600*sec, 0)
	}},
	{"a claim holds the lease to the end of its exchange", func(b *bench) {
		e := b.add()
		b.claim(e.Key)
		b.held("worker", now+89*sec)
		b.acquire("worker", now+90*sec, 0)
	}},
	{"fences grow over a crash", func(b *bench) {
		f := b.acquire("tab", now, 0)
		b.box = b.world.Reopen(b)
		if g := b.acquire("tab", now, now); g <= f {
			b.Errorf("the fence did not grow: %d after %d", g, f)
		}
	}},
	{"nobody writes the lease by hand", func(b *bench) {
		r := entry.Record{Name: idbqueue.RecordLease, Value: []byte(`{}`)}
		if err := b.box.Put(b.ctx, r); !errors.Is(err, entry.ErrIllegal) {
			b.Errorf("got %v, want ErrIllegal", err)
		}
		if _, err := b.box.Settle(b.ctx, b.lease(), nil, r); !errors.Is(err, entry.ErrIllegal) {
			b.Errorf("got %v, want ErrIllegal", err)
		}
	}},
}

var claiming = []claim{
	{"a claim opens an attempt and remembers what leaves", func(b *bench) {
		e := b.add()
		b.claim(e.Key)
		got := b.get(e.Key)
		if got.Open == nil || got.Open.N != 1 || got.Attempt != 1 || !got.InDoubt() || !got.HasLeft(e.Fingerprint) {
			b.Errorf("got %+v", got)
		}
	}},
	{"a lost lease claims nothing", func(b *bench) {
		e := b.add()
		b.signIn(ana)
		f := b.lease()
		b.lease()
		if _, err := b.box.Claim(b.ctx, f, ana, now, b.claims(e.Key)); !errors.Is(err, entry.ErrLeaseLost) {
			b.Errorf("got %v, want ErrLeaseLost", err)
		}
		if b.get(e.Key).Open != nil {
			b.Errorf("an attempt was opened")
		}
	}},
	{"only the signed-in user's writes are claimed", func(b *bench) {
		mine, theirs := b.add(), b.add(of(ben))
		b.signIn(ana)
		f := b.lease()
		if _, err := b.box.Claim(b.ctx, f, ben, now, b.claims(theirs.Key)); !errors.Is(err, entry.ErrOwner) {
			b.Errorf("got %v, want ErrOwner", err)
		}
		got, err := b.box.Claim(b.ctx, f, ana, now, b.claims(mine.Key, theirs.Key))
		b.ok(err)
		b.wantKeys("claimed", got, mine)
	}},
	{"nobody signed in claims nothing", func(b *bench) {
		e := b.add(of(""))
		f := b.lease()
		if _, err := b.box.Claim(b.ctx, f, "", now, b.claims(e.Key)); !errors.Is(err, entry.ErrOwner) {
			b.Errorf("got %v, want ErrOwner", err)
		}
	}},
	{"what cannot be claimed is left out", func(b *bench) {
		e, gone := b.add(), b.add()
		b.apply(entry.GiveUp(gone.Key, now, "typo"))
		b.signIn(ana)
		f := b.lease()
		moves := append(b.claims(e.Key, gone.Key), entry.Claim("K9999", 1, now, now, false),
			entry.Claim(e.Key, 1, now, now, false))
		got, err := b.box.Claim(b.ctx, f, ana, now, moves)
		b.ok(err)
		b.wantKeys("claimed", got, e)
	}},
	{"a second drainer closes the attempt of a dead one in doubt", func(b *bench) {
		e := b.add()
		b.claim(e.Key)
		b.claim(e.Key)
		got := b.get(e.Key)
		if got.Attempt != 2 || !got.Doubt || got.Open == nil || got.Open.N != 2 {
			b.Errorf("got %+v", got)
		}
	}},
	{"a claim makes claims only", func(b *bench) {
		e := b.add()
		f := b.claim()
		if _, err := b.box.Claim(b.ctx, f, ana, now, []entry.Move{prove(e)}); !errors.Is(err, entry.ErrIllegal) {
			b.Errorf("got %v, want ErrIllegal", err)
		}
	}},
}
